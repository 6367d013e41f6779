"""The protocols of a store and of the processes that share it, and a store in memory."""

from collections.abc import Awaitable, Mapping, Sequence, Set
from typing import Any, NamedTuple, Protocol

from pasch.core.match.chain import NEW, Chain
from pasch.table.model.entries import Entry, Result
from pasch.table.model.errors import Taken
from pasch.table.storage.records import History, Row, history_of, journal_of, rows_of

Present = Mapping[str, Set[str]]
"""The connected holders of seats, by table."""


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


class MemoryStore:
    """A store that lives as long as its process."""

    is_shared = False

    def __init__(self) -> None:
        self._rows: dict[str, dict[int, Row]] = {}
        self._results: list[tuple[str, Result]] = []

    async def append(
        self, table: str, after: Chain, entries: Sequence[Entry], result: Result | None = None
    ) -> Chain:
        rows, chain = rows_of(entries, after)
        written = self._rows.setdefault(table, {})
        if any(row[0] in written for row in rows):
            raise Taken(f"entry {after.n + 1} of table {table}")
        written.update((row[0], row) for row in rows)
        if result:
            self._results.append((table, result))
        return chain

    def _read(self, table: str, after: int = 0) -> list[Row]:
        written = self._rows.get(table, {})
        return [row for n, row in sorted(written.items()) if n > after]

    async def read(self, table: str, after: Chain = NEW) -> History:
        return history_of(table, self._read(table, after.n), after)

    async def journal(self, table: str) -> list[str]:
        return journal_of(table, self._read(table))

    async def hash_of(self, table: str, n: int) -> str | None:
        row = self._rows.get(table, {}).get(n)
        return row[3] if row else None

    async def results(self, deal: str, skip: int, most: int) -> list[StoredResult]:
        found = [(kept.finished, table, kept) for table, kept in self._results if kept.deal == deal]
        ordered = sorted(found, key=lambda each: each[:2])[skip : skip + most]
        return [StoredResult(table, kept.kept) for _, table, kept in ordered]

    async def check(self) -> None:
        pass

    def peers(self, _: Listener) -> Peers:
        return SinglePeer()

    async def close(self) -> None:
        pass
