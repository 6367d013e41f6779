"""A store that can't be written is found by writing; nobody waits for one that hangs."""

import asyncio
import os
import resource
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from pasch.core.match.journal import NEW
from pasch.table.model import Did, Laid, Settings, StoreTrouble
from pasch.table.storage.schema import METADATA, VERSION
from pasch.table.storage.sql import SqlStore

pytestmark = pytest.mark.anyio

LAID = Laid(Settings("mmm", 1), "seed", "commitment", 1, 1.0)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def shared(postgresql: str) -> AsyncIterator[SqlStore]:
    """Yield a store on PostgreSQL, with nothing in it before or after."""
    async with opened(postgresql) as store:
        yield store
        with store.database.engine.begin() as connection:
            METADATA.drop_all(connection)
            VERSION.drop(connection)


@contextmanager
def no_room() -> Iterator[None]:
    """Keep files from growing while the context is open, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(autouse=True)
def tried_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasch.table.storage.sql.PROBE_HOLDS_S", -1.0)


async def test_a_full_disk_is_found_though_nobody_plays(store: SqlStore) -> None:
    await store.check()
    with no_room(), pytest.raises(StoreTrouble, match=r"can't be written now: .*(full|disk I/O)"):
        await store.check()
    await store.check()


async def test_a_read_only_store_is_found(store: SqlStore) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("PRAGMA query_only = ON"))
    with pytest.raises(StoreTrouble, match="attempt to write a readonly database"):
        await store.check()


async def test_a_locked_file_is_found(store: SqlStore, tmp_path: Path) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreTrouble, match="can't be written now: database is locked"):
        await store.check()
    other.close()
    await store.check()


async def test_it_is_tried_once_a_second_whoever_asks(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.storage.sql.PROBE_HOLDS_S", 60.0)
    log = tmp_path / "tables.sqlite3-wal"
    await asyncio.gather(*(store.check() for _ in range(5)))
    size = log.stat().st_size
    for _ in range(5):
        await store.check()
    assert log.stat().st_size == size
    with no_room():
        await store.check()


async def test_the_probe_writes_and_changes_nothing(store: SqlStore, tmp_path: Path) -> None:
    log = tmp_path / "tables.sqlite3-wal"
    size = log.stat().st_size
    await store.check()
    assert log.stat().st_size > size
    (version,) = await store.database.ask(sa.select(VERSION))
    assert version.version_num


async def test_what_another_session_has_locked_is_not_waited_for_without_end(
    shared: SqlStore,
) -> None:
    with shared.database.engine.connect() as other:
        other.execute(sa.text("LOCK TABLE entries, alembic_version IN ACCESS EXCLUSIVE MODE"))
        for attempt, verb in (
            (shared.append("t", NEW, [LAID]), "written"),
            (shared.read("t"), "read"),
            (shared.check(), "written"),
        ):
            with pytest.raises(StoreTrouble, match=f"can't be {verb} now: .* lock timeout"):
                await attempt
    await shared.check()


async def test_a_statement_that_takes_too_long_is_ended(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.storage.database.STATEMENT_MS", 100)
    async with opened(postgresql) as store:
        with pytest.raises(StoreTrouble, match="statement timeout"):
            await store.database.ask(sa.select(sa.func.pg_sleep(30)))


@contextmanager
def hanging(postgresql: str) -> Iterator[None]:
    """Stop the server: its first process, and those of the connections there are now."""
    engine = sa.create_engine(postgresql.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        others = sa.text(f"{asked} AND pid <> pg_backend_pid()")
        pids = [row.pid for row in connection.execute(others)]
    engine.dispose()
    pids.append(int(Path(f"/proc/{pids[0]}/stat").read_text().rpartition(")")[2].split()[1]))
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_a_server_that_hangs_is_told_and_what_was_under_way_is_found_again(
    shared: SqlStore, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows whether the entry is there until the server goes on; then it is, once."""
    monkeypatch.setattr("pasch.table.storage.database.ANSWER_S", 0.5)
    monkeypatch.setattr("pasch.table.storage.sql.PROBE_ANSWER_S", 0.3)
    chain = await shared.append("t", NEW, [LAID])
    await shared.check()
    with hanging(postgresql):
        with pytest.raises(StoreTrouble, match="the store does not answer: look in a moment"):
            await shared.append("t", chain, [Did(1)])
        with pytest.raises(StoreTrouble, match="the store does not answer"):
            await shared.append("u", NEW, [LAID])
        with pytest.raises(StoreTrouble, match=r"has not answered for 0.3 seconds"):
            await shared.check()
    monkeypatch.setattr("pasch.table.storage.database.ANSWER_S", 10.0)
    await shared.append("v", NEW, [LAID])
    assert (await shared.read("t", after=chain)).entries == [Did(1)]
    assert (await shared.read("u")).entries == [], "it was given up before it was begun"


async def test_a_server_that_never_answers_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pasch.table.storage.database.CONNECT_S", 2)
    silent = socket.create_server(("127.0.0.1", 0))
    port = silent.getsockname()[1]
    with pytest.raises(StoreTrouble, match=r"the store can't be opened: .*timeout"):
        await SqlStore.open(f"postgresql://somebody:secret@127.0.0.1:{port}/tables")
    silent.close()
