"""A live table: a command is decided, stored, becomes so, and is shown; one after the other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pasch.bots import Need, read_bot
from pasch.bots.names import regular
from pasch.core.errors import BadOption
from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.game.spec import Game
from pasch.core.match.chain import Chain
from pasch.core.match.ending import Ending, ending_of
from pasch.core.match.match import Match
from pasch.core.match.tally import Group, tally
from pasch.core.view.scene import Told
from pasch.table.clock import Clock, Deadline
from pasch.table.driver import Driver
from pasch.table.metering import metered
from pasch.table.model.context import GRACE_S, Command, Decision
from pasch.table.model.entries import Back, Did, Ended, Entry, Late, Started, Undid
from pasch.table.model.errors import Refused, StoreTrouble, Taken, refuse_stale, refuse_stopped
from pasch.table.model.playing import Choose, Leave, Rematch, Return, StandIn, TakeBack
from pasch.table.model.seating import OpenSalt, Seal, SeatBot, Sit, Stand, Start
from pasch.table.model.state import Phase, Seat, Settings, TableState, holder_of
from pasch.table.randomness import Secrets
from pasch.table.storage.store import EntryStore, Peers
from pasch.table.thinking.coach import TableCoach
from pasch.table.thinking.pools import Pools
from pasch.table.thinking.preparation import Bots
from pasch.table.thinking.thinker import Thinker
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views import finished
from pasch.table.views.history import Perspective, actions_of, visible_keys
from pasch.table.views.messages import (
    SIGNS,
    ActionInfo,
    Help,
    ProgressInfo,
    Sign,
    Snapshot,
    TableInfo,
    WhyNot,
)

__all__ = ["Table", "Viewer"]

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
        """`loaded_at`: when the table was read from the store, or 0 if it is new."""
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
        self._growth = asyncio.Event()
        self.looking = asyncio.Lock()
        """Who asks other processes about this table: the answer to the last question counts."""
        self._lets_go = self._is_closed = False
        self._users = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._deadline = Deadline(self._clock, self._wake)
        self._viewers = Viewers(
            id, state, self._clock, self._deadline, self._pools.replay.do, loaded_at
        )
        self._spared = (state.deadline, loaded_at + GRACE_S)
        """A deadline from before a restart, and until when nobody is replaced for it."""
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
            id, state, self._viewers, services.thinker, self._prepare, self._spawn
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
        """How many entries everybody may know of: the match is there as far as they tell."""
        return self._version

    @property
    def hash(self) -> str:
        """The running hash after that many entries."""
        return self._hash

    async def keeps(self, n: int, hash: str) -> bool:
        """Return whether entry n has this hash here, as somebody was once told."""
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
    def viewers(self) -> int:
        return len(self._viewers)

    @property
    def rests(self) -> bool:
        """Whether nobody uses it or looks on, and nothing goes on by itself."""
        busy = self._tasks or self._deadline.runs or self._lock.locked() or self._driver.runs
        return not (busy or self._viewers or self._users)

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the table in memory meanwhile."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self.used = self._clock.monotonic()

    def seats_of(self, token: str) -> list[int]:
        return self._viewers.seats_of(token)

    async def has_seated(self, token: str) -> bool:
        """Return whether somebody sits here with this token.

        Another process may have seated them just now: the store is asked before it is no.
        """
        if not self.seats_of(token):
            await self.follow(self.version + 1)
        return bool(self.seats_of(token))

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has a connection."""
        return self._viewers.context.is_here(seat)

    def info(self) -> TableInfo:
        return self._viewers.info()

    async def moment(self, token: str = "", language: str = "en") -> Snapshot:
        """What the holder of this token sees now, with the whole story."""
        self._expect_match()
        perspective = Perspective(tuple(self.seats_of(token)), language)
        history = await self._viewers.catch_up(perspective)
        return history.snapshot(self._state.playable, self._deadline.left, perspective)

    def mark_polled(self, token: str) -> None:
        """A program that asks for its turn is here."""
        self._viewers.mark_polled(holder_of(token))

    @property
    def present(self) -> set[str]:
        """The holders of its seats who are connected to this process."""
        return self._viewers.present

    def elsewhere(self, holders: set[str]) -> None:
        """Those who are connected to other processes."""
        if self._viewers.hear_elsewhere(holders):
            self._show_taps()

    def choices_of(self, token: str, language: str = "en") -> list[ActionInfo]:
        """What the holder of this token may do now."""
        holder = holder_of(token) if token else ""
        return actions_of(self._viewers.context, holder, language)

    async def join(self, viewer: Viewer) -> None:
        """From now on the viewer is sent everything; first the table as it is."""
        self._viewers.join(viewer)
        self._peers.announce_presence()
        self._show_taps()
        if self._state.trouble:
            self._viewers.send_trouble(self._state.trouble, [viewer])
        elif self._state.match:
            await self._viewers.sync(viewer)

    def part(self, viewer: Viewer) -> None:
        self.used = self._clock.monotonic()
        self._viewers.part(viewer)
        self._peers.announce_presence()
        self._show_taps()

    def _show_taps(self) -> None:
        """Who may tap real dice depends on who is here."""
        if self._state.awaits_roll:
            self._viewers.send_seats()

    def show(self, viewer: Viewer) -> None:
        """Once more what this viewer should see now."""
        self._viewers.resend(viewer)

    async def wait(self, version: int) -> bool:
        """Until there is more than this version; or not, since nobody is to wait here any more."""
        while self.version <= version and not self._lets_go:
            await self._growth.wait()
        return not self._lets_go

    def release_waiters(self) -> None:
        """Nobody is to wait here any more."""
        self._lets_go = True
        self._growth.set()

    async def follow(self, version: int) -> None:
        """Another process has written this entry."""
        if version > self.version:
            async with self._lock:
                await self._catch_up()

    async def close(self) -> None:
        """What is being written is written to its end; from now on commands are refused."""
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
        """Decides, stores, lets it become so and shows it; or Refused, and nothing happened.

        One after the other, each to its end even if nobody waits for it any more.
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
        """Carry it out, or return False: another process has written what was not known here."""
        before = self.version
        try:
            decision = command.decide(self._viewers.context)
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
        """Take what another process wrote; return whether that is more than this version."""
        await self._catch_up()
        return self.version > version

    async def _write(self, decision: Decision) -> None:
        """Store the entries, then apply them."""
        entries = decision.entries
        chain = await self._store.append(self.id, self._state.chain, entries, decision.result)
        if decision.after is not None:
            decision.after.looks_on_from(self._state.playable)
            self._state.match = decision.after
        await self._take(entries, chain)

    async def _catch_up(self) -> None:
        """Takes what another process wrote. Only while holding the lock."""
        await self._take(*await self._store.read(self.id, after=self._state.chain))

    async def _take(self, entries: Sequence[Entry], chain: Chain) -> None:
        for entry in entries:
            self._state.apply(entry)
        self._state.chain = chain
        kinds = {type(entry) for entry in entries}
        if Started in kinds:
            with suppress(Refused):  # too many ask for that now: it is done here
                await self._pools.tables.do(self._state.play)
        self._state.play()
        self._version, self._hash = self._state.version, chain.hash
        self._set_clock()
        self._tell(kinds)
        for entry in entries:
            if isinstance(entry, Late):
                self._viewers.send_late(self.seats[entry.seat].holder)
        self._growth.set()
        self._growth = asyncio.Event()
        self._wake()

    def _tell(self, kinds: set[type[Entry]]) -> None:
        """Of entries of these kinds."""
        if Ended in kinds:
            log.info("table %s is over after %s events", self.id, len(self._state.events))
        if not kinds <= {Did, Undid, Late}:
            self._viewers.send_table()
        if Started in kinds:
            self._begin()
        elif self._state.match is not None:
            self._viewers.send_match()
        if self._deadline.runs and Back in kinds:
            self._viewers.send_clock()

    def _begin(self) -> None:
        """The match is there: everybody sees it."""
        if self._state.trouble:
            log.error("table %s can't be played: %s", self.id, self._state.trouble)
            self._viewers.send_trouble(self._state.trouble)
            return
        for viewer in self._viewers.begin():
            self._spawn(self._viewers.sync(viewer))
        thinker, match = self._services.thinker, self._state.playable
        if any(thinker.need(seat.level, match) is Need.SOLVED for seat in self.seats):
            self._spawn(self._prepare(Need.SOLVED))

    def _set_clock(self) -> None:
        """It runs for a person who is to choose, or to roll real dice."""
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
            task.exception()  # whoever waits for it is told; if nobody does, nobody is disturbed

    async def _prepare(self, need: Need = Need.COMPILED) -> None:
        """Wait until the bots, or the coach, can think; nobody else waits for that."""
        try:
            thinker, new_match = self._services.thinker, self._state.new_match
            await thinker.prepare(need, self.game, new_match, self._progressed)
        finally:
            if self._viewers.progress is not None:
                self._progressed(None)

    def _progressed(self, progress: ProgressInfo | None) -> None:
        self._viewers.progress = progress
        self._viewers.send_table()

    async def sit(
        self, seat: int | None, name: str, token: str, salt: str = "", seal: str = ""
    ) -> int:
        """Takes this seat, or the first that is free for the holder of the token."""
        holder = holder_of(token) if token else ""
        sit = Sit(holder, name, salt, seat, seal)
        await self.do(sit)
        taken = next(n for n in self.seats_of(token) if sit.has_taken(self.seats[n]))
        if self._state.starts_when_full and not self._state.open_seats:
            with suppress(StoreTrouble, Refused):  # the seat is taken; anybody there may start
                await self.start(token)
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
        await self._check_bot(command.bot)
        others = (other.name for n, other in enumerate(self.seats) if n != command.seat)
        return regular(command.bot, others)

    async def sit_bot(self, token: str, seat: int, bot: str) -> None:
        await self.act(SeatBot(holder_of(token), seat, bot))

    async def _check_bot(self, bot: str) -> None:
        """Refuse a bot that can't play here: perfect plays only games that are solved."""
        options = self.game.read_options(self.settings.options)
        try:
            await self._pools.tables.do(read_bot(bot).check, self.game, len(self.seats), options)
        except BadOption as problem:
            raise Refused("bot", problem.message, **problem.values) from None

    async def seal(self, token: str, seat: int, seal: str) -> None:
        await self.do(Seal(holder_of(token), seat, seal))

    async def open_salt(self, token: str, salt: str) -> None:
        await self.do(OpenSalt(holder_of(token), salt))

    async def stand(self, token: str, seat: int) -> None:
        await self.do(Stand(holder_of(token), seat))

    async def start(self, token: str) -> None:
        await self.act(Start(holder_of(token)))

    async def choose(self, token: str, version: int, action: int, language: str = "en") -> None:
        await self.do(Choose(holder_of(token), version, action, language))

    async def undo(self, token: str, version: int) -> None:
        await self.do(TakeBack(holder_of(token), version))

    async def back(self, token: str) -> None:
        """Whoever was away plays again."""
        if token and self._viewers.context.away_seats(holder_of(token)):
            await self.do(Return(holder_of(token)))

    async def leave(self, token: str) -> None:
        await self.do(Leave(holder_of(token)))

    async def stand_in(self, token: str, seat: int) -> None:
        await self.do(StandIn(holder_of(token), seat))

    async def rematch(self, token: str) -> str:
        """The table of the next match: the same people, bots and settings."""
        await self.act(Rematch(holder_of(token)))
        assert self._state.rematch is not None
        return self._state.rematch

    async def hint(self, viewer: Viewer, version: int) -> None:
        """The viewer alone is sent what the choices are worth, unless the match goes on first."""
        self._expect_coach()
        if version > self.version:
            await self.follow(version)
        context = self._viewers.context
        context.match_seen(version)
        context.expect_turn(context.mine(viewer.holder))
        self._coach.advise(viewer)

    def why_not(self, viewer: Viewer, key: str) -> WhyNot:
        """Why the viewer can't use this thing of the board now."""
        context = self._viewers.context
        match = context.match_seen(self.version)
        context.expect_turn(context.mine(viewer.holder))
        visible_keys(match, match.player, [key])
        return WhyNot(*match.why_not(key, match.player, viewer.language))

    def help(self, viewer: Viewer, keys: list[str]) -> Help:
        """What a thing of the board is, for anybody who looks at it."""
        match = self._viewers.context.match_seen(self.version)
        mine = self._state.held_by(viewer.holder) if viewer.holder else []
        seat = mine[0] if len(mine) == 1 else WATCHER
        return Help(match.help(visible_keys(match, seat, keys), seat, viewer.language))

    def make_sign(self, viewer: Viewer, sign: str, at: str) -> None:
        """Everybody sees who makes a face, or points at what."""
        seat = self._viewers.context.mine(viewer.holder)[0]
        if not at and sign not in SIGNS:
            raise Refused(
                "illegal",
                "expected one of {signs}, got {got!r}",
                signs=" ".join(SIGNS),
                got=sign[:8],
            )
        if at:
            self._expect_match()
            visible_keys(self._state.playable, seat, [at])
        self._viewers.send(Sign(seat, sign if sign in SIGNS else "", at))

    def follow_chances(self, viewer: Viewer, on: bool) -> None:
        """Whether the viewer is sent everybody's chances, now and after each event."""
        if on:
            self._expect_coach()
        self._coach.follow(viewer, on)

    def _expect_coach(self) -> None:
        if not self.settings.coach:
            raise Refused("coach", "the coach may not help at this table")

    def _expect_match(self) -> None:
        if self._state.match is None and not self._state.trouble:
            raise Refused("phase", "the game has not begun")

    def finished(self) -> TableState:
        """Who sat here and what happened, once the game is over."""
        if self.phase != "over":
            raise Refused("phase", "the game is not over")
        return self._state

    def finished_match(self) -> Match:
        return self.finished().playable

    async def finished_log(self) -> str:
        """The log with the opened envelope."""
        match = self.finished_match()
        journal = await self._store.journal(self.id)
        return await self._pools.replay.do(finished.write_log, self._state, match, journal)

    async def at(self, n: int, language: str = "en") -> Snapshot:
        """How the finished match looked to a watcher after event n."""
        return await self._pools.replay.do(finished.snapshot_at, self.finished_match(), n, language)

    async def story(self, language: str = "en") -> list[list[Told]]:
        """What each event was, as a watcher was told."""
        return await self._pools.replay.do(finished.story_of, self.finished(), language)

    def ending(self, language: str = "en") -> Ending:
        return ending_of(self.finished_match(), language)

    async def tally(self, language: str = "en") -> list[Group]:
        return await self._pools.replay.do(tally, self.finished_match(), language)


@contextmanager
def settling(done: "asyncio.Future[None]") -> Iterator[None]:
    """Whoever waits for it, if anybody does, hears at once how this ends."""
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
