"""How a table goes on: an entry is stored, then it becomes so, then everybody sees it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from pasch.bots.perfect import NAME as PERFECT
from pasch.core.position import CHANCE, OVER
from pasch.table.audience import Audience
from pasch.table.clock import Clock
from pasch.table.entries import Back, Did, Ended, Entry, Started, Undid
from pasch.table.errors import Refused, Taken
from pasch.table.readiness import Progress, Readiness
from pasch.table.sitting import Sitting
from pasch.table.stage import Stage
from pasch.table.store import Store

T = TypeVar("T")
log = logging.getLogger(__name__)


class Course:
    def __init__(
        self,
        table: str,
        sitting: Sitting,
        store: Store,
        readiness: Readiness,
    ) -> None:
        self.table = table
        self.sitting = sitting
        self.store = store
        self.lock = asyncio.Lock()
        self.clock = Clock(sitting.settings.clock, self._wake)
        self.audience = Audience(table, sitting, self.clock)
        self.listeners: list[Callable[[], None]] = []
        """Called when something has happened, or the time of a person is up."""
        self._readiness = readiness
        self._loading: asyncio.Task[Stage] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._growth = asyncio.Event()

    @property
    def stage(self) -> Stage | None:
        return self.audience.stage

    async def alone(self, work: Coroutine[Any, Any, T]) -> T:
        """Does the work while nothing else happens here, to its end even if nobody waits for it."""

        async def locked() -> T:
            async with self.lock:
                return await work

        return await asyncio.shield(self.spawn(locked()))

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited for it has it; nobody else needs it

    async def write(self, entries: Sequence[Entry]) -> None:
        """Only while holding the lock. If another process was faster, its entries become so."""
        try:
            await self.store.append(self.table, self.sitting.version + 1, entries)
        except Taken:
            await self.catch_up()
            raise Refused("stale", "the table has changed meanwhile; look again") from None
        self._take_all(entries)

    async def catch_up(self) -> None:
        """Takes what another process wrote. Only while holding the lock."""
        self._take_all(await self.store.read(self.table, after=self.sitting.version))

    def _take_all(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._take(entry)
        if any(not isinstance(entry, Did | Undid) for entry in entries):
            self.audience.tell_table()
        if self.clock.runs and any(isinstance(entry, Back) for entry in entries):
            self.audience.show_all()
        self._growth.set()
        self._growth = asyncio.Event()
        self._wake()

    def _wake(self) -> None:
        for listener in self.listeners:
            listener()

    def _take(self, entry: Entry) -> None:
        self.sitting.take(entry)
        if isinstance(entry, Started):
            self.load()
        elif isinstance(entry, Back):
            self.clock.forget(len(self.sitting.events))
            self._set_clock()
        elif self.stage and isinstance(entry, Did):
            self._happen(self.stage, entry.a)
        elif self.stage and isinstance(entry, Undid):
            self.stage.undo()
            self._set_clock()
            self.audience.tell_moment("undo", None)
        elif self.stage:
            self._set_clock()

    def _happen(self, stage: Stage, a: int) -> None:
        mover = stage.match.player
        stage.apply(a)
        self._set_clock()
        if mover == CHANCE:
            self.audience.tell_moment("chance", None)
        else:
            self.audience.tell_moment("choice", mover)

    def _set_clock(self) -> None:
        """It runs for a person who is to choose."""
        mover = self.stage.match.player if self.stage else OVER
        seat = self.sitting.seats[mover] if mover >= 0 else None
        if seat and seat.kind == "person" and not seat.away:
            self.clock.run(len(self.sitting.events))
        else:
            self.clock.stop()

    def consequences(self, a: int) -> list[Entry]:
        """This event, the chance that follows it and the end, if it is one."""
        assert self.stage is not None
        match = self.stage.match.copy()
        match.apply(a)
        dice = self.sitting.dice
        while dice and match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
        happened = match.events[len(self.stage.events) :]
        entries: list[Entry] = [Did(each) for each in happened]
        if match.player == OVER:
            entries.append(Ended(match.returns(), time.time()))
        return entries

    def load(self) -> "asyncio.Task[Stage]":
        """Gets the match ready, once; then it goes on by itself."""
        if self._loading is None or (self._loading.done() and self.stage is None):
            self._loading = self.spawn(self._load())
        return self._loading

    async def ready(self) -> Stage:
        return await asyncio.shield(self.load())

    async def _load(self) -> Stage:
        try:
            stage = await self._make_stage()
        except Exception as problem:
            log.exception("table %s can't be played", self.table)
            self.audience.tell_trouble(problem)
            raise
        stage.follow(self.sitting.events)
        self.audience.stage = stage
        self._set_clock()
        self.audience.tell_table()
        for viewer in self.audience.viewers:
            self.spawn(self.audience.sync(viewer))
        self._wake()
        return stage

    async def prepare(self) -> None:
        """Until bots and the coach can think; nobody else waits for that."""
        await self._watched(self._readiness.wait(self.sitting.game, self._progressed))

    async def _watched(self, waiting: Awaitable[None]) -> None:
        try:
            await waiting
        finally:
            if self.audience.progress is not None:
                self._progressed(None)

    async def _make_stage(self) -> Stage:
        fresh = await asyncio.to_thread(self.sitting.new_match)
        if any(seat.level == PERFECT for seat in self.sitting.seats):
            await self._watched(self._readiness.wait_solved(fresh, self._progressed))
        return await asyncio.to_thread(Stage, fresh, list(self.sitting.events))

    def _progressed(self, progress: Progress | None) -> None:
        self.audience.progress = progress
        self.audience.tell_table()

    async def grown(self, version: int) -> None:
        while self.sitting.version <= version:
            await self._growth.wait()

    @property
    def is_busy(self) -> bool:
        """Something is going on here, or will when a person's time is up."""
        return bool(self._tasks) or self.clock.runs or self.lock.locked()

    async def close(self) -> None:
        """What is being written is written to its end."""
        async with self.lock:
            self.clock.stop()
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
