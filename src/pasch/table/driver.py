"""The driver of a table gives the commands that no person gives: for dice, bots and the clock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pasch.bots import BotFault, Need
from pasch.core.game.position import CHANCE
from pasch.table.clock import Deadline
from pasch.table.model.context import Command
from pasch.table.model.errors import Refused, StoreTrouble
from pasch.table.model.playing import PlayBot, Roll, RunOut
from pasch.table.model.state import STAND_IN, TableState
from pasch.table.thinking.thinker import Thinker

log = logging.getLogger("pasch.table")

FOLLOWING_S = 0.5  # seconds until a process asks again for the lease of another
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds until a failed step is tried again


class Driver:
    """Gives commands like a person, as long as this process holds the lease of the table."""

    def __init__(
        self,
        table: str,
        state: TableState,
        deadline: Deadline,
        thinker: Thinker,
        take_lease: Callable[[str], Awaitable[bool]],
        do: Callable[[Command], Awaitable[object]],
        prepare: Callable[[Need], Awaitable[None]],
    ) -> None:
        self._table = table
        self._state = state
        self._deadline = deadline
        self._thinker = thinker
        self._take_lease = take_lease
        self._do = do
        self._prepare = prepare
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def runs(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self._stopped and not self.runs and self._is_due():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop for good."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _is_due(self) -> bool:
        state = self._state
        if state.match is None or state.ended:
            return False
        mover = state.match.player
        if mover == CHANCE:
            return state.due_outcome is not None or self._deadline.is_up
        return mover >= 0 and (state.seats[mover].is_played_by_bot or self._deadline.is_up)

    async def _run(self) -> None:
        pause = 0.0
        while self._is_due():
            if not await self._take_lease(self._table):
                await asyncio.sleep(FOLLOWING_S)
                continue
            try:
                await self._do(await self._next())
                pause = 0.0
            except Refused as refused:  # something else happened meanwhile, and is known by now
                if refused.code in ("busy", "often"):
                    await asyncio.sleep(FIRST_PAUSE)
            except StoreTrouble as trouble:
                pause = min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE)
                log.warning("table %s: %s", self._table, trouble)
                await asyncio.sleep(pause)
            except Exception:  # a fault in a bot: log where it is, and harm no other table
                log.exception("table %s: event %s failed", self._table, len(self._state.events))
                return

    async def _next(self) -> Command:
        state = self._state
        seat, changed = state.mover, state.changed
        if seat == CHANCE:
            return Roll()
        if state.seats[seat].is_played_by_bot:
            return PlayBot(seat, changed, await self._think(state.seats[seat].level))
        if state.playable.player == CHANCE or state.is_awaited(seat):
            return RunOut(seat, changed)
        return RunOut(seat, changed, await self._think(state.seats[seat].level))

    async def _think(self, level: str) -> int:
        """Let a bot choose, while the table is free for other commands."""
        match = self._state.playable.copy()
        dice = self._state.dice.open
        seed = dice.seed if dice else ""
        if need := self._thinker.need(level, match):
            await self._prepare(need)
        try:
            return await self._thinker.choose(level, match, seed)
        except BotFault as fault:
            log.warning("table %s: %s; %s plays for it", self._table, fault, STAND_IN)
            return await self._thinker.choose(STAND_IN, match, seed)
