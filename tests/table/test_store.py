"""The store: append-only, all or nothing, on SQLite and on PostgreSQL."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from pasch.core.match.journal import DIGEST, NEW, Chain, chain_of
from pasch.table.model import (
    Did,
    Entry,
    Laid,
    Result,
    Settings,
    Started,
    StoreTrouble,
    TableState,
    Taken,
    Undid,
)
from pasch.table.model.entries import Sat
from pasch.table.storage.database import database_url, default_path
from pasch.table.storage.schema import (
    ENTRIES,
    HEAD,
    METADATA,
    RESULTS,
    VERSION,
    migrate,
    version_of,
)
from pasch.table.storage.sql import AT_ONCE, Append, SqlStore
from pasch.table.storage.store import EntryStore, decode, encode
from tests.table.memory import MemoryStore

pytestmark = pytest.mark.anyio


def laid(deal: str = "", at: float = 1.0) -> Laid:
    return Laid(Settings("mmm", 1, deal=deal), "seed", "commitment", 1, at)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[SqlStore]:
    """Yield a store with nothing in it before or after."""
    store = await SqlStore.open(url)
    yield store
    with store.database.engine.begin() as connection:
        drop_all(connection)
    await store.close()


def url_of(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return str(folder / "a folder" / "tables.sqlite3")


@pytest.fixture(params=["sqlite", "postgresql"])
async def either(
    request: pytest.FixtureRequest, tmp_path: Path, anyio_backend: tuple[str, object]
) -> AsyncIterator[SqlStore]:
    assert anyio_backend[0] == "asyncio"
    async with opened(url_of(request, tmp_path)) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def each(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[EntryStore]:
    """Yield a store of every kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    async with opened(url_of(request, tmp_path)) as store:
        yield store


async def test_a_store_of_before_the_versions_goes_on(either: SqlStore) -> None:
    """It had entries and results; afterwards it is what a new one is."""
    await either.append("t", NEW, [laid()])
    with either.database.engine.begin() as connection:
        VERSION.drop(connection)
        connection.execute(sa.text("ALTER TABLE entries DROP COLUMN hash"))
        later = [t for t in METADATA.sorted_tables if t not in (ENTRIES, RESULTS)]
        METADATA.drop_all(connection, tables=later)
    again = await SqlStore.open(either.url)
    assert (await again.read("t")).entries == [laid()]
    await again.close()


async def test_a_store_of_a_newer_pasch_is_refused(either: SqlStore) -> None:
    with either.database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreTrouble, match="it is of a newer pasch: 9999"):
        await SqlStore.open(either.url)


async def test_the_steps_lead_to_what_a_new_store_is(either: SqlStore) -> None:
    with either.database.engine.begin() as connection:
        new = outline_of(connection)
        drop_all(connection)
        assert not outline_of(connection)
        migrate(connection)
        assert outline_of(connection) == new
        assert version_of(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


async def test_a_store_that_was_half_made_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite3"

    def fail(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as trouble:
        trouble.setattr(VERSION, "create", fail)
        with pytest.raises(sqlite3.OperationalError):
            await SqlStore.open(str(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    await (await SqlStore.open(str(path))).close()


async def test_many_may_make_the_same_store_at_once(tmp_path: Path) -> None:
    stores = await asyncio.gather(*(SqlStore.open(str(tmp_path / "t.sqlite3")) for _ in range(8)))
    for store in stores:
        assert await store.read("nowhere") == ([], NEW)
        await store.close()


def outline_of(connection: sa.Connection) -> dict[str, str]:
    """Return the columns, keys and indexes of each database table, by its name."""
    kept = sa.inspect(connection)
    return {
        name: repr(
            (
                kept.get_columns(name),
                kept.get_pk_constraint(name),
                kept.get_foreign_keys(name),
                sorted(map(repr, kept.get_indexes(name))),
            )
        )
        for name in kept.get_table_names()
    }


def drop_all(connection: sa.Connection) -> None:
    METADATA.drop_all(connection)
    VERSION.drop(connection)


async def test_what_was_appended_is_read_in_order(each: EntryStore) -> None:
    entries: list[Entry] = [laid(), Started(0, drawn=False), Did(3), Undid(), Did(2)]
    await each.append("t", NEW, entries[:2])
    await each.append("t", Chain(n=2), entries[2:])
    await each.append("another", NEW, [laid()])
    assert (await each.read("t")).entries == entries
    assert (await each.read("t", after=Chain(n=3))).entries == entries[3:]
    assert (await each.read("nowhere")).entries == []


async def test_more_than_a_statement_takes_is_all_or_nothing(either: SqlStore) -> None:
    entries: list[Entry] = [laid(), *(Did(n) for n in range(2 * AT_ONCE))]
    await either.append("t", NEW, entries)
    assert (await either.read("t")).entries == entries
    await either.append("u", Chain(n=AT_ONCE), [Undid()])
    with pytest.raises(Taken):
        await either.append("u", NEW, entries)
    rows = sa.select(ENTRIES.c.n).where(ENTRIES.c.table == "u")
    assert [row.n for row in await either.database.ask(rows)] == [AT_ONCE + 1]


async def test_closing_waits_for_a_question_nobody_waits_for(
    either: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answer = threading.Event(), threading.Event()
    ask, pool = either.database.ask_now, either.database.engine.pool

    def slowly(query: sa.Select[Any]) -> list[Any]:
        with either.database.engine.connect():
            asked.set()
            answer.wait(60)
        return ask(query)

    monkeypatch.setattr(either.database, "ask_now", slowly)
    reading = asyncio.create_task(either.read("t"))
    await asyncio.to_thread(asked.wait, 60)
    reading.cancel()
    closing = asyncio.create_task(either.close())
    done, _ = await asyncio.wait([closing], timeout=0.1)
    assert not done
    answer.set()
    await closing
    assert isinstance(pool, sa.QueuePool)
    assert (pool.checkedin(), pool.checkedout()) == (0, 0)


async def test_an_entry_is_written_once_only(each: EntryStore) -> None:
    await each.append("t", NEW, [laid()])
    with pytest.raises(Taken):
        await each.append("t", NEW, [laid()])
    await each.append("t", Chain(n=1), [Did(1)])
    with pytest.raises(Taken, match="entry 2 of table t"):
        await each.append("t", Chain(n=1), [Did(2), Did(3)])
    assert (await each.read("t", after=Chain(n=1))).entries == [Did(1)]


KEY = "5ea1" * 16


async def keyed(store: EntryStore, *entries: Entry) -> list[Chain]:
    """Write a table with a running hash; return the chain after each of its entries."""
    chains = [Chain(KEY)]
    for entry in (replace(laid(), key=KEY), *entries):
        chains.append(await store.append("t", chains[-1], [entry]))
    return chains


async def test_every_entry_has_a_number_and_a_running_hash(each: EntryStore) -> None:
    """It can be worked out from the journal of the table, which tells no secret of a seat."""
    sat = Sat(0, "Anna", "a holder", "", "a seal")
    *_, last = await keyed(each, sat, Started(0, drawn=False), Did(3))
    assert (last.n, len(last.hash)) == (4, 64)
    history = await each.read("t")
    assert history.chain == last
    assert await each.read("t", after=last) == ([], last)
    journal = await each.journal("t")
    assert chain_of(KEY, journal) == last
    assert journal[2:] == ['Started|{"start":0,"drawn":false}', 'Did|{"a":3}']
    assert DIGEST.fullmatch(journal[1])
    assert await each.hash_of("t", 4) == last.hash
    assert await each.hash_of("t", 5) is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DELETE FROM entries WHERE n = 3", "expected entry 3, got entry 4"),
        ("UPDATE entries SET entry = '{\"a\":5}' WHERE n = 3", "expected entry 3, got entry 3"),
        (
            "UPDATE entries SET n = -n WHERE n > 2; UPDATE entries SET n = 7 + n WHERE n < 0",
            "expected entry 3, got entry 3",
        ),
        ("DELETE FROM entries WHERE n = 1", "expected entry 1, got entry 2"),
    ],
    ids=["lost", "changed", "in another order", "without its beginning"],
)
async def test_entries_that_are_not_as_written_are_noticed_by_whoever_reads_them(
    store: SqlStore, change: str, problem: str
) -> None:
    chains = await keyed(store, Started(0, drawn=False), Did(3), Did(4))
    with store.database.engine.begin() as connection:
        for each in change.split(";"):
            connection.exec_driver_sql(each)
    with pytest.raises(StoreTrouble, match=problem):
        await store.read("t")
    if "n = 1" not in change:
        with pytest.raises(StoreTrouble, match=problem):
            await store.read("t", after=chains[2])


async def test_a_reader_that_knows_another_past_notices_the_fork(store: SqlStore) -> None:
    """Two processes that wrote on different entries 3: a restored backup, say."""
    chains = await keyed(store, Started(0, drawn=False), Did(3))
    elsewhere = chains[2].then('Did|{"a":5}')
    await store.append("t", chains[3], [Did(4)])
    with pytest.raises(StoreTrouble, match="expected entry 4, got entry 4 with another hash"):
        await store.read("t", after=elsewhere)


async def test_of_many_writers_at_once_one_succeeds(each: EntryStore) -> None:
    await each.append("t", NEW, [laid()])
    writers = (each.append("t", Chain(n=1), [Did(i), Did(i)]) for i in range(20))
    results = await asyncio.gather(*writers, return_exceptions=True)
    assert results.count(Chain(n=3)) == 1
    assert sum(isinstance(result, Taken) for result in results) == 19
    winner = results.index(Chain(n=3))
    assert (await each.read("t", after=Chain(n=1))).entries == [Did(winner), Did(winner)]


async def test_results_are_found_by_their_deal_in_the_order_they_came_and_page_by_page(
    each: EntryStore,
) -> None:
    for table, deal, finished in (("late", "A", 3.0), ("early", "A", 2.0), ("other", "B", 1.0)):
        result = Result(deal, finished, {"names": [table]})
        await each.append(table, NEW, [laid(deal)], result)
    await each.append("none", NEW, [laid("A")])
    early, late = ("early", {"names": ["early"]}), ("late", {"names": ["late"]})
    assert await each.results("A", skip=0, most=9) == [early, late]
    assert await each.results("A", skip=1, most=9) == [late]
    assert await each.results("A", skip=0, most=1) == [early]
    assert await each.results("C", skip=0, most=9) == []


async def test_what_waits_for_the_disk_goes_there_together(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are written even if one of them came too late."""
    await store.append("t", NEW, [laid()])
    together = []
    commit = store._commit

    def count(batch: list[Append]) -> None:
        together.append(len(batch))
        time.sleep(0.05)
        commit(batch)

    monkeypatch.setattr(store, "_commit", count)
    writers = [store.append(f"t{i}", NEW, [laid()]) for i in range(20)]
    late = store.append("t", NEW, [laid()])
    *written, taken = await asyncio.gather(*writers, late, return_exceptions=True)
    assert written == [Chain(n=1)] * 20
    assert isinstance(taken, Taken)
    assert max(together) > 10
    assert [len((await store.read(f"t{i}")).entries) for i in range(20)] == [1] * 20


async def test_what_cannot_be_written_hurts_nobody_else(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that makes no sense waits for the disk together with others."""
    commit = store._commit

    def slowly(batch: list[Append]) -> None:
        time.sleep(0.05)
        commit(batch)

    monkeypatch.setattr(store, "_commit", slowly)
    first = store.append("first", NEW, [laid()])
    wrong = store.append("wrong", NEW, [Did(object())])  # type: ignore[arg-type]
    others = [store.append(f"t{i}", NEW, [laid()]) for i in range(5)]
    *written, refused = await asyncio.gather(first, *others, wrong, return_exceptions=True)
    assert written == [Chain(n=1)] * 6
    assert isinstance(refused, TypeError)
    assert (await store.read("t4")).entries == [laid()]
    assert (await store.read("wrong")).entries == []


async def test_what_waits_is_written_before_the_store_is_closed(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite3")
    store = await SqlStore.open(path)
    writing = [asyncio.ensure_future(store.append(f"t{i}", NEW, [laid()])) for i in range(9)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writing)
    again = await SqlStore.open(path)
    assert [len((await again.read(f"t{i}")).entries) for i in range(9)] == [1] * 9
    await again.close()


async def test_a_store_can_be_opened_again(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite3")
    first = await SqlStore.open(path)
    await first.append("t", NEW, [laid()])
    second = await SqlStore.open(f"sqlite:///{path}")
    assert (await second.read("t")).entries == [laid()]
    for store in (first, second):
        await store.close()


async def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """One that others could read is so no longer; what SQLite lays beside it is as the file is."""
    file = tmp_path / "tables.sqlite3"
    file.touch(0o644)
    store = await SqlStore.open(str(file))
    await store.append("t", NEW, [laid()])
    kept = list(tmp_path.glob("tables.sqlite3*"))
    assert len(kept) > 1
    assert [path.stat().st_mode & 0o077 for path in kept] == [0] * len(kept)
    await store.close()


async def test_what_was_written_is_on_the_disk(store: SqlStore) -> None:
    with store.database.engine.connect() as connection:
        pragma = [
            connection.execute(sa.text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout")
        ]
    assert pragma == ["wal", 2, 2000]


async def test_a_full_disk_is_told_and_nothing_half_is_written(store: SqlStore) -> None:
    await store.append("t", NEW, [laid()])
    store._disconnect()
    with store.database.engine.begin() as connection:
        pages = connection.execute(sa.text("PRAGMA page_count")).scalar()
        connection.execute(sa.text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(StoreTrouble, match=r"can't be written now: database or disk is full"):
        await store.append("t", Chain(n=1), [Did(i) for i in range(1000)])
    assert (await store.read("t", after=Chain(n=1))).entries == []
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("PRAGMA max_page_count = 100000"))
    await store.append("t", Chain(n=1), [Did(i) for i in range(1000)])
    assert len((await store.read("t")).entries) == 1001


async def test_a_locked_file_is_told_and_nothing_is_lost(store: SqlStore, tmp_path: Path) -> None:
    await store.append("t", NEW, [laid()])
    store._disconnect()
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreTrouble, match="can't be written now: database is locked"):
        await store.append("t", Chain(n=1), [Did(1)])
    other.execute("ROLLBACK")
    other.close()
    await store.append("t", Chain(n=1), [Did(1)])
    assert (await store.read("t", after=Chain(n=1))).entries == [Did(1)]


async def test_a_read_only_store_is_told(store: SqlStore) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("PRAGMA query_only = ON"))
    with pytest.raises(StoreTrouble, match="attempt to write a readonly database"):
        await store.append("t", NEW, [laid()])


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("mysql://localhost/pasch", "expected the path of a SQLite file or a URL postgresql://"),
        ("postgresql://localhost:notaport/x", "can't be opened"),
        ("postgresql://localhost:1/pasch", "can't be opened"),
        ("/dev/null/tables.sqlite3", "can't be opened"),
        ("/", "can't be opened"),
    ],
)
async def test_a_store_that_can_not_be_is_told(url: str, problem: str) -> None:
    with pytest.raises(StoreTrouble, match=problem):
        await SqlStore.open(url)


async def test_a_file_that_is_no_store_is_told(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("nothing but words, and many of them " * 100)
    with pytest.raises(StoreTrouble, match="file is not a database"):
        await SqlStore.open(str(path))


def test_a_path_a_url_or_nothing_name_a_store(tmp_path: Path) -> None:
    assert database_url() == f"sqlite:///{default_path()}"
    assert database_url(str(tmp_path / "x")) == f"sqlite:///{tmp_path / 'x'}"
    assert database_url("sqlite:////x") == "sqlite:////x"
    assert database_url("postgres://h/d") == "postgresql+psycopg://h/d"
    assert database_url("postgresql+psycopg://h/d") == "postgresql+psycopg://h/d"
    assert database_url("~/x").endswith(str(Path.home() / "x"))


def test_entries_that_make_no_sense_are_told() -> None:
    with pytest.raises(StoreTrouble, match="expected a table to begin with Laid"):
        TableState.of([Did(1)])
    with pytest.raises(StoreTrouble, match="expected no entry like Laid"):
        TableState.of([laid(), laid()])
    with pytest.raises(msgspec.ValidationError):
        decode("Did", '{"a":"one"}')
    assert decode("Laid", encode(laid())) == laid()
