"""Pig for the shared checks of pasch."""

from typing import Any

from pasch.sdk import State

KEY = "pig"

VALUES: dict[str, list[Any]] = {"goal": [100, 30]}

TABLES: dict[str, dict[str, Any]] = {
    "2": {"seats": 2, "start": 0, "goal": 40},
    "4": {"seats": 4, "start": 3, "goal": 25},
}

SHORT = {"seats": 2, "goal": 20}

MOMENT = {"bots": 1, "events": 20}


def material(s: State) -> int:
    """Assert that nobody has a winning score before the end; return the number of dice."""
    assert 0 <= s.die <= 6
    assert bool(s.die) == bool(s.total)
    assert (max(s.score) >= s.goal) == (s.phase == 2)
    return 1
