"""Every solved configuration: how long it takes, what it says, and whether games bear it out.

`bench/solve.py --games 200000`: each is solved anew in a process of its own, nothing is read from
the cache but what was compiled; then the perfect player plays so many games.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.words import words
from pasch.terminal.commands.solve import peak_memory

GAMES = 200_000
CONFIGURATIONS: list[tuple[str, dict[str, Any], str]] = [
    ("mice-to-meet-you", {}, "grade"),
    ("mice-to-meet-you", {}, "empty"),
    ("mmm", {"board": "one-paw"}, "win"),
    ("mmm", {"board": "two-paws"}, "win"),
]


class Enough(Exception):
    pass


def compile_it(game: Game, options: Any, goal: str) -> None:
    assert game.solve is not None

    def stop(done: int, of: int) -> None:
        raise Enough(f"{done} of {of}")

    try:
        game.solve.solve(options, goal, stop)
    except Enough:
        return


def lines(key: str, given: dict[str, Any], goal: str, games: int) -> list[str]:
    return list(measure(load(key), given, goal, games))


def measure(game: Game, given: dict[str, Any], goal: str, games: int) -> Iterator[str]:
    assert game.solve is not None
    options = game.read_options(given)
    compile_it(game, options, goal)
    before, worked = time.perf_counter(), time.process_time()
    arrays = game.solve.solve(options, goal, lambda _, __: None)
    seconds, worked = time.perf_counter() - before, time.process_time() - worked
    memory = peak_memory()
    solution = game.solve.Solution(options, goal, arrays)
    meaning, whole = game.solve.MEANINGS[goal]
    states = game.solve.size(options).states
    yield (
        f"{game.key} {goal}: {states:,} states in {seconds:.1f} s ({worked:.1f} s of work for all "
        f"cores), peak memory {memory:.0f} MB"
    )
    for name, variant in game.solve.variants(options, set(given), words("en")):
        start = Match(game, 1, 0, variant).view(0)
        exact = whole * solution.value(start)
        shares = whole * solution.playouts(start, games, seed=1)
        error = float(np.std(shares)) / games**0.5
        mean = float(np.mean(shares))
        yield (
            f"  {name}, {meaning}: exact {exact:.5f}, {games:,} games {mean:.5f} ± {error:.5f}, "
            f"z {(mean - exact) / error:+.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    alone = multiprocessing.get_context("spawn")
    for key, given, goal in CONFIGURATIONS:
        with ProcessPoolExecutor(1, mp_context=alone) as pool:
            for line in pool.submit(lines, key, given, goal, games).result():
                print(line, flush=True)


if __name__ == "__main__":
    main()
