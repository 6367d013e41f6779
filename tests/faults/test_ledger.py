"""The ledger would notice a move that is lost, doubled or at another place."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pasch.table.model import Did, Entry
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from tests.faults.ledger import Account, Ledger
from tests.table import acts
from tests.table.party import begin, quiet, until

CHOICES = 5


@pytest.fixture
def played(tmp_path: Path) -> tuple[Ledger, list[Entry]]:
    """Return some choices of Anna, each acknowledged, and the table up to the last of them."""
    return asyncio.run(play(str(tmp_path / "tables.sqlite3")))


async def play(database: str) -> tuple[Ledger, list[Entry]]:
    store = await SqlStore.open(database)
    tables = Tables(store)
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    ledger = Ledger(table.id, {0: anna.token})
    for _ in range(CHOICES):
        await until(lambda: quiet(table))
        attempt = ledger.tries(0, table.version, table.viewers.actions_of(anna.token)[0].action)
        await acts.choose(table, anna.token, attempt.version, attempt.action or 0)
        attempt.is_acknowledged = True
    entries = (await store.read(table.id)).entries
    await tables.close()
    await store.close()
    return ledger, entries[: last_choice(ledger, entries) + 1]


def last_choice(ledger: Ledger, entries: Sequence[Entry]) -> int:
    """Return the index of the last choice in the list of entries, which are numbered from 1."""
    seen = ledger.attempts[-1].version
    return next(i for i in range(seen, len(entries)) if isinstance(entries[i], Did))


def test_what_is_there_is_found(played: tuple[Ledger, list[Entry]]) -> None:
    ledger, entries = played
    assert ledger.account(entries) == Account(moves=CHOICES)


def test_a_lost_move_is_noticed(played: tuple[Ledger, list[Entry]]) -> None:
    ledger, entries = played
    assert ledger.account(entries[:-1]) == Account(moves=CHOICES, lost=1)
    assert ledger.account([]) == Account(moves=CHOICES, lost=CHOICES + 1), "and the seat"


def test_another_move_in_its_place_is_noticed(played: tuple[Ledger, list[Entry]]) -> None:
    ledger, entries = played
    ledger.attempts[-1].action = 10_000
    assert ledger.account(entries) == Account(moves=CHOICES, misplaced=1, doubled=1)


def test_a_move_that_nobody_made_is_noticed(played: tuple[Ledger, list[Entry]]) -> None:
    ledger, entries = played
    ledger.attempts.pop()
    assert ledger.account(entries) == Account(moves=CHOICES - 1, doubled=1)


def test_a_move_acknowledged_twice_is_noticed(played: tuple[Ledger, list[Entry]]) -> None:
    ledger, entries = played
    ledger.attempts.append(ledger.attempts[-1])
    assert ledger.account(entries) == Account(moves=CHOICES + 1, doubled=1)
