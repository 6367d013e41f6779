"""Work off the loop: each kind has threads of its own, so that none can hold up another. Within a
kind client networks take turns: whoever asks for much waits behind who asks for little."""

import asyncio
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, zip_longest
from time import thread_time
from typing import ParamSpec, TypeVar

from pasch.table.metering import PAYER
from pasch.table.model.errors import Code, Refused, refuse_stopped

P = ParamSpec("P")
T = TypeVar("T")
Tell = Callable[[int], None]
"""Hears how many are before."""

PARTS = 4  # of the room, one of which a network may fill
BEHIND = 10  # in priority: a move comes first, and on a busy machine a thought comes too


@dataclass(eq=False)
class Waiting:
    tell: Tell | None
    before: int = 0
    turn: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def hear(self, before: int) -> None:
        if self.tell and before != self.before:
            self.before = before
            self.tell(before)


class Pool:
    """So many threads, and room for so many who wait; whoever comes then is told to come again."""

    def __init__(
        self,
        name: str,
        threads: int,
        room: int,
        begins: Callable[[], None] = lambda: None,
        share: int | None = None,
        is_charged: bool = False,
    ) -> None:
        """`begins` is called in each thread first; `share`: threads that one network may have;
        `is_charged`: what they do is charged like loop time, which they take from the loop."""
        self._threads = ThreadPoolExecutor(threads, f"pasch-{name}", initializer=begins)
        self._count = threads
        self._room = room
        self._share = share or threads
        self._is_charged = is_charged
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()
        """By network; the one whose turn is next comes first."""
        self._tells = False
        self._is_closed = False

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._do(None, partial(work, *args, **kwargs))

    async def do_in_turn(
        self, tell: Tell, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Whoever has to wait hears of more or fewer before it, and at last that there are none."""
        return await self._do(tell, partial(work, *args, **kwargs))

    async def _do(self, tell: Tell | None, work: Callable[[], T]) -> T:
        self.expect_room()
        whom = PAYER.get().network
        waiting = Waiting(tell)
        self._tells = self._tells or tell is not None
        await self._wait(whom, waiting)
        try:
            waiting.hear(0)
            loop = asyncio.get_running_loop()
            seconds, done = await loop.run_in_executor(self._threads, clocked, work)
            if self._is_charged:
                PAYER.get().spend(seconds=seconds)
            return done
        finally:
            self._leave(whom)

    def expect_room(self) -> None:
        """Or Refused."""
        if self._is_closed:
            refuse_stopped()
        own = len(self._waiting.get(PAYER.get().network, ()))
        everybody = sum(map(len, self._waiting.values()))
        is_too_much = own >= max(1, self._room // PARTS)
        if is_too_much or everybody >= self._room:
            why: Code = "often" if is_too_much else "busy"
            raise Refused(why, "too many ask for this now; {n} are before you", n=self.now)

    async def _wait(self, whom: str, waiting: Waiting) -> None:
        self._waiting.setdefault(whom, deque()).append(waiting)
        self._go_on()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.cancelled():
                self._go_on()
            else:  # it was called in the same moment
                self._leave(whom)
            raise

    def _leave(self, whom: str) -> None:
        self._running[whom] -= 1
        if not self._running[whom]:
            del self._running[whom]
        self._go_on()

    def _go_on(self) -> None:
        """Calls whoever can be served, and tells the others where they are."""
        while self._running.total() < self._count and (whom := self._next()) is not None:
            self._running[whom] += 1
            self._waiting[whom].popleft().turn.set_result(None)
            self._waiting.move_to_end(whom)
        if self._tells:
            for before, waiting in enumerate(self._in_order(), start=self._running.total()):
                waiting.hear(before)

    def _next(self) -> str | None:
        """Whose turn it is; who waits no longer is forgotten on the way."""
        for whom, queue in list(self._waiting.items()):
            while queue and queue[0].turn.done():
                queue.popleft()
            if not queue:
                del self._waiting[whom]
            elif self._running[whom] < self._share:
                return whom
        return None

    def _in_order(self) -> Iterator[Waiting]:
        """As they will be called."""
        rounds = chain.from_iterable(zip_longest(*self._waiting.values()))
        return (each for each in rounds if each and not each.turn.done())

    @property
    def now(self) -> int:
        """Of what is being done and what waits."""
        return self._running.total() + sum(map(len, self._waiting.values()))

    def close(self) -> None:
        """A thread can't be stopped; nothing new begins."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """Of one process."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.bots = Pool("bots", cores, 10_000, step_back)
        self.coach = Pool("coach", 2, 200, step_back)
        self.replay = Pool("replay", 2, 100)
        self.tables = Pool("tables", 2, 1_000)
        """Tables that are created, and read from the store."""

    @property
    def _pools(self) -> dict[str, Pool]:
        return {
            "bots": self.bots,
            "coach": self.coach,
            "replay": self.replay,
            "tables": self.tables,
        }

    def figures(self) -> dict[str, int]:
        return {kind: pool.now for kind, pool in self._pools.items()}

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


def clocked(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds it took, and the result."""
    began = thread_time()
    done = work()
    return thread_time() - began, done


def step_back(whose: int | None = None) -> None:
    """This process, else this thread, yields to all others, where the system has such a thing: a
    move that was made is seen before the next one is thought of."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            number = threading.get_native_id() if whose is None else whose
            os.setpriority(os.PRIO_PROCESS, number, BEHIND)
