"""`@rule` marks a function of the rules, or one that serves them.

It stays plain Python: a table plays by it as it stands. Compiled code may call it too, and then it
is compiled with its caller (engine/compile.py).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from pasch.core.game.position import Shares

F = TypeVar("F", bound=Callable[..., Any])
Tell = Callable[[Callable[..., Any]], None]

_known: list[Callable[..., Any]] = []
_told: list[Tell] = []


def rule(function: F) -> F:
    _known.append(function)
    for tell in _told:
        tell(function)
    return function


def tell_rules(tell: Tell) -> None:
    """Call `tell` with every rule there is, and with those to come."""
    _told.append(tell)
    for function in _known:
        tell(function)


FAR = 1 << 40


@dataclass(frozen=True)
class Tuning:
    """The numbers that tune a game's search, in the order of the search's array."""

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
    """Turn strengths into shares in place: a seat one stronger has e times another's share."""
    best = -math.inf
    for seat in range(seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = math.exp(out[seat] - best)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
