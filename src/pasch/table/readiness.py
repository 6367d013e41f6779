"""Gets the rules of a game ready: in a thread, once for each game."""

import asyncio
from collections.abc import Callable

import numpy as np

from pasch.bots import quick
from pasch.core.facts import Game
from pasch.core.match import new
from pasch.core.record import OVER
from pasch.core.words import LANGUAGES

Progress = tuple[int, int]
TRIED = 100  # events after which every function has been called


class Readiness:
    def __init__(self) -> None:
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._progress: dict[str, Progress] = {}
        self._watches: dict[str, list[Callable[[], None]]] = {}

    def progress(self, game: Game) -> Progress | None:
        """Steps done, of so many; None where there is nothing to wait for or it can't be told."""
        return self._progress.get(game.key)

    def start(self, game: Game) -> "asyncio.Task[None]":
        job = self._jobs.get(game.key)
        if job is None or (job.done() and (job.cancelled() or job.exception())):
            job = self._jobs[game.key] = asyncio.create_task(self._prepare(game))
        return job

    async def wait(self, game: Game, watch: Callable[[], None]) -> None:
        """Until the rules can be used; `watch` is called whenever there is progress."""
        watches = self._watches.setdefault(game.key, [])
        watches.append(watch)
        try:
            await asyncio.shield(self.start(game))
        finally:
            watches.remove(watch)

    async def _prepare(self, game: Game) -> None:
        loop = asyncio.get_running_loop()

        def tell(progress: Progress) -> None:
            loop.call_soon_threadsafe(self._advance, game, progress)

        try:
            await asyncio.to_thread(prepare, game, tell)
        finally:
            self._progress.pop(game.key, None)

    def _advance(self, game: Game, progress: Progress) -> None:
        self._progress[game.key] = progress
        for watch in self._watches.get(game.key, []):
            watch()

    async def close(self) -> None:
        """Waits for what is being compiled: a thread can't be stopped."""
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)


def prepare(game: Game, tell: Callable[[Progress], None]) -> None:
    """Compiles what was not compiled before, and calls it once: loading it takes time too."""
    from pasch.bots.ready import is_ready, make_ready  # noqa: PLC0415 - brings in numba

    if not is_ready(game):
        for progress in make_ready(game):
            tell(progress)
    try_out(game)


def try_out(game: Game) -> None:
    match = new(game.key, start=0)
    rng = np.random.default_rng(0)
    while match.player != OVER and len(match.events) < TRIED:
        match.apply(quick(match, rng) if match.player >= 0 else int(rng.integers(match.chance)))
    for language in LANGUAGES:
        match.scene(0, language)
