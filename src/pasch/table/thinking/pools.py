"""Thread pools for work that must not block the event loop, one pool per kind of work.

Within a pool, client networks take turns, so a heavy user cannot starve a light one.
"""

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
from pasch.table.model import Code, Refused, refuse_stopped

P = ParamSpec("P")
T = TypeVar("T")
Tell = Callable[[int], None]
"""Receives how many are before."""

SHARES = 4  # one network may fill one of so many shares of the room
NICENESS = 10  # of threads that think: on a busy machine moves come first


@dataclass(eq=False)
class Waiting:
    """A client network's piece of work that waits for a thread."""

    tell: Tell | None
    before: int = 0
    turn: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def report(self, before: int) -> None:
        if self.tell and before != self.before:
            self.before = before
            self.tell(before)


class Pool:
    """A number of threads, and room for so many pieces of work to wait; more are refused."""

    def __init__(
        self,
        name: str,
        threads: int,
        room: int,
        begins: Callable[[], None] = lambda: None,
        share: int | None = None,
        is_charged: bool = False,
    ) -> None:
        """`begins` is called in each thread first; one network may have `share` threads at a time.

        If it `is_charged`, the work is charged like loop time, since it holds Python's lock.
        """
        self._threads = ThreadPoolExecutor(threads, f"pasch-{name}", initializer=begins)
        self._count = threads
        self._room = room
        self._share = share or threads
        self._is_charged = is_charged
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()
        """Waiting work by network; the network whose turn is next comes first."""
        self._tells = False
        self._is_closed = False

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do the work in a thread when its turn comes."""
        return await self._do(None, partial(work, *args, **kwargs))

    async def do_in_turn(
        self, tell: Tell, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Do the work, and report meanwhile how many are before it."""
        return await self._do(tell, partial(work, *args, **kwargs))

    async def _do(self, tell: Tell | None, work: Callable[[], T]) -> T:
        self.expect_room()
        network = PAYER.get().network
        waiting = Waiting(tell)
        self._tells = self._tells or tell is not None
        await self._wait(network, waiting)
        try:
            waiting.report(0)
            loop = asyncio.get_running_loop()
            seconds, done = await loop.run_in_executor(self._threads, clocked, work)
            if self._is_charged:
                PAYER.get().spend(seconds=seconds)
            return done
        finally:
            self._leave(network)

    def expect_room(self) -> None:
        """Refuse if there is no room."""
        if self._is_closed:
            refuse_stopped()
        own = len(self._waiting.get(PAYER.get().network, ()))
        everybody = sum(map(len, self._waiting.values()))
        is_too_much = own >= max(1, self._room // SHARES)
        if is_too_much or everybody >= self._room:
            why: Code = "often" if is_too_much else "busy"
            raise Refused(why, "too many ask for this now; {n} are before you", n=self.now)

    async def _wait(self, network: str, waiting: Waiting) -> None:
        self._waiting.setdefault(network, deque()).append(waiting)
        self._start_waiting()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.cancelled():
                self._start_waiting()
            else:  # its turn came in the same moment
                self._leave(network)
            raise

    def _leave(self, network: str) -> None:
        self._running[network] -= 1
        if not self._running[network]:
            del self._running[network]
        self._start_waiting()

    def _start_waiting(self) -> None:
        """Start what can be started, and tell the others how many are before them."""
        while self._running.total() < self._count and (network := self._next()) is not None:
            self._running[network] += 1
            self._waiting[network].popleft().turn.set_result(None)
            self._waiting.move_to_end(network)
        if self._tells:
            for before, waiting in enumerate(self._in_order(), start=self._running.total()):
                waiting.report(before)

    def _next(self) -> str | None:
        """Return the network whose turn it is; forget work that nobody waits for."""
        for network, queue in list(self._waiting.items()):
            while queue and queue[0].turn.done():
                queue.popleft()
            if not queue:
                del self._waiting[network]
            elif self._running[network] < self._share:
                return network
        return None

    def _in_order(self) -> Iterator[Waiting]:
        """Yield the waiting work in the order in which it will be done."""
        rounds = chain.from_iterable(zip_longest(*self._waiting.values()))
        return (each for each in rounds if each and not each.turn.done())

    @property
    def now(self) -> int:
        """How many pieces of work are being done or wait."""
        return self._running.total() + sum(map(len, self._waiting.values()))

    def close(self) -> None:
        """Start nothing new; a thread can't be stopped."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """The thread pools of one process."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.bots = Pool("bots", cores, 10_000, lower_priority)
        self.coach = Pool("coach", 2, 200, lower_priority)
        self.replay = Pool("replay", 2, 100)
        self.tables = Pool("tables", 2, 1_000)
        """Tables that are created, and read from the store."""

    def figures(self) -> dict[str, int]:
        return {kind: pool.now for kind, pool in vars(self).items()}

    def close(self) -> None:
        for pool in vars(self).values():
            pool.close()


def clocked(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds it took, and the result."""
    began = thread_time()
    done = work()
    return thread_time() - began, done


def lower_priority(whose: int | None = None) -> None:
    """Lower the priority of this process, or else of this thread, where the system can.

    A move that was made is shown before anything thinks about the next one.
    """
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            number = threading.get_native_id() if whose is None else whose
            os.setpriority(os.PRIO_PROCESS, number, NICENESS)
