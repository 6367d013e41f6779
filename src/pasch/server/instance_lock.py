"""One SQLite file, one server: whoever starts a second one is led to the first."""

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
"""Elsewhere a lock on the tables' own file would stand in SQLite's way. Here it finds a server that
came by a hard link; by a symbolic one, the note beside the file does."""


class Served(PaschError):
    """Somebody serves these tables already."""

    def __init__(self, path: Path, link: str) -> None:
        super().__init__(
            "another pasch serves the tables of {path} at {link}", path=path, link=link or "?"
        )
        self.link = link


class Claim:
    """Of a file that nobody else serves; others read there where the server is."""

    def __init__(self, note: IO[str] | None) -> None:
        self._note = note

    def tell(self, link: str) -> None:
        if self._note is not None:
            self._note.seek(0)
            self._note.truncate()
            json.dump({"link": link}, self._note)
            self._note.flush()


@contextmanager
def claimed(database: str) -> Iterator[Claim]:
    """As long as it is served; Served if another process does."""
    path = sqlite_path(database)
    if path is None or not HAS_LOCKS:
        yield Claim(None)
        return
    path = path.resolve()
    with opened(path.with_name(path.name + ".served")) as note, opened(path) as tables:
        if not (lock(note.fileno()) and (LOCKS_MIX or lock(tables.fileno()))):
            raise Served(path, link_in(note))
        yield Claim(note)


def opened(path: Path) -> IO[str]:
    """For its owner alone, like the tables."""
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
