"""The append-only store: entry n of a table is written once, and never changed."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pasch.table.entries import Entry, Laid, decode, encode, kind_of
from pasch.table.errors import StoreTrouble, Taken

SQLITE = "sqlite+aiosqlite"
POSTGRESQL = "postgresql+psycopg"
CHANNEL = "pasch"
BUSY_MS = 2000

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("deal", sa.String(40), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False, index=True),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table", sa.String(20), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
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
    if scheme == "sqlite":
        return f"{SQLITE}://{rest}"
    if scheme in (SQLITE, POSTGRESQL):
        return text
    raise StoreTrouble(
        "expected the path of a SQLite file or a URL postgresql://…, got one of {scheme}://",
        scheme=scheme,
    )


class Store:
    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self.url = url
        self._engine = engine

    @property
    def tells_others(self) -> bool:
        """Whether other processes on the same store hear of what is appended."""
        return self._engine.dialect.name == "postgresql"

    @classmethod
    async def open(cls, url: str) -> "Store":
        """The store at this URL or path, made if it isn't there."""
        url = database_url(url)
        engine = await asyncio.to_thread(make_engine, url)
        store = cls(engine, url)
        try:
            async with store._connected(write=True) as connection:
                await connection.run_sync(METADATA.create_all)
        except StoreTrouble as trouble:
            await engine.dispose()
            raise cannot_open(trouble.values["cause"]) from trouble
        return store

    async def close(self) -> None:
        await self._engine.dispose()

    async def check(self) -> None:
        """StoreTrouble if it can't be asked."""
        await self._column(sa.select(sa.literal("here")))

    async def append(self, table: str, n: int, entries: Sequence[Entry]) -> None:
        """Entries n, n + 1, … of the table, all or none; Taken if there is an entry n."""
        rows = [
            {"table": table, "n": n + i, "kind": kind_of(entry), "entry": encode(entry)}
            for i, entry in enumerate(entries)
        ]
        try:
            async with self._connected(write=True) as connection:
                for entry in entries:
                    if isinstance(entry, Laid):
                        await connection.execute(TABLES.insert(), index_row(table, entry))
                await connection.execute(ENTRIES.insert(), rows)
                if self.tells_others:
                    notice = sa.func.pg_notify(CHANNEL, f"{table} {n + len(entries) - 1}")
                    await connection.execute(sa.select(notice))
        except IntegrityError:
            raise Taken(f"entry {n} of table {table}") from None

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table from number after + 1 on; none if there is no such table."""
        query = (
            sa.select(ENTRIES.c.entry)
            .where(ENTRIES.c.table == table, ENTRIES.c.n > after)
            .order_by(ENTRIES.c.n)
        )
        return [decode(text) for text in await self._column(query)]

    async def by_deal(self, code: str) -> list[str]:
        """The tables with the dice of this code, oldest first."""
        query = sa.select(TABLES.c.id).where(TABLES.c.deal == code)
        return await self._column(query.order_by(TABLES.c.created, TABLES.c.id))

    async def _column(self, query: sa.Select[Any]) -> list[str]:
        async with self._connected(write=False) as connection:
            return list((await connection.execute(query)).scalars())

    @asynccontextmanager
    async def _connected(self, *, write: bool) -> AsyncIterator[AsyncConnection]:
        try:
            begin = self._engine.begin() if write else self._engine.connect()
            async with begin as connection:
                yield connection
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


def index_row(table: str, laid: Laid) -> dict[str, Any]:
    settings = laid.settings
    return {"id": table, "game": settings.game, "deal": settings.deal, "created": laid.at}


def make_engine(url: str) -> AsyncEngine:
    try:
        if url.startswith(SQLITE):
            return sqlite_engine(url)
        return create_async_engine(url, pool_pre_ping=True)
    except (ArgumentError, ValueError, OSError, sqlite3.Error) as problem:
        raise cannot_open(problem) from problem


def cannot_open(cause: Exception) -> StoreTrouble:
    return StoreTrouble("the store can't be opened: {cause}", cause=cause)


def sqlite_engine(url: str) -> AsyncEngine:
    """One connection: SQLite has one writer, and a queue before it is fairer than its lock."""
    prepare_file(Path(sa.make_url(url).database or ""))
    engine = create_async_engine(url, pool_size=1, max_overflow=0)
    sa.event.listen(engine.sync_engine, "connect", set_up_sqlite)
    return engine


def prepare_file(path: Path) -> None:
    """Readers wait for nobody: a write-ahead log, once for the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def set_up_sqlite(connection: Any, _: Any) -> None:
    """What was written is on the disk."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()
