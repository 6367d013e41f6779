"""Gets everything ready that a table of a game needs: its rules and the search of its bots."""

from collections.abc import Iterator

from pasch.bots.search import to_compile
from pasch.core import ready as rules
from pasch.core.facts import Game

MARK = "bots"


def is_ready(game: Game) -> bool:
    return rules.is_ready(game, MARK)


def make_ready(game: Game) -> Iterator[tuple[int, int]]:
    """Compile what a match of this game and its bots call, telling (done, of) after each."""
    yield from rules.make_ready(game, to_compile(game), MARK)
