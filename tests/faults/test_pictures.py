"""A window that showed something else than what is stored would be noticed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pasch.table.model import Did, Entry
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from pasch.table.views.encoding import DELTAS
from pasch.table.views.messages import Snapshot
from tests.faults.pictures import Picture, picture_of, wrong
from tests.table.party import Person, begin, quiet, until
from tests.table.window import Window

CHOICES = 4


@pytest.fixture
def played(tmp_path: Path) -> tuple[list[Picture], list[Entry]]:
    """Return what Anna was shown after each message, and the table."""
    return asyncio.run(play(str(tmp_path / "tables.sqlite3")))


async def play(database: str) -> tuple[list[Picture], list[Entry]]:
    store = await SqlStore.open(database)
    tables = Tables(store)
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    for _ in range(CHOICES):
        await until(lambda: quiet(table))
        await anna.choose_first()
    await until(lambda: quiet(table))
    entries = (await store.read(table.id)).entries
    await tables.close()
    await store.close()
    return pictures_of(anna), entries


def pictures_of(person: Person) -> list[Picture]:
    window, pictures = Window(), []
    for message in person.received:
        window.hear(message)
        if isinstance(message.d, Snapshot) or message.t == DELTAS:
            pictures.append(picture_of(window, message.v, 0))
    return pictures


def last(entries: Sequence[Entry]) -> int:
    """Return the place in the list of the last event."""
    return max(n for n, entry in enumerate(entries) if isinstance(entry, Did))


def test_what_was_shown_is_stored(played: tuple[list[Picture], list[Entry]]) -> None:
    pictures, entries = played
    assert len(pictures) > CHOICES
    assert wrong(pictures, entries) == []


def test_another_event_than_the_one_shown_is_noticed(
    played: tuple[list[Picture], list[Entry]],
) -> None:
    pictures, entries = played
    n = last(entries)
    event = entries[n]
    assert isinstance(event, Did)
    other = [*entries[:n], Did(event.a - 1 if event.a else 1), *entries[n + 1 :]]
    assert [picture.version for picture in wrong(pictures, other)] == [pictures[-1].version]


def test_an_event_that_was_shown_and_is_not_stored_is_noticed(
    played: tuple[list[Picture], list[Entry]],
) -> None:
    pictures, entries = played
    cut = entries[: last(entries)]
    assert {picture.version for picture in wrong(pictures, cut)} == {pictures[-1].version}


def test_a_line_of_the_story_that_is_missing_is_noticed(
    played: tuple[list[Picture], list[Entry]],
) -> None:
    pictures, entries = played
    short = pictures[-1]._replace(story=pictures[-1].story[:-1])
    assert wrong([*pictures[:-1], short], entries) == [short]
