"""What the commands `arena` and `study` do, once their words are read."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from pasch.arena.cluster import on_ray
from pasch.arena.figures import figures
from pasch.arena.plan import Plan, make_plan, seatings
from pasch.arena.report import check_report, write_report
from pasch.arena.results import Results, usual_folder, usual_path
from pasch.arena.run import Work, on_cores, run
from pasch.arena.show import show, show_study, study_rows
from pasch.arena.study import count_games, hold, outline
from pasch.core.errors import BadOption, PaschError
from pasch.core.facts import Game
from pasch.core.registry import load
from pasch.core.solution import obtain

Prepare = Callable[[Game], None]


class Interrupted(Exception):
    """Somebody pressed Ctrl-C; what was played is kept."""


def hold_arena(
    console: Console,
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
    prepare: Prepare,
) -> None:
    plan = make_plan(game, bots, games, seats, seed, options)
    work = workers(cores, ray)
    if logs is not None:
        make_folder(logs)
    results = Results.open(out or usual_path(plan), plan)
    prepare(game)
    solve_first([plan])
    total = sum(1 for _ in seatings(plan))
    with progress(plan.game, total, results.path) as tick:
        tick(len(results.held))
        run([(plan, results)], work, logs, tick)
    found = figures(plan, results.in_order())
    if as_json:
        print_json(found)
        return
    show(console, found)
    console.print(f"The results: {results.path}", soft_wrap=True, markup=False, highlight=False)


def hold_study(
    console: Console,
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
    prepare: Prepare,
) -> None:
    outlines = outline(game, values, bot, games, seats, seed)
    work = workers(cores, ray)
    if html is not None:
        check_report(html)
    folder = out or usual_folder()
    make_folder(folder)
    prepare(game)
    solve_first([plan for each in outlines for plan in each.plans()])
    with progress(game.key, count_games(outlines), folder) as tick:
        study = hold(outlines, folder, work, tick)
    if html is not None:
        write_report(html, study, *study_rows(study))
    if as_json:
        print_json(study)
        return
    show_study(console, study)
    if html is not None:
        console.print(f"The report: {html}", soft_wrap=True, markup=False, highlight=False)


def solve_first(plans: Sequence[Plan]) -> None:
    """What perfect players need, here and once, not in every worker."""
    wanted = [plan for plan in plans if plan.wants_solution]
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        for plan in wanted:
            game = load(plan.game)
            task = bar.add_task(f"Solving {game.title}", total=None)

            def tell(done: int, of: int, task: TaskID = task) -> None:
                bar.update(task, completed=done, total=of)

            obtain(game, plan.seats, game.read_options(plan.options), tell=tell)
            bar.remove_task(task)


def workers(cores: int | None, ray: str | None) -> Work:
    if ray is None:
        return on_cores(cores)
    if cores is not None:
        raise BadOption("--ray and --cores exclude each other: a cluster has its own cores")
    return on_ray(ray)


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise PaschError(f"the folder {path} can't be made: {problem.strerror}") from None


def print_json(figures: msgspec.Struct) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(figures)).decode() + "\n")


@contextmanager
def progress(what: str, total: int, kept: Path) -> Iterator[Callable[[int], None]]:
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
        raise Interrupted(kept) from None
