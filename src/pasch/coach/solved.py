"""Exact solutions: where a game is solved, the coach knows instead of estimating."""

from pasch import solutions
from pasch.core.game.contract import Solution
from pasch.core.match.match import Match

SECONDS = 120.0
"""A hint or a review does not wait longer than this for a solution."""


def find(match: Match) -> Solution | None:
    """Return the kept solution of this game with these options, if there is one."""
    return solutions.find(match.game, match.seats, match.options)


def could_be_solved(match: Match) -> bool:
    """Return whether the game can be solved and no solution is kept yet."""
    if solutions.refusal(match.game, match.seats, match.options):
        return False
    return find(match) is None


def can_be_solved_soon(match: Match) -> bool:
    return could_be_solved(match) and seconds(match) <= SECONDS


def seconds(match: Match) -> float:
    """Estimate how long solving takes."""
    assert match.game.solve is not None
    return float(match.game.solve.size(match.options).seconds)
