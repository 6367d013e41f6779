"""What happens at a table without anybody doing it: dice roll, bots play, time runs out."""

import asyncio
import hashlib
import logging
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pasch.bots import BOTS, thinks
from pasch.core.position import CHANCE
from pasch.table.course import Course
from pasch.table.entries import Left
from pasch.table.errors import Refused, StoreTrouble

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds until a failed step is tried again


@dataclass(frozen=True)
class Step:
    what: Literal["chance", "bot", "late"]
    seat: int = CHANCE
    bot: str = ""


class Runner:
    def __init__(self, course: Course) -> None:
        self._course = course
        course.listeners.append(self.wake)
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def runs(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        if not self._stopped and not self.runs and self._due():
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """For good; what is being written is written to its end."""
        self._stopped = True
        async with self._course.lock:
            if self._task is None:
                return
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _due(self) -> Step | None:
        sitting, stage = self._course.sitting, self._course.stage
        if stage is None or stage.over:
            return None
        mover = stage.match.player
        if mover == CHANCE:
            return Step("chance") if sitting.dice else None
        seat = sitting.seats[mover]
        if seat.bot or seat.away:
            return Step("bot", mover, seat.level)
        return Step("late", mover) if self._course.clock.is_up else None

    async def _run(self) -> None:
        pause = 0.0
        while step := self._due():
            try:
                await self._advance(step)
                pause = 0.0
            except Refused:  # another process was faster; it is known by now what it did
                continue
            except StoreTrouble as trouble:
                pause = min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE)
                log.warning("table %s: %s", self._course.table, trouble)
                await asyncio.sleep(pause)
            except Exception:  # a fault in a bot: told where it is, and no other table is hurt
                log.exception("table %s: %s failed", self._course.table, step)
                return

    async def _advance(self, step: Step) -> None:
        """Bots think while the table is free; what they chose counts if nothing changed."""
        course = self._course
        seen = course.sitting.changed
        chosen = await self._think(step) if step.what == "bot" else None
        async with course.lock:
            if course.sitting.changed != seen or self._due() != step:
                return
            if step.what == "late":
                await course.write([Left(step.seat)])
            else:
                await course.write(course.consequences(self._roll() if chosen is None else chosen))

    def _roll(self) -> int:
        stage, dice = self._course.stage, self._course.sitting.dice
        assert stage is not None
        assert dice is not None
        return dice.roll(stage.match.turn, stage.match.die, stage.match.chance)

    async def _think(self, step: Step) -> int:
        assert self._course.stage is not None
        match, bot = self._course.stage.match.copy(), BOTS[step.bot]
        if thinks(bot):
            await self._course.prepare()
        return await asyncio.to_thread(bot, match, self._whims(len(match.events)))

    def _whims(self, event: int) -> np.random.Generator:
        """The same seed and the same events, the same bots."""
        seed = self._course.sitting.laid.seed
        if not seed:
            return np.random.default_rng()
        digest = hashlib.sha256(f"{seed}|bot|{event}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest))
