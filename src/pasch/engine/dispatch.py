"""Generic functions: each calls the function of that name of the game that a position belongs to.

core/game/contract.py says what each does. Playouts and search call these. In compiled code the type
of the record selects the game (engine/compile.py), so such code is compiled once per game and found
again in Numba's cache.
"""

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from pasch.core.game.position import Numbers, Random, Shares, State
from pasch.core.game.registry import load

F = TypeVar("F", bound=Callable[..., Any])

FALLBACKS = {"choices": "legal", "estimate": "returns"}
generics: list[Callable[..., Any]] = []


@cache
def functions_of(key: str) -> dict[str, Callable[..., Any]]:
    """Return the functions that govern the positions of this game, by their names."""
    game = load(key)
    names = [function.__name__ for function in generics]
    functions: dict[str, Callable[..., Any]] = {
        name: getattr(module, name)
        for module in (game.rules, game.quick_player)
        for name in names
        if hasattr(module, name)
    }
    for name, other in FALLBACKS.items():
        functions.setdefault(name, functions[other])
    return functions


def generic(declared: F) -> F:
    """Make a declared function call that of the position's game."""
    name = declared.__name__

    @wraps(declared)
    def plain(s: State, *rest: Any) -> Any:
        return functions_of(s.of)[name](s, *rest)

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
