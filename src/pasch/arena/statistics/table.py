"""The results of an arena as arrays, and what is computed from them."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pasch.arena.plan import Plan
from pasch.arena.play import Result
from pasch.arena.statistics.intervals import (
    Estimate,
    Floats,
    Ints,
    Sample,
    Spread,
    mean_of,
    ratings,
    share_of,
)

Rows: TypeAlias = npt.NDArray[np.bool_]


class ResultTable:
    """The results as arrays: a row for each seat of each match."""

    def __init__(self, plan: Plan, results: Sequence[Result]) -> None:
        self.plan = plan
        self.results = results
        self.block = np.repeat([result.block for result in results], plan.seats)
        self.match = np.repeat(np.arange(len(results)), plan.seats)
        self.seat = np.tile(np.arange(plan.seats), len(results))
        self.bot = self.column("sits").astype(np.int64)
        self.share = self.column("returns")
        self.score = self.column("score")

    def column(self, field: str) -> Floats:
        """Return a field of the results that has a value for each seat."""
        return np.array([getattr(result, field) for result in self.results], np.float64).ravel()

    def per_game(self, field: str) -> Floats:
        """Return a field of the results for each match, summed over the seats."""
        sums: Floats = self.column(field).reshape(len(self.results), -1).sum(axis=1)
        return sums

    def spread(self, field: str) -> Spread:
        return Spread.of(self.per_game(field))

    def ratio(self, part: str, whole: str) -> float:
        return float(self.column(part).sum() / max(self.column(whole).sum(), 1))

    def sample(self, rows: Rows, values: Floats) -> Sample:
        """Return the sample of these rows; a value's place is who sits where."""
        place = self.bot * self.plan.seats + self.seat
        return Sample.of(self.block[rows], values[rows], place[rows], self.match[rows])

    def mean(self, rows: Rows, values: Floats) -> Estimate:
        return mean_of(self.sample(rows, values), float(values.min()), float(values.max()))

    def games(self, bot: int) -> int:
        return len(np.unique(self.match[self.bot == bot]))

    def bot_share(self, bot: int) -> Estimate:
        """Return a bot's share.

        A bot that has a table's every seat wins no more and no less than its part.
        """
        rows = self.bot == bot
        most = most_share(self.plan, np.unique(self.match[rows], return_counts=True)[1])
        is_certain = len(self.plan.bots) == 1 and not self.plan.alone
        return share_of(self.sample(rows, self.share), most if is_certain else 0, most)

    def bot_score(self, bot: int) -> Estimate:
        return self.mean(self.bot == bot, self.score)

    def seat_share(self, seat: int) -> Estimate:
        return share_of(self.sample(self.seat == seat, self.share))

    def seat_score(self, seat: int) -> Estimate:
        return self.mean(self.seat == seat, self.score)

    def milliseconds(self, bot: int) -> float | None:
        rows = self.bot == bot
        decisions = self.column("real")[rows].sum()
        return float(self.column("ms")[rows].sum() / decisions) if decisions else None

    def rating(self, bot: int) -> Estimate | None:
        """Return a bot's rating, or None where bots do not play against each other."""
        return None if len(self.plan.bots) == 1 or self.plan.alone else self.ratings[bot]

    @cached_property
    def ratings(self) -> list[Estimate]:
        """Return all ratings; the matches of a block have the same bots at the table."""
        bots = range(len(self.plan.bots))
        block = np.unique(self.block, return_inverse=True)[1]
        shares, sat = (
            np.array([np.bincount(block, values * (self.bot == bot)) for bot in bots], np.float64).T
            for values in (self.share, np.ones_like(self.share))
        )
        games = sat.sum(axis=1) / self.plan.seats
        return ratings(shares, sat / games[:, None], games)

    def share_lead(self, pair: tuple[int, int]) -> Estimate:
        bot, over = (self.by_deal(each, self.share)[1] for each in pair)
        met = (bot > 0) & (over > 0)
        most, least = most_share(self.plan, bot[met]), -most_share(self.plan, over[met])
        return share_of(self.difference(pair, self.share), least, most)

    def score_lead(self, pair: tuple[int, int]) -> Estimate:
        apart = float(np.ptp(self.score))
        return mean_of(self.difference(pair, self.score), -apart, apart)

    def have_met(self, pair: tuple[int, int]) -> bool:
        bot, over = (self.by_deal(each, self.share)[1] for each in pair)
        return bool(((bot > 0) & (over > 0)).any())

    def difference(self, pair: tuple[int, int], values: Floats) -> Sample:
        """Return the difference of two bots' means for one seat, over the deals where both sit.

        A deal counts by what it adds to the difference, however many seats they have in it.
        """
        mine, theirs = (self.by_deal(bot, values) for bot in pair)
        met = (mine[1] > 0) & (theirs[1] > 0)
        (sums, seats), (other_sums, other_seats) = (
            [each[met] for each in found] for found in (mine, theirs)
        )
        mean, other = sums.sum() / seats.sum(), other_sums.sum() / other_seats.sum()
        apart = (sums - mean * seats) / seats.sum()
        other_apart = (other_sums - other * other_seats) / other_seats.sum()
        return Sample.of(self.block_of_deal[met], mean - other + len(sums) * (apart - other_apart))

    def by_deal(self, bot: int, values: Floats) -> tuple[Floats, Floats]:
        """Return the sum over a bot's seats, and how many seats it has, for each deal of the dice.

        Bots that can be compared sit in the same match, or alone in the same block.
        """
        deal = self.block if self.plan.alone else self.match
        rows, deals = self.bot == bot, int(deal.max()) + 1
        sums = np.bincount(deal[rows], values[rows], deals).astype(np.float64)
        return sums, np.bincount(deal[rows], minlength=deals).astype(np.float64)

    @cached_property
    def block_of_deal(self) -> npt.NDArray[np.int64]:
        return np.arange(self.block.max() + 1) if self.plan.alone else self.block[self.seat == 0]


def most_share(plan: Plan, seats: Floats | Ints) -> float:
    """Return a bot's share if it won every match, in each of which it has so many seats.

    Together all of them win; else a victory is for all of its seats.
    """
    return 1.0 if plan.alone else float(1 / seats.mean())
