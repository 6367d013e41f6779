"""What the commands `arena` and `study` do, once their words are read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from pasch.arena.cluster import work_of
from pasch.arena.figures import figures
from pasch.arena.plan import Plan, make_plan, seatings
from pasch.arena.report import check_report, write_report
from pasch.arena.results import Results, usual_folder, usual_path
from pasch.arena.run import run
from pasch.arena.study import count_games, hold, outline
from pasch.core.errors import PaschError
from pasch.core.facts import Game
from pasch.core.words import Words
from pasch.terminal.figures import show, show_study, study_rows
from pasch.terminal.play import prepare
from pasch.terminal.solve import solve_for_play
from pasch.terminal.streams import INTERRUPTED, aside, print_json, tell


def hold_arena(
    console: Console,
    say: Words,
    game: Game,
    bots: Sequence[str],
    games: int,
    seats: int | None,
    seed: str,
    options: Mapping[str, Any],
    out: Path | None,
    logs: Path | None,
    cores: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    plan = make_plan(game, bots, games, seats, seed, options)
    work = work_of(cores, ray)
    if logs is not None:
        make_folder(logs)
    results = Results.open(out or usual_path(plan), plan)
    get_ready(game, [plan], say)
    total = sum(1 for _ in seatings(plan))
    with progress(game.title, total, results.path, say) as tick:
        tick(len(results.held))
        run([(plan, results)], work, logs, tick)
    found = figures(plan, results.in_order())
    if as_json:
        print_json(found)
        return
    show(console, found, say)
    tell(console, say("The results: {path}", path=results.path))


def hold_study(
    console: Console,
    say: Words,
    game: Game,
    values: Mapping[str, str],
    bot: str,
    games: int,
    seats: int | None,
    seed: str,
    out: Path | None,
    html: Path | None,
    cores: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    outlines = outline(game, values, bot, games, seats, seed)
    work = work_of(cores, ray)
    if html is not None:
        check_report(html)
    folder = out or usual_folder()
    make_folder(folder)
    get_ready(game, [plan for each in outlines for plan in each.plans()], say)
    with progress(game.title, count_games(outlines), folder, say) as tick:
        study = hold(outlines, folder, work, tick)
    if html is not None:
        write_report(html, study, *study_rows(study, say), say)
    if as_json:
        print_json(study)
        return
    show_study(console, study, say)
    if html is not None:
        tell(console, say("The report: {path}", path=html))


def get_ready(game: Game, plans: Sequence[Plan], say: Words) -> None:
    """The rules, and what perfect players need: here and once, not in every worker."""
    quiet = aside()
    prepare(game, quiet, say)
    for plan in plans:
        if plan.wants_solution:
            solve_for_play(quiet, game, plan.seats, game.read_options(plan.options), say)


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise PaschError(
            "the folder {path} can't be made: {why}", path=path, why=problem.strerror
        ) from None


@contextmanager
def progress(what: str, total: int, kept: Path, say: Words) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, if that is a terminal; Ctrl-C ends it in good order."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    try:
        with bar:
            task = bar.add_task(what, total=total)
            yield lambda played: bar.update(task, advance=played)
    except KeyboardInterrupt:
        line = say(
            "Interrupted. What was played is kept in {path}; the same command goes on from there.",
            path=kept,
        )
        tell(console, line)
        raise SystemExit(INTERRUPTED) from None
