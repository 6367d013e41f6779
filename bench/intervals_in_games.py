"""How often 95 % intervals hold in the games themselves, counted.

    python bench/intervals_in_games.py [--runs 1000] [--blocks 600]

Random, quick and steady players meet in every game, at small tables and at full ones: hundreds of
blocks each. From these, arenas of a few blocks are drawn again and again, with the figures of the
arena itself. All blocks together give the truth of such an arena, so one can count how often its
intervals hold. A share of few games can only be one of few numbers, so a single figure's coverage
jumps; a line is of all figures of a kind, and the last lines are of all games, with the lowest and
the highest single figure. How the average of ratings is weighed was chosen by this, and how fast
Student's interval takes over from Wilson's.
"""

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from intervals import holds

from pasch.arena.api import PlayedArena, arena
from pasch.arena.plan import Plan, meetings
from pasch.arena.play import Result
from pasch.arena.report.export import arena_rows
from pasch.arena.statistics.figures import figures
from pasch.arena.statistics.intervals import Estimate
from pasch.core.game.registry import games, load

BOTS = ("random", "quick", "steady")
BLOCKS = (5, 7, 10, 20, 50)
Where = tuple[str, str, str, str]
"""The table a figure stands in, whose it is, over whom, and what it measures."""
Meeting = tuple[int, ...]


class Pool:
    """All matches played, from which smaller arenas are drawn."""

    def __init__(self, held: PlayedArena) -> None:
        self.plan = held.plan
        of_all = estimates(held.plan, held.results)
        self.truth = {where: estimate.mean for where, estimate in of_all}
        blocks: dict[int, list[Result]] = defaultdict(list)
        for result in held.results:
            blocks[result.block].append(result)
        self.by_meeting: dict[Meeting, list[list[Result]]] = defaultdict(list)
        for results in blocks.values():
            self.by_meeting[self.meeting_of(results[0].sits)].append(results)

    def meeting_of(self, sits: list[int] | Meeting) -> Meeting:
        return () if self.plan.alone else tuple(sorted(sits))

    def draw(self, rng: np.random.Generator, blocks: int) -> list[Result]:
        """Draw results of matches whose pairings are those of an arena with another seed."""
        seed = str(rng.integers(1 << 32))
        who = islice(meetings(msgspec.structs.replace(self.plan, seed=seed)), blocks)
        drawn: list[Result] = []
        for block, meeting in enumerate(who):
            like_it = self.by_meeting[self.meeting_of(meeting)]
            drawn += [
                msgspec.structs.replace(result, i=len(drawn) + n, block=block)
                for n, result in enumerate(like_it[rng.integers(len(like_it))])
            ]
        return drawn


def estimates(plan: Plan, results: list[Result]) -> Iterator[tuple[Where, Estimate]]:
    for row in arena_rows(figures(plan, results)):
        if row.figure in ("share", "score", "rating") and row.low is not None:
            assert row.value is not None
            where = (row.table, row.name, row.over, row.figure)
            yield where, Estimate(row.value, row.low, row.high)


class Count(NamedTuple):
    held: int
    told: int
    """The runs with an interval: there is none with too few blocks or a bot that never won."""


def count(pool: Pool, blocks: int, runs: int) -> dict[Where, Count]:
    """Count how often each figure's interval held."""
    rng = np.random.default_rng([blocks, pool.plan.seats, *pool.plan.game.encode()])
    held: Counter[Where] = Counter()
    told: Counter[Where] = Counter()
    for _ in range(runs):
        for where, estimate in estimates(pool.plan, pool.draw(rng, blocks)):
            held[where] += holds(estimate, pool.truth[where])
            told[where] += 1
    return {where: Count(held[where], told[where]) for where in pool.truth}


def play(key: str, seats: int, blocks: int, folder: Path) -> Pool:
    """Play blocks of as many games as there are ways to sit."""
    out = folder / f"{key}-{seats}.jsonl"
    one = arena(key, BOTS, games=1, seats=seats, out=out)
    return Pool(arena(key, BOTS, games=blocks * len(one.results), seats=seats, out=out))


def tables() -> Iterator[tuple[str, int]]:
    for key in games():
        low, high = load(key).seats
        yield from ((key, seats) for seats in sorted({low, max(low, len(BOTS)), high}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--blocks", type=int, default=600)
    asked = parser.parse_args()
    print(f"| game | seats | figure | {' | '.join(map(str, BLOCKS))} |")
    print("| --- | --- | --- |" + " --- |" * len(BLOCKS))
    everywhere: dict[str, list[list[Count]]] = defaultdict(lambda: [[] for _ in BLOCKS])
    with tempfile.TemporaryDirectory() as folder:
        for key, seats in tables():
            pool = play(key, seats, asked.blocks, Path(folder))
            found = [count(pool, blocks, asked.runs) for blocks in BLOCKS]
            for kind in dict.fromkeys(map(kind_of, pool.truth)):
                cells = [
                    [c for where, c in each.items() if kind_of(where) == kind] for each in found
                ]
                print(f"| {key} | {seats} | {kind} | {' | '.join(map(share, cells))} |", flush=True)
                for all_of_it, cell in zip(everywhere[kind], cells, strict=True):
                    all_of_it.extend(cell)
    for kind, cells in everywhere.items():
        told = " | ".join(f"{share(cell)} ({extremes(cell, asked.runs)})" for cell in cells)
        print(f"| all | | {kind}, of {len(cells[0])} figures | {told} |")


def share(counts: list[Count]) -> str:
    """Return the share of all intervals that were told."""
    return f"{sum(each.held for each in counts) / max(sum(each.told for each in counts), 1):.1%}"


def extremes(counts: list[Count], runs: int) -> str:
    """Return the extremes of the single figures that most runs tell."""
    found = [each.held / each.told for each in counts if each.told > runs / 2]
    return f"{min(found):.1%} to {max(found):.1%}"


def kind_of(where: Where) -> str:
    table, *_, figure = where
    return f"{table}, {figure}"


if __name__ == "__main__":
    main()
