"""Measure memory over 20,000 searches in one process: it should not grow.

They go round all games, along whole games, with both kinds of budget.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pasch.bots import quick
from pasch.bots.search.searcher import Budget, Searcher
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new

SEARCHES = 20_000
WARM = 1_000
PARTS = 4
PLAYOUTS = Budget(playouts=50)
MILLISECONDS = Budget(milliseconds=0.5)


def resident() -> float:
    """Return the megabytes of this process in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def choices(rng: np.random.Generator) -> Iterator[tuple[Searcher, Match]]:
    """Yield every choice of one game after the other, without end."""
    searchers = {key: Searcher(game) for key, game in games().items()}
    while True:
        for key, game in games().items():
            match = new(key, seats=max(2, game.seats[0]), start=0)
            while match.player != OVER:
                if match.player == CHANCE:
                    match.apply(int(rng.integers(match.chance)))
                    continue
                if len(match.legal()) > 1:
                    yield searchers[key], match
                match.apply(quick.choose(match, rng))


def main() -> None:
    rng = np.random.default_rng(1)
    before = time.perf_counter()
    sizes = {}
    for n, (searcher, match) in enumerate(choices(rng)):
        if n == WARM or (n >= WARM and n % (SEARCHES // PARTS) == 0):
            sizes[n] = resident()
        if n == SEARCHES:
            break
        searcher.think(match, MILLISECONDS if n % 4 == 0 else PLAYOUTS, n)
    grown = max(sizes.values()) / sizes[WARM] - 1
    told = ", ".join(f"{size:.0f} MB after {n:,}" for n, size in sizes.items())
    print(
        f"{SEARCHES:,} searches in {len(games())} games: resident {told}; at most {grown:+.1%}, "
        f"{'flat' if grown <= 0.05 else 'NOT flat'} within 5 %; "
        f"{time.perf_counter() - before:.0f} s"
    )


if __name__ == "__main__":
    main()
