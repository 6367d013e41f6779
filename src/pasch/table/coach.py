"""The coach at one table: hints for who asks, and everybody's chances.

It thinks at most once about each position. It gets a copy of the match and looks only at what the
seat to choose may know, or for the chances at what everybody may know.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from pasch.coach.findings import Advice
from pasch.core.match.match import Match
from pasch.table.model import Refused, TableState
from pasch.table.thinking.thinker import Thinker
from pasch.table.viewers import Viewer, Viewers
from pasch.table.views.encoding import Chances, Hint, QueuePlace
from pasch.table.views.messages import Refusal

log = logging.getLogger("pasch.table")

NO_HINT = "the coach can't tell just now"


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
        self._computing: asyncio.Task[None] | None = None
        self._computed_for = 0
        """The last change of the table for which the chances were computed."""
        self._chances: Chances | None = None

    def expect_allowed(self) -> None:
        if not self._state.settings.coach:
            raise Refused("coach", "the coach may not help at this table")

    def advise(self, viewer: Viewer, version: int) -> None:
        """Send this viewer a hint for the seat to choose, unless the match goes on first."""
        context = self._viewers.context
        context.match_seen(version)
        context.expect_turn(context.mine(viewer.holder))
        self._spawn(self._advise(viewer))

    async def _advise(self, viewer: Viewer) -> None:
        seen, event = self._state.changed, len(self._state.events)
        self._asking.append(viewer)
        try:
            advice = await asyncio.shield(self._hint(seen, viewer.language))
        except Refused as busy:
            self._viewers.send(viewer, Refusal(0, busy.said(viewer.language), "", busy.code))
            return
        except Exception:  # a fault in the coach: logged where it is, and the table plays on
            log.exception("table %s: no hint at event %s", self._table, event)
            self._viewers.send(viewer, Refusal(0, NO_HINT, "", "coach"))
            return
        finally:
            self._asking.remove(viewer)
        if self._state.changed == seen:
            self._viewers.send(viewer, Hint(event, advice))

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
            self._viewers.send(viewer, QueuePlace(before))

    def follow(self, viewer: Viewer, on: bool) -> None:
        """Send this viewer everybody's chances from now on, or no longer."""
        if on:
            self.expect_allowed()
        viewer.sees_chances = on
        if on and self._chances and self._computed_for == self._state.changed:
            self._viewers.send(viewer, self._chances)
        self.wake()

    def wake(self) -> None:
        if self._is_due() and (self._computing is None or self._computing.done()):
            self._computing = self._spawn(self._compute_chances())

    def _is_due(self) -> bool:
        state = self._state
        if not state.settings.coach or state.match is None or state.ended:
            return False
        is_news = self._computed_for != state.changed
        return is_news and any(viewer.sees_chances for viewer in self._viewers.all)

    async def _compute_chances(self) -> None:
        """Compute the chances as long as somebody looks at them, always for the latest position."""
        while self._is_due():
            self._computed_for = seen = self._state.changed
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
                self._chances = Chances(len(match.events), found.exact, found.shares, found.errors)
                for viewer in self._viewers.all:
                    if viewer.sees_chances:
                        self._viewers.send(viewer, self._chances)
