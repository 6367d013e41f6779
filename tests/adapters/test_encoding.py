"""What a network is told: nothing is cut off, nothing left out that changes."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from pasch.adapters.encoding import encoding_of, read
from pasch.adapters.kernels import ONE_OF, SET
from pasch.core.match import new
from pasch.core.position import Position, flat
from pasch.core.registry import games, load
from tests.checker import walk
from tests.kits import kits

ROOT = Path(__file__).parents[2]
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


def test_the_document_is_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "docs" / "encodings.py"))
    assert (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8") == written["text"]()
