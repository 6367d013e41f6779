"""The coach of a table: thinks off the loop, at most once about each position.

It gets what the seat to choose may know, or for the chances what everybody may know: a copy of the
match goes to the coach, and the coach looks at views of it only.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from pasch.coach.findings import Advice
from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.table.model.errors import Refused
from pasch.table.model.state import TableState
from pasch.table.pools import Pool
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views.encoding import Chances, Hint, QueuePlace, encode_message
from pasch.table.views.messages import Refusal

log = logging.getLogger("pasch.table")

HINT = 2048  # playouts for a choice
GLANCE = 1024  # playouts for everybody's chances
NO_HINT = "the coach can't tell just now"


class Coach:
    def __init__(
        self,
        table: str,
        state: TableState,
        viewers: Viewers,
        pool: Pool,
        prepare: Callable[[], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, Any]], "asyncio.Task[Any]"],
    ) -> None:
        self._table = table
        self._state = state
        self._viewers = viewers
        self._pool = pool
        self._prepare = prepare
        self._spawn = spawn
        self._asking: list[Viewer] = []
        """Who waits for a hint."""
        self._hints: dict[tuple[int, str], asyncio.Task[Advice]] = {}
        self._glances: asyncio.Task[None] | None = None
        self._seen = 0
        """When the table last changed before the chances were found."""
        self._chances: Chances | None = None

    def advise(self, viewer: Viewer) -> None:
        """Sends this viewer what the seat to choose should know, unless the match goes on first."""
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
        from pasch.coach.judge import advise  # noqa: PLC0415 - brings in numba

        budget = {"playouts": HINT, "seed": len(match.events)}
        work = partial(advise, match, language=language, **budget)
        return await self._pool.do_in_turn(self._tell_place, work)

    def _tell_place(self, before: int) -> None:
        for viewer in self._asking:
            self._send(viewer, QueuePlace(before))

    def follow(self, viewer: Viewer, on: bool) -> None:
        """From now on this viewer is sent everybody's chances, or no longer."""
        viewer.sees_chances = on
        if on and self._chances and self._seen == self._state.changed:
            self._send(viewer, self._chances)
        self.wake()

    def wake(self) -> None:
        if self._is_due() and (self._glances is None or self._glances.done()):
            self._glances = self._spawn(self._glance())

    def _is_due(self) -> bool:
        state = self._state
        if not state.settings.coach or state.match is None or state.ended:
            return False
        is_news = self._seen != state.changed
        return is_news and any(viewer.sees_chances for viewer in self._viewers.all)

    async def _glance(self) -> None:
        """While somebody looks; of what happens in the meantime, the latest counts."""
        while self._is_due():
            self._seen = seen = self._state.changed
            self._chances = None
            match = self._state.playable.copy()
            try:
                await self._prepare()
                found = await self._pool.do(glance_at, match)
            except Refused:  # too many ask: after the next event, perhaps fewer do
                return
            except Exception:  # likewise
                log.exception("table %s: no chances", self._table)
                return
            if self._state.changed == seen:
                self._chances = found
                for viewer in self._viewers.all:
                    if viewer.sees_chances:
                        self._send(viewer, found)

    def _send(self, viewer: Viewer, content: object) -> None:
        viewer.send(encode_message(self._state.version, content))


def glance_at(match: Match) -> Chances:
    """From what a watcher knows."""
    from pasch.coach.judge import chances  # noqa: PLC0415 - brings in numba

    found = chances(match, WATCHER, playouts=GLANCE, seed=len(match.events))
    return Chances(len(match.events), found.exact, found.shares, found.errors)
