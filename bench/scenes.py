"""Measures how long a scene takes to make: what a watcher and the seat to choose see of a match.

python bench/scenes.py [GAME ...]
"""

import sys
from random import Random
from time import perf_counter

from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new

MOMENTS, ROUNDS = slice(20, 100), 150


def moments(key: str) -> list[Match]:
    """Return a match of random choices at each of some moments."""
    chooser, match = Random(key), new(key, start=0)
    found = []
    while match.player != OVER:
        found.append(match.copy())
        match.apply(chooser.choice(match.possible()))
    return found[MOMENTS]


def seconds_a_scene(key: str) -> float:
    """Return the shortest of many short rounds: what else the machine does disturbs few of them."""
    before = moments(key)
    seconds = []
    for _ in range(ROUNDS):
        fresh = [match.copy() for match in before]
        start = perf_counter()
        for match in fresh:
            match.scene(WATCHER)
            match.scene(max(match.player, 0))
        seconds.append(perf_counter() - start)
    return min(seconds) / (2 * len(before))


if __name__ == "__main__":
    for key in sys.argv[1:] or games():
        print(f"{key:20} {seconds_a_scene(key) * 1e6:6.1f} microseconds a scene")
