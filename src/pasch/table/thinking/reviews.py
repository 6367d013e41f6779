"""Reviews of finished matches, made in a thread."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from threading import Event

from pasch.coach.findings import Review
from pasch.core.game.contract import Tell
from pasch.core.match.match import Match
from pasch.table.model import Stopped
from pasch.table.thinking.pools import Pool, lower_priority
from pasch.table.thinking.preparation import NOTHING_YET, Preparation
from pasch.table.views.messages import ProgressInfo

REVIEWS_KEPT = 50
REVIEWS_WAITING = 80  # reviews that may be asked for at the same time


@dataclass(eq=False)
class ReviewJob:
    progress: ProgressInfo = NOTHING_YET
    task: "asyncio.Task[Review]" = field(init=False)


class Reviews:
    """Reviews of finished matches: made one at a time, and kept for a second look."""

    def __init__(self, preparation: Preparation) -> None:
        self._preparation = preparation
        self._jobs: OrderedDict[tuple[str, str], ReviewJob] = OrderedDict()
        self._pool = Pool("review", 1, REVIEWS_WAITING, lower_priority)
        self._stopped = Event()

    def look(self, id: str, match: Match, language: str) -> Review | ProgressInfo:
        """Return the review or its progress; a review that failed is tried again the next time."""
        key = (id, language)
        job = self._jobs.get(key) or self._start(key, match.copy())
        if not job.task.done():
            return job.progress
        self._jobs.move_to_end(key)
        if job.task.exception():
            del self._jobs[key]
        return job.task.result()

    def _start(self, key: tuple[str, str], match: Match) -> ReviewJob:
        self._pool.expect_room()
        job = ReviewJob()
        job.task = asyncio.create_task(self._make(job, match, key[1]))
        self._jobs[key] = job
        self._forget()
        return job

    def _forget(self) -> None:
        """Forget the reviews that nobody has looked at for longest."""
        finished = [key for key, job in self._jobs.items() if job.task.done()]
        for key in finished[: max(0, len(finished) - REVIEWS_KEPT)]:
            del self._jobs[key]

    async def _make(self, job: ReviewJob, match: Match, language: str) -> Review:
        loop = asyncio.get_running_loop()

        def advance(progress: ProgressInfo) -> None:
            job.progress = progress

        def tell(done: int, of: int) -> None:
            if self._stopped.is_set():
                raise Stopped
            loop.call_soon_threadsafe(advance, ProgressInfo(done, of))

        def wait(before: int) -> None:
            job.progress = replace(job.progress, before=before)

        await self._preparation.compiled(match.game, advance)
        return await self._pool.do_in_turn(wait, make_review, match, language, tell)

    async def close(self) -> None:
        """Stop. A thread can't be stopped; it ends when it next reports progress."""
        self._stopped.set()
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.close()


def make_review(match: Match, language: str, tell: Tell) -> Review:
    from pasch.coach.review import review  # noqa: PLC0415 - brings in numba

    return review(match, language=language, tell=tell)
