"""A table for published dice games: play them, study them, trust the dice."""

from typing import TYPE_CHECKING, Any

from pasch.core.errors import PaschError
from pasch.core.registry import games as all_games
from pasch.core.registry import load

if TYPE_CHECKING:
    from pasch.core.match import Match, new
    from pasch.core.record import CHANCE, OVER, WATCHER

__all__ = ["CHANCE", "OVER", "WATCHER", "Match", "PaschError", "all_games", "load", "new"]

LATE = {
    "Match": "pasch.core.match",
    "new": "pasch.core.match",
    "CHANCE": "pasch.core.record",
    "OVER": "pasch.core.record",
    "WATCHER": "pasch.core.record",
}


def __getattr__(name: str) -> Any:
    """NumPy and the compiler are brought in only when a match is."""
    if name in LATE:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(LATE[name]), name)
    raise AttributeError(f"module 'pasch' has no attribute {name!r}")
