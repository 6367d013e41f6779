"""The coach of a server: hints and chances for a table, and reviews of finished matches.

It thinks in threads, at most once about each position. It gets a copy of the match and looks only
at what the seat to choose may know, or for the chances at what everybody may know.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

from pasch.coach.findings import Advice, Review
from pasch.core.game.contract import Tell
from pasch.core.match.match import Match
from pasch.table.model.errors import Refused, Stopped
from pasch.table.model.state import TableState
from pasch.table.thinking.pools import Pool, lower_priority
from pasch.table.thinking.preparation import NOTHING_YET, Preparation
from pasch.table.thinking.thinker import Thinker
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views.encoding import Chances, Hint, QueuePlace, encode_message
from pasch.table.views.messages import ProgressInfo, Refusal

log = logging.getLogger("pasch.table")

NO_HINT = "the coach can't tell just now"
REVIEWS_KEPT = 50
REVIEWS_WAITING = 80  # reviews that may be asked for at the same time


class TableCoach:
    """Hints and chances at one table."""

    def __init__(
        self,
        table: str,
        state: TableState,
        viewers: Viewers,
        thinker: Thinker,
        prepare: Callable[[], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, Any]], "asyncio.Task[Any]"],
    ) -> None:
        self._table = table
        self._state = state
        self._viewers = viewers
        self._thinker = thinker
        self._prepare = prepare
        self._spawn = spawn
        self._asking: list[Viewer] = []
        """Viewers who wait for a hint."""
        self._hints: dict[tuple[int, str], asyncio.Task[Advice]] = {}
        self._glancing: asyncio.Task[None] | None = None
        self._seen = 0
        """The last change of the table for which the chances were computed."""
        self._chances: Chances | None = None

    def advise(self, viewer: Viewer) -> None:
        """Send this viewer a hint for the seat to choose, unless the match goes on first."""
        self._spawn(self._advise(viewer))

    async def _advise(self, viewer: Viewer) -> None:
        seen, event = self._state.changed, len(self._state.events)
        self._asking.append(viewer)
        try:
            advice = await asyncio.shield(self._hint(seen, viewer.language))
        except Refused as busy:
            self._send(viewer, Refusal(0, busy.said(viewer.language), "", busy.code))
            return
        except Exception:  # a fault in the coach: logged where it is, and the table plays on
            log.exception("table %s: no hint at event %s", self._table, event)
            self._send(viewer, Refusal(0, NO_HINT, "", "coach"))
            return
        finally:
            self._asking.remove(viewer)
        if self._state.changed == seen:
            self._send(viewer, Hint(event, advice))

    def _hint(self, changed: int, language: str) -> "asyncio.Task[Advice]":
        self._hints = {key: task for key, task in self._hints.items() if key[0] == changed}
        key = (changed, language)
        if key not in self._hints:
            work = self._think(self._state.playable.copy(), language)
            self._hints[key] = self._spawn(work)
        return self._hints[key]

    async def _think(self, match: Match, language: str) -> Advice:
        await self._prepare()
        return await self._thinker.advise(match, language, self._send_place)

    def _send_place(self, before: int) -> None:
        for viewer in self._asking:
            self._send(viewer, QueuePlace(before))

    def follow(self, viewer: Viewer, on: bool) -> None:
        """Send this viewer everybody's chances from now on, or no longer."""
        viewer.sees_chances = on
        if on and self._chances and self._seen == self._state.changed:
            self._send(viewer, self._chances)
        self.wake()

    def wake(self) -> None:
        if self._is_due() and (self._glancing is None or self._glancing.done()):
            self._glancing = self._spawn(self._glance())

    def _is_due(self) -> bool:
        state = self._state
        if not state.settings.coach or state.match is None or state.ended:
            return False
        is_news = self._seen != state.changed
        return is_news and any(viewer.sees_chances for viewer in self._viewers.all)

    async def _glance(self) -> None:
        """Compute the chances as long as somebody looks at them, always for the latest position."""
        while self._is_due():
            self._seen = seen = self._state.changed
            self._chances = None
            match = self._state.playable.copy()
            try:
                await self._prepare()
                found = await self._thinker.chances(match)
            except Refused:  # too many ask: after the next event, perhaps fewer do
                return
            except Exception:  # after the next event perhaps it works again
                log.exception("table %s: no chances", self._table)
                return
            if self._state.changed == seen:
                self._chances = found
                for viewer in self._viewers.all:
                    if viewer.sees_chances:
                        self._send(viewer, found)

    def _send(self, viewer: Viewer, content: object) -> None:
        viewer.send(encode_message(self._state.version, content))


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
