"""Strength and balance, measured: tournaments of bots, studies of a game's options.

Called, it holds a tournament:

    pasch.arena("so-ein-mist", ["steady", "champion"], games=300).to_pandas()
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pasch.arena.api import HeldArena

HERE = "local"
"""The address of a Ray cluster on this machine."""


class Arenas(ModuleType):
    def __call__(self, *asked: Any, **more: Any) -> "HeldArena":
        """As `pasch.arena.api.arena`, which tells what may be asked."""
        from pasch.arena.api import arena  # noqa: PLC0415 - brings in numba

        return arena(*asked, **more)


sys.modules[__name__].__class__ = Arenas
