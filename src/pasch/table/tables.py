"""All tables of one server."""

import asyncio
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from pasch.coach.findings import Review
from pasch.core.errors import BadOption
from pasch.core.game.dice import Dice, deal_code, deal_seed
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.chain import Chain
from pasch.table.metering import PAYER
from pasch.table.model.entries import Entry, Reserved, SatBot
from pasch.table.model.errors import BrokenTable, UnknownTable
from pasch.table.model.state import Laid, Origin, Settings, TableState, holder_of
from pasch.table.pools import Pools
from pasch.table.storage.records import History
from pasch.table.storage.store import EntryStore, Present
from pasch.table.table import Table
from pasch.table.thinking.bots import Bots
from pasch.table.thinking.preparation import Readiness
from pasch.table.thinking.reviews import Reviews
from pasch.table.views import finished
from pasch.table.views.messages import DealResult, ProgressInfo

log = logging.getLogger("pasch.table")

ID = re.compile(r"[A-Za-z0-9_-]{8,10}")
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # of a new table's name: none is taken for another
LISTED_S = 2 * 60 * 60  # seconds a table may stand in the lobby
KEPT_S = 10 * 60  # seconds a table that nobody uses is kept in memory
UNLOAD_EVERY_S = 30
AT_ONCE = 100  # tables looked at before other tasks have their turn
CLOCK = (5, 600)
KEY_BYTES = 32
OF_A_DEAL = 100  # results on a page


class Tables:
    def __init__(self, store: EntryStore, bots: Iterable[str] = ()) -> None:
        """`bots`: those of its own, beside the ones that every server has."""
        self.store = store
        self.bots = Bots(bots)
        self._tables: dict[str, Table] = {}
        self._moving: dict[str, asyncio.Task[None]] = {}
        """What loads a table, or puts it away, by its name: one at a time."""
        self._awaited: Counter[str] = Counter()
        """How many are looking up a table."""
        self._readiness = Readiness()
        self._pools = Pools()
        self._reviews = Reviews(self._readiness)
        self._peers = store.peers(self)
        self._unloading = asyncio.create_task(self._keep_unloading())

    def warm(self, game: Game) -> None:
        """Gets the rules ready before anybody needs them."""
        self._readiness.start(game)

    async def create_table(self, settings: Settings) -> Table:
        """Create a table with these settings, or raise BadOption."""
        settings = await self._pools.tables.do(check, settings)
        dice = dice_of(settings)
        return await self._create(created(settings, dice))

    async def _create(self, laid: Laid, *others: Entry) -> Table:
        """Every new table begins here, and is charged here."""
        PAYER.get().take_table()
        id, entries = new_id(), [laid, *others]
        chain = await self.store.append(id, Chain(laid.key), entries)
        table = self._seat_at(id, TableState.of(entries, chain))
        log.info("table %s is laid: %s", id, table.game.key)
        self.warm(table.game)
        return table

    async def create_rematch(self, before: TableState) -> str:
        """The same settings, bots and people, but other dice; each person salts them anew."""
        settings = again(before.settings)
        entries: list[Entry] = []
        for n, seat in enumerate(before.seats):
            if seat.kind == "bot":
                entries.append(SatBot(n, seat.bot, seat.name))
            else:
                entries.append(Reserved(n, seat.name, seat.holder))
        return (await self._create(created(settings, dice_of(settings)), *entries)).id

    async def play_on(self, id: str, events: int, token: str = "") -> Table:
        """A table that begins as the finished match of another was after so many events.

        Its dice go on there. The bots sit as before, the seats of this token's holder wait for
        them, and those of other people are open.
        """
        before = (await self.find(id)).finished()
        if not 0 <= events < len(before.events):
            raise BadOption(
                "a match is played on from event 0 to {last}, not {got}",
                last=len(before.events) - 1,
                got=events,
            )
        entries: list[Entry] = []
        for n, seat in enumerate(before.seats):
            if seat.kind == "bot":
                entries.append(SatBot(n, seat.bot, seat.name))
            elif token and seat.holder == holder_of(token):
                entries.append(Reserved(n, seat.name, seat.holder))
        return await self._create(continued(id, before, events), *entries)

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
        table.used = time.monotonic()
        return table

    def _move(self, id: str, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Load a table or put it away: who looks it up meanwhile waits until that is done."""

        async def move() -> None:
            try:
                await work
            finally:
                del self._moving[id]

        self._moving[id] = asyncio.create_task(move())
        return self._moving[id]

    async def _load(self, id: str) -> None:
        """Read a table from the store, and once more when news of it is heard: that of an entry
        written in between has found nobody."""
        history = await self.store.read(id) if ID.fullmatch(id) else None
        if history is None or not history.entries:
            raise UnknownTable("there is no table {id!r}", id=id[:40])
        state = await self._pools.tables.do(restored, history)
        table = self._seat_at(id, state, time.time())
        try:
            await table.follow(table.version + 1)
            await self._ask_presence(table)
        except BaseException:
            await self._unload(table)
            raise

    def _seat_at(self, id: str, state: TableState, found: float = 0.0) -> Table:
        parts = (self.store, self._peers, self._readiness, self._pools, self.bots)
        self._tables[id] = Table(id, state, *parts, self.create_rematch, found)
        self._peers.listen()
        return self._tables[id]

    async def _keep_unloading(self) -> None:
        while True:
            await asyncio.sleep(UNLOAD_EVERY_S)
            await self.unload_idle()

    async def unload_idle(self) -> None:
        """Put away the tables that nobody has used for a while."""
        before = time.monotonic() - KEPT_S
        for n, table in enumerate(list(self._tables.values()), start=1):
            if table.used < before and table.rests and self._is_settled(table):
                await asyncio.wait([self._move(table.id, self._unload(table))])
            if n % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _is_settled(self, table: Table) -> bool:
        """Whether this is the table of its name, and nobody is about to get it."""
        id, there = table.id, self._tables.get(table.id)
        return there is table and id not in self._moving and id not in self._awaited

    async def _unload(self, table: Table) -> None:
        del self._tables[table.id]
        try:
            await table.close()
        except Exception:  # whatever it is: the next one who looks it up reads it from the store
            log.exception("table %s was not closed as it should be", table.id)

    async def lobby(self) -> list[Table]:
        """Tables with room, with somebody waiting there, newest first."""
        for id in await self._peers.waiting_tables():
            with suppress(UnknownTable):
                await self.find(id)
        since = time.time() - LISTED_S
        waiting = [t for t in self._tables.values() if t.created > since and is_joinable(t)]
        return sorted(waiting, key=lambda table: -table.created)

    async def deal_results(
        self, code: str, language: str = "en", page: int = 1
    ) -> list[DealResult]:
        """How the finished tables with these dice ended, oldest first, so many on a page."""
        found = await self.store.results(deal_code(code), OF_A_DEAL * (page - 1), OF_A_DEAL)
        return [finished.deal_result(table, kept, language) for table, kept in found]

    async def review(self, id: str, language: str = "en") -> Review | ProgressInfo:
        """The review of a finished match, or how far it has come; who asks first starts it."""
        match = (await self.find(id)).finished_match()
        return self._reviews.look(id, match, language)

    def figures(self) -> tuple[int, int, dict[str, int]]:
        """Tables at hand, viewers, and by kind how much is being done or waits to be."""
        viewers = sum(table.viewers for table in self._tables.values())
        return len(self._tables), viewers, self._pools.figures()

    def present(self) -> Present:
        """Return the connected holders of seats, by table."""
        return {table.id: table.present for table in self._tables.values() if table.present}

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
        async with table.looking:
            table.elsewhere(await self._peers.present_elsewhere(table.id))

    def release_waiters(self) -> None:
        """Whoever waits for a turn waits no longer: this process is about to end."""
        for table in self._tables.values():
            table.release_waiters()

    async def close(self) -> None:
        self._unloading.cancel()
        await asyncio.gather(self._unloading, *self._moving.values(), return_exceptions=True)
        await self._peers.stop_listening()
        await self._reviews.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))
        await self._peers.close()
        await self._readiness.close()
        self._pools.close()


def restored(history: History) -> TableState:
    """Who sits at a table, and its match as far as it was played."""
    state = TableState.of(*history)
    state.play()
    return state


def is_joinable(table: Table) -> bool:
    has_room = any(seat.kind == "open" and not seat.holder for seat in table.seats)
    waits = any(table.is_here(seat) for seat in range(len(table.seats)))
    return table.settings.listed and table.phase == "gathering" and has_room and waits


def new_id() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(8))


def created(settings: Settings, dice: Dice | None) -> Laid:
    return Laid(
        settings=settings,
        seed=dice.seed if dice else "",
        commitment=dice.commitment if dice else "",
        rules=load(settings.game).version,
        at=time.time(),
        key=new_key(),
    )


def new_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def continued(id: str, before: TableState, events: int) -> Laid:
    assert before.start is not None
    happened = before.events[:events]
    origin = Origin(id, before.start, before.drawn, before.salts, happened, before.deal)
    settings = replace(before.settings, deal="", listed=False)
    return replace(before.laid, settings=settings, at=time.time(), origin=origin, key=new_key())


def dice_of(settings: Settings) -> Dice | None:
    """Return the dice of the table's own seed; those of a deal follow from its code, but never what
    is drawn in secret."""
    if load(settings.game).keeps_secrets:
        return Dice()
    if settings.dice == "real":
        return None
    return Dice(deal_seed(settings.deal) if settings.deal else None)


def check(settings: Settings) -> Settings:
    """Settings with every option as the game writes it, or BadOption."""
    game = load(settings.game)
    seats = game.check_seats(settings.seats)
    options = asdict(game.read_options(settings.options, remote=True))
    if settings.starter is not None and not 0 <= settings.starter < seats:
        raise BadOption(
            "the starting seat is a number from 0 to {last}, not {got!r}",
            last=seats - 1,
            got=settings.starter,
        )
    low, high = CLOCK
    if settings.clock and not low <= settings.clock <= high:
        raise BadOption(
            "the clock is 0 or {low} to {high} seconds, not {got}",
            low=low,
            high=high,
            got=settings.clock,
        )
    if settings.deal and settings.dice == "real":
        raise BadOption("a deal and real dice exclude each other: a deal has its own dice")
    deal = deal_code(settings.deal) if settings.deal else ""
    return replace(settings, options=options, deal=deal)


def again(settings: Settings) -> Settings:
    return replace(settings, starter=None, deal="", listed=False)
