"""The time of a server, and the deadline of one decision."""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Protocol

EARLY = 0.01  # seconds a timer may ring before its time

Cancel = Callable[[], None]


class Clock(Protocol):
    """The time, injected so that nothing else asks the system for it."""

    def now(self) -> float:
        """Return Unix time in seconds."""

    def monotonic(self) -> float:
        """Return seconds that never go back, since no moment in particular."""

    def call_at(self, when: float, ring: Callable[[], None]) -> Cancel:
        """Call `ring` at this Unix time, or soon if it has passed; return how to cancel that."""


class SystemClock:
    """The clock of this machine and of the running event loop."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, ring: Callable[[], None]) -> Cancel:
        delay = max(0.0, when - self.now())
        return asyncio.get_running_loop().call_later(delay, ring).cancel


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
