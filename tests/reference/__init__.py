"""Slow reference models of games, written from the clauses alone, to confirm counted trees.

A model is a module with `begin`, `mover`, `moves` and `shares`; what follows works for any of them.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import TypeVar

P = TypeVar("P")


def after(model: ModuleType, position: P, events: Iterable[int]) -> P:
    """Return the position these events lead to; raise ValueError for one that can't happen."""
    for event in events:
        following = dict(model.moves(position))
        if event not in following:
            raise ValueError(f"{event} is not among {sorted(following)}")
        position = following[event]
    return position


def count_tree(model: ModuleType, position: object, depth: int) -> int:
    """Return how many sequences of exactly so many events follow a position."""
    if depth == 0:
        return 1
    return sum(count_tree(model, following, depth - 1) for _, following in model.moves(position))
