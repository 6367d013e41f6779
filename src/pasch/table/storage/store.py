"""The append-only store: entry n of a table is written once, and never changed.

One thread writes. What waits for the disk when it comes to write goes there together, in one
transaction; whoever asked is told once it is on the disk.
"""

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from pasch.core.match.chain import NEW, Chain
from pasch.table.model.entries import Entry, Result
from pasch.table.model.errors import BrokenTable, StoreTrouble, Taken
from pasch.table.model.state import Laid
from pasch.table.storage.migrations import bring_up_to_date
from pasch.table.storage.schema import ENTRIES, RESULTS
from pasch.table.views.encoding import content_of, decode, encode, in_journal, kind_of

T = TypeVar("T")

SQLITE = "sqlite"
POSTGRESQL = "postgresql+psycopg"
CHANNEL = "pasch"
BUSY_MS = 2000  # SQLite: until a file that another program has locked is a trouble
CONNECT_S = 5  # PostgreSQL: until a connection is there
LOCK_MS = 2000  # until what another session has locked is free
STATEMENT_MS = 5000  # until a statement is done
ANSWER_S = 10.0  # until a store that neither does nor refuses it is a trouble
ALIVE: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""The system asks a server that says nothing whether it is there: else it is a lost connection."""
TOGETHER = 500  # appends that may share a transaction
AT_ONCE = 200  # rows that a statement inserts
READERS = 4  # questions answered at once
READING = (
    sa.select(ENTRIES.c.n, ENTRIES.c.kind, ENTRIES.c.entry, ENTRIES.c.hash)
    .where(ENTRIES.c.table == sa.bindparam("of"), ENTRIES.c.n > sa.bindparam("after"))
    .order_by(ENTRIES.c.n)
)


def default_path() -> Path:
    return Path(platformdirs.user_data_dir("pasch")) / "tables.sqlite3"


def database_url(text: str = "") -> str:
    """The URL of a store: from a URL, from the path of a SQLite file, or the user's own."""
    scheme, separator, rest = text.partition("://")
    if not separator:
        path = Path(text).expanduser() if text else default_path()
        return f"{SQLITE}:///{path.absolute()}"
    if scheme in ("postgresql", "postgres"):
        return f"{POSTGRESQL}://{rest}"
    if scheme in (SQLITE, POSTGRESQL):
        return text
    raise StoreTrouble(
        "expected the path of a SQLite file or a URL postgresql://…, got one of {scheme}://",
        scheme=scheme,
    )


class History(NamedTuple):
    """Entries of a table, and its running hash after them."""

    entries: list[Entry]
    chain: Chain


@dataclass(slots=True)
class Append:
    """Entries that somebody waits for to be on the disk."""

    table: str
    after: Chain
    entries: Sequence[Entry]
    result: Result | None
    done: "asyncio.Future[Chain]"
    chain: Chain = field(init=False)
    """After the entries, once the rows were made."""

    def rows(self) -> Iterator[tuple[sa.Table, tuple[Any, ...]]]:
        """The columns in order."""
        chain = self.after
        for entry in self.entries:
            kind, text = kind_of(entry), encode(entry)
            chain = chain.then(content_of(kind, text))
            yield ENTRIES, (self.table, chain.n, kind, text, chain.hash)
        self.chain = chain
        if self.result:
            kept = json.dumps(self.result.kept)
            yield RESULTS, (self.table, self.result.deal, self.result.finished, kept)

    @property
    def news(self) -> str:
        return f"{self.table} {self.after.n + len(self.entries)}"


class Store:
    def __init__(self, engine: sa.Engine, url: str) -> None:
        self.url = url
        self._engine = engine
        self._loop = asyncio.get_running_loop()
        self._kept: sa.Connection | None = None
        self._waiting: SimpleQueue[Append | None] = SimpleQueue()
        self._writer = Thread(target=self._write, name="pasch-store", daemon=True)
        self._writer.start()
        self._readers = ThreadPoolExecutor(READERS, "pasch-read")

    @property
    def tells_others(self) -> bool:
        """Whether other processes on the same store hear of what is appended."""
        return self._engine.dialect.name == "postgresql"

    @classmethod
    async def open(cls, url: str) -> "Store":
        """The store at this URL or path, made if it isn't there."""
        url = database_url(url)
        return cls(await asyncio.to_thread(open_engine, url), url)

    async def close(self) -> None:
        """Once everything is written, and read: a connection still in use would stay open."""
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._let_go()
        self._engine.dispose()

    def append(
        self, table: str, after: Chain, entries: Sequence[Entry], result: Result | None = None
    ) -> "asyncio.Future[Chain]":
        """Write the entries that follow `after`, all or none, and answer with the new chain.

        It is Taken if there is an entry of the first number.
        """
        done = self._loop.create_future()
        self._waiting.put(Append(table, after, entries, result, done))
        giving_up = self._loop.call_later(ANSWER_S, give_up, done)
        done.add_done_callback(lambda _: giving_up.cancel())
        return done

    def _write(self) -> None:
        while batch := self._next_batch():
            outcomes = self._write_together(batch)
            self._loop.call_soon_threadsafe(settle, batch, outcomes)

    def _next_batch(self) -> list[Append]:
        """Everything that waits, at least one; nothing once the store is closed."""
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
        """If one of them is wrong, each has a transaction of its own; a store that can't be written
        is the same trouble for all."""
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
            if self.tells_others:
                for append in batch:
                    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, append.news)))

    @contextmanager
    def _for_writing(self) -> Iterator[sa.Connection]:
        """SQLite's connection stays open: to get one costs as much as to write. That to a server
        may have been cut off meanwhile, so it is asked for each time."""
        if self.tells_others:
            with connected(self._engine, write=True) as connection:
                yield connection
            return
        try:
            with troubled(write=True):
                self._kept = self._kept or self._engine.connect()
                with self._kept.begin():
                    yield self._kept
        except StoreTrouble:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._kept:
            self._kept.close()
            self._kept = None

    async def read(self, table: str, after: Chain = NEW) -> History:
        """Return the entries of a table after these; none if there is no such table.

        A gap among them, or one that does not follow from those before it, is BrokenTable.
        """
        return await self._answered(self._read, table, after)

    def _read(self, table: str, chain: Chain) -> History:
        entries: list[Entry] = []
        for n, kind, text, kept in self._ask(READING.params(of=table, after=chain.n)):
            entry = decode(kind, text)
            if chain == NEW and isinstance(entry, Laid):
                chain = Chain(entry.key)
            chain = chain.then(content_of(kind, text))
            if (n, kept) != (chain.n, chain.hash):
                raise BrokenTable(
                    "the entries of table {table} are not as they were written: "
                    "expected entry {due}, got entry {n} with another hash or out of order",
                    table=table,
                    due=chain.n,
                    n=n,
                )
            entries.append(entry)
        return History(entries, chain)

    async def journal(self, table: str) -> list[str]:
        """Return what the running hash is made of, without the secrets of seats."""
        chain = (await self.read(table)).chain
        rows = await self.ask(READING.params(of=table, after=0))
        return [in_journal(chain.key, kind, text) for _, kind, text, _ in rows]

    async def hash_of(self, table: str, n: int) -> str | None:
        """Return the running hash after entry n, or None if there is no such entry."""
        query = sa.select(ENTRIES.c.hash).where(ENTRIES.c.table == table, ENTRIES.c.n == n)
        return next((row.hash for row in await self.ask(query)), None)

    async def results(self, deal: str, skip: int, most: int) -> list[tuple[str, dict[str, Any]]]:
        """Tables with the dice of this code and how they ended, oldest first."""
        query = (
            sa.select(RESULTS.c.table, RESULTS.c.result)
            .where(RESULTS.c.deal == deal)
            .order_by(RESULTS.c.finished, RESULTS.c.table)
            .offset(skip)
            .limit(most)
        )
        return [(table, json.loads(text)) for table, text in await self.ask(query)]

    async def ask(self, query: sa.Select[Any]) -> list[Any]:
        return await self._answered(self._ask, query)

    def _ask(self, query: sa.Select[Any]) -> list[Any]:
        with connected(self._engine, write=False) as connection:
            return list(connection.execute(query).all())

    async def do(self, changes: Sequence[sa.Executable], news: Sequence[str] = ()) -> list[int]:
        """What is no entry of a table, together; how many rows each changed."""
        return await self._answered(self._change, changes, news)

    async def _answered(self, work: Callable[..., T], *args: Any) -> T:
        """Do this in a thread; nobody waits for a store that does not answer."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._loop.run_in_executor(self._readers, work, *args)
        except TimeoutError:
            raise silent() from None

    def _change(self, changes: Sequence[sa.Executable], news: Sequence[str]) -> list[int]:
        with connected(self._engine, write=True) as connection:
            rows = [connection.execute(change).rowcount for change in changes]
            for each in news:
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, each)))
        return rows

    def lifeline(self, name: str) -> "Lifeline":
        """Which is to be closed before the store."""
        return Lifeline(self._engine, self._readers, name)


class Lifeline:
    """A connection to PostgreSQL held for as long as a process lives. With it goes the lock of this
    name, however the process ends: `is_cut` asks for that.

    One thread at a time uses it: what is closed while another opens it is closed after that.
    """

    def __init__(self, engine: sa.Engine, threads: ThreadPoolExecutor, name: str) -> None:
        self._engine = engine
        self._threads = threads
        self._name = name
        self._in_use = Lock()
        self._line: sa.Connection | None = None

    @staticmethod
    def is_cut(name: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
        """Whether nobody has the lock; until the end of the transaction the one who asked has."""
        return sa.func.pg_try_advisory_xact_lock(lock_of(name), type_=sa.Boolean)

    async def do(self, changes: Sequence[sa.Executable]) -> list[int]:
        """Over this very connection, or a new one if it broke; how many rows each changed."""
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
                self._let_go()
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
            self._let_go()

    def _let_go(self) -> None:
        if self._line is not None:
            with suppress(SQLAlchemyError):
                self._line.close()
            self._line = None


def lock_of(name: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
    return sa.func.hashtextextended(name, 0)


def insert(connection: sa.Connection, table: sa.Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Many by one statement: with one for each, this thread would let go of Python and wait for it
    each time."""
    sign = "?" if connection.dialect.name == SQLITE else "%s"
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        connection.exec_driver_sql(insertion(table, len(some), sign), tuple(chain(*some)))


@cache
def insertion(table: sa.Table, rows: int, sign: str) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    row = f"({', '.join([sign] * len(table.columns))})"
    return f'INSERT INTO "{table.name}" ({columns}) VALUES {", ".join([row] * rows)}'


def give_up(done: "asyncio.Future[Chain]") -> None:
    if not done.done():
        done.set_exception(silent())


def silent() -> StoreTrouble:
    """Return what is said of a store that hangs: what it was told last may still be written."""
    return StoreTrouble(
        "the store does not answer: look in a moment whether it was done, and try again"
    )


def settle(batch: list[Append], outcomes: list[Exception | None]) -> None:
    for append, outcome in zip(batch, outcomes, strict=True):
        if append.done.done():
            continue
        if outcome is None:
            append.done.set_result(append.chain)
        else:
            append.done.set_exception(outcome)


@contextmanager
def connected(engine: sa.Engine, *, write: bool) -> Iterator[sa.Connection]:
    with troubled(write), engine.begin() if write else engine.connect() as connection:
        yield connection


@contextmanager
def troubled(write: bool) -> Iterator[None]:
    """Whatever the database has against it is StoreTrouble, but for an entry that is there."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as problem:
        cause = getattr(problem, "orig", None) or problem
        if write:
            raise StoreTrouble(
                "the store can't be written now: {cause}. Nothing is lost: try again",
                cause=cause,
            ) from problem
        raise StoreTrouble("the store can't be read now: {cause}", cause=cause) from problem


def open_engine(url: str) -> sa.Engine:
    engine = make_engine(url)
    try:
        with connected(engine, write=True) as connection:
            bring_up_to_date(connection)
    except StoreTrouble as trouble:
        engine.dispose()
        raise cannot_open(trouble.values.get("cause", trouble)) from trouble
    return engine


def make_engine(url: str) -> sa.Engine:
    try:
        if url.startswith(SQLITE):
            return sqlite_engine(url)
        return sa.create_engine(url, pool_pre_ping=True, connect_args=patience(sa.make_url(url)))
    except (ArgumentError, ValueError, OSError, sqlite3.Error) as problem:
        raise cannot_open(problem) from problem


def patience(url: sa.URL) -> dict[str, Any]:
    """Return how long a connection to PostgreSQL waits for what."""
    limits = f"-c statement_timeout={STATEMENT_MS} -c lock_timeout={LOCK_MS}"
    said = " ".join(many) if isinstance(many := url.query.get("options", ""), tuple) else many
    return {"connect_timeout": CONNECT_S, "options": f"{limits} {said}".strip(), **ALIVE}


def cannot_open(cause: Exception) -> StoreTrouble:
    return StoreTrouble("the store can't be opened: {cause}", cause=cause)


def sqlite_engine(url: str) -> sa.Engine:
    prepare_file(Path(sa.make_url(url).database or ""))
    engine = sa.create_engine(url)
    sa.event.listen(engine, "connect", set_up_sqlite)
    return engine


def prepare_file(path: Path) -> None:
    """Readers wait for nobody: a write-ahead log, once for the file. It holds seeds and hashes of
    secrets, so it is for its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)
    with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def set_up_sqlite(connection: Any, _: Any) -> None:
    """What was written is on the disk."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()
