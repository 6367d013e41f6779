"""Where a game is solved, the coach knows instead of estimating."""

from pasch import solutions
from pasch.core.game.contract import Solution
from pasch.core.match.match import Match

SECONDS = 120.0
"""A solution that takes longer is not worked out just for a hint or a review."""


def find(match: Match) -> Solution | None:
    """The kept solution of this game with these options, if there is one."""
    return solutions.find(match.game, match.seats, match.options)


def could_be_solved(match: Match) -> bool:
    """Whether a solution exists that is not kept yet."""
    if solutions.refusal(match.game, match.seats, match.options):
        return False
    return find(match) is None


def can_be_solved_soon(match: Match) -> bool:
    return could_be_solved(match) and seconds(match) <= SECONDS


def seconds(match: Match) -> float:
    """What solving takes, about."""
    assert match.game.solve is not None
    return float(match.game.solve.size(match.options).seconds)
