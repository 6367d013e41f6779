"""The auditor would notice what was acknowledged and is not there, and what was shown too early."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from pasch.table.storage.schema import ENTRIES
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from tests.faults.auditor import Auditor, Life, Stored, stored_in
from tests.table.party import begin

FIRST, SECOND = Life(0, 1), Life(0, 2)
HASHES = ["a1", "a2", "a3"]
Tell = Callable[[Auditor], object]


def audited(tell: Tell, stored: Stored, *more: Stored) -> Auditor:
    """Return an auditor after one audit of what was told, and more with nothing new told."""
    auditor = Auditor()
    tell(auditor)
    for each in (stored, *more):
        auditor.hold(auditor.take(), each)
    return auditor


@pytest.mark.parametrize("n", [1, 2, 3])
def test_what_is_stored_as_it_was_told_is_in_order(n: int) -> None:
    def tell(auditor: Auditor) -> None:
        auditor.acknowledged("T", n, HASHES[n - 1])
        auditor.shown("T", FIRST, n)

    assert not audited(tell, {"T": HASHES}, {"T": [*HASHES, "a4"]}).findings


@pytest.mark.parametrize("stored", [{}, {"T": HASHES[:2]}, {"T": ["a1", "a2", "b3"]}])
def test_an_acknowledged_entry_that_is_missing_or_another_is_lost(stored: Stored) -> None:
    assert len(audited(lambda auditor: auditor.acknowledged("T", 3, "a3"), stored).lost) == 1


@pytest.mark.parametrize("later", [{}, {"T": HASHES[:2]}, {"T": ["a1", "a2", "b3", "b4"]}])
def test_what_was_stored_stays(later: Stored) -> None:
    assert len(audited(lambda _: None, {"T": HASHES}, later).lost) == 1


def test_what_was_shown_and_is_not_stored_was_shown_early() -> None:
    auditor = audited(lambda auditor: auditor.shown("T", FIRST, 4), {"T": HASHES})
    assert len(auditor.early) == 1
    assert not auditor.lost


def test_what_a_dead_server_sent_is_held_against_what_it_left() -> None:
    """A player reads it late: by then another entry has its number."""
    auditor = Auditor()
    auditor.hold(auditor.take(), {"T": HASHES}, [FIRST])
    auditor.shown("T", FIRST, 4)
    auditor.shown("T", SECOND, 4)
    auditor.hold(auditor.take(), {"T": [*HASHES, "b4"]})
    assert len(auditor.early) == 1


def test_a_table_that_is_closed_is_not_read_again() -> None:
    auditor = audited(lambda _: None, {"T": HASHES})
    auditor.closed.add("T")
    auditor.hold(auditor.take(), {})
    assert not auditor.findings
    auditor.closed.clear()
    auditor.hold(auditor.take(), {})
    assert auditor.lost


def test_tables_are_read_up_to_the_first_entry_that_is_missing_or_changed(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    entries = ENTRIES.c

    async def lay(n: int) -> list[str]:
        store = await SqlStore.open(database)
        tables = Tables(store)
        ids = [(await begin(tables, "Anna", game="mmm"))[0].id for _ in range(n)]
        await tables.close()
        await store.database.do(
            [
                sa.delete(ENTRIES).where(entries.table == ids[0], entries.n == 2),
                sa.update(ENTRIES)
                .where(entries.table == ids[1], entries.n == 3)
                .values(entry=entries.entry + " "),
            ]
        )
        await store.close()
        return ids

    ids = asyncio.run(lay(4))
    stored = stored_in(database, but_for=[ids[3]])
    assert [len(stored[table]) for table in ids[:2]] == [1, 2]
    assert len(stored[ids[2]]) > 2
    assert ids[3] not in stored
