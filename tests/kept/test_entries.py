"""The entries of a table are read and written as every store holds them."""

from typing import get_args

import pytest

from pasch.table.model import Entry
from pasch.table.storage.store import content_of, decode, encode, kind_of
from tests.kept import FOLDER

KEPT = (FOLDER / "entries.txt").read_text(encoding="utf-8").splitlines()


def test_the_kinds_of_entries_have_the_names_that_stores_hold() -> None:
    names = [line.partition("|")[0] for line in KEPT]
    assert [kind.__name__ for kind in get_args(Entry)] == list(dict.fromkeys(names))


@pytest.mark.parametrize("line", KEPT)
def test_an_entry_is_written_again_byte_for_byte(line: str) -> None:
    kind, _, text = line.partition("|")
    entry = decode(kind, text)
    assert kind_of(entry) == kind
    assert content_of(kind, encode(entry)) == line
