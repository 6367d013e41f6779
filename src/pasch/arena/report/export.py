"""Statistics as one plain table, a row for each number: for spreadsheets and programs."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pasch.arena.statistics.figures import Figures, TableRow, measures
from pasch.arena.study import CHANGES, Change, Study


class Row(NamedTuple):
    variant: str
    """The variant of a study; empty in an arena."""
    table: str
    """The table it stands in: bot, lead, seat, game; in a study also mirror and change."""
    name: str
    """Whose number it is."""
    over: str
    """In leads and changes: with whom or with what it is compared."""
    figure: str
    value: float | None
    low: float | None = None
    """The 95 % interval; for a game's length, the range of 90 % of the games."""
    high: float | None = None


def row(variant: str, table: str, name: str, over: str, figure: str, value: Any) -> Row:
    place = (variant, table, name, over, figure)
    if value is None or isinstance(value, int | float):
        return Row(*place, value)
    return Row(*place, value.mean, value.low, value.high)


def arena_rows(figures: Figures, variant: str = "") -> Iterator[Row]:
    for table in figures.tables():
        yield from table_rows(table, variant)
    place = (variant, "game", "", "")
    yield row(*place, "games", figures.games)
    for part in (figures.length, figures):
        for each in measures(type(part)):
            yield row(*place, each.name, getattr(part, each.name))


def table_rows(table: Iterable[TableRow], variant: str) -> Iterator[Row]:
    for line in table:
        for each in measures(type(line)):
            value = getattr(line, each.name)
            if value is not None or not each.is_optional:
                yield row(variant, line.table, *line.key(), each.name, value)


def study_rows(study: Study) -> Iterator[Row]:
    """Yield the rows of a study.

    They have the score, the seats and the games of each mirror, the bots and leads of each field,
    and the changes.
    """
    first = study.variants[0].name
    for each in study.variants:
        yield row(each.name, "mirror", study.bot, "", "score", each.mirror.bots[0].score)
        for figures, tables in ((each.mirror, ("seat", "game")), (each.field, ("bot", "lead"))):
            yield from (line for line in arena_rows(figures, each.name) if line.table in tables)
        if each.change is not None:
            bots = [line.bot for line in each.field.bots]
            yield from change_rows(each.change, each.name, first, bots)


def change_rows(change: Change, variant: str, first: str, bots: list[str]) -> Iterator[Row]:
    place = (variant, "change")
    for n, estimate in enumerate(change.seats, start=1):
        yield row(*place, f"seat {n}", first, "share", estimate)
    for name in CHANGES:
        yield row(*place, "", first, name, getattr(change, name))
    for bot, estimate in zip(bots, change.bots, strict=True):
        yield row(*place, bot, first, "share", estimate)


def as_csv(rows: Iterable[Row]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(Row._fields)
    out.writerows(rows)
    return text.getvalue()
