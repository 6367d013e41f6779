"""Several processes on one PostgreSQL: who is connected where, and which process drives a table.

Each process says every half second that it lives, over a connection that it holds to the end. A
process whose connection has ended, or that has been silent for too long, is removed by another one,
and with it its leases and its users. A process that was removed by mistake registers itself and its
users again. None of this decides what happens at a table: whatever two processes believe, entry n
of a table is written once.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pasch.table.model import StoreTrouble
from pasch.table.storage.database import ALIVE, CHANNEL, CONNECT_S, Database, troubled
from pasch.table.storage.schema import ENTRIES, LEASES, PRESENT, PROCESSES
from pasch.table.storage.store import Listener

log = logging.getLogger("pasch.table")

BEAT_S = 0.5
SILENT_S = 3.5  # after which a process is removed
RECONNECT_S = 1.0  # until a lost connection for notifications is opened again
MOST_WAITING = 100  # tables of the lobby that are looked at
EVERY_TABLE, WHO_IS_HERE = "*", "present"  # words of the notifications


class PostgresPeers:
    """The other processes on the same PostgreSQL database."""

    def __init__(self, database: Database, listener: Listener) -> None:
        self.process = secrets.token_hex(8)
        self._database = database
        self._lifeline = Lifeline(database.engine, database.threads, self.process)
        self._listener = listener
        self._notifications = Notifications(database.url, self._hear, listener.news_missed)
        self._announced: set[tuple[str, str]] = set()
        """Table and holder, as the others know them."""
        self._leases: set[str] = set()
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._live())

    async def take_lease(self, table: str) -> bool:
        if table not in self._leases:
            mine = {"table": table, "process": self.process}
            with suppress(StoreTrouble, IntegrityError):  # the latter: it was removed just now
                await self._database.do([unless_there(LEASES, mine)])
                owner = sa.select(LEASES.c.process).where(LEASES.c.table == table)
                if [row.process for row in await self._database.ask(owner)] == [self.process]:
                    self._leases.add(table)
        return table in self._leases

    async def release_lease(self, table: str) -> None:
        if table in self._leases:
            self._leases.discard(table)
            with suppress(StoreTrouble):
                await self._database.do([sa.delete(LEASES).where(self._mine(LEASES, table))])

    def _mine(self, among: sa.Table, table: str) -> sa.ColumnElement[bool]:
        return sa.and_(among.c.table == table, among.c.process == self.process)

    def announce_presence(self) -> None:
        self._changed.set()

    async def present_elsewhere(self, table: str) -> set[str]:
        there = sa.and_(PRESENT.c.table == table, PRESENT.c.process != self.process)
        rows = await self._database.ask(sa.select(PRESENT.c.holder).where(there))
        return {row.holder for row in rows}

    async def waiting_tables(self) -> list[str]:
        has_begun = sa.exists().where(
            ENTRIES.c.table == PRESENT.c.table, ENTRIES.c.kind == "Started"
        )
        query = (
            sa.select(PRESENT.c.table)
            .where(PRESENT.c.process != self.process, ~has_begun)
            .distinct()
            .limit(MOST_WAITING)
        )
        return [row.table for row in await self._database.ask(query)]

    def listen(self) -> None:
        self._notifications.start()

    async def stop_listening(self) -> None:
        await self._notifications.stop()

    async def _hear(self, table: str, what: str) -> None:
        """Pass on a notification; what makes no sense is ignored."""
        if table == EVERY_TABLE:
            await self._listener.presence_changed()
        elif what == WHO_IS_HERE:
            await self._listener.presence_changed(table)
        elif what.isdecimal():
            await self._listener.entry_written(table, int(what))

    async def _live(self) -> None:
        while True:
            try:
                await self._beat()
                await self._announce()
            except IntegrityError:
                log.warning("this process was struck off though it lives; it enters itself again")
                continue
            except StoreTrouble as trouble:
                log.warning("other processes can't be told that this one lives: %s", trouble)
            except Exception:  # whatever it is: silent, this process would be removed
                log.exception("this process failed to tell that it lives; it tries again")
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._changed.wait()
            self._changed.clear()

    async def _beat(self) -> None:
        """Say that this process lives, and remove those that do not."""
        now = sa.func.clock_timestamp()
        silent = now - sa.func.make_interval(0, 0, 0, 0, 0, 0, SILENT_S)
        alive = sa.update(PROCESSES).where(PROCESSES.c.process == self.process).values(seen=now)
        removal = sa.delete(PROCESSES).where(
            PROCESSES.c.process != self.process,
            sa.or_(PROCESSES.c.seen < silent, Lifeline.is_cut(PROCESSES.c.process)),
        )
        known, removed = await self._lifeline.do([alive, removal])
        if not known:
            self._announced.clear()
            self._leases.clear()
            await self._database.do([sa.insert(PROCESSES).values(process=self.process, seen=now)])
        if removed:
            await self._database.do([], [f"{EVERY_TABLE} {WHO_IS_HERE}"])

    async def _announce(self) -> None:
        """Tell the others who has come and gone here since the last time."""
        present = self._listener.present()
        here = {(table, holder) for table, holders in present.items() for holder in holders}
        came, went = here - self._announced, self._announced - here
        if not (came or went):
            return
        changes = [*map(self._coming, came), *map(self._going, went)]
        news = [f"{table} {WHO_IS_HERE}" for table in {table for table, _ in came | went}]
        await self._database.do(changes, news)
        self._announced = here

    def _coming(self, who: tuple[str, str]) -> sa.Executable:
        row = {"table": who[0], "holder": who[1], "process": self.process}
        return unless_there(PRESENT, row)

    def _going(self, who: tuple[str, str]) -> sa.Executable:
        return sa.delete(PRESENT).where(self._mine(PRESENT, who[0]), PRESENT.c.holder == who[1])

    async def close(self) -> None:
        await self.stop_listening()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        gone = sa.delete(PROCESSES).where(PROCESSES.c.process == self.process)
        with suppress(StoreTrouble):
            await self._database.do([gone], [f"{EVERY_TABLE} {WHO_IS_HERE}"])
        await self._lifeline.close()


def unless_there(table: sa.Table, row: dict[str, str]) -> sa.Executable:
    from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 - only where PostgreSQL is

    return insert(table).values(row).on_conflict_do_nothing()


class Notifications:
    """Notifications of PostgreSQL, listened to over a connection of their own."""

    def __init__(
        self,
        url: str,
        hear: Callable[[str, str], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
    ) -> None:
        """`hear` is given a table and a word; `missed` is called when some may have been missed."""
        self._url = sa.make_url(url).set(drivername="postgresql")
        self._hear = hear
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        from psycopg import AsyncConnection  # noqa: PLC0415 - only where PostgreSQL is

        while True:
            try:
                conninfo = self._url.render_as_string(hide_password=False)
                waits: dict[str, Any] = {"connect_timeout": CONNECT_S, **ALIVE}
                connecting = AsyncConnection.connect(conninfo, autocommit=True, **waits)
                async with await connecting as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._missed()
                    async for notice in connection.notifies():
                        table, _, what = notice.payload.partition(" ")
                        await self._hear(table, what)
            except Exception as problem:  # whatever it is, somebody has to listen
                log.warning("news of other processes can't be heard now: %s", problem)
                await asyncio.sleep(RECONNECT_S)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class Lifeline:
    """A connection to PostgreSQL that a process holds for as long as it lives.

    It holds an advisory lock with the name of the process, which is free again however the process
    ends: `is_cut` asks for that. One thread at a time uses it: a connection that is closed while
    another thread opens it is closed after that.
    """

    def __init__(self, engine: sa.Engine, threads: ThreadPoolExecutor, name: str) -> None:
        self._engine = engine
        self._threads = threads
        self._name = name
        self._in_use = Lock()
        self._line: sa.Connection | None = None

    @staticmethod
    def is_cut(name: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        """Try to take the lock until the end of the transaction; return whether it was free."""
        return sa.func.pg_try_advisory_xact_lock(lock_of(name), type_=sa.Boolean)

    async def do(self, changes: Sequence[sa.Executable]) -> list[int]:
        """Make changes over this connection, or a new one if it broke; return how many rows."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, changes)

    def _do(self, changes: Sequence[sa.Executable]) -> list[int]:
        with self._in_use:
            try:
                with troubled(write=True):
                    if self._line is None:
                        self._open()
                    assert self._line is not None
                    with self._line.begin():
                        return [self._line.execute(change).rowcount for change in changes]
            except StoreTrouble:
                self._disconnect()
                raise

    def _open(self) -> None:
        self._line = self._engine.connect()
        self._line.detach()  # whoever got it from the pool would have the lock
        with self._line.begin():
            lock = sa.func.pg_advisory_lock(lock_of(sa.literal(self._name)))
            self._line.execute(sa.select(lock))

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, self._close)

    def _close(self) -> None:
        with self._in_use:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._line is not None:
            with suppress(SQLAlchemyError):
                self._line.close()
            self._line = None


def lock_of(name: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
    return sa.func.hashtextextended(name, 0)
