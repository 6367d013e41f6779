"""Means with their 95 % intervals, and ratings.

The unit is the match: what the seats of one match reached is one observation, since they may win or
lose as one. The matches of a block share their dice, so blocks, not matches, are what is drawn at
random: all errors are taken between blocks. Few blocks tell little of how far blocks lie apart, and
blocks that happen to be all alike would tell of no error at all. So what they tell is mixed with
what matches alone would, as if a part of a block more had been seen. bench/intervals.py counts how
often intervals hold; the constants are those with which they did best.
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
    """Of the 95 % interval; None where there are too few blocks to tell."""
    high: float | None = None


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
    """Sums over the matches of each block."""

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
        """How far blocks lie apart: the sum of the squares, or of another power."""
        return float(((self.sums - self.mean * self.counts) ** power).sum())

    def within(self) -> float:
        """How far matches lie apart: the sum of the squares."""
        return max(float(self.squares.sum()) - self.size * self.mean**2, 0.0)

    def alone(self) -> float:
        """The variance of one match."""
        return self.within() / self.size

    def telling(self) -> float:
        """How many blocks tell how far they lie apart: all of them where they do so alike, few
        where most are the same."""
        return self.between() ** 2 / self.between(4) if self.between() > CLOSE else self.blocks

    def all_alike(self) -> bool:
        return self.within() < CLOSE * self.size

    def scaled(self, low: float, high: float) -> "Sample":
        """What lies between these comes to lie between 0 and 1."""
        width = high - low
        squares = self.squares - 2 * low * self.sums + low * low * self.counts
        return Sample((self.sums - low * self.counts) / width, self.counts, squares / width**2)


def lead_of_places(place: Ints, values: Floats) -> Floats:
    """By how much the mean of each value's place is more than that of all."""
    at = np.unique(place, return_inverse=True)[1]
    lead: Floats = (np.bincount(at, values) / np.bincount(at))[at] - values.mean()
    return lead


def others(blocks: int) -> float:
    """What never came in so many blocks comes in this share of all at most, 95 times of 100."""
    return float(1 - 0.05 ** (1 / blocks))


@cache
def student(freedom: float) -> float:
    """Student's 97.5 % quantile."""
    from scipy.special import stdtrit  # noqa: PLC0415 - takes longer than all the rest

    return float(stdtrit(freedom, 0.975))


def mean_of(sample: Sample, least: float = math.inf, most: float = -math.inf) -> Estimate:
    """Of anything; where some lie far off on one side, the interval reaches farther there.

    How much farther is what Johnson corrects Student's for; few blocks show but a part of it.
    On the other side a quarter of that is given back. Where all are alike, others may lie as far
    off as anything of the kind did: `least`, `most`.
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
    """Of what can't be less or more than this: Wilson's interval, which stays within.

    It stands for as many games, won or lost, as err like the blocks; not for fewer than there are
    blocks, since none can err more than one that is won or lost as a whole. The less matches are
    like games won or lost, the less their mean tells of their variance, and Student's takes over.
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
    """How much more the mean errs than that of games, won or lost, that have nothing in common.

    The nearer the mean lies to 0 or 1, the less blocks tell of it.
    """
    if chance == 0:
        return 1.0
    blocks = share.blocks
    seen = blocks / (blocks - 1) * share.between() / (share.size * chance)
    told = 4 * chance * (blocks - 1)
    return (told * seen + MATCHES_ALONE * usual) / (told + MATCHES_ALONE)


def ratings(shares: Floats, seats: Floats, games: Floats) -> list[Estimate]:
    """Bradley and Terry's strengths for tables of many, on Elo's scale. 0 is their average; who
    hardly ever wins, or loses, hardly counts in it, since games hardly tell how far off they are.

    By block: what each bot won, on how many seats of a table it sat, how many games there were.
    A seat wins with a chance in proportion to its strength; the likelihood's maximum is found by
    Newton's steps. Everybody has also drawn once with an average player: who never won, or always,
    has a rating too, but no interval, since they may be any number of points farther off. Nor has
    the only one who did both, since nobody's distance to it is known; nor who is told by hardly
    more than one block.
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
    """By block, of each bot."""
    strengths = seats * np.exp(logs)
    found: Floats = strengths / strengths.sum(axis=1, keepdims=True)
    return found


def information(seats: Floats, games: Floats, logs: Floats) -> Floats:
    """What matches that have nothing in common tell of the strengths."""
    found = chances(seats, logs)
    diagonal: Floats = np.diag(games @ found)
    return diagonal - (games[:, None] * found).T @ found


def weights(told: Floats) -> Floats:
    """Of the bots in their average, by what matches tell of each: squared, so that who is hopeless
    does not move it, however hopeless."""
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
        """Everybody's chance against the average player."""
        chance: Floats = 1 / (1 + np.exp(-self.logs))
        return chance

    def pull(self) -> Floats:
        """Of the draws, towards the average."""
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
        """Who won, and lost. Of others games tell only that they are far off."""
        won, sat_in = self.shares.sum(axis=0), self.games @ (self.seats > 0)
        found: npt.NDArray[np.bool_] = (won > CLOSE) & (won < sat_in - CLOSE)
        return found

    def ahead(self) -> Floats:
        """Times the logarithms: how far each is ahead of the average of those who won and lost."""
        told, counted = self.information(self.logs), self.tells()
        if np.count_nonzero(counted) > 1:
            told = told * counted
        found: Floats = np.eye(len(self.logs)) - weights(told)
        return found

    def errors(self, ahead: Floats) -> tuple[Floats, Floats]:
        """Standard errors, by how far blocks lie from what is due, and their degrees of freedom.

        A block counts by what it tells of a rating, less what was used up to find the strengths
        (after Bell and McCaffrey): those that two bots did not meet in tell next to nothing of
        which is better. The more seldom a bot wins, or loses, the less blocks tell of it.
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
