"""What happens at a table without anybody doing it: dice fall, bots play, time runs out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pasch.bots import BOTS, Bot, BotFault, Need, bot_rng
from pasch.core.game.position import CHANCE
from pasch.core.match.match import Match
from pasch.table.clock import Deadline
from pasch.table.model.context import Command
from pasch.table.model.errors import Refused, StoreTrouble
from pasch.table.model.playing import PlayBot, Roll, RunOut
from pasch.table.model.state import STAND_IN, TableState
from pasch.table.thinking.pools import Pool
from pasch.table.thinking.preparation import Bots

log = logging.getLogger("pasch.table")

FOLLOWING_S = 0.5  # seconds until it is seen again whether another process still leads
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds until a failed step is tried again


class Driver:
    """Gives commands like a person, where this process `leads`; `do` carries them out, `prepare` is
    awaited before thinking."""

    def __init__(
        self,
        table: str,
        state: TableState,
        deadline: Deadline,
        pool: Pool,
        bots: Bots,
        leads: Callable[[str], Awaitable[bool]],
        do: Callable[[Command], Awaitable[object]],
        prepare: Callable[[Need], Awaitable[None]],
    ) -> None:
        self._table = table
        self._state = state
        self._deadline = deadline
        self._pool = pool
        self._bots = bots
        self._leads = leads
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
        """For good."""
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
            if not await self._leads(self._table):
                await asyncio.sleep(FOLLOWING_S)
                continue
            try:
                await self._do(await self._next())
                pause = 0.0
            except Refused as refused:  # something happened meanwhile; it is known by now what
                if refused.code in ("busy", "often"):
                    await asyncio.sleep(FIRST_PAUSE)
            except StoreTrouble as trouble:
                pause = min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE)
                log.warning("table %s: %s", self._table, trouble)
                await asyncio.sleep(pause)
            except Exception:  # a fault in a bot: told where it is, and no other table is hurt
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
        """Off the loop, while the table is free."""
        match, bot = self._state.playable.copy(), self._bots.find(level)
        dice = self._state.dice.open
        seed = dice.seed if dice else ""
        if need := bot.need(match.game, match.seats, match.options):
            await self._prepare(need)
        try:
            return await self._pool.do(choice_of, bot, match, seed)
        except BotFault as fault:
            log.warning("table %s: %s; %s plays for it", self._table, fault, STAND_IN)
            return await self._pool.do(choice_of, BOTS[STAND_IN], match, seed)


def choice_of(bot: Bot, match: Match, seed: str) -> int:
    return bot.choose(match, bot_rng(seed, len(match.events)))
