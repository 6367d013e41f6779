"""Compiles what thinks about a game, and remembers that it was done.

`main` compiles for others, with a line "done of" on the way to each function.
"""

import sys
from collections.abc import Iterator

from pasch.bots.search.searcher import to_compile
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.engine.cache import mark_of


def make_ready(game: Game) -> Iterator[tuple[int, int]]:
    """Compile what a search of this game calls, telling (done, of) after each function."""
    jobs = to_compile(game)
    for done, (function, types) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(types)
    mark_of(game).touch()
    yield len(jobs), len(jobs)


def main() -> None:
    for done, of in make_ready(load(sys.argv[1])):
        print(done, of, flush=True)
