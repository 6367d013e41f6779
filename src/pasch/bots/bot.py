"""What a bot is: it may sit here, it needs this beforehand, and it chooses."""

import hashlib
from abc import ABC, abstractmethod
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from pasch.core.game.spec import Game
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator


class Need(IntEnum):
    """What has to be ready before a bot can play; each includes the one before."""

    NOTHING = 0
    COMPILED = 1
    """The search of the game (bots/compile_game.py)."""
    SOLVED = 2
    """The exact solution of the game with these options (solutions/)."""


class Bot(ABC):
    """A player of any game. It gets what its seat may know of a match, never the record."""

    name: str = ""
    """What it is called at a table; "" where it takes a name of its level."""
    level: str = "champion"
    """The level it resembles most."""

    def check(self, game: Game, seats: int, options: Any) -> None:  # noqa: B027 - most may
        """Raise BadOption if it can't play at such a table."""

    def need(self, game: Game, seats: int, options: Any) -> Need:  # noqa: ARG002 - most need nothing
        """Return what has to be ready before it plays at such a table."""
        return Need.NOTHING

    def sources(self) -> str:
        """Return a hash of its own sources; "" if it is a part of pasch."""
        return ""

    @abstractmethod
    def choose(self, match: Match, rng: "Generator") -> int:
        """Return an action of the seat whose turn it is."""


def bot_rng(seed: str, event: int) -> "Generator":
    """Return the random numbers of a bot at this event: the same for the same seed and event.

    Without a seed they are different every time.
    """
    from numpy.random import default_rng  # noqa: PLC0415 - a match without bots needs no NumPy

    if not seed:
        return default_rng()
    digest = hashlib.sha256(f"{seed}|bot|{event}".encode()).digest()
    return default_rng(int.from_bytes(digest))
