"""A live table: it decides a command, stores the entries, applies them and shows what changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pasch.bots import Need
from pasch.bots.names import regular
from pasch.core.game.position import CHANCE
from pasch.core.game.spec import Game
from pasch.core.match.chain import Chain
from pasch.core.match.match import Match
from pasch.table.clock import Clock, Deadline
from pasch.table.driver import Driver
from pasch.table.metering import metered
from pasch.table.model.context import GRACE_S, Command, Decision
from pasch.table.model.entries import Back, Did, Ended, Entry, Late, Started, Undid
from pasch.table.model.errors import Refused, StoreTrouble, Taken, refuse_stale, refuse_stopped
from pasch.table.model.playing import Choose, Rematch, Return, TakeBack
from pasch.table.model.seating import SeatBot, Sit, Start
from pasch.table.model.state import Phase, Seat, Settings, TableState, holder_of
from pasch.table.randomness import Secrets
from pasch.table.storage.store import EntryStore, Peers
from pasch.table.thinking.coach import TableCoach
from pasch.table.thinking.pools import Pools
from pasch.table.thinking.preparation import Bots
from pasch.table.thinking.thinker import Thinker
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views.finished import write_log
from pasch.table.views.history import Perspective
from pasch.table.views.messages import ProgressInfo, Snapshot

T = TypeVar("T")
log = logging.getLogger("pasch.table")


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    store: EntryStore
    peers: Peers
    thinker: Thinker
    pools: Pools
    bots: Bots
    clock: Clock
    secrets: Secrets


class Table:
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
        self._state = state
        self._version, self._hash = state.version, state.chain.hash
        self._store = services.store
        self._peers = services.peers
        self._create_rematch = create_rematch
        self._pools = services.pools
        self._bots = services.bots
        self._lock = asyncio.Lock()
        self._grown = asyncio.Event()
        self.looking = asyncio.Lock()
        """Held while other processes are asked who is connected there."""
        self._is_released = self._is_closed = False
        self._users = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._deadline = Deadline(self._clock, self._wake)
        self.viewers = Viewers(
            id, state, self._clock, self._deadline, self._pools.replay.do, loaded_at
        )
        self._spared = (state.deadline, loaded_at + GRACE_S)
        """A deadline from before the table was loaded, and when it counts at the earliest."""
        self._driver = Driver(
            id,
            state,
            self._deadline,
            services.thinker,
            self._peers.take_lease,
            self.do,
            self._prepare,
        )
        self._coach = TableCoach(
            id, state, self.viewers, services.thinker, self._prepare, self._spawn
        )
        self._set_clock()
        self._wake()

    @property
    def settings(self) -> Settings:
        return self._state.settings

    @property
    def game(self) -> Game:
        return self._state.game

    @property
    def commitment(self) -> str:
        return self._state.laid.commitment

    @property
    def created(self) -> float:
        """When the table was created, in seconds since 1970."""
        return self._state.laid.at

    @property
    def version(self) -> int:
        """The number of entries that are stored and applied to the match."""
        return self._version

    @property
    def hash(self) -> str:
        """The running hash after these entries."""
        return self._hash

    async def keeps(self, n: int, hash: str) -> bool:
        """Return whether the running hash after entry n is this one, which a device was sent."""
        if n > self.version:
            await self.follow(n)
        return await self._store.hash_of(self.id, n) == hash

    @property
    def phase(self) -> Phase:
        return self._state.phase

    @property
    def seats(self) -> list[Seat]:
        return self._state.seats

    @property
    def match(self) -> Match | None:
        return self._state.match

    @property
    def rests(self) -> bool:
        """Return whether nobody uses or watches the table, and nothing happens by itself."""
        busy = self._tasks or self._deadline.runs or self._lock.locked() or self._driver.runs
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

    async def snapshot(self, token: str = "", language: str = "en") -> Snapshot:
        """Return the match as the holder of this token sees it, with the whole story."""
        self.viewers.expect_match()
        perspective = Perspective(tuple(self.viewers.seats_of(token)), language)
        history = await self.viewers.catch_up(perspective)
        return history.snapshot(self._state.playable, self._deadline.left, perspective)

    def set_elsewhere(self, holders: set[str]) -> None:
        """Take note of the holders who are connected to other processes."""
        if self.viewers.hear_elsewhere(holders):
            self._show_taps()

    async def join(self, viewer: Viewer) -> None:
        """Send the viewer the table as it is, and from now on everything that happens."""
        self.viewers.join(viewer)
        self._peers.announce_presence()
        self._show_taps()
        if self._state.trouble:
            self.viewers.send_trouble(self._state.trouble, [viewer])
        elif self._state.match:
            await self.viewers.sync(viewer)

    def part(self, viewer: Viewer) -> None:
        self.used = self._clock.monotonic()
        self.viewers.part(viewer)
        self._peers.announce_presence()
        self._show_taps()

    def _show_taps(self) -> None:
        """Send the taps anew: who may enter real dice depends on who is connected."""
        if self._state.awaits_roll:
            self.viewers.send_seats()

    async def wait(self, version: int) -> bool:
        """Wait for a newer version; return False if the process ends before."""
        while self.version <= version and not self._is_released:
            await self._grown.wait()
        return not self._is_released

    def release_waiters(self) -> None:
        """Let nobody wait any longer, since the process is about to end."""
        self._is_released = True
        self._grown.set()

    async def follow(self, version: int) -> None:
        """Read from the store up to this version, which another process has written."""
        if version > self.version:
            async with self._lock:
                await self._catch_up()

    async def close(self) -> None:
        """Finish what is being written, and refuse commands from now on."""
        self._is_closed = True
        async with self._lock:
            self._deadline.stop()
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
        await self._driver.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._peers.release_lease(self.id)

    async def do(self, command: Command) -> None:
        """Decide the command, store its entries, apply them and show them, or raise Refused.

        Commands are carried out one after the other, each to its end even if its sender is gone.
        """
        if self._is_closed:
            refuse_stopped()
        done = asyncio.get_running_loop().create_future()
        self._spawn(self._do(command, done))
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
        chain = await self._store.append(self.id, self._state.chain, entries, decision.result)
        if decision.after is not None:
            decision.after.looks_on_from(self._state.playable)
            self._state.match = decision.after
        await self._apply(entries, chain)

    async def _catch_up(self) -> None:
        """Read what another process wrote; the caller holds the lock."""
        await self._apply(*await self._store.read(self.id, after=self._state.chain))

    async def _apply(self, entries: Sequence[Entry], chain: Chain) -> None:
        for entry in entries:
            self._state.apply(entry)
        self._state.chain = chain
        kinds = {type(entry) for entry in entries}
        if Started in kinds:
            with suppress(Refused):  # the threads are busy, so it is done here
                await self._pools.tables.do(self._state.play)
        self._state.play()
        self._version, self._hash = self._state.version, chain.hash
        self._set_clock()
        self._show(kinds)
        for entry in entries:
            if isinstance(entry, Late):
                self.viewers.send_late(self.seats[entry.seat].holder)
        self._grown.set()
        self._grown = asyncio.Event()
        self._wake()

    def _show(self, kinds: set[type[Entry]]) -> None:
        """Send viewers what changed by entries of these kinds."""
        if Ended in kinds:
            log.info("table %s is over after %s events", self.id, len(self._state.events))
        if not kinds <= {Did, Undid, Late}:
            self.viewers.send_table()
        if Started in kinds:
            self._begin()
        elif self._state.match is not None:
            self.viewers.send_match()
        if self._deadline.runs and Back in kinds:
            self.viewers.send_clock()

    def _begin(self) -> None:
        """Show everybody the match that begins."""
        if self._state.trouble:
            log.error("table %s can't be played: %s", self.id, self._state.trouble)
            self.viewers.send_trouble(self._state.trouble)
            return
        for viewer in self.viewers.begin():
            self._spawn(self.viewers.sync(viewer))
        thinker, match = self._services.thinker, self._state.playable
        if any(thinker.need(seat.level, match) is Need.SOLVED for seat in self.seats):
            self._spawn(self._prepare(Need.SOLVED))

    def _set_clock(self) -> None:
        """Run the clock if a person has to choose, or to roll real dice."""
        state = self._state
        deadline = state.deadline
        mover = state.mover if state.match and deadline else CHANCE
        seat = self.seats[mover] if mover >= 0 else None
        if deadline and seat and seat.kind == "person" and not seat.away:
            spared, until = self._spared
            self._deadline.run(deadline, until if deadline == spared else 0.0)
        else:
            self._deadline.stop()

    def _wake(self) -> None:
        self._driver.wake()
        self._coach.wake()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(metered(work))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        task.add_done_callback(lambda _: work.close())  # in case it was cancelled before it began
        return task

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as seen: its caller gets it too, if anybody waits

    async def _prepare(self, need: Need = Need.COMPILED) -> None:
        """Wait until the bots, or the coach, can think."""
        try:
            thinker, new_match = self._services.thinker, self._state.new_match
            await thinker.prepare(need, self.game, new_match, self._progressed)
        finally:
            if self.viewers.progress is not None:
                self._progressed(None)

    def _progressed(self, progress: ProgressInfo | None) -> None:
        self.viewers.progress = progress
        self.viewers.send_table()

    async def sit(
        self, seat: int | None, name: str, token: str, salt: str = "", seal: str = ""
    ) -> int:
        """Seat a person; return the seat: this one, or the first that is free for them."""
        holder = holder_of(token) if token else ""
        sit = Sit(holder, name, salt, seat, seal)
        await self.do(sit)
        taken = next(n for n in self.viewers.seats_of(token) if sit.has_taken(self.seats[n]))
        if self._state.starts_when_full and not self._state.open_seats:
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
        if isinstance(command, Rematch) and self._state.rematch is None:
            with suppress(Refused):  # another process created one first
                await self.do(replace(command, table=await self._create_rematch(self._state)))

    async def _bot_name(self, command: SeatBot) -> str:
        """Return a name for this bot that nobody else at the table has."""
        self._bots.check(command.bot)
        options = self.game.read_options(self.settings.options)
        check = self._bots.expect_able
        await self._pools.tables.do(check, command.bot, self.game, len(self.seats), options)
        others = (other.name for n, other in enumerate(self.seats) if n != command.seat)
        return regular(command.bot, others)

    async def back(self, token: str) -> None:
        """Let the holder of this token play again, if a bot stands in."""
        if token and self.viewers.context.away_seats(holder_of(token)):
            await self.do(Return(holder_of(token)))

    async def hint(self, viewer: Viewer, version: int) -> None:
        """Send this viewer what the choices are worth, unless the match goes on first."""
        self._expect_coach()
        if version > self.version:
            await self.follow(version)
        context = self.viewers.context
        context.match_seen(version)
        context.expect_turn(context.mine(viewer.holder))
        self._coach.advise(viewer)

    def follow_chances(self, viewer: Viewer, on: bool) -> None:
        """Begin or stop to send this viewer everybody's chances, now and after each event."""
        if on:
            self._expect_coach()
        self._coach.follow(viewer, on)

    def _expect_coach(self) -> None:
        if not self.settings.coach:
            raise Refused("coach", "the coach may not help at this table")

    def finished(self) -> TableState:
        """Return the state of a finished table, or refuse while the game is not over."""
        if self.phase != "over":
            raise Refused("phase", "the game is not over")
        return self._state

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
