"""The functions every game has, under one name each, chosen by the game of the position.

What each does stands in core/contract.py. Generic code (playouts, search) calls these. Compiled,
the choice is made by the type of the record (core/compile.py), so such code is compiled once per
game and found again in Numba's cache.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from pasch.core.contract import Play, Rules
from pasch.core.errors import BrokenGame
from pasch.core.position import Numbers, Random, Shares, State

F = TypeVar("F", bound=Callable[..., Any])

generics: list[Callable[..., Any]] = []
_instead: dict[str, str] = {"choices": "legal", "estimate": "returns"}
_home: dict[str, dict[str, Any]] = {}


def register(key: str, rules: Rules, play: Play) -> None:
    """From now on positions of this game are governed by these functions, and by no others."""
    functions = {
        name: getattr(module, name)
        for module in (rules, play)
        for name in (function.__name__ for function in generics)
        if hasattr(module, name)
    }
    for name, other in _instead.items():
        functions.setdefault(name, functions[other])
    if _home.setdefault(key, functions) != functions:
        package = getattr(rules, "__name__", key)
        raise BrokenGame(package, f"expected positions of its own, got those of {key!r}")


def own(key: str, name: str) -> Callable[..., Any]:
    """The function of this name that governs the positions of this game."""
    found: Callable[..., Any] = _home[key][name]
    return found


def generic(declared: F) -> F:
    name = declared.__name__

    @wraps(declared)
    def plain(s: State, *rest: Any) -> Any:
        return own(s.of, name)(s, *rest)

    generics.append(plain)
    return plain  # type: ignore[return-value] # the same signature, by `wraps`


@generic
def player(s: State) -> int: ...


@generic
def chance(s: State) -> int: ...


@generic
def legal(s: State, out: Numbers) -> int: ...


@generic
def apply(s: State, a: int) -> None: ...


@generic
def returns(s: State, out: Shares) -> None: ...


@generic
def hide(s: State, seat: int) -> None: ...


@generic
def resample(s: State, seat: int, rng: Random) -> None: ...


@generic
def reveals(before: State, after: State) -> bool: ...


@generic
def quick(s: State) -> int: ...


@generic
def choices(s: State, out: Numbers) -> int: ...


@generic
def estimate(s: State, out: Shares) -> None: ...
