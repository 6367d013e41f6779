"""The functions every game has, under one name each, chosen by the game of the record.

Generic code (playouts, search) calls these. Compiled, the choice is made by the type of the
record, so such code is compiled once per game and found again in Numba's cache.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload

from pasch.core.contract import Play, Rules
from pasch.core.errors import BrokenGame
from pasch.core.record import Numbers, Shares, State, owner

F = TypeVar("F", bound=Callable[..., Any])

_generic: list[str] = []
_instead: dict[str, str] = {"choices": "legal", "estimate": "returns"}
_home: dict[str, dict[str, Any]] = {}


def register(key: str, rules: Rules, play: Play) -> None:
    """From now on records of this game are governed by these functions, and by no others."""
    functions = {
        name: getattr(module, name)
        for module in (rules, play)
        for name in _generic
        if hasattr(module, name)
    }
    for name, other in _instead.items():
        functions.setdefault(name, functions[other])
    if _home.setdefault(key, functions) != functions:
        package = getattr(rules, "__name__", key)
        raise BrokenGame(package, f"expected records of its own, got those of {key!r}")


def generic(declared: F) -> F:
    name = declared.__name__
    _generic.append(name)

    @wraps(declared)
    def plain(s: State, *rest: Any) -> Any:
        assert s.dtype.names is not None
        return _home[owner(s.dtype.names)][name](s, *rest)

    @overload(plain, strict=False)
    def compiled(record: Any, *rest: Any) -> Any:
        function = _home[owner(tuple(record.fields))][name]
        if not rest:
            return lambda s: function(s)
        if len(rest) == 1:
            return lambda s, x: function(s, x)
        return lambda s, x, y: function(s, x, y)

    return plain  # type: ignore[return-value] # the same signature, by `wraps`


@generic
def player(s: State) -> int:
    """The seat to choose, or CHANCE, or OVER."""


@generic
def chance(s: State) -> int:
    """At CHANCE: how many equally likely outcomes."""


@generic
def legal(s: State, out: Numbers) -> int:
    """At a seat's turn: writes the legal action numbers, ascending; returns how many."""


@generic
def apply(s: State, a: int) -> None:
    """The chosen action or the chance outcome happens. Trusts its caller."""


@generic
def returns(s: State, out: Shares) -> None:
    """At OVER: writes each seat's share of the victory."""


@generic
def hide(s: State, seat: int) -> None:
    """Erases what this seat, or a watcher, may not know."""


@generic
def resample(s: State, seat: int, rng: np.random.Generator) -> None:
    """Fills what is hidden from the seat with a guess consistent with what the seat saw."""


@generic
def quick(s: State) -> int:
    """At a seat's turn: the action of a cheap, sensible player."""


@generic
def choices(s: State, out: Numbers) -> int:
    """At a seat's turn: like `legal`, less what is no better than another. May be missing."""


@generic
def estimate(s: State, out: Shares) -> None:
    """At the start of a turn: about what share each seat will have. May be missing."""
