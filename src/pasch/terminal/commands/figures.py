"""The statistics of an arena and of a study as tables in the terminal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.arena.statistics.figures import (
    BotFigures,
    Figures,
    TableRow,
    measures,
    unit_of,
    without_interval,
)
from pasch.arena.statistics.formatting import (
    AMOUNT,
    AMOUNT_LEAD,
    BETWEEN,
    PERCENT,
    SHARE,
    SHARE_LEAD,
    Form,
)
from pasch.arena.study import Study
from pasch.core.game.registry import load
from pasch.core.words import Words

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
    length = figures.length
    lasts = say(
        "A game: {turns} turns, {decisions} decisions, {events} events"
        " (mean, and 90 % of the games).",
        turns=BETWEEN.text(length.turns, say),
        decisions=BETWEEN.text(length.decisions, say),
        events=BETWEEN.text(length.events, say),
    )
    leaves = say(
        "{decisions} of the decisions leave a choice, {turns} of the turns have such a one.",
        decisions=PERCENT.text(figures.real_decisions, say),
        turns=PERCENT.text(figures.real_turns, say),
    )
    return f"{lasts} {leaves}"


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
    lengths = [each.length for each in mirrors]
    turns, decisions = [each.turns for each in lengths], [each.decisions for each in lengths]
    yield line(say("turns"), BETWEEN, turns, AMOUNT_LEAD, [each.turns for each in changes])
    yield line(
        say("decisions"), BETWEEN, decisions, AMOUNT_LEAD, [each.decisions for each in changes]
    )
    real = [each.real_decisions for each in mirrors]
    yield line(say("… with a choice"), PERCENT, real, AMOUNT_LEAD, [each.real for each in changes])
    yield line(say("turns with such a one"), PERCENT, [each.real_turns for each in mirrors])
    unit, scores = unit_of(first.mirror.plan, say), [each.bots[0].score for each in mirrors]
    yield line(unit, AMOUNT, scores, AMOUNT_LEAD, [each.score for each in changes])
    for n, bot in enumerate(first.field.bots):
        for told in measures(BotFigures):
            if told.in_study:
                title = f"{bot.bot}, {told.title(first.field, say)}"
                values = [getattr(each.field.bots[n], told.name) for each in study.variants]
                more = [each.bots[n] for each in changes] if told.name == "share" else []
                yield line(title, told.form, values, SHARE_LEAD, more)
