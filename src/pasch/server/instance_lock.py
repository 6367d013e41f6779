"""A lock that allows one server per SQLite file, and tells a second one where the first is."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pasch.core.errors import PaschError
from pasch.core.locks import HAS_LOCKS, lock
from pasch.table.storage.database import sqlite_path

LOCKS_MIX = sys.platform != "linux"
"""Outside Linux a lock on the SQLite file itself would disturb SQLite. On Linux it finds a server
that uses the same file by a hard link; the note beside the file finds one that uses a symbolic
link."""


class AlreadyServed(PaschError):
    """Another process serves these tables."""

    def __init__(self, path: Path, link: str) -> None:
        super().__init__(
            "another pasch serves the tables of {path} at {link}", path=path, link=link or "?"
        )
        self.link = link


class InstanceLock:
    """The lock on a SQLite file, with a note that holds the server's address."""

    def __init__(self, note: IO[str] | None) -> None:
        self._note = note

    def publish(self, link: str) -> None:
        if self._note is not None:
            self._note.seek(0)
            self._note.truncate()
            json.dump({"link": link}, self._note)
            self._note.flush()


@contextmanager
def locked(database: str) -> Iterator[InstanceLock]:
    """Hold the lock; raise AlreadyServed if another process has it."""
    path = sqlite_path(database)
    if path is None or not HAS_LOCKS:
        yield InstanceLock(None)
        return
    path = path.resolve()
    with opened(path.with_name(path.name + ".served")) as note, opened(path) as tables:
        if not (lock(note.fileno()) and (LOCKS_MIX or lock(tables.fileno()))):
            raise AlreadyServed(path, link_in(note))
        yield InstanceLock(note)


def opened(path: Path) -> IO[str]:
    """Open a file that only its owner may read, like the tables."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    except OSError as problem:
        raise PaschError(
            "the store can't be opened: {cause}", cause=f"{problem.strerror}: {path}"
        ) from None


def link_in(note: IO[str]) -> str:
    try:
        return str(json.load(note)["link"])
    except (ValueError, KeyError, TypeError):
        return ""
