"""`python -m tests.faults.altered serve …`: pasch with a clock that can be set, or with a fault.

PASCH_FAULTS_CLOCK names a file that says how far off the time of day is, PASCH_FAULTS_PLANTED a
fault. The worker processes of a server import this module too, and are altered likewise.
"""

import asyncio
import itertools
import mmap
import os
import struct
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pasch.core.match.journal import Chain
from pasch.table.model import Decision, Entry, Result
from pasch.table.storage import database
from pasch.table.storage.sql import Append, SqlStore
from pasch.table.storage.store import rows_of
from pasch.table.table import Table

CLOCK, PLANTED = "PASCH_FAULTS_CLOCK", "PASCH_FAULTS_PLANTED"
ONE_IN = 60  # one of so many entries is lost


def skew(file: Path) -> None:
    """Make the time of day differ as the file says, and follow when the file changes."""
    with file.open("rb") as kept:
        offset = mmap.mmap(kept.fileno(), struct.calcsize("d"), access=mmap.ACCESS_READ)
    true_time = time.time
    time.time = lambda: true_time() + struct.unpack("d", offset[:])[0]


def acknowledge_early() -> None:
    """Answer as if everything were written at once; it is written a little later."""
    write = SqlStore.append

    def append(
        self: SqlStore,
        table: str,
        after: Chain,
        entries: Sequence[Entry],
        result: Result | None = None,
    ) -> "asyncio.Future[Chain]":
        write(self, table, after, entries, result).add_done_callback(asyncio.Future.exception)
        done: asyncio.Future[Chain] = asyncio.get_running_loop().create_future()
        done.set_result(chain_after(after, entries))
        return done

    SqlStore.append = append  # type: ignore[method-assign]


def lose_some() -> None:
    """Acknowledge one of sixty appends and never write it."""
    write, numbers = SqlStore._commit, itertools.count(1)

    def commit(self: SqlStore, batch: list[Append]) -> None:
        for append in batch:
            append.chain = chain_after(append.after, append.entries)
        if kept := [append for append in batch if next(numbers) % ONE_IN]:
            write(self, kept)

    SqlStore._commit = commit  # type: ignore[method-assign]


def show_early() -> None:
    """Show what happens at a table, then write it; acknowledge it after that."""

    async def write(self: Table, decision: Decision) -> None:
        before = self.state.chain
        if decision.after is not None:
            decision.after.looks_on_from(self.state.playable)
            self.state.match = decision.after
        await self._apply(decision.entries, chain_after(before, decision.entries))
        await self._store.append(self.id, before, decision.entries)

    Table._write = write  # type: ignore[method-assign]


def leave_unsynced() -> None:
    """Let the database acknowledge entries that are not on the disk yet."""
    open_honestly = database.open_engine

    def open_engine(url: str) -> sa.Engine:
        engine = open_honestly(url)
        sa.event.listen(engine, "connect", unsync)
        engine.dispose()
        return engine

    def unsync(connection: Any, _: object) -> None:
        is_sqlite = connection.__class__.__module__.startswith("sqlite3")
        cursor = connection.cursor()
        cursor.execute(f"{'PRAGMA synchronous' if is_sqlite else 'SET synchronous_commit'} = OFF")
        cursor.close()
        connection.commit()

    database.open_engine = open_engine


def chain_after(chain: Chain, entries: Sequence[Entry]) -> Chain:
    return rows_of(entries, chain)[1]


PLANTS: dict[str, Callable[[], None]] = {
    "early": acknowledge_early,
    "lost": lose_some,
    "shown": show_early,
    "unsynced": leave_unsynced,
}

if __name__ in ("__main__", "__mp_main__"):
    if CLOCK in os.environ:
        skew(Path(os.environ[CLOCK]))
    if PLANTED in os.environ:
        PLANTS[os.environ[PLANTED]]()

if __name__ == "__main__":
    from pasch.cli import main

    main()
