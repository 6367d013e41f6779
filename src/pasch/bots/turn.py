"""What an external bot is given, and what it answers.

    from pasch.bots import Turn

    class MyBot:
        def __call__(self, turn: Turn) -> int:
            return turn.legal[0]

`pasch arena GAME mymodule:MyBot champion` finds it in mymodule.py; see docs/bots.md.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pasch.core.game.position import Position
from pasch.core.game.spec import Game
from pasch.core.words import words

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Turn:
    """A choice, as the seat knows it that has to choose. The true position is not in it."""

    game: Game
    """Its facts, its rules (`game.rules`) and its quick player (`game.quick_player.quick`)."""
    options: Any
    """The game's `Options` in force."""
    seat: int
    legal: list[int]
    """The action numbers to choose from: two at least, ascending."""
    view: Position
    """What the seat may know; the fields are those of the game's `rules.STATE`."""
    rng: "np.random.Generator"
    """For random choices: the same seed gives the same match again."""

    @property
    def seats(self) -> int:
        count: int = self.view.seats
        return count

    def guess(self) -> Position:
        """Return a whole position to try things on: the view, its hidden part filled at random."""
        position = self.view.copy()
        self.game.rules.resample(position, self.seat, self.rng)
        return position

    def text(self, a: int, language: str = "en") -> str:
        """Return an action in words."""
        return self.game.view(self.view, self.seat, words(language, self.game.folder)).text(a)


class Player(Protocol):
    """A bot's function, or its class: one object of it is made, without arguments, for all matches.

    The answer may depend on the turn alone: matches come in any order, and at a table choices are
    taken back. A bot that needs longer than a minute sets `seconds = 600`.
    """

    def __call__(self, turn: Turn, /) -> int:
        """Return one of `turn.legal`."""
