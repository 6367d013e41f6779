"""Tournaments of bots, and studies of a game's options.

The module can be called, and plays a tournament:

    pasch.arena("so-ein-mist", ["steady", "champion"], games=300).to_pandas()
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pasch.arena.api import PlayedArena

HERE = "local"
"""The address of a Ray cluster on this machine."""


class Arenas(ModuleType):
    def __call__(self, *asked: Any, **more: Any) -> "PlayedArena":
        """Play an arena; `pasch.arena.api.arena` documents the arguments."""
        from pasch.arena.api import arena  # noqa: PLC0415 - brings in numba

        return arena(*asked, **more)


sys.modules[__name__].__class__ = Arenas
