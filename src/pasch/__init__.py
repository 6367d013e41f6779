"""A table for published dice games: play them, study them, trust the dice."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pasch.arena.api import arena, study
    from pasch.core.errors import PaschError
    from pasch.core.game.position import CHANCE, OVER, WATCHER
    from pasch.core.game.registry import games, load
    from pasch.core.game.spec import Game
    from pasch.core.match.match import Match, new

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
    "CHANCE": "core.game.position",
    "OVER": "core.game.position",
    "WATCHER": "core.game.position",
    "Game": "core.game.spec",
    "Match": "core.match.match",
    "PaschError": "core.errors",
    "load": "core.game.registry",
    "new": "core.match.match",
    "study": "arena.api",
}
CALLED = ("arena", "games")
"""Folders that can be called."""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used; most need neither NumPy nor the compiler."""
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
