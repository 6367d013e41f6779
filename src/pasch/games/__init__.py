"""The games, a folder each. Called, the module returns all games, also those of other packages.

>>> import pasch
>>> pasch.games()["mmm"].title
'Mmm!'
"""

import sys
from types import ModuleType

from pasch.core.game.registry import games
from pasch.core.game.spec import Game


class Games(ModuleType):
    def __call__(self) -> dict[str, Game]:
        """Return every game by its key, in the order of their titles."""
        return games()


sys.modules[__name__].__class__ = Games
