"""Work off the loop: each kind has threads of its own, so that none can hold up another."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from pasch.table.errors import Refused

P = ParamSpec("P")
T = TypeVar("T")


class Pool:
    """So many threads, and room for so many who wait; whoever comes then is told to come again."""

    def __init__(self, name: str, threads: int, room: int) -> None:
        self._threads = ThreadPoolExecutor(threads, f"pasch-{name}")
        self._most = threads + room
        self._now = 0
        self._is_closed = False

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._is_closed:
            raise Refused("busy", "the server stops; every table is kept")
        if self._now >= self._most:
            raise Refused("busy", "too many ask for this now; {n} are before you", n=self._now)
        self._now += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, partial(work, *args, **kwargs))
        finally:
            self._now -= 1

    @property
    def now(self) -> int:
        """Of what is being done and what waits."""
        return self._now

    def close(self) -> None:
        """A thread can't be stopped; nothing new begins."""
        self._is_closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)


class Work:
    """Of one process."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self.bots = Pool("bots", cores, 10_000)
        self.coach = Pool("coach", 2, 200)
        self.replay = Pool("replay", 2, 100)
        self.tables = Pool("tables", 2, 1_000)
        """Tables laid, and brought up from the store."""

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
