"""The time for one decision: a deadline that the store knows."""

import asyncio
import math
import time
from collections.abc import Callable

EARLY = 0.01  # seconds a timer may ring before its time


class Clock:
    """Rings when a decision is overdue. It knows the time of day only: whoever leaves and comes
    back, or starts the server anew, finds it as far gone as it is."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._deadline: float | None = None
        self._rings_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def run(self, deadline: float, not_before: float = 0.0) -> None:
        """Run until the deadline, in seconds since 1970; ring then, but not before this time."""
        self.stop()
        self._deadline, self._rings_at = deadline, max(deadline, not_before)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, self._rings_at - time.time()), self._ring)

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
        return max(0, math.ceil(1000 * (self._deadline - time.time())))

    @property
    def is_up(self) -> bool:
        return self._deadline is not None and self._rings_at - time.time() < EARLY
