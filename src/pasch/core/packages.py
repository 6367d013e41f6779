"""Where the games are: the folders of `pasch.games`, and the packages that declare themselves.

An installed package offers games by the entry point `pasch.games`, one `key = "package:GAME"` each.
Nothing is imported here but the parents of such a package.
"""

import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

OURS = Path(__file__).parents[1] / "games"
GROUP = "pasch.games"


def packages() -> Iterator[str]:
    """The modules whose `GAME` are games; ours come first."""
    for module in pkgutil.iter_modules([str(OURS)]):
        yield f"pasch.games.{module.name}"
    yield from sorted({point.module for point in entry_points(group=GROUP)})


def sources() -> Iterator[Path]:
    """Every Python file of every game."""
    for package in packages():
        try:
            spec = find_spec(package)
        except Exception:  # whatever a stranger's code does; the registry names it
            continue
        if spec and spec.origin:
            yield from sorted(Path(spec.origin).parent.rglob("*.py"))
