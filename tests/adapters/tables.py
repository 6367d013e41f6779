"""The tables of every suite: each game with every number of seats and the options of its kit."""

from typing import Any

import pytest

from pasch.core.game.registry import games
from tests.kits import kits


def tables(key: str) -> dict[str, dict[str, Any]]:
    """Return the kit's tables and one for each other number of seats, soon played out."""
    kit, (fewest, most) = kits()[key], games()[key].seats
    known = {table["seats"] for table in kit.TABLES.values()}
    more = {str(n): {"seats": n, "start": n - 1} for n in range(fewest, most + 1) if n not in known}
    return {name: {**kit.SHORT, **table} for name, table in {**kit.TABLES, **more}.items()}


EVERY = [
    [pytest.param(key, table, id=f"{key}-{name}") for name, table in tables(key).items()]
    for key in games()
]

at_every_table = pytest.mark.parametrize(("key", "table"), [each for of in EVERY for each in of])

# For what should not depend on the table: one of each game, and in `make soak` all others.
at_one_table = pytest.mark.parametrize(
    ("key", "table"),
    [
        pytest.param(*each.values, id=each.id, marks=pytest.mark.soak if n else ())
        for of in EVERY
        for n, each in enumerate(of)
    ],
)

at_whole_games = pytest.mark.parametrize(
    ("key", "table"),
    [(key, dict(table)) for key in games() for table in kits()[key].TABLES.values()],
)
