"""The observation of a network: no number is cut off, and nothing that changes is missing."""

from typing import Any

import numpy as np
import pytest

from pasch.adapters.encoder import (
    NUMBER,
    ONE_OF,
    SET,
    Recipe,
    Stretch,
    encoder,
    numbers_of,
    write_row,
)
from pasch.adapters.encoding import encoding_of, read
from pasch.core.game.position import Position, flat
from pasch.core.game.registry import games, load
from pasch.core.match.match import new
from tests.checker import walk
from tests.kits import kits

TABLES = [(key, table) for key in games() for table in kits()[key].TABLES.values()]


def numbers(view: Position, field: str) -> list[int]:
    value = getattr(view, field)
    shape = view.layout.fields[field][1]
    return flat(value, len(shape)) if shape else [value]


@pytest.mark.parametrize(("key", "table"), TABLES)
def test_every_view_fits_its_columns_and_can_be_read_back(key: str, table: dict[str, Any]) -> None:
    match, encoding = new(key, **table), encoding_of(load(key))
    first = match.position()
    constant = read(match.game).get("constant", [])
    for n, _ in enumerate(walk(match, "1")):
        if n % 7:
            continue
        view = match.view(max(match.player, 0))
        assert all(numbers(view, field) == numbers(first, field) for field in constant)
        row = encoding.encode(view)
        for part in encoding.parts:
            values = numbers(view, part.field)
            found = row[part.start : part.end].reshape(len(values), part.width).tolist()
            if part.kind == SET:
                assert [sum(bit << b for b, bit in enumerate(bits)) for bits in found] == values
            elif part.kind == ONE_OF:
                assert [bits.index(1) if 1 in bits else -1 for bits in found] == values
            else:
                assert found == [[min(max(value, -128), 127)] for value in values]


ODD = Recipe(
    (
        Stretch(0, 8, 3, NUMBER, 1, 0),
        Stretch(24, 0, 5, NUMBER, 1, 3),
        Stretch(29, 1, 3, ONE_OF, 5, 8),
        Stretch(32, 8, 2, ONE_OF, 70, 23),
        Stretch(48, 8, 1, SET, 64, 163),
        Stretch(56, 0, 2, SET, 7, 227),
        Stretch(58, 1, 6, NUMBER, 1, 241),
    )
)
"""A recipe with numbers of every size, each encoded in every way."""


@pytest.mark.parametrize(
    "recipe",
    [ODD, *(encoding_of(game).recipe for game in games().values())],
    ids=["odd", *games()],
)
def test_straight_code_tells_what_is_told_column_by_column(recipe: Recipe) -> None:
    rng = np.random.default_rng(1)
    ends = [each.offset + each.numbers * each.step for each in recipe.stretches]
    size = -(-max(ends) // 8) * 8
    views = np.empty((30, size), np.int8)
    views[:10] = rng.integers(-128, 128, (10, size))
    views[10:20] = rng.integers(-3, 9, (10, size))
    views[20:] = rng.integers(-3, 72, (10, size // 8)).view(np.int8)
    rows, by_columns = np.full((2, len(views), len(recipe.columns())), 99, np.int8)
    encoder(recipe)(0, len(views), views, rows)
    for i in range(len(views)):
        write_row(numbers_of(recipe), views, by_columns, i)
    assert rows.tolist() == by_columns.tolist()
