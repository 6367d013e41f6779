"""The time for one decision."""

import asyncio
import math
from collections.abc import Callable

EARLY = 0.01  # seconds a timer may ring before its time


class Clock:
    """Runs while one decision is due. A decision is known by the number of events before it."""

    def __init__(self, seconds: int, ring: Callable[[], None]) -> None:
        self._seconds = seconds
        self._ring = ring
        self._deadlines: dict[int, float] = {}
        self._deadline: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def run(self, decision: int) -> None:
        """Whoever takes back a choice goes on with the time that was left."""
        self.stop()
        if not self._seconds:
            return
        loop = asyncio.get_running_loop()
        self._deadlines = {n: at for n, at in self._deadlines.items() if n <= decision}
        self._deadline = self._deadlines.setdefault(decision, loop.time() + self._seconds)
        self._timer = loop.call_at(self._deadline, self._ring)

    def forget(self, decision: int) -> None:
        """Whoever takes it now has the whole time."""
        self._deadlines.pop(decision, None)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._deadline = None

    @property
    def runs(self) -> bool:
        return self._deadline is not None

    @property
    def left(self) -> int | None:
        """Milliseconds; None where no clock runs."""
        if self._deadline is None:
            return None
        return max(0, math.ceil(1000 * self._seconds_left(self._deadline)))

    @property
    def is_up(self) -> bool:
        return self._deadline is not None and self._seconds_left(self._deadline) < EARLY

    def _seconds_left(self, deadline: float) -> float:
        return deadline - asyncio.get_running_loop().time()
