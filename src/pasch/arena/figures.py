"""From results to figures: by bot, by seat, and how long games last."""

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

from pasch.arena.intervals import Estimate, Floats, Ints, Sample, mean_of, ratings, share_of
from pasch.arena.plan import Plan
from pasch.arena.play import Result
from pasch.core.game.registry import load
from pasch.core.words import Words, words


class BotFigures(msgspec.Struct):
    bot: str
    games: int
    share: Estimate
    """Of the victory, for one seat; alone or together: what was reached."""
    rating: Estimate | None
    """Only where bots play against each other."""
    score: Estimate
    ms: float | None
    """For a real decision."""


class Lead(msgspec.Struct):
    """How much more one bot reaches than another with the same dice; it may be less."""

    bot: str
    over: str
    share: Estimate
    score: Estimate


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
    real: Spread
    """Decisions with more than one legal action."""
    events: Spread


class Figures(msgspec.Struct):
    plan: Plan
    games: int
    par: float | None
    """What everybody's share would be among equals."""
    unit: str
    """What the scores count."""
    bots: list[BotFigures]
    leads: list[Lead]
    """Of each bot over those named before it."""
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
        leads=leads(plan, sheet),
        seats=[] if plan.alone else [sheet.of_seat(seat) for seat in range(plan.seats)],
        length=Length(
            turns=spread(turns),
            decisions=spread(decisions),
            real=spread([sum(result.real) for result in results]),
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


Rows = npt.NDArray[np.bool_]


class Sheet:
    """The results as arrays: a row for each seat of each match."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        def column(lists: list[list[float]] | list[list[int]]) -> Floats:
            return np.array(lists, np.float64).ravel()

        self.plan = plan
        self.block = np.repeat([result.block for result in results], plan.seats)
        self.match = np.repeat(np.arange(len(results)), plan.seats)
        self.bot = column([result.sits for result in results]).astype(np.int64)
        self.seat = np.tile(np.arange(plan.seats), len(results))
        self.share = column([result.returns for result in results])
        self.score = column([result.score for result in results])
        self.real = column([result.real for result in results])
        self.ms = column([result.ms for result in results])

    def sample(self, rows: Rows, values: Floats) -> Sample:
        """Return the sample of these rows; a value's place is who sits where."""
        place = self.bot * self.plan.seats + self.seat
        return Sample.of(self.block[rows], values[rows], place[rows], self.match[rows])

    def share_of(self, bot: int) -> Estimate:
        """Return a bot's share; one that has a table's every seat wins no more and no less than
        its part."""
        rows = self.bot == bot
        most = most_share(self.plan, np.unique(self.match[rows], return_counts=True)[1])
        is_certain = len(self.plan.bots) == 1 and not self.plan.alone
        return share_of(self.sample(rows, self.share), most if is_certain else 0, most)

    def score_of(self, rows: Rows) -> Estimate:
        least, most = float(self.score.min()), float(self.score.max())
        return mean_of(self.sample(rows, self.score), least, most)

    def of_seat(self, seat: int) -> SeatFigures:
        rows = self.seat == seat
        return SeatFigures(
            seat=seat + 1,
            share=share_of(self.sample(rows, self.share)),
            score=self.score_of(rows),
        )

    def by_deal(self, bot: int, values: Floats) -> tuple[Floats, Floats]:
        """The sum over the bot's seats, and how many they are, for each deal of the dice.

        Those who can be compared sit in the same match, or alone in the same block.
        """
        deal = self.block if self.plan.alone else self.match
        rows, deals = self.bot == bot, int(deal.max()) + 1
        sums = np.bincount(deal[rows], values[rows], deals).astype(np.float64)
        return sums, np.bincount(deal[rows], minlength=deals).astype(np.float64)

    def block_of_deal(self) -> npt.NDArray[np.int64]:
        return np.arange(self.block.max() + 1) if self.plan.alone else self.block[self.seat == 0]


def bot_figures(plan: Plan, sheet: Sheet) -> list[BotFigures]:
    bots = range(len(plan.bots))
    rated = rate(sheet, len(bots)) if len(bots) > 1 and not plan.alone else [None for _ in bots]
    found = []
    for bot in bots:
        rows = sheet.bot == bot
        if not rows.any():
            continue
        decisions = sheet.real[rows].sum()
        found.append(
            BotFigures(
                bot=plan.bots[bot],
                games=len(np.unique(sheet.match[rows])),
                share=sheet.share_of(bot),
                rating=rated[bot],
                score=sheet.score_of(rows),
                ms=float(sheet.ms[rows].sum() / decisions) if decisions else None,
            )
        )
    return found


def leads(plan: Plan, sheet: Sheet) -> list[Lead]:
    found = []
    block, apart = sheet.block_of_deal(), float(np.ptp(sheet.score))
    for over, bot in combinations(range(len(plan.bots)), 2):
        share, other_share = (sheet.by_deal(each, sheet.share) for each in (bot, over))
        score, other_score = (sheet.by_deal(each, sheet.score) for each in (bot, over))
        both = (share[1] > 0) & (other_share[1] > 0)
        if not both.any():
            continue
        most, least = most_share(plan, share[1][both]), -most_share(plan, other_share[1][both])
        found.append(
            Lead(
                bot=plan.bots[bot],
                over=plan.bots[over],
                share=share_of(difference(block, both, share, other_share), least, most),
                score=mean_of(difference(block, both, score, other_score), -apart, apart),
            )
        )
    return found


def difference(
    block: npt.NDArray[np.int64],
    both: Rows,
    mine: tuple[Floats, Floats],
    theirs: tuple[Floats, Floats],
) -> Sample:
    """Of the means for one seat, where both sit; what a deal adds to it, however many sit there."""
    (sums, seats), (other_sums, other_seats) = (
        [each[both] for each in pair] for pair in (mine, theirs)
    )
    mean, other = sums.sum() / seats.sum(), other_sums.sum() / other_seats.sum()
    apart = (sums - mean * seats) / seats.sum()
    other_apart = (other_sums - other * other_seats) / other_seats.sum()
    return Sample.of(block[both], mean - other + len(sums) * (apart - other_apart))


def most_share(plan: Plan, seats: Floats | Ints) -> float:
    """Return a bot's share if it won every match, in each of which it has so many seats: together
    all of them win, else a victory is for all of its seats."""
    return 1.0 if plan.alone else float(1 / seats.mean())


def rate(sheet: Sheet, bots: int) -> list[Estimate]:
    """The matches of a block have the same bots at the table."""
    block = np.unique(sheet.block, return_inverse=True)[1]
    shares, sat = (
        np.array(
            [np.bincount(block, values * (sheet.bot == bot)) for bot in range(bots)], np.float64
        ).T
        for values in (sheet.share, np.ones_like(sheet.share))
    )
    games = sat.sum(axis=1) / sheet.plan.seats
    return ratings(shares, sat / games[:, None], games)


def spread(values: Sequence[float]) -> Spread:
    low, high = np.quantile(values, (0.05, 0.95))
    return Spread(float(np.mean(values)), float(low), float(high))
