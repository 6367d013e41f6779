"""Reviews of finished matches: made off the loop, one at a time, and kept for a second look."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Event

from pasch.coach.findings import Review
from pasch.core.game.contract import Tell
from pasch.core.match.match import Match
from pasch.table.model.errors import Stopped
from pasch.table.pools import Pool, step_back
from pasch.table.thinking.preparation import NOTHING_YET, Readiness
from pasch.table.views.messages import ProgressInfo

KEPT = 50
WAITING = 80  # reviews that may be asked for at the same time


@dataclass(eq=False)
class Job:
    progress: ProgressInfo = NOTHING_YET
    task: "asyncio.Task[Review]" = field(init=False)


class Reviews:
    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._jobs: OrderedDict[tuple[str, str], Job] = OrderedDict()
        self._pool = Pool("review", 1, WAITING, step_back)
        self._stopped = Event()

    def look(self, id: str, match: Match, language: str) -> Review | ProgressInfo:
        """The review, or how far it has come; what failed is tried again when asked for anew."""
        key = (id, language)
        job = self._jobs.get(key) or self._start(key, match.copy())
        if not job.task.done():
            return job.progress
        self._jobs.move_to_end(key)
        if job.task.exception():
            del self._jobs[key]
        return job.task.result()

    def _start(self, key: tuple[str, str], match: Match) -> Job:
        self._pool.expect_room()
        job = Job()
        job.task = asyncio.create_task(self._make(job, match, key[1]))
        self._jobs[key] = job
        self._forget()
        return job

    def _forget(self) -> None:
        """The one nobody has looked at for longest."""
        finished = [key for key, job in self._jobs.items() if job.task.done()]
        for key in finished[: max(0, len(finished) - KEPT)]:
            del self._jobs[key]

    async def _make(self, job: Job, match: Match, language: str) -> Review:
        loop = asyncio.get_running_loop()

        def advance(progress: ProgressInfo) -> None:
            job.progress = progress

        def tell(done: int, of: int) -> None:
            if self._stopped.is_set():
                raise Stopped
            loop.call_soon_threadsafe(advance, ProgressInfo(done, of))

        def wait(before: int) -> None:
            job.progress = replace(job.progress, before=before)

        await self._readiness.wait(match.game, advance)
        return await self._pool.do_in_turn(wait, make, match, language, tell)

    async def close(self) -> None:
        """A thread can't be stopped; the next step it tells of is its last."""
        self._stopped.set()
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.close()


def make(match: Match, language: str, tell: Tell) -> Review:
    from pasch.coach.review import review  # noqa: PLC0415 - brings in numba

    return review(match, language=language, tell=tell)
