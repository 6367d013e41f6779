"""How often 95 % intervals hold, counted.

Run `bench/intervals.py`, or with `--runs 5000`, or of a few shapes with `--only together`.

It draws arenas whose truth is known, in the shapes that results have: tables of 2 to 6 seats where
everybody moves on by one seat, as strong or weaker or stronger than the others; blocks that the
dice alone decide, so that they tie; luck that a block's matches share; single games won or lost;
tables that win or lose together, whose seats are one observation; grades; points, also skewed ones.
The interval is the arena's own. A share of few games can only be one of few numbers, and for one
single strength coverage jumps as they do; so strengths are drawn too, and a line is the mean over
them.

The last lines stop by themselves: `pasch arena --until ±W%`, by the looks that it takes.
"""

import argparse
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pasch.arena.precision import FIRST_LOOK, next_look
from pasch.arena.statistics.intervals import Estimate, Floats, Sample, mean_of, share_of

Draw = Callable[[np.random.Generator, int], tuple[Sample, float]]
Judge = Callable[[Sample], Estimate]
BLOCKS = (5, 7, 10, 20, 50)


def strength(rng: np.random.Generator) -> float:
    """Draw a strength, as a multiple of that of the others."""
    return float(np.exp(rng.normal()))


def won(sums: npt.NDArray[np.int64], count: float) -> Sample:
    """Return so many games that are won or lost, by block."""
    return Sample(sums.astype(np.float64), np.full(len(sums), count), sums.astype(np.float64))


def moving_on(seats: int, tied: float) -> Draw:
    """Give each bot a seat in turn; in tied blocks everybody wins once."""

    def draw(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
        mine = strength(rng)
        chance = mine / (mine + seats - 1)
        wins = np.where(rng.random(blocks) < tied, 1, rng.binomial(seats, chance, blocks))
        return won(wins, seats), tied / seats + (1 - tied) * chance

    return draw


def shared_luck(seats: int) -> Draw:
    """Let the dice of a block be good for a bot, or bad, wherever it sits."""

    def draw(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
        mine = strength(rng)
        chance = mine / (mine + seats - 1)
        lucky = rng.beta(2 * chance, 2 * (1 - chance), blocks)
        return won(rng.binomial(seats, lucky), seats), chance

    return draw


def single(low: float, high: float) -> Draw:
    def draw(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
        chance = rng.uniform(low, high)
        return won(rng.binomial(1, chance, blocks), 1), chance

    return draw


def together(seats: int, low: float, high: float) -> Draw:
    """Return a draw of tables where everybody wins or nobody does."""

    def draw(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
        chance = rng.uniform(low, high)
        won = (rng.random(blocks) < chance).astype(np.float64)
        match = np.repeat(np.arange(blocks), seats)
        return Sample.of(match, np.repeat(won, seats), match=match), chance

    return draw


def numbers(values: Floats) -> Sample:
    return Sample(values, np.ones(len(values)), values**2)


def grades(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
    """Draw grades from 0 to 6, as shares."""
    mean = rng.uniform(0.1, 0.9)
    return numbers(rng.binomial(6, rng.beta(3 * mean, 3 - 3 * mean, blocks)) / 6), mean


def paired(tied: float, low: float = 0.1, high: float = 0.9) -> Draw:
    """Return a draw of one bot's lead over another, each at its own table with the same dice."""

    def draw(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
        first, second = rng.uniform(low, high, 2)
        luck = rng.random((2, blocks))
        luck[1] = np.where(rng.random(blocks) < tied, luck[0], luck[1])
        lead = (luck[1] < second).astype(np.float64) - (luck[0] < first)
        return numbers(lead), second - first

    return draw


def points(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
    return numbers(np.round(rng.normal(20, 8, blocks))), 20


def skewed_points(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
    """Draw points of which most are few and some are very many."""
    return numbers(rng.geometric(0.1, blocks).astype(np.float64)), 10


def far_off_points(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
    """Let a few lie far above the rest; no constant was chosen by this shape or the next."""
    return numbers(rng.lognormal(0, 0.8, blocks)), float(np.exp(0.32))


def even_points(rng: np.random.Generator, blocks: int) -> tuple[Sample, float]:
    return numbers(rng.uniform(0, 20, blocks)), 10


def lead_of(sample: Sample) -> Estimate:
    return share_of(sample, -1)


SHAPES: dict[str, tuple[Draw, Judge]] = {
    **{
        f"{seats} seats, {text} blocks tied": (moving_on(seats, tied), share_of)
        for seats in (2, 3, 4, 5, 6)
        for text, tied in (("no", 0), ("half the", 0.5), ("4 of 5", 0.8))
    },
    **{f"{n} seats, luck shared": (shared_luck(n), share_of) for n in (2, 3, 4, 5, 6)},
    **{f"a seat of {n}": (single(0.5 / n, 1.5 / n), share_of) for n in (2, 3, 4, 5, 6)},
    "won or lost": (single(0.02, 0.98), share_of),
    "seldom won": (single(0.02, 0.2), share_of),
    **{f"{n} seats, together": (together(n, 0.02, 0.98), share_of) for n in (2, 4, 6)},
    "6 seats, together, seldom won": (together(6, 0.02, 0.2), share_of),
    "grades": (grades, share_of),
    "lead, own dice": (paired(0), lead_of),
    "lead, half the luck alike": (paired(0.5), lead_of),
    "lead, both seldom win": (paired(0, 0, 0.1), lead_of),
    "points": (points, mean_of),
    "points, skewed": (skewed_points, mean_of),
    "points, some far off": (far_off_points, mean_of),
    "points, all as likely": (even_points, mean_of),
}


def holds(estimate: Estimate, truth: float) -> bool:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low - 1e-9 <= truth <= estimate.high + 1e-9


def coverage(name: str, blocks: int, runs: int) -> float:
    draw, judge = SHAPES[name]
    rng = np.random.default_rng([blocks, *name.encode()])
    held = 0
    for _ in range(runs):
        sample, truth = draw(rng, blocks)
        held += holds(judge(sample), truth)
    return held / runs


def stopped(name: str, width: float, runs: int) -> tuple[float, float]:
    """Return how often the interval held when it stopped, and the mean number of blocks."""
    rng = np.random.default_rng([*name.encode()])
    held = total = 0
    for _ in range(runs):
        sample, truth = STOPPING[name](rng, MOST)
        blocks = FIRST_LOOK
        while True:
            found = share_of(Sample(*(each[:blocks] for each in sample)))
            if found.half_width <= width or blocks >= MOST:
                break
            blocks = min(next_look(blocks, found.half_width, width), MOST)
        held += holds(found, truth)
        total += blocks
    return held / runs, total / runs


MOST = 20_000
STOPPING: dict[str, Draw] = {
    "2 seats": moving_on(2, 0),
    "2 seats, 4 of 5 blocks tied": moving_on(2, 0.8),
    "4 seats": moving_on(4, 0),
    "6 seats, luck shared": shared_luck(6),
    "won or lost": single(0.02, 0.98),
    "seldom won": single(0.005, 0.1),
    "6 seats, together": together(6, 0.02, 0.98),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--only", default="", help="the shapes whose names hold this text")
    asked = parser.parse_args()
    runs = asked.runs
    print(f"| of {runs} runs, with so many blocks | {' | '.join(map(str, BLOCKS))} |")
    print("| --- |" + " --- |" * len(BLOCKS))
    for name in (each for each in SHAPES if asked.only in each):
        found = [coverage(name, blocks, runs) for blocks in BLOCKS]
        print(f"| {name} | {' | '.join(f'{each:.1%}' for each in found)} |", flush=True)
    print("\n| stopped at | shape | held | blocks |\n| --- | --- | --- | --- |")
    for width in (0.05, 0.02):
        for name in (each for each in STOPPING if asked.only in each):
            held, blocks = stopped(name, width, runs)
            print(f"| ±{width:.0%} | {name} | {held:.1%} | {blocks:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
