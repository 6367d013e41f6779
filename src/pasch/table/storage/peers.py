"""The other processes on the same store: who is connected there, and which process drives a table.

Each process tells every so often that it lives, over a connection it holds to the end. One whose
connection ended is struck off by another, as is one that falls silent since its machine is gone;
with it goes all that it had: its people, and the tables it drove. One that was struck off though it
lives enters itself and its people again. None of this decides what happens at a table: whatever two
processes believe, entry n of a table is written once.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Set
from contextlib import suppress
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from pasch.table.model.errors import StoreTrouble
from pasch.table.storage.schema import ENTRIES, LEASES, PRESENT, PROCESSES
from pasch.table.storage.store import Lifeline, Store

log = logging.getLogger(__name__)

BEAT_S = 0.5
SILENT_S = 3.5  # after which a process is struck off
OF_LOBBY = 100  # tables that are looked at
EVERY_TABLE, WHO_IS_HERE = "*", "present"  # in what processes tell each other

Present = Mapping[str, Set[str]]
"""By table: the holders of its seats who are connected."""


class Company(Protocol):
    async def leads(self, table: str, /) -> bool:
        """Whether this process is the one that drives the table; it becomes so if none is."""

    async def gives_up(self, table: str, /) -> None:
        """Whoever wants to may drive it."""

    def changed(self) -> None:
        """Somebody came or went here."""

    async def elsewhere(self, table: str, /) -> set[str]:
        """The holders who are connected to other processes."""

    async def waiting(self) -> list[str]:
        """Tables where somebody waits at another process for the game to begin."""

    async def close(self) -> None: ...


class Alone:
    """No other process works on this store."""

    async def leads(self, _: str, /) -> bool:
        return True

    async def gives_up(self, _: str, /) -> None:
        pass

    def changed(self) -> None:
        pass

    async def elsewhere(self, _: str, /) -> set[str]:
        return set()

    async def waiting(self) -> list[str]:
        return []

    async def close(self) -> None:
        pass


class Several:
    """On PostgreSQL. `present` tells who is connected here."""

    def __init__(self, store: Store, present: Callable[[], Present]) -> None:
        self.process = secrets.token_hex(8)
        self._store = store
        self._lifeline = store.lifeline(self.process)
        self._present = present
        self._told: set[tuple[str, str]] = set()
        """Table and holder, as the others know them."""
        self._leads: set[str] = set()
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._live())

    async def leads(self, table: str) -> bool:
        if table not in self._leads:
            mine = {"table": table, "process": self.process}
            with suppress(StoreTrouble, IntegrityError):  # the latter: it is struck off just now
                await self._store.do([unless_there(LEASES, mine)])
                owner = sa.select(LEASES.c.process).where(LEASES.c.table == table)
                if [row.process for row in await self._store.ask(owner)] == [self.process]:
                    self._leads.add(table)
        return table in self._leads

    async def gives_up(self, table: str) -> None:
        if table in self._leads:
            self._leads.discard(table)
            with suppress(StoreTrouble):
                await self._store.do([sa.delete(LEASES).where(self._mine(LEASES, table))])

    def _mine(self, among: sa.Table, table: str) -> sa.ColumnElement[bool]:
        return sa.and_(among.c.table == table, among.c.process == self.process)

    def changed(self) -> None:
        self._news.set()

    async def elsewhere(self, table: str) -> set[str]:
        there = sa.and_(PRESENT.c.table == table, PRESENT.c.process != self.process)
        return {
            row.holder for row in await self._store.ask(sa.select(PRESENT.c.holder).where(there))
        }

    async def waiting(self) -> list[str]:
        has_begun = sa.exists().where(
            ENTRIES.c.table == PRESENT.c.table, ENTRIES.c.kind == "Started"
        )
        query = (
            sa.select(PRESENT.c.table)
            .where(PRESENT.c.process != self.process, ~has_begun)
            .distinct()
            .limit(OF_LOBBY)
        )
        return [row.table for row in await self._store.ask(query)]

    async def _live(self) -> None:
        while True:
            try:
                await self._beat()
                await self._tell()
            except IntegrityError:
                log.warning("this process was struck off though it lives; it enters itself again")
                continue
            except StoreTrouble as trouble:
                log.warning("other processes can't be told that this one lives: %s", trouble)
            except Exception:  # whatever it is: silent, this process would be struck off
                log.exception("this process failed to tell that it lives; it tries again")
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._news.wait()
            self._news.clear()

    async def _beat(self) -> None:
        now = sa.func.clock_timestamp()
        silent = now - sa.func.make_interval(0, 0, 0, 0, 0, 0, SILENT_S)
        lives = sa.update(PROCESSES).where(PROCESSES.c.process == self.process).values(seen=now)
        strikes = sa.delete(PROCESSES).where(
            PROCESSES.c.process != self.process,
            sa.or_(PROCESSES.c.seen < silent, Lifeline.is_cut(PROCESSES.c.process)),
        )
        known, struck = await self._lifeline.do([lives, strikes])
        if not known:
            self._told.clear()
            self._leads.clear()
            await self._store.do([sa.insert(PROCESSES).values(process=self.process, seen=now)])
        if struck:
            await self._store.do([], [f"{EVERY_TABLE} {WHO_IS_HERE}"])

    async def _tell(self) -> None:
        """Who has come and gone here since the others were told."""
        here = {(table, holder) for table, who in self._present().items() for holder in who}
        came, went = here - self._told, self._told - here
        if not (came or went):
            return
        changes = [*map(self._comes, came), *map(self._goes, went)]
        news = [f"{table} {WHO_IS_HERE}" for table in {table for table, _ in came | went}]
        await self._store.do(changes, news)
        self._told = here

    def _comes(self, who: tuple[str, str]) -> sa.Executable:
        row = {"table": who[0], "holder": who[1], "process": self.process}
        return unless_there(PRESENT, row)

    def _goes(self, who: tuple[str, str]) -> sa.Executable:
        return sa.delete(PRESENT).where(self._mine(PRESENT, who[0]), PRESENT.c.holder == who[1])

    async def close(self) -> None:
        """The others know at once that this process is gone."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        gone = sa.delete(PROCESSES).where(PROCESSES.c.process == self.process)
        with suppress(StoreTrouble):
            await self._store.do([gone], [f"{EVERY_TABLE} {WHO_IS_HERE}"])
        await self._lifeline.close()


def unless_there(table: sa.Table, row: dict[str, str]) -> sa.Executable:
    from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 - nobody else needs it

    return insert(table).values(row).on_conflict_do_nothing()


def company_of(store: Store, present: Callable[[], Present]) -> Company:
    return Several(store, present) if store.tells_others else Alone()
