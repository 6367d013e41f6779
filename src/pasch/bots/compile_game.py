"""Compile the search of a game, and remember that this was done.

As a process of its own (`main`) it prints a line "done of" before each function and at the end.
"""

import sys
from collections.abc import Iterator

from pasch.bots.search.searcher import to_compile
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.engine.cache import mark_of


def make_ready(game: Game) -> Iterator[tuple[int, int]]:
    """Compile what a search of this game calls; yield (done, of) before each function."""
    jobs = to_compile(game)
    for done, (function, types) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(types)
    mark_of(game).touch()
    yield len(jobs), len(jobs)


def main() -> None:
    """Compile the game that the command line names."""
    for done, of in make_ready(load(sys.argv[1])):
        print(done, of, flush=True)
