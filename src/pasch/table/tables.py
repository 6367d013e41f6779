"""All tables of one server."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pasch.coach.findings import Review
from pasch.core.game.dice import deal_code
from pasch.core.game.spec import Game
from pasch.core.match.journal import Chain
from pasch.table.creation import (
    check_settings,
    dice_of,
    first_entry,
    first_entry_to_continue,
    same_players,
)
from pasch.table.metering import PAYER
from pasch.table.model import (
    BrokenTable,
    Entry,
    Laid,
    Settings,
    TableState,
    UnknownTable,
    holder_of,
)
from pasch.table.services import Clock, Secrets, Services, SystemClock, SystemSecrets
from pasch.table.storage.store import EntryStore, History, Present
from pasch.table.table import Table
from pasch.table.thinking.pools import Pools
from pasch.table.thinking.preparation import Preparation
from pasch.table.thinking.reviews import Reviews
from pasch.table.thinking.thinker import Bots, ThreadThinker
from pasch.table.views import finished
from pasch.table.views.messages import DealResult, ProgressInfo

log = logging.getLogger("pasch.table")

ID = re.compile(r"[A-Za-z0-9_-]{8,10}")
LISTED_S = 2 * 60 * 60  # seconds a table may stand in the lobby
KEPT_S = 10 * 60  # seconds a table that nobody uses is kept in memory
UNLOAD_EVERY_S = 30
AT_ONCE = 100  # tables looked at before other tasks have their turn
OF_A_DEAL = 100  # results on a page


class Tables:
    """The tables of a server: it loads them when somebody asks, and unloads idle ones."""

    def __init__(
        self,
        store: EntryStore,
        bots: Iterable[str] = (),
        clock: Clock | None = None,
        secrets: Secrets | None = None,
    ) -> None:
        """`bots`: those that the operator named, besides the ones that every server has."""
        self.store = store
        self.bots = Bots(bots)
        self._clock = clock or SystemClock()
        self._secrets = secrets or SystemSecrets()
        self._tables: dict[str, Table] = {}
        self._moving: dict[str, asyncio.Task[None]] = {}
        """The task that loads or unloads a table, by its name: one at a time."""
        self._awaited: Counter[str] = Counter()
        """How many are looking up a table, by its name."""
        self._preparation = Preparation()
        self._pools = Pools()
        self._reviews = Reviews(self._preparation)
        self._peers = store.peers(self)
        self._services = Services(
            store,
            self._peers,
            ThreadThinker(self.bots, self._preparation, self._pools),
            self._pools,
            self.bots,
            self._clock,
            self._secrets,
        )
        self._unloading = asyncio.create_task(self._keep_unloading())

    def warm(self, game: Game) -> None:
        """Begin to compile the rules of a game before anybody needs them."""
        self._preparation.start(game)

    async def create_table(self, settings: Settings) -> Table:
        """Create a table with these settings, or raise BadOption."""
        settings = await self._pools.tables.do(check_settings, settings)
        return await self._create(self._first_entry(settings))

    def _first_entry(self, settings: Settings) -> Laid:
        dice = dice_of(settings, self._secrets.seed())
        return first_entry(settings, dice, self._clock.now(), self._secrets.token())

    async def _create(self, laid: Laid, *others: Entry) -> Table:
        """Store a new table, and charge the client for it."""
        PAYER.get().take_table()
        id, entries = self._secrets.table_id(), [laid, *others]
        chain = await self.store.append(id, Chain(laid.key), entries)
        table = self._add(id, TableState.of(entries, chain))
        log.info("table %s is laid: %s", id, table.state.game.key)
        self.warm(table.state.game)
        return table

    async def create_rematch(self, before: TableState) -> str:
        """Create a table with the same settings, bots and people, but other dice and salts."""
        settings = replace(before.settings, starter=None, deal="", listed=False)
        return (await self._create(self._first_entry(settings), *same_players(before))).id

    async def play_on(self, id: str, events: int, token: str = "") -> Table:
        """Create a table that begins as a finished match was after so many events.

        The dice go on from there. The bots sit as before, the seats of this token's holder are
        reserved for them, and those of other people are open.
        """
        before = (await self.find(id)).finished()
        now, key = self._clock.now(), self._secrets.token()
        laid = first_entry_to_continue(id, before, events, now, key)
        return await self._create(laid, *same_players(before, holder_of(token) if token else ""))

    async def find(self, id: str) -> Table:
        """Return the table of this name, which is in memory once.

        A caller that awaits something while it works with the table does so within `in_use`.
        """
        self._awaited[id] += 1
        try:
            while id in self._moving or id not in self._tables:
                task = self._moving.get(id) or self._move(id, self._load(id))
                await asyncio.shield(task)
        finally:
            self._awaited[id] -= 1
            if not self._awaited[id]:
                del self._awaited[id]
        table = self._tables[id]
        table.used = self._clock.monotonic()
        return table

    def _move(self, id: str, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Load or unload a table in a task; who looks it up meanwhile waits for it."""

        async def move() -> None:
            try:
                await work
            finally:
                del self._moving[id]

        self._moving[id] = asyncio.create_task(move())
        return self._moving[id]

    async def _load(self, id: str) -> None:
        """Read a table from the store, and once more when this process listens for its news.

        Nobody here would hear of an entry written in between.
        """
        history = await self.store.read(id) if ID.fullmatch(id) else None
        if history is None or not history.entries:
            raise UnknownTable("there is no table {id!r}", id=id[:40])
        state = await self._pools.tables.do(restored, history)
        table = self._add(id, state, self._clock.now())
        try:
            await table.follow(table.version + 1)
            await self._ask_presence(table)
        except BaseException:
            await self._unload(table)
            raise

    def _add(self, id: str, state: TableState, loaded_at: float = 0.0) -> Table:
        self._tables[id] = Table(id, state, self._services, self.create_rematch, loaded_at)
        self._peers.listen()
        return self._tables[id]

    async def _keep_unloading(self) -> None:
        while True:
            await asyncio.sleep(UNLOAD_EVERY_S)
            await self.unload_idle()

    async def unload_idle(self) -> None:
        """Unload the tables that nobody has used for a while."""
        before = self._clock.monotonic() - KEPT_S
        for n, table in enumerate(list(self._tables.values()), start=1):
            if table.used < before and table.is_idle and self._is_settled(table):
                await asyncio.wait([self._move(table.id, self._unload(table))])
            if n % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _is_settled(self, table: Table) -> bool:
        """Return whether this is the table of its name, and nobody is about to get it."""
        id, there = table.id, self._tables.get(table.id)
        return there is table and id not in self._moving and id not in self._awaited

    async def _unload(self, table: Table) -> None:
        del self._tables[table.id]
        try:
            await table.close()
        except Exception:  # whatever it is: whoever looks it up next reads it from the store
            log.exception("table %s was not closed as it should be", table.id)

    async def lobby(self) -> list[Table]:
        """Return the listed tables where somebody waits and a seat is free, newest first."""
        for id in await self._peers.waiting_tables():
            with suppress(UnknownTable):
                await self.find(id)
        since = self._clock.now() - LISTED_S
        waiting = [t for t in self._tables.values() if t.state.laid.at > since and is_joinable(t)]
        return sorted(waiting, key=lambda table: -table.state.laid.at)

    async def deal_results(
        self, code: str, language: str = "en", page: int = 1
    ) -> list[DealResult]:
        """Return how the finished tables of a deal ended, oldest first, page by page."""
        found = await self.store.results(deal_code(code), OF_A_DEAL * (page - 1), OF_A_DEAL)
        return [finished.deal_result(table, kept, language) for table, kept in found]

    async def review(self, id: str, language: str = "en") -> Review | ProgressInfo:
        """Return the review of a finished match or its progress; the first call starts it."""
        match = (await self.find(id)).finished().playable
        return self._reviews.look(id, match, language)

    def figures(self) -> tuple[int, int, dict[str, int]]:
        """Return the number of loaded tables, of viewers, and of pieces of work by kind."""
        viewers = sum(len(table.viewers) for table in self._tables.values())
        return len(self._tables), viewers, self._pools.figures()

    def present(self) -> Present:
        """Return the connected holders of seats, by table."""
        return {id: present for id, t in self._tables.items() if (present := t.viewers.present)}

    async def entry_written(self, id: str, n: int) -> None:
        """Take entry n of a table, which another process wrote."""
        if table := self._tables.get(id):
            await self._follow(table, n)

    async def presence_changed(self, id: str = "") -> None:
        """Ask other processes who is connected there, for this table or for all."""
        for table in [self._tables.get(id)] if id else list(self._tables.values()):
            if table:
                await self._ask_presence(table)

    async def news_missed(self) -> None:
        """Read what other processes may have written meanwhile."""
        for table in list(self._tables.values()):
            await self._follow(table, table.version + 1)
        await self.presence_changed()

    async def _follow(self, table: Table, version: int) -> None:
        """Take what another process wrote; a broken table must not harm the others."""
        try:
            await table.follow(version)
        except BrokenTable as trouble:
            log.error("table %s can't be followed: %s", table.id, trouble)

    async def _ask_presence(self, table: Table) -> None:
        async with table.asking_presence:
            table.set_elsewhere(await self._peers.present_elsewhere(table.id))

    def release_waiters(self) -> None:
        """Let nobody wait for a turn any longer, since this process is about to end."""
        for table in self._tables.values():
            table.release_waiters()

    async def close(self) -> None:
        self._unloading.cancel()
        await asyncio.gather(self._unloading, *self._moving.values(), return_exceptions=True)
        await self._peers.stop_listening()
        await self._reviews.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        await self._peers.close()
        await self._preparation.close()
        self._pools.close()


def restored(history: History) -> TableState:
    """Return the state of a table after its entries, with the match as far as it was played."""
    state = TableState.of(*history)
    state.play()
    return state


def is_joinable(table: Table) -> bool:
    has_room = any(seat.kind == "open" and not seat.holder for seat in table.state.seats)
    waits = any(table.viewers.is_here(seat) for seat in range(len(table.state.seats)))
    return table.state.settings.listed and table.state.phase == "gathering" and has_room and waits
