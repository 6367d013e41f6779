"""What a store is: its protocol, that of the processes that share it, and entries as rows.

A row holds an entry as JSON text, and the running hash that covers it.
"""

from collections.abc import Awaitable, Iterable, Mapping, Sequence, Set
from dataclasses import fields
from typing import Any, NamedTuple, Protocol, get_args

import msgspec

from pasch.core.match.journal import NEW, Chain, digest_of
from pasch.table.model import BrokenTable, Entry, Laid, Result

Row = tuple[int, str, str, str]
"""The number of an entry, its kind, its JSON, and the running hash after it."""

Present = Mapping[str, Set[str]]
"""The connected holders of seats, by table."""

_decoders = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Entry)}
_encoder = msgspec.json.Encoder()
NAMING_HOLDERS = {
    kind.__name__ for kind in get_args(Entry) if any(f.name == "holder" for f in fields(kind))
}


class History(NamedTuple):
    """Entries of a table, and its running hash after them."""

    entries: list[Entry]
    chain: Chain


class StoredResult(NamedTuple):
    """How a table of a deal ended."""

    table: str
    result: dict[str, Any]


class Listener(Protocol):
    """A process that other processes on the same store tell about changes."""

    def present(self) -> Present:
        """Return who is connected to this process."""

    async def entry_written(self, table: str, n: int, /) -> None:
        """Take note that another process wrote entry n of a table."""

    async def presence_changed(self, table: str = "", /) -> None:
        """Take note that somebody came or went elsewhere, at this table or at any."""

    async def news_missed(self) -> None:
        """Take note that notifications may have been lost."""


class Peers(Protocol):
    """The other processes on the same store, as one of them sees them."""

    async def take_lease(self, table: str, /) -> bool:
        """Take the lease of a table if it is free; return whether this process holds it.

        The process that holds it drives the bots and the clock of the table.
        """

    async def release_lease(self, table: str, /) -> None:
        """Mark the table as free, so that any process may take the lease."""

    def announce_presence(self) -> None:
        """Tell the others soon who came or went here."""

    async def present_elsewhere(self, table: str, /) -> set[str]:
        """Return the holders who are connected to other processes."""

    async def waiting_tables(self) -> list[str]:
        """Return tables where somebody at another process waits for the game to begin."""

    def listen(self) -> None:
        """Listen to the others from now on."""

    async def stop_listening(self) -> None: ...

    async def close(self) -> None:
        """Leave: the others know at once that this process is gone."""


class EntryStore(Protocol):
    """The entries of all tables: entry n of a table is written once, and never changed."""

    @property
    def is_shared(self) -> bool:
        """True if other processes on the same store hear of what is appended."""

    def append(
        self, table: str, after: Chain, entries: Sequence[Entry], result: Result | None = None
    ) -> Awaitable[Chain]:
        """Write the entries that follow `after`, all or none, and answer with the new chain.

        It is Taken if there is an entry of the first number.
        """

    async def read(self, table: str, after: Chain = NEW) -> History:
        """Return the entries of a table after these; none if there is no such table.

        A gap among them, or one that does not follow from those before it, is BrokenTable.
        """

    async def journal(self, table: str) -> list[str]:
        """Return what the running hash is made of, without the secrets of seats."""

    async def hash_of(self, table: str, n: int) -> str | None:
        """Return the running hash after entry n, or None if there is no such entry."""

    async def results(self, deal: str, skip: int, most: int) -> list[StoredResult]:
        """Return how tables with the dice of this code ended, oldest first."""

    async def check(self) -> None:
        """Raise StoreTrouble if the store can't be written."""

    def peers(self, listener: Listener) -> Peers:
        """Join the processes that share the store."""

    async def close(self) -> None: ...


class SinglePeer:
    """The only process on its store."""

    async def take_lease(self, _: str, /) -> bool:
        return True

    async def release_lease(self, _: str, /) -> None:
        pass

    def announce_presence(self) -> None:
        pass

    async def present_elsewhere(self, _: str, /) -> set[str]:
        return set()

    async def waiting_tables(self) -> list[str]:
        return []

    def listen(self) -> None:
        pass

    async def stop_listening(self) -> None:
        pass

    async def close(self) -> None:
        pass


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(kind: str, text: str) -> Entry:
    entry: Entry = _decoders[kind].decode(text)
    return entry


def content_of(kind: str, text: str) -> str:
    """Return an entry as the running hash covers it."""
    return f"{kind}|{text}"


def rows_of(entries: Sequence[Entry], after: Chain) -> tuple[list[Row], Chain]:
    """Return the rows of the entries that follow `after`, and the chain with them."""
    chain, rows = after, []
    for entry in entries:
        kind, text = kind_of(entry), encode(entry)
        chain = chain.then(content_of(kind, text))
        rows.append((chain.n, kind, text, chain.hash))
    return rows, chain


def history_of(table: str, rows: Iterable[Row], after: Chain = NEW) -> History:
    """Return the entries in these rows; BrokenTable if they do not follow from each other."""
    chain, entries = after, []
    for n, kind, text, kept in rows:
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


def journal_of(table: str, rows: Sequence[Row]) -> list[str]:
    """Return what the running hash of a table is made of, without the secrets of its seats.

    An entry that names the holder of a seat is replaced by its digest.
    """
    key = history_of(table, rows).chain.key
    contents = ((kind, content_of(kind, text)) for _, kind, text, _ in rows)
    return [
        digest_of(key, content) if kind in NAMING_HOLDERS else content for kind, content in contents
    ]
