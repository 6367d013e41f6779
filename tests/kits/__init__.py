"""A kit for each game: what the shared checks must know of it.

A kit is a module. It names its game (`KEY`), the values its options take in the checks (`VALUES`; a
yes/no option takes both), the tables of its golden playthroughs (`TABLES`; they lie in `golden`
beside it), a table that is soon played out (`SHORT`), a moment worth looking at (`MOMENT`: so many
bots, so many events), and `material(s)`: it asserts that nothing of the material is lost or doubled
and returns what never changes. Ours lie in this folder; a package brings its own by the entry point
`pasch.kits`.
"""

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType

from pasch.core.game.registry import games


@cache
def kits() -> dict[str, ModuleType]:
    """Return every kit by the key of its game."""
    ours = [f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)]
    theirs = [point.module for point in entry_points(group="pasch.kits")]
    found = (importlib.import_module(name) for name in (*ours, *theirs))
    return {kit.KEY: kit for kit in found}


def short_table(key: str) -> tuple[int, dict[str, str]]:
    """Return the seats and options of a short game, as a person would type them."""
    table = {name: str(value) for name, value in kit_of(key).SHORT.items()}
    return int(table.pop("seats")), table


def kit_of(key: str) -> ModuleType:
    if key not in kits():
        raise LookupError(
            f"{games()[key].title} has no kit: add tests/kits/{key.replace('-', '_')}.py, or the "
            f"entry point pasch.kits to its package, as tests/kits/__init__.py says"
        )
    return kits()[key]
