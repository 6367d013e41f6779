"""A live table: it decides a command, stores the entries, applies them and shows what changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from pasch.bots import Need
from pasch.bots.names import regular
from pasch.core.match.journal import Chain
from pasch.table.coach import TableCoach
from pasch.table.driver import Driver
from pasch.table.metering import Tasks
from pasch.table.model import (
    CHANGE_CLOCK,
    Choose,
    Command,
    Decision,
    Did,
    Ended,
    Entry,
    Late,
    Refused,
    Rematch,
    Return,
    SeatBot,
    Sit,
    Start,
    Started,
    StoreTrouble,
    TableState,
    TakeBack,
    Taken,
    Undid,
    holder_of,
    refuse_stale,
    refuse_stopped,
)
from pasch.table.services import Services
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views.finished import write_log

T = TypeVar("T")
log = logging.getLogger("pasch.table")


class Table:
    """One live table. Every change goes through `do`: decide, store, apply, show."""

    def __init__(
        self,
        id: str,
        state: TableState,
        services: Services,
        create_rematch: Callable[[TableState], Awaitable[str]],
        loaded_at: float = 0.0,
    ) -> None:
        """Create the live table.

        `loaded_at` is when it was read from the store, or 0 if it is new; `create_rematch` creates
        a table for the same players.
        """
        self.id = id
        self._services = services
        self._clock = services.clock
        self.used = self._clock.monotonic()
        self.state = state
        """Everything that follows from the entries; only entries change it."""
        self.version = state.version
        """The number of entries that are stored and applied to the match."""
        self.hash = state.chain.hash
        """The running hash after these entries."""
        self._store = services.store
        self._peers = services.peers
        self._pools = services.pools
        self._create_rematch = create_rematch
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self.asking_presence = asyncio.Lock()
        """Held while other processes are asked who is connected there."""
        self._is_released = self._is_closed = False
        self._users = 0
        self._tasks = Tasks()
        self._driver = Driver(id, state, services, loaded_at, self.do, self._prepare)
        self.viewers = Viewers(id, state, services, loaded_at, self._driver.time_left)
        self.coach = TableCoach(
            id, state, self.viewers, services.thinker, self._prepare, self._tasks.start
        )
        self._driver.set_deadline()
        self._wake()

    async def keeps(self, n: int, hash: str) -> bool:
        """Return whether the running hash after entry n is this one, which a device was sent."""
        await self.follow(n)
        return await self._store.hash_of(self.id, n) == hash

    @property
    def is_idle(self) -> bool:
        """Return whether nobody uses or watches the table, and nothing happens by itself."""
        busy = self._tasks or self._driver.deadline.runs or self._lock.locked() or self._driver.runs
        return not (busy or self.viewers or self._users)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the table in memory for the duration of a `with` block."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self.used = self._clock.monotonic()

    async def has_seated(self, token: str) -> bool:
        """Return whether the holder of this token sits here.

        Another process may have seated them just now, so look into the store before the answer is
        no.
        """
        if not self.viewers.seats_of(token):
            await self.follow(self.version + 1)
        return bool(self.viewers.seats_of(token))

    def set_elsewhere(self, holders: set[str]) -> None:
        """Take note of the holders who are connected to other processes."""
        if self.viewers.hear_elsewhere(holders):
            self._show_taps()

    async def join(self, viewer: Viewer) -> None:
        """Send the viewer the table as it is, and from now on everything that happens."""
        self.viewers.join(viewer)
        self._peers.announce_presence()
        self._show_taps()
        if self.state.trouble:
            self.viewers.send_trouble(self.state.trouble, [viewer])
        elif self.state.match:
            await self.viewers.sync(viewer)

    def part(self, viewer: Viewer) -> None:
        self.used = self._clock.monotonic()
        self.viewers.part(viewer)
        self._peers.announce_presence()
        self._show_taps()

    def _show_taps(self) -> None:
        """Send the taps anew: who may enter real dice depends on who is connected."""
        if self.state.awaits_roll:
            self.viewers.send_seats()

    async def wait(self, version: int) -> bool:
        """Wait for a newer version; return False if the process ends before."""
        while self.version <= version and not self._is_released:
            await self._changed.wait()
        return not self._is_released

    def release_waiters(self) -> None:
        """Let nobody wait any longer, since the process is about to end."""
        self._is_released = True
        self._changed.set()

    async def follow(self, version: int) -> None:
        """Read from the store up to this version, which another process has written."""
        if version > self.version:
            async with self._lock:
                await self._catch_up()

    async def close(self) -> None:
        """Finish what is being written, and refuse commands from now on."""
        self._is_closed = True
        async with self._lock:
            ended = self._tasks.cancel()
        await self._driver.stop()
        await ended
        await self._peers.release_lease(self.id)

    async def do(self, command: Command) -> None:
        """Decide the command, store its entries, apply them and show them, or raise Refused.

        Commands are carried out one after the other, each to its end even if its sender is gone.
        """
        if self._is_closed:
            refuse_stopped()
        done = asyncio.get_running_loop().create_future()
        self._tasks.start(self._do(command, done))
        await done

    async def _do(self, command: Command, done: "asyncio.Future[None]") -> None:
        with settling(done):
            async with self._lock:
                seen = command.version if isinstance(command, Choose | TakeBack) else 0
                if seen > self.version:
                    await self._catch_up()
                while not await self._decided(command):
                    pass

    async def _decided(self, command: Command) -> bool:
        """Carry the command out; return False if another process has written entries meanwhile."""
        before = self.version
        try:
            decision = command.decide(self.viewers.context)
            if decision.entries:
                await self._write(decision)
        except Taken:
            if not await self._has_news(before):
                refuse_stale()
            return False
        except Refused:
            if not (self._store.is_shared and await self._has_news(before)):
                raise
            return False
        return True

    async def _has_news(self, version: int) -> bool:
        """Read what another process wrote; return whether that is more than this version."""
        await self._catch_up()
        return self.version > version

    async def _write(self, decision: Decision) -> None:
        """Store the entries, then apply them."""
        entries = decision.entries
        chain = await self._store.append(self.id, self.state.chain, entries, decision.result)
        if decision.after is not None:
            decision.after.looks_on_from(self.state.playable)
            self.state.match = decision.after
        await self._apply(entries, chain)

    async def _catch_up(self) -> None:
        """Read what another process wrote; the caller holds the lock."""
        await self._apply(*await self._store.read(self.id, after=self.state.chain))

    async def _apply(self, entries: Sequence[Entry], chain: Chain) -> None:
        for entry in entries:
            self.state.apply(entry)
        self.state.chain = chain
        kinds = {type(entry) for entry in entries}
        if Started in kinds:
            with suppress(Refused):  # the threads are busy, so it is done here
                await self._pools.tables.do(self.state.play)
        self.state.play()
        self.version, self.hash = self.state.version, chain.hash
        clock_runs = self._driver.set_deadline()
        self._show(kinds)
        if clock_runs and kinds & CHANGE_CLOCK:
            self.viewers.send_clock()
        for entry in entries:
            if isinstance(entry, Late):
                self.viewers.send_late(self.state.seats[entry.seat].holder)
        self._changed.set()
        self._changed = asyncio.Event()
        self._wake()

    def _show(self, kinds: set[type[Entry]]) -> None:
        """Send viewers what changed by entries of these kinds."""
        if Ended in kinds:
            log.info("table %s is over after %s events", self.id, len(self.state.events))
        if not kinds <= {Did, Undid, Late}:
            self.viewers.send_table()
        if Started in kinds:
            self._begin()
        elif self.state.match is not None:
            self.viewers.send_match()

    def _begin(self) -> None:
        """Show everybody the match that begins."""
        if self.state.trouble:
            log.error("table %s can't be played: %s", self.id, self.state.trouble)
            self.viewers.send_trouble(self.state.trouble)
            return
        for viewer in self.viewers.begin():
            self._tasks.start(self.viewers.sync(viewer))
        thinker, match = self._services.thinker, self.state.playable
        if any(thinker.need(seat.level, match) is Need.SOLVED for seat in self.state.seats):
            self._tasks.start(self._prepare(Need.SOLVED))

    def _wake(self) -> None:
        self._driver.wake()
        self.coach.wake()

    async def _prepare(self, need: Need = Need.COMPILED) -> None:
        """Wait until the bots, or the coach, can think; viewers see how far that is."""
        state, show = self.state, self.viewers.show_progress
        try:
            await self._services.thinker.prepare(need, state.game, state.new_match, show)
        finally:
            if self.viewers.progress is not None:
                show(None)

    async def sit(
        self, seat: int | None, name: str, token: str, salt: str = "", seal: str = ""
    ) -> int:
        """Seat a person; return the seat: this one, or the first that is free for them."""
        holder = holder_of(token) if token else ""
        sit = Sit(holder, name, salt, seat, seal)
        await self.do(sit)
        taken = next(n for n in self.viewers.seats_of(token) if sit.has_taken(self.state.seats[n]))
        if self.state.starts_when_full and not self.state.open_seats:
            with suppress(StoreTrouble, Refused):  # the seat is taken; anybody there may start
                await self.act(Start(holder))
        return taken

    async def act(self, command: Command) -> None:
        """Carry out a command of a client, with what the server adds to it."""
        if isinstance(command, SeatBot):
            command = replace(command, name=await self._bot_name(command))
        elif isinstance(command, Start):
            command = replace(command, lot=self._services.secrets.fraction())
        await self.do(command)
        if isinstance(command, Rematch) and self.state.rematch is None:
            with suppress(Refused):  # another process created one first
                await self.do(replace(command, table=await self._create_rematch(self.state)))

    async def _bot_name(self, command: SeatBot) -> str:
        """Return a name for this bot that nobody else at the table has."""
        state, bots = self.state, self._services.bots
        bots.check(command.bot)
        options = state.game.read_options(state.settings.options)
        seats = len(state.seats)
        await self._pools.tables.do(bots.expect_able, command.bot, state.game, seats, options)
        others = (other.name for n, other in enumerate(state.seats) if n != command.seat)
        return regular(command.bot, others)

    async def back(self, token: str) -> None:
        """Let the holder of this token play again, if a bot stands in."""
        if token and self.viewers.context.away_seats(holder_of(token)):
            await self.do(Return(holder_of(token)))

    async def hint(self, viewer: Viewer, version: int) -> None:
        """Send this viewer what the choices are worth, unless the match goes on first."""
        self.coach.expect_allowed()
        await self.follow(version)
        self.coach.advise(viewer, version)

    def finished(self) -> TableState:
        """Return the state of a finished table, or refuse while the game is not over."""
        if self.state.phase != "over":
            raise Refused("phase", "the game is not over")
        return self.state

    async def finished_log(self) -> str:
        """Return the log of the finished match, with its envelope opened."""
        self.finished()
        return await self.look_back(write_log, await self._store.journal(self.id))

    async def look_back(self, look: Callable[..., T], *args: Any) -> T:
        """Return what a function finds in the finished match; a thread computes it."""
        return await self._pools.replay.do(look, self.finished(), *args)


@contextmanager
def settling(done: "asyncio.Future[None]") -> Iterator[None]:
    """Pass on the end of a `with` block, or its exception, to whoever awaits `done`."""
    try:
        yield
    except asyncio.CancelledError:
        done.cancel()
        raise
    except Exception as problem:  # it is for who waits
        if not done.done():
            done.set_exception(problem)
    else:
        if not done.done():
            done.set_result(None)
