"""From results to figures: by bot, by seat, and how long games last."""

from collections.abc import Sequence

import msgspec
import numpy as np

from pasch.arena.intervals import Estimate, Floats, mean_of, ratings, share_of
from pasch.arena.plan import Plan
from pasch.arena.play import Result
from pasch.core.registry import load
from pasch.core.words import Words, words


class BotFigures(msgspec.Struct):
    bot: str
    games: int
    share: Estimate
    """Of the victory, for one seat; alone or together: what was reached."""
    rating: Estimate | None
    """Only where bots play against each other."""
    ahead: Estimate | None
    """Only where they don't: how much more than the first bot, with the same dice."""
    score: Estimate
    ms: float | None
    """For a real decision."""


class SeatFigures(msgspec.Struct):
    seat: int
    """From 1, who begins."""
    share: Estimate
    score: Estimate


class Spread(msgspec.Struct):
    """A mean, and what 90 % of the games lie between."""

    mean: float
    low: float
    high: float


class Length(msgspec.Struct):
    turns: Spread
    decisions: Spread
    events: Spread


class Figures(msgspec.Struct):
    plan: Plan
    games: int
    par: float | None
    """What everybody's share would be among equals."""
    unit: str
    """What the scores count."""
    bots: list[BotFigures]
    seats: list[SeatFigures]
    length: Length
    real_decisions: float
    """The share of decisions with more than one legal action."""
    real_turns: float
    """The share of turns with such a decision."""


def figures(plan: Plan, results: Sequence[Result]) -> Figures:
    sheet = Sheet(plan, results)
    decisions = [sum(result.decisions) for result in results]
    turns = [result.turns for result in results]
    return Figures(
        plan=plan,
        games=len(results),
        par=None if plan.alone else 1 / plan.seats,
        unit=unit_of(plan, words("en")),
        bots=bot_figures(plan, sheet),
        seats=[] if plan.alone else [sheet.of_seat(seat) for seat in range(plan.seats)],
        length=Length(
            turns=spread(turns),
            decisions=spread(decisions),
            events=spread([result.events for result in results]),
        ),
        real_decisions=sum(sum(result.real) for result in results) / max(sum(decisions), 1),
        real_turns=sum(result.real_turns for result in results) / max(sum(turns), 1),
    )


def unit_of(plan: Plan, say: Words) -> str:
    """What the scores count."""
    game = load(plan.game)
    unit: str = game.scene.score_unit(plan.seats, words(say.language, game.folder))
    return unit


class Sheet:
    """The results as arrays: a row for each seat of each match."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        def column(lists: list[list[float]] | list[list[int]]) -> Floats:
            return np.array(lists, np.float64).ravel()

        self.plan = plan
        first = min(result.block for result in results)
        blocks = np.array([result.block - first for result in results])
        self.blocks = int(blocks.max()) + 1
        self.block = np.repeat(blocks, plan.seats)
        self.match = np.repeat(np.arange(len(results)), plan.seats)
        self.bot = column([result.sits for result in results]).astype(np.int64)
        self.seat = np.tile(np.arange(plan.seats), len(results))
        self.share = column([result.returns for result in results])
        self.score = column([result.score for result in results])
        self.real = column([result.real for result in results])
        self.ms = column([result.ms for result in results])

    def by_block(self, rows: np.ndarray[tuple[int], np.dtype[np.bool_]], values: Floats) -> Floats:
        sums: Floats = np.bincount(self.block[rows], values[rows], self.blocks).astype(np.float64)
        return sums

    def of_seat(self, seat: int) -> SeatFigures:
        rows = self.seat == seat
        count = self.by_block(rows, np.ones_like(self.share))
        return SeatFigures(
            seat=seat + 1,
            share=share_of(self.by_block(rows, self.share), count),
            score=mean_of(self.by_block(rows, self.score), count),
        )

    def of_bot(self, bot: int) -> tuple[Floats, Floats, Floats]:
        """By block: its shares, its scores, and on how many seats of all matches it sat."""
        rows = self.bot == bot
        return (
            self.by_block(rows, self.share),
            self.by_block(rows, self.score),
            self.by_block(rows, np.ones_like(self.share)),
        )


def bot_figures(plan: Plan, sheet: Sheet) -> list[BotFigures]:
    bots = range(len(plan.bots))
    rated = rate(sheet, len(bots)) if len(bots) > 1 and not plan.alone else [None for _ in bots]
    first_shares, _, first_seats = sheet.of_bot(0)
    found = []
    for bot in bots:
        rows = sheet.bot == bot
        if not rows.any():
            continue
        shares, scores, seats = sheet.of_bot(bot)
        decisions = sheet.real[rows].sum()
        ahead = plan.alone and bot > 0
        found.append(
            BotFigures(
                bot=plan.bots[bot],
                games=len(np.unique(sheet.match[rows])),
                share=share_of(shares, seats),
                rating=rated[bot],
                ahead=mean_of(shares - first_shares, first_seats) if ahead else None,
                score=mean_of(scores, seats),
                ms=float(sheet.ms[rows].sum() / decisions) if decisions else None,
            )
        )
    return found


def rate(sheet: Sheet, bots: int) -> list[Estimate]:
    """The matches of a block have the same bots at the table."""
    shares, _, sat = (
        np.array(each).T for each in zip(*map(sheet.of_bot, range(bots)), strict=True)
    )
    games = sat.sum(axis=1) / sheet.plan.seats
    return ratings(shares, sat / games[:, None], games)


def spread(values: Sequence[float]) -> Spread:
    low, high = np.quantile(values, (0.05, 0.95))
    return Spread(float(np.mean(values)), float(low), float(high))
