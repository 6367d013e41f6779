"""Means with their 95 % intervals, and ratings.

The matches of a block share their dice, so blocks, not matches, are what is drawn at random: all
errors are taken between blocks.
"""

import math

import msgspec
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

NORMAL = 1.959964  # of a normal distribution, 95 % lie within so many deviations
ELO = 400 / math.log(10)
RESAMPLES = 200
CLOSE = 1e-9
MOST_STEPS = 10_000


class Estimate(msgspec.Struct, frozen=True):
    mean: float
    low: float | None = None
    """Of the 95 % interval; None where there are too few blocks to tell."""
    high: float | None = None


def student(freedom: int) -> float:
    """Student's 97.5 % quantile, by Cornish and Fisher's expansion."""
    z = NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def error_of_ratio(sums: Floats, counts: Floats) -> float:
    """The standard error of sum / count, where blocks come with sums and counts of their own."""
    ratio = sums.sum() / counts.sum()
    apart = sums - ratio * counts
    blocks = int(np.count_nonzero(counts))
    return math.sqrt(blocks / (blocks - 1) * float(apart @ apart)) / float(counts.sum())


def mean_of(sums: Floats, counts: Floats) -> Estimate:
    """Of anything; the interval is symmetric."""
    blocks = int(np.count_nonzero(counts))
    mean = float(sums.sum() / counts.sum())
    if blocks < 2:
        return Estimate(mean)
    beyond = student(blocks - 1) * error_of_ratio(sums, counts)
    return Estimate(mean, mean - beyond, mean + beyond)


def share_of(sums: Floats, counts: Floats) -> Estimate:
    """Of shares between 0 and 1: Wilson's interval, for as many games as the error stands for."""
    blocks = int(np.count_nonzero(counts))
    mean = min(max(float(sums.sum() / counts.sum()), 0.0), 1.0)
    if blocks < 2:
        return Estimate(mean)
    error, z = error_of_ratio(sums, counts), student(blocks - 1)
    certain = mean in (0.0, 1.0)
    if error == 0 and not certain:
        return Estimate(mean, mean, mean)
    games = blocks if certain else mean * (1 - mean) / error**2
    middle = (mean + z * z / (2 * games)) / (1 + z * z / games)
    beyond = z * math.sqrt(mean * (1 - mean) / games + (z / (2 * games)) ** 2) / (1 + z * z / games)
    low, high = max(middle - beyond, 0.0), min(middle + beyond, 1.0)
    return Estimate(mean, min(low, mean), max(high, mean))


def ratings(shares: Floats, seats: Floats, games: Floats) -> list[Estimate]:
    """Bradley and Terry's strengths for tables of many, on Elo's scale, 0 on average.

    By block: what each bot won, on how many seats of a table it sat, how many games there were.
    A seat wins with a chance in proportion to its strength; the likelihood's maximum is found by
    Hunter's minorisation. Everybody has also drawn once with an average player: who never won, or
    always, has a rating too.
    """
    tables, table_of = np.unique(seats, axis=0, return_inverse=True)
    blocks, rng = len(games), np.random.default_rng(0)
    weights = [np.ones(blocks)]
    if blocks > 1:
        draws = (rng.multinomial(blocks, np.full(blocks, 1 / blocks)) for _ in range(RESAMPLES))
        weights += [draw.astype(np.float64) for draw in draws]
    won = np.array([weight @ shares for weight in weights])
    played = np.array(
        [np.bincount(table_of.ravel(), weight * games, len(tables)) for weight in weights]
    )
    found = ELO * np.log(strengths(won, tables, played))
    found -= found.mean(axis=1, keepdims=True)
    if blocks == 1:
        return [Estimate(float(mean)) for mean in found[0]]
    beyond = student(blocks - 1) * found[1:].std(axis=0)
    return [
        Estimate(float(mean), float(mean - more), float(mean + more))
        for mean, more in zip(found[0], beyond, strict=True)
    ]


def strengths(won: Floats, tables: Floats, played: Floats) -> Floats:
    """One row each for the results and for every resample of them."""
    strength = np.ones_like(won)
    for _ in range(MOST_STEPS):
        due = (played / (strength @ tables.T)) @ tables + 1 / (strength + 1)
        better = (won + 0.5) / due
        done = np.abs(np.log(better / strength)).max() < CLOSE
        strength = better
        if done:
            break
    return strength
