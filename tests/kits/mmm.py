"""Mmm! for the shared checks."""

from functools import reduce
from operator import or_
from typing import Any

from pasch.games.mmm import rules
from pasch.sdk import State

KEY = "mmm"

VALUES: dict[str, list[Any]] = {"board": ["one-paw", "two-paws"], "cat_steps": [11, 3]}

TABLES: dict[str, dict[str, Any]] = {
    "one-paw": {"seats": 2, "start": 0, "board": "one-paw"},
    "two-paws": {"seats": 1, "start": 0, "board": "two-paws"},
    "line": {"seats": 3, "start": 2, "line": True},
    "cat-steps": {"seats": 6, "start": 5, "cat_steps": 3},
}

SHORT = {"seats": 2, "cat_steps": 2}

MOMENT = {"bots": 1, "events": 55}


def material(s: State) -> int:
    """Assert that each die is in hand or alone on a square without a chip; return the board."""
    on_board = [int(square) for square in s.lies if square != rules.IN_HAND]
    assert len(set(on_board)) == len(on_board)
    assert sum(int(rules.BIT[square]) for square in on_board) == s.dice
    assert len(on_board) + int(s.hand).bit_count() == rules.DICE
    assert s.dice & s.chips == 0
    return reduce(or_, s.items)
