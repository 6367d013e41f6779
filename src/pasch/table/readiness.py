"""Gets ready what thinks at a table: the search of its game, or the solution; in a thread, once."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Lock

import numpy as np

from pasch.core.facts import Game
from pasch.core.match import Match
from pasch.core.position import CHANCE
from pasch.table.errors import Stopped

Progress = tuple[int, int]
Watch = Callable[[Progress], None]
"""Hears of steps done, of so many."""
IMPORTING = Lock()  # two threads that import numba at the same time each get half of it
NOTHING_YET: Progress = (0, 1)
LOWEST = 19  # of the priorities a thread may have


class Readiness:
    def __init__(self) -> None:
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._watches: dict[str, list[Watch]] = {}
        self._latest: dict[str, Progress] = {}
        self._stopped = Event()
        self._threads = ThreadPoolExecutor(2, "pasch-ready", initializer=step_back)

    def start(self, game: Game) -> "asyncio.Task[None]":
        return self._start(game.key, lambda tell: prepare(game, tell))

    async def wait(self, game: Game, watch: Watch) -> None:
        """Until bots and the coach can think about this game."""
        await self._wait(game.key, watch, lambda: self.start(game))

    async def wait_solved(self, match: Match, watch: Watch) -> None:
        """Until the exact solution is known that the perfect player plays by."""
        key = f"{match.game.key}, {match.seats} seats, {match.options}"
        await self._wait(key, watch, lambda: self._start(key, lambda tell: solve(match, tell)))

    async def _wait(
        self, key: str, watch: Watch, start: "Callable[[], asyncio.Task[None]]"
    ) -> None:
        watches = self._watches.setdefault(key, [])
        watches.append(watch)
        job = start()
        if not job.done():
            watch(self._latest.get(key, NOTHING_YET))
        try:
            await asyncio.shield(job)
        finally:
            watches.remove(watch)

    def _start(self, key: str, work: Callable[[Watch], None]) -> "asyncio.Task[None]":
        """Once; what failed is tried again."""
        job = self._jobs.get(key)
        if job is None or (job.done() and (job.cancelled() or job.exception())):
            self._latest.pop(key, None)
            job = self._jobs[key] = asyncio.create_task(self._do(key, work))
        return job

    async def _do(self, key: str, work: Callable[[Watch], None]) -> None:
        loop = asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            if self._stopped.is_set():
                raise Stopped
            loop.call_soon_threadsafe(self._advance, key, progress)

        await loop.run_in_executor(self._threads, work, tell)

    def _advance(self, key: str, progress: Progress) -> None:
        self._latest[key] = progress
        for watch in list(self._watches.get(key, [])):
            watch(progress)

    async def close(self) -> None:
        """A thread can't be stopped; the next step it tells of is its last."""
        self._stopped.set()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)
        self._threads.shutdown(wait=False)


def solve(fresh: Match, tell: Watch) -> None:
    """Solves what was not solved before, and asks once: compiling the answer takes time too."""
    from pasch.solutions import obtain  # noqa: PLC0415 - brings in numba

    def advance(done: int, of: int) -> None:
        tell((done, of))

    found = obtain(fresh.game, fresh.seats, fresh.options, tell=advance)
    match = fresh.copy()
    while match.player == CHANCE:
        match.apply(0)
    found.choices(match.guess(match.player, np.random.default_rng(0)))


def prepare(game: Game, tell: Watch) -> None:
    """Compiles what was not compiled before, while whoever does anything else goes first."""
    with IMPORTING:
        from pasch.bots.ready import is_ready, make_ready  # noqa: PLC0415 - brings in numba

    if not is_ready(game):
        for progress in make_ready(game):
            tell(progress)


def step_back() -> None:
    """This thread yields to all others, where the system has such a thing."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
