"""By which form of its rules a game is played: as they stand, or compiled where that was done."""

from pasch.core import dispatch
from pasch.core.contract import Law
from pasch.core.facts import Game

_compiled: dict[str, Law] = {}


def law_of(game: Game) -> Law:
    return _compiled.get(game.key, dispatch)


def use(game: Game, compiled: Law) -> None:
    """Matches that begin from now on are played by this form."""
    _compiled[game.key] = compiled
