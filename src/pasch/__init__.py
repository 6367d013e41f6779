"""A table for published dice games: play them, study them, trust the dice."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pasch.arena.held import arena, study
    from pasch.core.errors import PaschError
    from pasch.core.facts import Game
    from pasch.core.match import Match, new
    from pasch.core.position import CHANCE, OVER, WATCHER
    from pasch.core.registry import games, load

    __version__: str

__all__ = [
    "CHANCE",
    "OVER",
    "WATCHER",
    "Game",
    "Match",
    "PaschError",
    "__version__",
    "arena",
    "games",
    "load",
    "new",
    "study",
]

HOME = {
    "CHANCE": "core.position",
    "OVER": "core.position",
    "WATCHER": "core.position",
    "Game": "core.facts",
    "Match": "core.match",
    "PaschError": "core.errors",
    "load": "core.registry",
    "new": "core.match",
    "study": "arena.held",
}
CALLED = ("arena", "games")
"""Folders that can be called."""


def __getattr__(name: str) -> Any:
    """NumPy and the compiler are brought in only when a match is."""
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - most never ask

        return version("pasch")
    if name in CALLED:
        return import_module(f"pasch.{name}")
    if name in HOME:
        found = globals()[name] = getattr(import_module(f"pasch.{HOME[name]}"), name)
        return found
    raise AttributeError(f"module 'pasch' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
