"""Figures as one plain table, a row for each number: for spreadsheets and programs."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pasch.arena.figures import Figures, Spread
from pasch.arena.intervals import Estimate
from pasch.arena.study import Change, Study


class Row(NamedTuple):
    variant: str
    """Of a study."""
    table: str
    """Where it stands: bot, lead, seat, game; in a study also mirror and change."""
    name: str
    """Whose it is."""
    over: str
    """In leads and changes: more than whose."""
    figure: str
    value: float | None
    low: float | None = None
    """Of the 95 % interval; of a game's length, what 90 % of the games lie between."""
    high: float | None = None


def arena_rows(figures: Figures, variant: str = "") -> Iterator[Row]:
    for bot in figures.bots:
        place = (variant, "bot", bot.bot, "")
        yield Row(*place, "games", bot.games)
        yield row(*place, "share", bot.share)
        if bot.rating is not None:
            yield row(*place, "rating", bot.rating)
        yield row(*place, "score", bot.score)
        yield Row(*place, "ms", bot.ms)
    for lead in figures.leads:
        place = (variant, "lead", lead.bot, lead.over)
        yield row(*place, "share", lead.share)
        yield row(*place, "score", lead.score)
    for seat in figures.seats:
        place = (variant, "seat", str(seat.seat), "")
        yield row(*place, "share", seat.share)
        yield row(*place, "score", seat.score)
    yield from game_rows(figures, variant)


def game_rows(figures: Figures, variant: str) -> Iterator[Row]:
    place = (variant, "game", "", "")
    yield Row(*place, "games", figures.games)
    length = figures.length
    for name in length.__struct_fields__:
        spread: Spread = getattr(length, name)
        yield Row(*place, name, spread.mean, spread.low, spread.high)
    yield Row(*place, "real_decisions", figures.real_decisions)
    yield Row(*place, "real_turns", figures.real_turns)


def study_rows(study: Study) -> Iterator[Row]:
    """The mirror's bot, seats and length; of the field, its bots and their leads."""
    first = study.variants[0].name
    for each in study.variants:
        yield row(each.name, "mirror", study.bot, "", "score", each.mirror.bots[0].score)
        yield from (
            line for line in arena_rows(each.mirror, each.name) if line.table in ("seat", "game")
        )
        yield from (
            line for line in arena_rows(each.field, each.name) if line.table in ("bot", "lead")
        )
        if each.change is not None:
            bots = [line.bot for line in each.field.bots]
            yield from change_rows(each.change, each.name, first, bots)


def change_rows(change: Change, variant: str, first: str, bots: list[str]) -> Iterator[Row]:
    place = (variant, "change")
    for n, estimate in enumerate(change.seats, start=1):
        yield row(*place, f"seat {n}", first, "share", estimate)
    for name in ("score", "turns", "decisions", "real"):
        yield row(*place, "", first, name, getattr(change, name))
    for bot, estimate in zip(bots, change.bots, strict=True):
        yield row(*place, bot, first, "share", estimate)


def row(variant: str, table: str, name: str, over: str, figure: str, estimate: Estimate) -> Row:
    return Row(variant, table, name, over, figure, estimate.mean, estimate.low, estimate.high)


def as_csv(rows: Iterable[Row]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(Row._fields)
    out.writerows(rows)
    return text.getvalue()
