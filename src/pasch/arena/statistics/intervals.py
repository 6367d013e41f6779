"""Means with their 95 % intervals, and ratings.

The unit is the match: its seats are one observation, since they may win or lose as one.
The matches of a block share their dice, so the random sample consists of blocks, and all errors are
taken between blocks. A few blocks say little about how far blocks lie apart, and blocks that happen
to be alike would show no error at all. So the error between blocks is mixed with that of the
matches, as if a part of one more block had been seen. bench/intervals.py counts how often the
intervals hold; the constants are those with which they did best.
"""

import math
from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

NORMAL = 1.959964  # of a normal distribution, 95 % lie within so many deviations
MATCHES_ALONE = 0.4  # blocks
BOUNDED = 7  # degrees of freedom more for a share, whose mean tells of its variance too
RATED_ALONE, RATED_BOUNDED = 0.25, 4  # the same two for a rating
HIDDEN_TAIL = 30  # blocks show half of how far some lie off on one side
ELO = 400 / math.log(10)
LEAST_FREEDOM = 0.5  # degrees, of a rating that has an interval
CLOSE = 1e-9
TINY = 1e-40  # nothing was left to chance


class Estimate(msgspec.Struct, frozen=True):
    mean: float
    low: float | None = None
    """The ends of the 95 % interval; None where there are too few blocks to tell."""
    high: float | None = None

    @property
    def half_width(self) -> float:
        """How far the interval reaches from the mean, on the wider side."""
        if self.low is None or self.high is None:
            return math.inf
        return max(self.high - self.mean, self.mean - self.low)


class Spread(msgspec.Struct):
    """A mean, and what 90 % of the games lie between."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Floats) -> "Spread":
        low, high = np.quantile(values, (0.05, 0.95))
        return cls(float(np.mean(values)), float(low), float(high))


class Sample(NamedTuple):
    """The sums over the matches of each block."""

    sums: Floats
    counts: Floats
    squares: Floats
    """The sums of the squares."""

    @classmethod
    def of(
        cls, block: Ints, values: Floats, place: Ints | None = None, match: Ints | None = None
    ) -> "Sample":
        """Return the sums over values, each of which has the number of its block.

        Values of the same match are one observation, their mean; it weighs as much as the match
        has values. Without `match`, each value has a match of its own. What places differ by is
        no chance, since every block has them all.
        """
        alone = values if place is None else values - lead_of_places(place, values)
        weights = np.ones_like(values)
        if match is not None:
            _, first, at, seats = np.unique(
                match, return_index=True, return_inverse=True, return_counts=True
            )
            block, weights = block[first], seats / seats.mean()
            values, alone = (np.bincount(at, each) / seats for each in (values, alone))
        at = np.unique(block, return_inverse=True)[1]
        each = (np.bincount(at, weights * of) for of in (values, np.ones_like(values), alone**2))
        return cls(*(sums.astype(np.float64) for sums in each))

    @property
    def blocks(self) -> int:
        return len(self.counts)

    @property
    def size(self) -> float:
        return float(self.counts.sum())

    @property
    def mean(self) -> float:
        return float(self.sums.sum()) / self.size

    def between(self, power: int = 2) -> float:
        """Return how far blocks lie apart: the sum of the squares, or of another power."""
        return float(((self.sums - self.mean * self.counts) ** power).sum())

    def within(self) -> float:
        """Return how far matches lie apart: the sum of the squares."""
        return max(float(self.squares.sum()) - self.size * self.mean**2, 0.0)

    def alone(self) -> float:
        """Return the variance of one match."""
        return self.within() / self.size

    def telling(self) -> float:
        """Return how many blocks show how far they lie apart.

        All do if they do so alike, few if most are the same.
        """
        return self.between() ** 2 / self.between(4) if self.between() > CLOSE else self.blocks

    def all_alike(self) -> bool:
        return self.within() < CLOSE * self.size

    def scaled(self, low: float, high: float) -> "Sample":
        """Map values between two bounds to 0 … 1."""
        width = high - low
        squares = self.squares - 2 * low * self.sums + low * low * self.counts
        return Sample((self.sums - low * self.counts) / width, self.counts, squares / width**2)


def lead_of_places(place: Ints, values: Floats) -> Floats:
    """Return by how much the mean of each value's place exceeds the overall mean."""
    at = np.unique(place, return_inverse=True)[1]
    lead: Floats = (np.bincount(at, values) / np.bincount(at))[at] - values.mean()
    return lead


def others(blocks: int) -> float:
    """Return the largest share, at 95 %, of what never came up in so many blocks."""
    return float(1 - 0.05 ** (1 / blocks))


@cache
def student(freedom: float) -> float:
    """Return Student's 97.5 % quantile."""
    from scipy.special import stdtrit  # noqa: PLC0415 - takes longer than all the rest

    return float(stdtrit(freedom, 0.975))


def mean_of(sample: Sample, least: float = math.inf, most: float = -math.inf) -> Estimate:
    """Return the mean of any values; with outliers on one side the interval is longer there.

    The length follows Johnson's correction of Student's interval, of which few blocks show only a
    part. A quarter of it is taken off on the other side. Where all values are alike, others may lie
    as far away as any value of the kind: `least`, `most`.
    """
    blocks, mean = sample.blocks, sample.mean
    if blocks < 2:
        return Estimate(mean)
    if sample.all_alike():
        below, above = max(mean - least, 1.0), max(most - mean, 1.0)
        return Estimate(mean, mean - others(blocks) * below, mean + others(blocks) * above)
    matches = MATCHES_ALONE * sample.alone() * sample.size / blocks
    variance = (sample.between() + matches) / (blocks - 1 + MATCHES_ALONE)
    t = student(blocks - 1)
    beyond = t * math.sqrt(blocks * variance) / sample.size
    tied = sample.between() < CLOSE
    tail = 0 if tied else sample.between(3) / sample.between() * (1 + 2 * t * t) / (6 * sample.size)
    near, far = tail / 4, tail * (1 + HIDDEN_TAIL / blocks)
    below, above = (near, far) if tail > 0 else (far, near)
    return Estimate(mean, mean - beyond + below, mean + beyond + above)


def share_of(sample: Sample, low: float = 0, high: float = 1) -> Estimate:
    """Return the mean of values between two bounds, with Wilson's interval, which stays within.

    The interval is that of as many games, won or lost, as have the error of the blocks; at least
    as many as there are blocks, since no block errs more than one that is won or lost as a whole.
    The less matches resemble games won or lost, the less their mean says about their variance, and
    Student's interval takes over.
    """
    if high == low:
        return Estimate(sample.mean, sample.mean, sample.mean)
    share = sample.scaled(low, high)
    blocks, mean = share.blocks, min(max(share.mean, 0.0), 1.0)
    if blocks < 2:
        return Estimate(sample.mean)
    if 0 < mean < 1 and sample.all_alike():
        below, above = others(blocks) * (sample.mean - low), others(blocks) * (high - sample.mean)
        return Estimate(sample.mean, sample.mean - below, sample.mean + above)
    chance = mean * (1 - mean)
    like_games = min(share.alone() / chance, 1.0) if chance > 0 else 1.0
    freedom = like_games * (share.telling() + BOUNDED) + (1 - like_games) * blocks - 1
    effect = effect_of_blocks(share, chance, like_games)
    a_game = min(student(freedom) ** 2 * effect / share.size, NORMAL**2 / blocks)
    middle = (mean + a_game / 2) / (1 + a_game)
    beyond = math.sqrt(a_game * chance + a_game**2 / 4) / (1 + a_game)
    lowest, highest = min(max(middle - beyond, 0.0), mean), max(min(middle + beyond, 1.0), mean)
    width = high - low
    return Estimate(sample.mean, low + width * lowest, low + width * highest)


def effect_of_blocks(share: Sample, chance: float, usual: float) -> float:
    """Return how much more the mean errs than that of independent games, won or lost.

    The nearer the mean lies to 0 or 1, the less blocks say about it.
    """
    if chance == 0:
        return 1.0
    blocks = share.blocks
    seen = blocks / (blocks - 1) * share.between() / (share.size * chance)
    told = 4 * chance * (blocks - 1)
    return (told * seen + MATCHES_ALONE * usual) / (told + MATCHES_ALONE)


def ratings(shares: Floats, seats: Floats, games: Floats) -> list[Estimate]:
    """Return Bradley and Terry's strengths for tables of several players, on Elo's scale.

    The arguments are, by block: what each bot won, on how many seats of a table it sat, and how
    many games there were. 0 is the average; bots that almost never win, or lose, hardly count in
    it. A seat wins with a chance in proportion to its strength; Newton's steps find the maximum of
    the likelihood. Everybody has also drawn once with an average player: so a bot that never won,
    or always, has a rating too, but no interval, since it may be any number of points farther off.
    The only bot that did both has none either, nor has one that is known from hardly more than one
    block.
    """
    fit = Fit(shares, seats, games)
    ahead = fit.ahead()
    found = ELO * ahead @ fit.logs
    told = fit.tells()
    if len(games) < 2 or np.count_nonzero(told) < 2:
        return [Estimate(mean) for mean in found.tolist()]
    errors, freedom = fit.errors(ahead)
    told &= freedom >= LEAST_FREEDOM
    beyond = ELO * errors * [student(each) for each in freedom + RATED_BOUNDED]
    undrawn = found - ELO * ahead @ np.linalg.solve(fit.curvature(), fit.pull())
    low, high = np.minimum(undrawn - beyond, found), np.maximum(undrawn + beyond, found)
    ends = zip(found.tolist(), low.tolist(), high.tolist(), strict=True)
    return [
        Estimate(*three) if tells else Estimate(three[0])
        for three, tells in zip(ends, told, strict=True)
    ]


def chances(seats: Floats, logs: Floats) -> Floats:
    """Return the chances of each bot, by block."""
    strengths = seats * np.exp(logs)
    found: Floats = strengths / strengths.sum(axis=1, keepdims=True)
    return found


def information(seats: Floats, games: Floats, logs: Floats) -> Floats:
    """Return what independent matches say about the strengths."""
    found = chances(seats, logs)
    diagonal: Floats = np.diag(games @ found)
    return diagonal - (games[:, None] * found).T @ found


def weights(told: Floats) -> Floats:
    """Return the weights of the bots in their average.

    They are squared, so that hopeless bots do not move it.
    """
    squares = np.diag(told) ** 2
    found: Floats = squares / squares.sum()
    return found


class Fit:
    """The logarithms of the strengths, and how far off they may be."""

    def __init__(self, shares: Floats, seats: Floats, games: Floats) -> None:
        self.shares, self.seats, self.games = shares, seats, games
        self.logs = np.zeros(shares.shape[1])
        while True:
            step = np.linalg.solve(self.curvature(), self.slope())
            self.logs += np.clip(step, -1, 1)
            if np.abs(step).max() < CLOSE:
                break

    def drawn(self) -> Floats:
        """Return everybody's chance against the average player."""
        chance: Floats = 1 / (1 + np.exp(-self.logs))
        return chance

    def pull(self) -> Floats:
        """Return the pull of the draws towards the average."""
        pull: Floats = 0.5 - self.drawn()
        return pull

    def apart(self) -> Floats:
        return self.shares - self.games[:, None] * chances(self.seats, self.logs)

    def slope(self) -> Floats:
        slope: Floats = self.apart().sum(axis=0) + self.pull()
        return slope

    def information(self, logs: Floats) -> Floats:
        return information(self.seats, self.games, logs)

    def curvature(self) -> Floats:
        return self.information(self.logs) + np.diag(self.drawn() * (1 - self.drawn()))

    def tells(self) -> npt.NDArray[np.bool_]:
        """Return which bots both won and lost; of others games show only that they are far off."""
        won, sat_in = self.shares.sum(axis=0), self.games @ (self.seats > 0)
        found: npt.NDArray[np.bool_] = (won > CLOSE) & (won < sat_in - CLOSE)
        return found

    def ahead(self) -> Floats:
        """Return the matrix that turns logarithms into leads over the average.

        The average is that of the bots that won and lost.
        """
        told, counted = self.information(self.logs), self.tells()
        if np.count_nonzero(counted) > 1:
            told = told * counted
        found: Floats = np.eye(len(self.logs)) - weights(told)
        return found

    def errors(self, ahead: Floats) -> tuple[Floats, Floats]:
        """Return standard errors, from how far blocks lie off, and degrees of freedom.

        A block counts by what it says about a rating, less what was used to find the strengths
        (after Bell and McCaffrey): blocks in which two bots did not meet say almost nothing about
        which is better. The more rarely a bot wins, or loses, the less blocks say about it.
        """
        inverse = np.linalg.inv(self.curvature())
        moves = ahead @ inverse
        due = chances(self.seats, self.logs)
        games, usual = self.games[:, None], due @ moves.T
        alone = games * (due @ moves.T**2 - usual**2)
        pulls = (games * due)[:, :, None] * (moves.T - usual[:, None, :])
        used = np.einsum("kl,bki,bli->i", inverse, pulls, pulls, optimize=True)
        sums = np.maximum(alone.sum(axis=0), TINY)
        left = np.maximum(1 - used / sums, CLOSE)
        freedom: Floats = left * sums**2 / np.maximum((alone**2).sum(axis=0), TINY)
        even = np.maximum(np.diag(self.information(np.zeros_like(self.logs))), CLOSE)
        told = freedom * np.minimum(np.diag(self.information(self.logs)) / even, 1)
        seen = ((self.apart() @ moves.T) ** 2).sum(axis=0) / left
        variance = (told * seen + RATED_ALONE * sums) / (told + RATED_ALONE)
        return np.sqrt(variance), freedom
