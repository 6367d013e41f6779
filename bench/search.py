"""How fast bots think on one core: playouts a second, and the slowest choice of a level.

Playouts are counted at the first choice of each game, choices over whole games at a full table.
"""

import statistics
import time

import numpy as np

from pasch.bots import LEVELS
from pasch.bots.search.searcher import Budget, Searcher
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new

ROUNDS = 7
PLAYOUTS = 2000
MATCHES = 10
AT_MOST = {3: 0.1, 5: 0.3}  # seconds that a choice may take, by level


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


def choices(key: str, n: int, matches: int) -> list[float]:
    """Return what each choice took, everybody at the same level."""
    rng = np.random.default_rng(1)
    took = []
    for _ in range(matches):
        match = new(key, seats=games()[key].seats[-1], start=0)
        while match.player != OVER:
            if match.player == CHANCE:
                match.apply(int(rng.integers(match.chance)))
                continue
            before = time.process_time()
            action = LEVELS[n - 1].choose(match, rng)
            took.append(time.process_time() - before)
            match.apply(action)
    return took


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
        for n, at_most in AT_MOST.items():
            choices(key, n, matches=1)  # loads the compiled code
            took = choices(key, n, MATCHES)
            print(
                f"    level {n}, {game.seats[-1]} seats, {len(took)} choices: "
                f"{1e3 * statistics.mean(took):.1f} ms, the slowest {1e3 * max(took):.1f} ms, "
                f"{'within' if max(took) <= at_most else 'NOT within'} {1e3 * at_most:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
