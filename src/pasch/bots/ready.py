"""Compiles what thinks about a game, and remembers that it was done.

`main` compiles for others, with a line "done of" on the way to each function.
"""

import sys
from collections.abc import Iterator

from numba import config

from pasch.bots.search import to_compile
from pasch.core.compile import FOLDER
from pasch.core.facts import Game
from pasch.core.registry import load


def is_ready(game: Game) -> bool:
    plain = config.DISABLE_JIT  # type: ignore[attr-defined] # numba types no settings
    return bool(plain) or (FOLDER / f"{game.key}.ready").exists()


def make_ready(game: Game) -> Iterator[tuple[int, int]]:
    """Compile what a search of this game calls, telling (done, of) after each function."""
    jobs = to_compile(game)
    for done, (function, types) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(types)
    (FOLDER / f"{game.key}.ready").touch()
    yield len(jobs), len(jobs)


def main() -> None:
    for done, of in make_ready(load(sys.argv[1])):
        print(done, of, flush=True)
