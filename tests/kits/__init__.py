"""What the shared checks must know of each game: one module per game, found by its name.

A kit names its game (`KEY`), the values its options take in the checks (`VALUES`; a yes/no option
takes both), the tables of its golden playthroughs (`TABLES`), and `material(s)`: it asserts that
nothing of the material is lost or doubled and returns what never changes.
"""

import importlib
import pkgutil
from functools import cache
from types import ModuleType


@cache
def kits() -> dict[str, ModuleType]:
    """Every kit by the key of its game."""
    found = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    )
    return {kit.KEY: kit for kit in found}
