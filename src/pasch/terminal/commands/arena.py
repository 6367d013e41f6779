"""What the commands `arena` and `study` do, once their words are read."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec.structs import replace
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
from pasch.arena.plan import MOST_GAMES, Plan, make_plan, seatings
from pasch.arena.precision import block_size, play_until, read_width, widest_in, widest_of
from pasch.arena.report.export import Row, arena_rows, as_csv, study_rows
from pasch.arena.report.page import arena_page, check_page, study_page
from pasch.arena.results import Results, usual_folder, usual_path
from pasch.arena.run import Work, run
from pasch.arena.statistics.figures import Figures, figures
from pasch.arena.statistics.formatting import PERCENT
from pasch.arena.study import Study, count_games, outline, run_study
from pasch.bots import Need
from pasch.core.errors import PaschError
from pasch.core.game.spec import Game
from pasch.core.page import write_page
from pasch.core.words import Words
from pasch.terminal.commands.figures import show, show_study
from pasch.terminal.commands.play import prepare
from pasch.terminal.commands.solve import solve_for_play
from pasch.terminal.streams import INTERRUPTED, aside, print_json
from pasch.terminal.streams import tell as told

USUAL_GAMES = 1000


class Form(StrEnum):
    """How the figures are told."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True)
class Where:
    """Where an arena is played, and where what comes of it goes."""

    out: Path | None = None
    logs: Path | None = None
    html: Path | None = None
    cores: int | None = None
    ray: str | None = None
    form: Form = Form.TABLE


def hold_arena(
    console: Console,
    say: Words,
    game: Game,
    bots: Sequence[str],
    games: int | None,
    until: str | None,
    seats: int | None,
    seed: str,
    options: Mapping[str, Any],
    where: Where,
) -> None:
    width = None if until is None else read_width(until)
    if games is None:
        games = USUAL_GAMES if width is None else MOST_GAMES
    plan = make_plan(game, bots, games, seats, seed, options)
    work = work_at(where)
    results = Results.open(where.out or usual_path(plan), plan)
    get_ready(game, [plan], say)

    def play(games: int) -> Figures:
        part = replace(plan, games=games)
        with progress(game.title, sum(1 for _ in seatings(part)), results.path, say) as tick:
            tick(results.known(part))
            run([(part, results)], work, where.logs, tick)
        return figures(part, results.of(part))

    found = (
        play(games)
        if width is None
        else play_until(block_size(plan), games, width, play, widest_of)
    )
    if where.html is not None:
        write_page(where.html, arena_page(found, say))
    if where.form is Form.TABLE:
        show(console, found, say)
        tell_width(console, say, width, widest_of(found))
        if len(results.held) > found.games:
            told(console, say("The first of {n} that are kept.", n=len(results.held)))
        told(console, say("The results: {path}", path=results.path))
    else:
        print_figures(found, arena_rows(found), where.form)
    name_page(console, where, say)


def hold_study(
    console: Console,
    say: Words,
    game: Game,
    values: Mapping[str, str],
    bot: str,
    games: int | None,
    until: str | None,
    seats: int | None,
    seed: str,
    where: Where,
) -> None:
    width = None if until is None else read_width(until)
    if games is None:
        games = USUAL_GAMES if width is None else MOST_GAMES
    outlines = outline(game, values, bot, games, seats, seed)
    work = work_at(where)
    folder = where.out or usual_folder()
    make_folder(folder)
    get_ready(game, [plan for each in outlines for plan in each.plans()], say)

    def play(games: int) -> Study:
        part = outline(game, values, bot, games, seats, seed)
        with progress(game.title, count_games(part), folder, say) as tick:
            return run_study(part, folder, work, tick)

    mirror = outlines[0].mirror
    block = 1 if mirror.alone else mirror.seats
    study = play(games) if width is None else play_until(block, games, width, play, widest_in)
    if where.html is not None:
        write_page(where.html, study_page(study, say))
    if where.form is Form.TABLE:
        show_study(console, study, say)
        tell_width(console, say, width, widest_in(study))
    else:
        print_figures(study, study_rows(study), where.form)
    name_page(console, where, say)


def tell_width(console: Console, say: Words, width: float | None, known: float) -> None:
    """Where a run ended before what was asked for was reached."""
    if width is not None and known > width:
        only, asked = (PERCENT.text(each, say) for each in (known, width))
        told(console, say("Known to ±{known} only, not to ±{asked}.", known=only, asked=asked))


def print_figures(found: Figures | Study, rows: Iterable[Row], form: Form) -> None:
    if form is Form.JSON:
        print_json(found)
    else:
        sys.stdout.write(as_csv(rows))


def name_page(console: Console, where: Where, say: Words) -> None:
    if where.html is not None and where.form is Form.TABLE:
        told(console, say("The report: {path}", path=where.html))


def get_ready(game: Game, plans: Sequence[Plan], say: Words) -> None:
    """The rules, and what perfect players need: here and once, not in every worker."""
    quiet = aside()
    prepare(game, quiet, say)
    for plan in plans:
        if plan.need >= Need.SOLVED:
            solve_for_play(quiet, game, plan.seats, game.read_options(plan.options), say)


def work_at(where: Where) -> Work:
    """Also sees, before anything is played, that what comes of it can be written."""
    if where.html is not None:
        check_page(where.html)
    work = work_of(where.cores, where.ray)
    if where.logs is not None:
        make_folder(where.logs)
    return work


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
        told(console, line)
        raise SystemExit(INTERRUPTED) from None
