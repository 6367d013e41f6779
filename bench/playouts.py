"""How fast whole games go: each game on one core and on all, So ein Mist against plain Python too.

Everything is measured in turns within one run, so that a busy machine slows all alike; the figures
are medians over the rounds. Plain Python is measured twice: driven through the same functions as
ours, and by the fastest loop it allows, which asks none of them.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random

import plain_so_ein_mist as plain

from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game
from pasch.core.match.match import new
from pasch.engine.playouts import RANDOM, playouts
from pasch.engine.record import copies

ROUNDS = 15
GAMES = 20_000
PLAIN_GAMES = 300

Run = tuple[str, int]  # a game, and the number of cores
PLAIN = ("plain", 1)
FASTEST_PLAIN = ("fastest plain", 1)


def compiled(game: Game, cores: int, count: int = GAMES) -> tuple[float, float]:
    """Return the seconds per event and per game."""
    seats = len(game.table)
    states = copies(new(game.key, seats, start=0).position(), count)
    start = time.perf_counter()
    _, events = playouts(game, states, [RANDOM] * seats, seed=1, cores=cores)
    seconds = time.perf_counter() - start
    return seconds / events.sum(), seconds / count


def in_plain_python(playout: Callable[[plain.SoEinMist, Random], int]) -> tuple[float, float]:
    rng = Random(1)
    events = 0
    start = time.perf_counter()
    for _ in range(PLAIN_GAMES):
        position = plain.SoEinMist(len(load("so-ein-mist").table))
        events += playout(position, rng)
        position.returns()
    seconds = time.perf_counter() - start
    return seconds / events, seconds / PLAIN_GAMES


def start_seconds(game: Game, cache: str) -> float:
    """Return the seconds from the command to the first prompt."""
    command = f"from pasch.cli import main; import sys; sys.argv = ['pasch', 'play', {game.key!r}]"
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", f"{command}; main()"],
        env={**os.environ, "PASCH_CACHE": cache, "XDG_DATA_HOME": cache},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def main() -> None:
    found = games()
    cores = os.cpu_count() or 1
    for game in found.values():
        compiled(game, 1, 10)
    rounds: list[dict[Run, tuple[float, float]]] = []
    for _ in range(ROUNDS):
        rounds.append({PLAIN: in_plain_python(plain.driven_playout)})
        rounds[-1][FASTEST_PLAIN] = in_plain_python(plain.playout)
        for key, game in found.items():
            for n in {1, cores}:
                rounds[-1][key, n] = compiled(game, n)

    def median(what: Run, index: int) -> float:
        return statistics.median([each[what][index] for each in rounds])

    def ratio(slow: Run, fast: Run) -> float:
        return statistics.median([each[slow][0] / each[fast][0] for each in rounds])

    for key in found:
        for n in sorted({1, cores}):
            print(
                f"{key}, {len(found[key].table)} seats, {n} core{'s' if n > 1 else ''}: "
                f"{1 / median((key, n), 0) / 1e6:.1f} million steps a second, "
                f"{1 / median((key, n), 1):,.0f} games a second"
            )
    print(
        f"so-ein-mist in plain Python: {1 / median(PLAIN, 0) / 1e6:.2f} million steps a second, "
        f"{1 / median(PLAIN, 1):,.0f} games a second"
    )
    against_plain = ratio(PLAIN, ("so-ein-mist", 1))
    against_fastest = ratio(FASTEST_PLAIN, ("so-ein-mist", 1))
    print(
        f"so-ein-mist, one core, against plain Python: {against_plain:.1f} x driven alike, "
        f"{against_fastest:.1f} x against its fastest loop"
    )
    for key in found:
        if key != "so-ein-mist":
            share = ratio(("so-ein-mist", 1), (key, 1))
            print(f"{key}, steps on one core against so-ein-mist: {share:.2f} x")
    for key in found:
        with tempfile.TemporaryDirectory() as cache:
            cold = start_seconds(load(key), cache)
            warm = min(start_seconds(load(key), cache) for _ in range(3))
        print(f"{key}, to the first prompt: {cold:.1f} s cold (compiling), {warm:.2f} s warm")


if __name__ == "__main__":
    main()
