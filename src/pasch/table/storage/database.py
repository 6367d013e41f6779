"""A database: how it is opened, and statements that run in threads."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from pasch.table.model import StoreTrouble
from pasch.table.storage.schema import bring_up_to_date

T = TypeVar("T")

SQLITE = "sqlite"
POSTGRESQL = "postgresql+psycopg"
CHANNEL = "pasch"
BUSY_MS = 2000  # how long SQLite waits for a file that another program has locked
CONNECT_S = 5  # how long PostgreSQL may take to accept a connection
LOCK_MS = 2000  # how long a statement waits for what another session has locked
STATEMENT_MS = 5000  # how long a statement may take
ANSWER_S = 10.0  # how long anybody waits for a store that neither does nor refuses it
ALIVE: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""TCP keepalives: they end the connection to a server that is gone without a word."""
READERS = 4  # queries answered at once


class Database:
    """A database whose statements run in threads of their own."""

    def __init__(self, engine: sa.Engine, url: str) -> None:
        self.engine = engine
        self.url = url
        self.threads = ThreadPoolExecutor(READERS, "pasch-read")

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open the database at this URL or path; create or migrate it if necessary."""
        url = database_url(url)
        return cls(await asyncio.to_thread(open_engine, url), url)

    @property
    def is_server(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    async def ask(self, query: sa.Select[Any]) -> list[Any]:
        return await self.answered(self.ask_now, query)

    def ask_now(self, query: sa.Select[Any]) -> list[Any]:
        with connected(self.engine, write=False) as connection:
            return list(connection.execute(query).all())

    async def do(self, changes: Sequence[sa.Executable], news: Sequence[str] = ()) -> list[int]:
        """Make changes in one transaction, notify of `news`, and return how many rows each changed.

        Entries are appended by the store, never here.
        """
        return await self.answered(self._do_now, changes, news)

    def _do_now(self, changes: Sequence[sa.Executable], news: Sequence[str]) -> list[int]:
        with connected(self.engine, write=True) as connection:
            rows = [connection.execute(change).rowcount for change in changes]
            notify(connection, news)
        return rows

    async def answered(self, work: Callable[..., T], *args: Any) -> T:
        """Do the work in a thread; nobody waits for a database that does not answer."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(ANSWER_S):
                return await loop.run_in_executor(self.threads, work, *args)
        except TimeoutError:
            raise no_answer() from None

    async def close(self) -> None:
        """Close it once everything is read: a connection still in use would stay open."""
        await asyncio.to_thread(self.threads.shutdown)
        self.engine.dispose()


def notify(connection: sa.Connection, news: Sequence[str]) -> None:
    for each in news:
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, each)))


def limit_wait(done: "asyncio.Future[Any]") -> None:
    """Let the future fail if the database does not answer in time."""
    giving_up = asyncio.get_running_loop().call_later(ANSWER_S, give_up, done)
    done.add_done_callback(lambda _: giving_up.cancel())


def give_up(done: "asyncio.Future[Any]") -> None:
    if not done.done():
        done.set_exception(no_answer())


def no_answer() -> StoreTrouble:
    """Return the error for a store that hangs: what was asked of it last may still be written."""
    return StoreTrouble(
        "the store does not answer: look in a moment whether it was done, and try again"
    )


@contextmanager
def connected(engine: sa.Engine, *, write: bool) -> Iterator[sa.Connection]:
    with troubled(write), engine.begin() if write else engine.connect() as connection:
        yield connection


@contextmanager
def troubled(write: bool) -> Iterator[None]:
    """Turn every error of the database into StoreTrouble, but for a row that exists already."""
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


def default_path() -> Path:
    return Path(platformdirs.user_data_dir("pasch")) / "tables.sqlite3"


def database_url(text: str = "") -> str:
    """Return the URL of a store, given a URL, the path of a SQLite file, or nothing."""
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


def sqlite_path(text: str = "") -> Path | None:
    """Return the file of a store on SQLite; None if it is on PostgreSQL."""
    url = database_url(text)
    return Path(sa.make_url(url).database or "") if url.startswith(SQLITE) else None


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
        arguments = connection_limits(sa.make_url(url))
        return sa.create_engine(url, pool_pre_ping=True, connect_args=arguments)
    except (ArgumentError, ValueError, OSError, sqlite3.Error) as problem:
        raise cannot_open(problem) from problem


def connection_limits(url: sa.URL) -> dict[str, Any]:
    """Return how long a connection to PostgreSQL may take for what."""
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
    """Create the file for its owner alone: it holds seeds and hashes of secrets.

    With a write-ahead log readers never wait for a writer.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)
    with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


def set_up_sqlite(connection: Any, _: Any) -> None:
    """Make SQLite write to the disk before it acknowledges a transaction."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()
