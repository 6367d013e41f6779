"""What a game may tell the search in its `play.py`: how to search it, and who will win.

`SEARCH = Tuning(…)` says how, and `ALONE = Tuning(…)` how else where one plays alone. With
`estimate(s, out)`, a guess of the shares at the start of a turn, playouts can be cut short: they
are faster then, and their outcomes differ less. `choices(s, out)` leaves out actions that are no
better than others.
"""

import math
from dataclasses import dataclass

from pasch.core.position import Shares
from pasch.core.rule import rule

FAR = 1 << 40


@dataclass(frozen=True)
class Tuning:
    """How a game is searched; the order is that of the search's array of numbers."""

    explore: float = 1.0
    """The pull of what was tried seldom; less where playouts are cut, since they differ less."""
    trust: float = 0.2
    """The part of it that the quick player's choice has ahead of the others."""
    noise: float = 0.0
    """How often a playout moves at random, not as the quick player does."""
    reach: int = FAR
    """How many turns the tree reaches; 0: no further than the choice itself."""
    cut: int = 0
    """Turns below the tree after which a playout ends with the game's estimate; 0: never."""
    exact: bool = False
    """Whether the rest of a short turn is worked out exactly, on top of what playouts tell of its
    ends. Takes an estimate; only for games in which nothing is hidden."""
    belief: int = 10
    """Then the estimate of such an end counts as so many playouts."""
    playouts: int = 1000
    """How many the champion takes; more where more win, as far as nobody has to wait."""


@rule
def shares_by_strength(out: Shares, seats: int) -> None:
    """Turns strengths into shares in place: a seat one stronger has e times another's share."""
    best = -math.inf
    for seat in range(seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = math.exp(out[seat] - best)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
