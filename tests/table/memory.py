"""A store that needs no database."""

from collections.abc import Sequence

from pasch.core.match.journal import NEW, Chain
from pasch.table.model import Entry, Result, Taken
from pasch.table.storage.store import (
    History,
    Listener,
    Peers,
    Row,
    SinglePeer,
    StoredResult,
    history_of,
    journal_of,
    rows_of,
)


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
