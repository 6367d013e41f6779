"""Compares what players were shown and had acknowledged with what is on the disk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import sqlalchemy as sa

from pasch.core.match.journal import NEW, Chain
from pasch.table.model import Laid
from pasch.table.storage.database import database_url, make_engine
from pasch.table.storage.schema import ENTRIES
from pasch.table.storage.store import content_of, decode

Stored = Mapping[str, Sequence[str]]
"""The running hash of each table after each of its entries, up to the first that is missing."""
READING = (
    sa.select(ENTRIES)
    .where(ENTRIES.c.table.not_in(sa.bindparam("closed", expanding=True)))
    .order_by(ENTRIES.c.table, ENTRIES.c.n)
)


class Life(NamedTuple):
    """A server from its start until it is ended."""

    server: int
    number: int


@dataclass
class Told:
    """What players were told of a table since the last audit."""

    shown: dict[Life, int] = field(default_factory=lambda: defaultdict(int))
    """The last entry that each server let anybody know of."""
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """The numbers of entries, and the running hashes after them."""


class Auditor:
    """A reader of the disk who knows what the players know.

    An entry that was acknowledged is on the disk, with the hash that was told, and so are all
    before it; they stay there. An entry that was shown is there when it is shown.
    """

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.early: list[str] = []
        """Findings about entries that were shown before they were stored."""
        self.closed: set[str] = set()
        """The tables that are over and were audited: nobody is told anything more there."""
        self._told: dict[str, Told] = defaultdict(Told)
        self._known: dict[str, tuple[int, str]] = {}
        """The number of entries on the disk at the last audit, and the last hash, by table."""
        self._left: dict[Life, dict[str, int]] = {}
        """The number of entries on the disk when a life of a server was over, by table."""

    @property
    def findings(self) -> list[str]:
        return self.lost + self.early

    def shown(self, table: str, life: Life, n: int) -> None:
        told = self._told[table].shown
        told[life] = max(told[life], n)

    def acknowledged(self, table: str, n: int, hash: str) -> None:
        self._told[table].acknowledged.append((n, hash))

    def take(self) -> dict[str, Told]:
        """Return what players were told so far, to be held against the disk as it is after that."""
        taken, self._told = self._told, defaultdict(Told)
        return taken

    def hold(self, told: Mapping[str, Told], stored: Stored, ended: Iterable[Life] = ()) -> None:
        """Compare what players had been told, before this was stored, with what is stored.

        The servers' lives that `ended` are over: what their players still read was sent before.
        """
        counts = {table: len(hashes) for table, hashes in stored.items()}
        self._left |= dict.fromkeys(ended, counts)
        for table, news in told.items():
            hashes = stored.get(table, ())
            for n, hash in news.acknowledged:
                self._expect(table, n, hash, hashes, "acknowledged")
            for life, n in news.shown.items():
                there = self._left.get(life, counts).get(table, 0)
                if n > there:
                    self.early.append(f"table {table}: entry {n} was shown, {there} are stored")
        for table, (n, hash) in self._known.items():
            if table not in self.closed:
                self._expect(table, n, hash, stored.get(table, ()), "stored")
        self._known |= {table: (len(all), all[-1]) for table, all in stored.items() if all}

    def _expect(self, table: str, n: int, hash: str, hashes: Sequence[str], how: str) -> None:
        if n > len(hashes):
            self.lost.append(f"table {table}: entry {n} was {how}, {len(hashes)} are stored")
        elif hashes[n - 1] != hash:
            self.lost.append(f"table {table}: entry {n} was {how}, another is in its place")


def stored_in(database: str, but_for: Iterable[str] = ()) -> Stored:
    """Read the entries of all tables but these."""
    engine = make_engine(database_url(database))
    try:
        with engine.connect() as connection:
            rows = connection.execute(READING, {"closed": list(but_for)}).all()
    finally:
        engine.dispose()
    chains: dict[str, Chain] = {}
    stored: dict[str, list[str]] = {}
    for table, n, kind, text, hash in rows:
        chain = chains.get(table, NEW)
        if chain == NEW and isinstance(laid := decode(kind, text), Laid):
            chain = Chain(laid.key)
        chains[table] = chain.then(content_of(kind, text))
        if (n, hash) != (chains[table].n, chains[table].hash):
            chains[table] = Chain(n=-1)  # a broken chain: no further entry continues it
        else:
            stored.setdefault(table, []).append(hash)
    return stored
