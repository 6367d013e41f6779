"""The store on SQLite or PostgreSQL.

One thread writes. Appends that wait for the disk at the same time go there in one transaction;
each is answered once it is on the disk.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import chain as flatten
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from pasch.core.match.journal import NEW, Chain
from pasch.table.model import Entry, Result, StoreTrouble, Taken
from pasch.table.storage.database import SQLITE, Database, connected, limit_wait, notify, troubled
from pasch.table.storage.peers import PostgresPeers
from pasch.table.storage.schema import ENTRIES, RESULTS, VERSION
from pasch.table.storage.store import (
    History,
    Listener,
    Peers,
    SinglePeer,
    StoredResult,
    history_of,
    journal_of,
    rows_of,
)

TOGETHER = 500  # appends that may share a transaction
AT_ONCE = 200  # rows that a statement inserts
PROBE_HOLDS_S = 1.0  # how long an answer to `check` holds
PROBE_ANSWER_S = 3.0  # how long `check` waits for one
PROBE = sa.update(VERSION).values(version_num=VERSION.c.version_num)
"""Changes nothing, and is written to the disk all the same."""
READING = (
    sa.select(ENTRIES.c.n, ENTRIES.c.kind, ENTRIES.c.entry, ENTRIES.c.hash)
    .where(ENTRIES.c.table == sa.bindparam("of"), ENTRIES.c.n > sa.bindparam("after"))
    .order_by(ENTRIES.c.n)
)


@dataclass(slots=True)
class Append:
    """Entries that somebody waits for to be on the disk."""

    table: str
    after: Chain
    entries: Sequence[Entry]
    result: Result | None
    done: "asyncio.Future[Chain]"
    chain: Chain = field(init=False)
    """The chain after the entries, once their rows were made."""

    def rows(self) -> Iterator[tuple[sa.Table, tuple[Any, ...]]]:
        """Yield the rows to insert, with their columns in order."""
        rows, self.chain = rows_of(self.entries, self.after)
        for row in rows:
            yield ENTRIES, (self.table, *row)
        if self.result:
            kept = json.dumps(self.result.kept)
            yield RESULTS, (self.table, self.result.deal, self.result.finished, kept)

    @property
    def news(self) -> str:
        return f"{self.table} {self.after.n + len(self.entries)}"


class SqlStore:
    """A store in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._loop = asyncio.get_running_loop()
        self._kept: sa.Connection | None = None
        self._probe: asyncio.Task[list[int]] | None = None
        self._probed_at = 0.0
        self._waiting: SimpleQueue[Append | None] = SimpleQueue()
        self._writer = Thread(target=self._write, name="pasch-store", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, url: str) -> "SqlStore":
        """Open the store at this URL or path; create it if it isn't there."""
        return cls(await Database.open(url))

    @property
    def url(self) -> str:
        return self.database.url

    @property
    def is_shared(self) -> bool:
        return self.database.is_server

    async def close(self) -> None:
        """Close the store once everything is written and read."""
        if self._probe is not None:
            await asyncio.gather(self._probe, return_exceptions=True)
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        self._disconnect()
        await self.database.close()

    def append(
        self, table: str, after: Chain, entries: Sequence[Entry], result: Result | None = None
    ) -> "asyncio.Future[Chain]":
        done = self._loop.create_future()
        self._waiting.put(Append(table, after, entries, result, done))
        limit_wait(done)
        return done

    def _write(self) -> None:
        while batch := self._next_batch():
            outcomes = self._write_together(batch)
            self._loop.call_soon_threadsafe(settle, batch, outcomes)

    def _next_batch(self) -> list[Append]:
        """Return everything that waits, at least one; nothing once the store is closed."""
        batch: list[Append] = []
        try:
            found = self._waiting.get()
            while found is not None:
                batch.append(found)
                if len(batch) == TOGETHER:
                    break
                found = self._waiting.get_nowait()
            else:
                if batch:
                    self._waiting.put(None)
        except Empty:
            pass
        return batch

    def _write_together(self, batch: list[Append]) -> list[Exception | None]:
        """Write a batch in one transaction; if one append is wrong, each in its own.

        A store that can't be written is the same trouble for all of them.
        """
        try:
            self._commit(batch)
        except StoreTrouble as trouble:
            return [trouble] * len(batch)
        except Exception as problem:  # whatever it is, whoever waits has to know
            if len(batch) > 1:
                return [outcome for each in batch for outcome in self._write_together([each])]
            if isinstance(problem, IntegrityError):
                return [Taken(f"entry {batch[0].after.n + 1} of table {batch[0].table}")]
            return [problem]
        return [None] * len(batch)

    def _commit(self, batch: list[Append]) -> None:
        rows: dict[sa.Table, list[tuple[Any, ...]]] = {}
        batch = [append for append in batch if not append.done.done()]  # given up meanwhile
        for append in batch:
            for table, row in append.rows():
                rows.setdefault(table, []).append(row)
        if not rows:
            return
        with self._for_writing() as connection:
            for table, several in rows.items():
                insert(connection, table, several)
            if self.is_shared:
                notify(connection, [append.news for append in batch])

    @contextmanager
    def _for_writing(self) -> Iterator[sa.Connection]:
        """Keep SQLite's connection open, since opening one costs as much as writing.

        A connection to a server may have been cut off meanwhile: it is taken from the pool.
        """
        if self.is_shared:
            with connected(self.database.engine, write=True) as connection:
                yield connection
            return
        try:
            with troubled(write=True):
                self._kept = self._kept or self.database.engine.connect()
                with self._kept.begin():
                    yield self._kept
        except StoreTrouble:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        if self._kept:
            self._kept.close()
            self._kept = None

    async def read(self, table: str, after: Chain = NEW) -> History:
        return await self.database.answered(self._read, table, after)

    def _read(self, table: str, after: Chain) -> History:
        query = READING.params(of=table, after=after.n)
        return history_of(table, self.database.ask_now(query), after)

    async def journal(self, table: str) -> list[str]:
        return await self.database.answered(self._journal, table)

    def _journal(self, table: str) -> list[str]:
        return journal_of(table, self.database.ask_now(READING.params(of=table, after=0)))

    async def hash_of(self, table: str, n: int) -> str | None:
        query = sa.select(ENTRIES.c.hash).where(ENTRIES.c.table == table, ENTRIES.c.n == n)
        return next((row.hash for row in await self.database.ask(query)), None)

    async def results(self, deal: str, skip: int, most: int) -> list[StoredResult]:
        query = (
            sa.select(RESULTS.c.table, RESULTS.c.result)
            .where(RESULTS.c.deal == deal)
            .order_by(RESULTS.c.finished, RESULTS.c.table)
            .offset(skip)
            .limit(most)
        )
        return [
            StoredResult(table, json.loads(text)) for table, text in await self.database.ask(query)
        ]

    async def check(self) -> None:
        """Try to write, at most once a second; a store that hangs is asked once."""
        is_old = time.monotonic() - self._probed_at > PROBE_HOLDS_S
        if self._probe is None or (self._probe.done() and is_old):
            self._probe = asyncio.create_task(self.database.do([PROBE]))
            self._probe.add_done_callback(self._note_probe)
        try:
            async with asyncio.timeout(PROBE_ANSWER_S):
                await asyncio.shield(self._probe)
        except TimeoutError:
            raise StoreTrouble(
                "the store has not answered for {n:g} seconds", n=PROBE_ANSWER_S
            ) from None

    def _note_probe(self, _: object) -> None:
        self._probed_at = time.monotonic()

    def peers(self, listener: Listener) -> Peers:
        return PostgresPeers(self.database, listener) if self.is_shared else SinglePeer()


def insert(connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert many rows by one statement.

    With a statement for each row, this thread would release Python's lock and wait for it each
    time.
    """
    sign = "?" if connection.dialect.name == SQLITE else "%s"
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        connection.exec_driver_sql(insertion(table, len(some), sign), tuple(flatten(*some)))


@cache
def insertion(table: sa.Table, rows: int, sign: str) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    row = f"({', '.join([sign] * len(table.columns))})"
    return f'INSERT INTO "{table.name}" ({columns}) VALUES {", ".join([row] * rows)}'


def settle(batch: list[Append], outcomes: list[Exception | None]) -> None:
    for append, outcome in zip(batch, outcomes, strict=True):
        if append.done.done():
            continue
        if outcome is None:
            append.done.set_result(append.chain)
        else:
            append.done.set_exception(outcome)
