"""The perfect player: for games, and tables of them, that are solved exactly."""

from typing import TYPE_CHECKING, Any

from pasch.core.errors import BadOption
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

NAME = "perfect"


def perfect(match: Match, rng: "Generator") -> int:
    """What the solution says is best. The first time it may have to be worked out."""
    from pasch import solutions  # noqa: PLC0415 - brings in NumPy

    check_table(match.game, match.seats, match.options)
    found = solutions.obtain(match.game, match.seats, match.options)
    choices = found.choices(match.guess(match.player, rng))
    return max(choices, key=choices.__getitem__)


def check_table(game: Game, seats: int, options: Any) -> None:
    """BadOption where nobody knows what is perfect."""
    from pasch import solutions  # noqa: PLC0415 - likewise

    reason = solutions.refusal(game, seats, options)
    if reason:
        raise BadOption("the perfect player can't play here: {reason}", reason=reason)
