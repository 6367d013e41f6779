"""The driver of a table gives the commands that no person gives: for dice, bots and the clock."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from pasch.bots import BotFault, Need
from pasch.core.game.position import CHANCE
from pasch.table.model import (
    GRACE_S,
    STAND_IN,
    Command,
    PlayBot,
    Refused,
    Roll,
    RunOut,
    StoreTrouble,
    TableState,
)
from pasch.table.services import Cancel, Clock, Services

log = logging.getLogger("pasch.table")

EARLY = 0.01  # seconds a timer may ring before its time
FOLLOWING_S = 0.5  # seconds until a process asks again for the lease of another
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds until a failed step is tried again


class Deadline:
    """The time until which a decision may take.

    It knows the time of day only: after a restart of the server it is as near as it was.
    """

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        """`ring` is called when the deadline has passed."""
        self._clock = clock
        self._ring = ring
        self._deadline: float | None = None
        self._rings_at = 0.0
        self._cancel: Cancel | None = None

    def run(self, deadline: float, not_before: float = 0.0) -> None:
        """Run until this Unix time; ring then, but not before the second."""
        self.stop()
        self._deadline, self._rings_at = deadline, max(deadline, not_before)
        self._cancel = self._clock.call_at(self._rings_at, self._ring)

    def stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
        self._cancel = self._deadline = None

    @property
    def runs(self) -> bool:
        return self._deadline is not None

    @property
    def left(self) -> int | None:
        """Milliseconds; None where no deadline runs."""
        if self._deadline is None:
            return None
        return max(0, math.ceil(1000 * (self._deadline - self._clock.now())))

    @property
    def is_up(self) -> bool:
        return self._deadline is not None and self._rings_at - self._clock.now() < EARLY


class Driver:
    """Gives commands like a person, as long as this process holds the lease of the table."""

    def __init__(
        self,
        table: str,
        state: TableState,
        services: Services,
        loaded_at: float,
        do: Callable[[Command], Awaitable[object]],
        prepare: Callable[[Need], Awaitable[None]],
    ) -> None:
        """`do` carries a command out at the table, which was read from the store at `loaded_at`."""
        self.deadline = Deadline(services.clock, self.wake)
        self._table = table
        self._state = state
        self._thinker = services.thinker
        self._peers = services.peers
        self._spared = (state.deadline, loaded_at + GRACE_S)
        """A deadline from before the table was loaded, and when it counts at the earliest."""
        self._do = do
        self._prepare = prepare
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def runs(self) -> bool:
        return self._task is not None and not self._task.done()

    def set_deadline(self) -> bool:
        """Run the clock if a person has to choose, or to roll real dice.

        Return whether it runs, or ran before.
        """
        ran, state = self.deadline.runs, self._state
        deadline = state.deadline
        mover = state.mover if state.match and deadline else CHANCE
        seat = state.seats[mover] if mover >= 0 else None
        if deadline and seat and seat.kind == "person" and not seat.away:
            spared, until = self._spared
            self.deadline.run(deadline, until if deadline == spared else 0.0)
        else:
            self.deadline.stop()
        return ran or self.deadline.runs

    def wake(self) -> None:
        """Give the commands that are due, unless that is under way."""
        if not self._stopped and not self.runs and self._is_due():
            self._task = asyncio.create_task(self._run())

    def time_left(self) -> int | None:
        return self.deadline.left

    async def stop(self) -> None:
        """Stop for good."""
        self._stopped = True
        self.deadline.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _is_due(self) -> bool:
        state = self._state
        if not state.is_running:
            return False
        mover = state.playable.player
        if mover == CHANCE:
            return state.due_outcome is not None or self.deadline.is_up
        return mover >= 0 and (state.seats[mover].is_played_by_bot or self.deadline.is_up)

    async def _run(self) -> None:
        pause = 0.0
        while self._is_due():
            if not await self._peers.take_lease(self._table):
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
