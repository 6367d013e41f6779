"""Counts the numbers of the coach's reasons again, by other means.

Each is counted by playing on with the rules, or from what the scene shows, never by the code that
said it.

A module for each game; its `COUNTS` hold a function of the match and a choice for every fact.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from pasch.core.game.position import CHANCE, Position
from pasch.core.match.match import Match

Count = Callable[[Match, int], Fraction | int]


def after(match: Match, s: Position, *actions: int) -> Position:
    """Return the position once these have happened to it."""
    then = s.copy()
    for a in actions:
        match.game.rules.apply(then, a)
    return then


def rolled_out(match: Match, s: Position) -> Iterator[tuple[Fraction, Position]]:
    """Yield every way the dice can fall until somebody has to choose, and how likely it is.

    It ends where the turn is over, too.
    """
    rules = match.game.rules
    turn = s.turn
    waiting = [(Fraction(1), s)]
    while waiting:
        chance, now = waiting.pop()
        if rules.player(now) != CHANCE or now.turn != turn:
            yield chance, now
            continue
        outcomes = rules.chance(now)
        waiting += [(chance / outcomes, after(match, now, a)) for a in range(outcomes)]


def pieces_in(match: Match, cell: str) -> list[str]:
    """Return the keys of what lies in a cell, as the seat to choose sees it."""
    return [piece.key for piece in match.scene(match.player).pieces if piece.cell == cell]


def told(match: Match, a: int) -> dict[str, object]:
    """Return a choice as the log has it."""
    return match.shown_to(match.player).record(a)
