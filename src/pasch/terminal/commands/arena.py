"""The commands `arena` and `study`: play what is missing, and print the statistics."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from pasch.arena.cluster import work_of
from pasch.arena.plan import MOST_GAMES, Plan, make_plan, seatings
from pasch.arena.precision import play_until, read_width, widest_in, widest_of
from pasch.arena.report.export import Row, arena_rows, as_csv, study_rows
from pasch.arena.report.page import arena_page, check_page, study_page
from pasch.arena.results import Results, usual_folder, usual_path
from pasch.arena.run import Work, run
from pasch.arena.statistics.figures import (
    BotFigures,
    Figures,
    Length,
    TableRow,
    figures,
    measures,
    unit_of,
    without_interval,
    written,
)
from pasch.arena.statistics.formatting import (
    AMOUNT,
    AMOUNT_LEAD,
    PERCENT,
    SHARE,
    SHARE_LEAD,
    Form,
)
from pasch.arena.study import Study, count_games, outline, run_study
from pasch.bots import Need
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.page import write_page
from pasch.core.words import Words
from pasch.terminal.commands.progress import prepare, progress, solve_for_play
from pasch.terminal.screen.streams import INTERRUPTED, aside, print_json, print_line

USUAL_GAMES = 1000


class Output(StrEnum):
    """How the statistics are printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def output_of(json: bool, csv: bool) -> Output:
    if json and csv:
        raise BadOption("--json and --csv exclude each other")
    return Output.JSON if json else Output.CSV if csv else Output.TABLE


@dataclass(frozen=True)
class Where:
    """Where an arena is played, and where its output goes."""

    out: Path | None = None
    logs: Path | None = None
    html: Path | None = None
    cores: int | None = None
    ray: str | None = None
    form: Output = Output.TABLE


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
        with counting(game.title, sum(1 for _ in seatings(part)), results.path, say) as tick:
            tick(results.known(part))
            run([(part, results)], work, where.logs, tick)
        return figures(part, results.of(part))

    found = play_until(plan.block_size, games, width, play, widest_of)
    if where.html is not None:
        write_page(where.html, arena_page(found, say))
    if where.form is Output.TABLE:
        show(console, found, say)
        tell_width(console, say, width, widest_of(found))
        if len(results.held) > found.games:
            print_line(console, say("The first of {n} that are kept.", n=len(results.held)))
        print_line(console, say("The results: {path}", path=results.path))
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
        with counting(game.title, count_games(part), folder, say) as tick:
            return run_study(part, folder, work, tick)

    study = play_until(outlines[0].mirror.block_size, games, width, play, widest_in)
    if where.html is not None:
        write_page(where.html, study_page(study, say))
    if where.form is Output.TABLE:
        show_study(console, study, say)
        tell_width(console, say, width, widest_in(study))
    else:
        print_figures(study, study_rows(study), where.form)
    name_page(console, where, say)


def tell_width(console: Console, say: Words, width: float | None, known: float) -> None:
    """Print how precisely the shares are known, if a run ended too early."""
    if width is not None and known > width:
        only, asked = (PERCENT.text(each, say) for each in (known, width))
        print_line(
            console, say("Known to ±{known} only, not to ±{asked}.", known=only, asked=asked)
        )


def print_figures(found: Figures | Study, rows: Iterable[Row], form: Output) -> None:
    if form is Output.JSON:
        print_json(found)
    else:
        sys.stdout.write(as_csv(rows))


def name_page(console: Console, where: Where, say: Words) -> None:
    if where.html is not None and where.form is Output.TABLE:
        print_line(console, say("The report: {path}", path=where.html))


def get_ready(game: Game, plans: Sequence[Plan], say: Words) -> None:
    """Prepare the rules and solve what perfect players need, once, before any worker starts."""
    quiet = aside()
    prepare(game, quiet, say)
    for plan in plans:
        if plan.need >= Need.SOLVED:
            solve_for_play(quiet, game, plan.seats, game.read_options(plan.options), say)


def work_at(where: Where) -> Work:
    """Return where to play; check first that all output can be written."""
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
def counting(what: str, total: int, kept: Path, say: Words) -> Iterator[Callable[[int], None]]:
    """Show a bar of the games played; Ctrl-C ends it with a line that says how to continue."""
    played = 0

    def tick(more: int) -> None:
        nonlocal played
        played += more
        tell(played, total)

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with progress(what, *columns, total=total) as tell:
            yield tick
    except KeyboardInterrupt:
        line = say(
            "Interrupted. What was played is kept in {path}; the same command goes on from there.",
            path=kept,
        )
        print_line(Console(stderr=True), line)
        raise SystemExit(INTERRUPTED) from None


GAP = 3  # between columns


def show(console: Console, figures: Figures, say: Words) -> None:
    plan = figures.plan
    seats = say.many("{n} seat", "{n} seats", plan.seats)
    games = say.many("{n} game", "{n} games", figures.games)
    console.print(Text.assemble((load(plan.game).title, "bold"), f" · {seats} · {games}"))
    if figures.par is not None:
        par = PERCENT.text(figures.par, say)
        console.print(say("Shares of the victory; par is {par}.", par=par), style="dim")
    console.print(say("In brackets: 95 % intervals."), style="dim")
    for table in figures.tables():
        if table is figures.leads:
            print_heading(console, say("Who is ahead of whom, with the same dice:"))
        print_folded(console, *table_of(table, figures, say))
        if table is figures.bots and (remark := without_interval(figures, say)):
            print_heading(console, remark)
    console.print()
    console.print(Text(length_line(figures, say)))


def print_heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, "dim"))


def print_folded(console: Console, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; columns that do not fit come below, under their names again."""
    for columns in fold([list(each) for each in zip(header, *rows, strict=True)], console.width):
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
        for i, (head, *_) in enumerate(columns):
            table.add_column(Text(head), justify="right" if i else "left", overflow="fold")
        for cells in zip(*(cells for _, *cells in columns), strict=True):
            table.add_row(*map(Text, cells))
        console.print()
        console.print(table)


def fold(columns: list[list[str]], width: int) -> list[list[list[str]]]:
    """Arrange the columns in as many tables as the width needs, each with the first column."""
    names, *rest = columns
    widths = [widest(cells) + GAP for cells in rest]
    room = width - min(widest(names) + GAP, width // 2)
    lines: list[list[list[str]]] = [[names]]
    left = room
    for column, wide in zip(rest, widths, strict=True):
        if wide > left and len(lines[-1]) > 1:
            lines.append([names])
            left = room
        lines[-1].append(column)
        left -= wide
    return lines


def widest(cells: Sequence[str]) -> int:
    return max(cell_len(line) for cell in cells for line in cell.split("\n"))


def table_of(
    rows: Sequence[TableRow], figures: Figures, say: Words
) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table, a column for each of its measures."""
    shown = [
        each
        for each in measures(type(rows[0]))
        if not each.is_optional or any(getattr(row, each.name) is not None for row in rows)
    ]
    header = [rows[0].heading(say), *(each.title(figures, say) for each in shown)]
    return header, [
        [row.title(say), *(each.form.text(getattr(row, each.name), say) for each in shown)]
        for row in rows
    ]


def length_line(figures: Figures, say: Words) -> str:
    lasts = say(
        "A game: {what} (mean, and 90 % of the games).", what=sentence_of(figures.length, say)
    )
    return f"{lasts} {sentence_of(figures, say)}."


def sentence_of(part: Length | Figures, say: Words) -> str:
    """Return the values of all measures that have words for a sentence."""
    return ", ".join(
        say(each.sentence, n=each.form.text(getattr(part, each.name), say))
        for each in measures(type(part))
        if each.sentence
    )


def show_study(console: Console, study: Study, say: Words) -> None:
    seats = say.many("{n} seat", "{n} seats", study.seats)
    against = say("{bot} against itself, {games} games a variant", bot=study.bot, games=study.games)
    console.print(Text.assemble((load(study.game).title, "bold"), f" · {seats} · {against}"))
    if study.variants[0].field.par is None:
        last = say("Last: what each bot reaches with the same dice.")
    else:
        last = say("Last: what each bot reaches against the others.")
    brackets = say("In brackets: 95 % intervals.")
    console.print(f"{last} {brackets}", style="dim")
    lines = list(study_lines(study, say))
    header = [each.title(say).replace(", ", ",\n") for each in study.variants]
    rows = [[line.title, *line.values] for line in lines]
    print_folded(console, [say("variant"), *header], rows)
    if len(study.variants) > 1:
        first = study.variants[0].title(say)
        print_heading(
            console, say("What is different from {first}, with the same dice:", first=first)
        )
        rows = [[line.title, *line.changes] for line in lines if line.changes]
        print_folded(console, [say("variant"), *header[1:]], rows)
    console.print()


class StudyLine(NamedTuple):
    """A line of a study's table: a text for each variant, and for each change from the first."""

    title: str
    values: list[str]
    changes: list[str]


def study_lines(study: Study, say: Words) -> Iterator[StudyLine]:
    def line(
        title: str, form: Form, values: Iterable[Any], lead: Form = SHARE_LEAD, more: Any = ()
    ) -> StudyLine:
        return StudyLine(
            title,
            [form.text(each, say) for each in values],
            [lead.text(each, say) for each in more],
        )

    first = study.variants[0]
    mirrors = [each.mirror for each in study.variants]
    changes = [each.change for each in study.variants if each.change is not None]
    for n, seat in enumerate(first.mirror.seats):
        title = say("seat {n}", n=seat.seat)
        shares = [each.seats[n].share for each in mirrors]
        yield line(title, SHARE, shares, SHARE_LEAD, [each.seats[n] for each in changes])
    for part in ([each.length for each in mirrors], mirrors):
        for told in measures(type(part[0])):
            if told.study is not None:
                title = written(told.study, first.mirror, say)
                values = [getattr(each, told.name) for each in part]
                more = [getattr(each, told.change) for each in changes if told.change]
                yield line(title, told.form, values, AMOUNT_LEAD, more)
    unit, scores = unit_of(first.mirror.plan, say), [each.bots[0].score for each in mirrors]
    yield line(unit, AMOUNT, scores, AMOUNT_LEAD, [each.score for each in changes])
    for n, bot in enumerate(first.field.bots):
        for told in measures(BotFigures):
            if told.study is not None:
                title = f"{bot.bot}, {written(told.study, first.field, say)}"
                values = [getattr(each.field.bots[n], told.name) for each in study.variants]
                more = [each.bots[n] for each in changes] if told.name == "share" else []
                yield line(title, told.form, values, SHARE_LEAD, more)
