"""`@rule` marks a function of the law, or one that serves it.

It stays plain Python: a table plays by it as it stands. Compiled code may call it too, and then it
is compiled with its caller (core/compile.py).
"""

from collections.abc import Callable
from typing import Any, TypeVar

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
    """Of every rule there is, and of those to come."""
    _told.append(tell)
    for function in _known:
        tell(function)
