"""What has to be ready before anything thinks at a table.

The search of a game is compiled, or the game solved, once. A process of its own compiles, so that
the moves of every table go on.
"""

import asyncio
import gc
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from importlib import import_module
from threading import Event, Lock
from typing import Any

from pasch.core.game.position import CHANCE
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.engine import cache
from pasch.table.model import Stopped
from pasch.table.thinking.pools import Pool, lower_priority
from pasch.table.views.messages import ProgressInfo

log = logging.getLogger("pasch.table")

Watch = Callable[[ProgressInfo], None]
"""Receives the progress."""
Job = Callable[[Watch], Coroutine[Any, Any, None]]
COMPILER = (
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN);"
    "from pasch.bots.compile_game import main; main()",
)
THINKING = "pasch.bots.search.searcher"
IMPORTING = Lock()  # two threads that import numba at the same time each get half of it
NOTHING_YET = ProgressInfo(0, 1)
AT_ONCE = 2  # games that are compiled at the same time, and as many that are solved
ROOM = 200  # games that may wait to be solved


class Preparation:
    """Compiles and solves games, each once, and reports progress to all who wait."""

    def __init__(self) -> None:
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._watches: dict[str, list[Watch]] = {}
        self._latest: dict[str, ProgressInfo] = {}
        self._stopped = Event()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._pool = Pool("solving", AT_ONCE, ROOM, lower_priority, share=1)

    def start(self, game: Game) -> "asyncio.Task[None]":
        """Begin to compile a game before anybody needs it."""
        return self._start(game.key, partial(self._compile, game))

    async def compiled(self, game: Game, watch: Watch) -> None:
        """Wait until bots and the coach can think about this game."""
        await self._wait(game.key, watch, partial(self._compile, game))
        await asyncio.shield(self._start(THINKING, self._load))

    async def solved(self, match: Match, watch: Watch) -> None:
        """Wait until the exact solution of this game is known."""
        key = f"{match.game.key}, {match.seats} seats, {match.options}"
        await self._wait(key, watch, partial(self._solve, match))

    async def _wait(self, key: str, watch: Watch, work: Job) -> None:
        watches = self._watches.setdefault(key, [])
        watches.append(watch)
        job = self._start(key, work)
        if not job.done():
            watch(self._latest.get(key, NOTHING_YET))
        try:
            await asyncio.shield(job)
        finally:
            watches.remove(watch)

    def _start(self, key: str, work: Job) -> "asyncio.Task[None]":
        """Start a job once; if it failed before, start it again."""
        job = self._jobs.get(key)
        if job is None or (job.done() and (job.cancelled() or job.exception())):
            self._latest.pop(key, None)
            job = self._jobs[key] = asyncio.create_task(work(partial(self._advance, key)))
        return job

    async def _compile(self, game: Game, tell: Watch) -> None:
        async with self._free:
            try:
                await compile_once(game, tell)
            except Exception:  # perhaps nobody waits for it: log it
                log.exception("%s can't be compiled", game.key)
                raise

    async def _load(self, _: Watch) -> None:
        await asyncio.to_thread(load_thinking)

    async def _solve(self, match: Match, tell: Watch) -> None:
        loop = asyncio.get_running_loop()

        def tell_loop(progress: ProgressInfo) -> None:
            if self._stopped.is_set():
                raise Stopped
            loop.call_soon_threadsafe(tell, progress)

        def wait(before: int) -> None:
            tell(replace(NOTHING_YET, before=before))

        await self._pool.do_in_turn(wait, solve, match, tell_loop)

    def _advance(self, key: str, progress: ProgressInfo) -> None:
        self._latest[key] = progress
        for watch in list(self._watches.get(key, [])):
            watch(progress)

    async def close(self) -> None:
        """Stop the compilers. A thread can't be stopped; it ends when it next reports progress."""
        self._stopped.set()
        for job in self._jobs.values():
            job.cancel()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)
        self._pool.close()


def solve(fresh: Match, tell: Watch) -> None:
    """Solve a game unless it is solved, and ask for one choice: compiling the answer takes time."""
    load_thinking()
    import numpy as np  # noqa: PLC0415 - without a bot none of this is needed

    from pasch.solutions import obtain  # noqa: PLC0415 - likewise

    def advance(done: int, of: int) -> None:
        tell(ProgressInfo(done, of))

    found = obtain(fresh.game, fresh.seats, fresh.options, tell=advance)
    match = fresh.copy()
    while match.player == CHANCE:
        match.apply(0)
    found.choices(match.guess(match.player, np.random.default_rng(0)))


async def compile_once(game: Game, tell: Watch) -> None:
    """Compile a game in another process unless it is compiled, then load it here."""
    if not await asyncio.to_thread(cache.is_ready, game):
        await compile_apart(game, tell)
        await asyncio.to_thread(load_compiled, game)


def load_thinking() -> None:
    """Import Numba and the search, once.

    What they bring stays for good, so the garbage collector need not look through it again.
    """
    with IMPORTING:
        if THINKING not in sys.modules:
            import_module(THINKING)
            gc.freeze()


def load_compiled(game: Game) -> None:
    load_thinking()
    from pasch.bots.compile_game import make_ready  # noqa: PLC0415 - brings in numba

    for _ in make_ready(game):
        pass


async def compile_apart(game: Game, tell: Watch) -> None:
    """Compile in a process of low priority that ignores Ctrl-C and ends when nobody waits here.

    It stays in our session: Linux gives another session as much of a core as all of ours together.
    """
    process = await asyncio.create_subprocess_exec(*COMPILER, game.key, stdin=DEVNULL, stdout=PIPE)
    assert process.stdout is not None
    try:
        lower_priority(process.pid)
        async for line in process.stdout:
            done, of = line.split()
            tell(ProgressInfo(int(done), int(of)))
        if code := await process.wait():
            raise ChildProcessError(f"the compiler of {game.key} ended with {code}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
