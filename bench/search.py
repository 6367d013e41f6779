"""How fast the search is: playouts a second of each game from its first choice, on one core."""

import statistics
import time

import numpy as np

from pasch.bots.search import Budget, Searcher
from pasch.core.match import Match, new
from pasch.core.record import CHANCE
from pasch.core.registry import games

ROUNDS = 7
PLAYOUTS = 2000


def first_choice(key: str) -> Match:
    rng = np.random.default_rng(1)
    match = new(key, seats=max(2, games()[key].seats[0]), start=0)
    while match.player == CHANCE or len(match.legal()) == 1:
        at_random = match.player == CHANCE
        match.apply(int(rng.integers(match.chance)) if at_random else match.legal()[0])
    return match


def seconds(searcher: Searcher, match: Match, seed: int) -> float:
    before = time.process_time()
    searcher.think(match, Budget(playouts=PLAYOUTS), seed)
    return time.process_time() - before


def main() -> None:
    for key, game in games().items():
        match = first_choice(key)
        searcher = Searcher(game)
        searcher.think(match, Budget(playouts=10), seed=0)
        median = statistics.median(seconds(searcher, match, seed) for seed in range(ROUNDS))
        print(
            f"{key}, {match.seats} seats, first choice, {len(match.legal())} actions: "
            f"{PLAYOUTS / median:,.0f} playouts a second, {1e6 * median / PLAYOUTS:.1f} µs each",
            flush=True,
        )


if __name__ == "__main__":
    main()
