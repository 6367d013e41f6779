"""Check whether ratings find strengths that are known.

Run `bench/ratings.py`, or with `--runs 500`.

Bots of strengths drawn by lot meet as in an arena, everybody moving on by one seat. A seat wins
with a chance in proportion to its strength; in half of the matches its luck is that of the whole
block. It prints how often the 95 % intervals hold (a bot that never or always won has none), how
far off ratings are on average, how far their own intervals say they may be (half the width), and
how much they lie too far from the middle.
"""

import argparse
from itertools import islice

import numpy as np

from pasch.arena.plan import Plan, blocks
from pasch.arena.statistics.intervals import ELO, Estimate, Floats, information, ratings, weights
from pasch.core.game.registry import games

TABLES = ((2, 2), (3, 3), (2, 4), (5, 3), (8, 4), (8, 6))
BLOCKS = (5, 10, 30, 100)
SPREADS = {"close": 0.3, "far apart": 1.2}
"""The spread of the logarithms of the strengths."""


def plan_of(bots: int, seats: int, seed: int) -> Plan:
    """Return a plan of any game that is for so many; nothing of it is played."""
    game = next(
        game
        for game in games().values()
        if game.seats[0] <= seats <= game.seats[1] and not game.together
    )
    return Plan(1, game.key, 1, {}, tuple(map(str, range(bots))), seats, str(seed), "")


def arena(plan: Plan, logs: Floats, count: int, seed: int) -> tuple[list[Estimate], Floats]:
    """Play an arena; return the ratings that are found, and the true ones."""
    rng = np.random.default_rng(seed)
    shares, sat = np.zeros((count, len(logs))), np.zeros((count, len(logs)))
    played = np.zeros(count)
    for block, tables in enumerate(islice(blocks(plan), count)):
        of_the_block = rng.gumbel(size=plan.seats)
        for sits in tables:
            luck = of_the_block if rng.random() < 0.5 else rng.gumbel(size=plan.seats)
            shares[block, sits[int(np.argmax(logs[list(sits)] + luck))]] += 1
            np.add.at(sat[block], list(sits), 1)
        played[block] = len(tables)
    seats = sat / played[:, None]
    middle = weights(information(seats, played, logs)) @ logs
    return ratings(shares, seats, played), ELO * (logs - middle)


def line(bots: int, seats: int, spread: float, count: int, runs: int) -> str:
    held, off, width, outward = [], [], [], []
    for seed in range(runs):
        logs = np.random.default_rng([seed, bots, seats]).normal(0, spread, bots)
        found, truths = arena(plan_of(bots, seats, seed), logs, count, seed)
        for truth, each in zip(truths, found, strict=True):
            off.append(abs(each.mean - truth))
            outward.append((each.mean - truth) * np.sign(truth))
            if each.low is not None and each.high is not None:
                held.append(each.low <= truth <= each.high)
                width.append((each.high - each.low) / 2)
    means = f"{np.mean(off):.0f} | {np.mean(width):.0f} | {np.mean(outward):+.0f}"
    return f"{np.mean(held):.1%} | {means}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    runs = parser.parse_args().runs
    print("| bots | seats | strengths | blocks | held | off by | ± | too far out |")
    print("| --- |" + " --- |" * 7)
    for bots, seats in TABLES:
        for name, spread in SPREADS.items():
            for count in BLOCKS:
                told = line(bots, seats, spread, count, runs)
                print(f"| {bots} | {seats} | {name} | {count} | {told} |", flush=True)


if __name__ == "__main__":
    main()
