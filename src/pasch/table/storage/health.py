"""Whether the store can be written: tried by writing, at most once a second."""

import asyncio
import time

import sqlalchemy as sa

from pasch.table.model.errors import StoreTrouble
from pasch.table.storage.migrations import VERSION
from pasch.table.storage.store import Store

KEPT_S = 1.0  # for which an answer holds
ANSWER_S = 3.0  # in which there has to be one
PROBE = sa.update(VERSION).values(version_num=VERSION.c.version_num)
"""Changes nothing, and is written to the disk all the same."""


class Health:
    """Knows whether the store could be written a moment ago. A store that hangs is asked once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._probe: asyncio.Task[None] | None = None
        self._at = 0.0

    async def check(self) -> None:
        """Raise StoreTrouble if the store can't be written."""
        is_old = time.monotonic() - self._at > KEPT_S
        if self._probe is None or (self._probe.done() and is_old):
            self._probe = asyncio.create_task(self._try())
        try:
            async with asyncio.timeout(ANSWER_S):
                await asyncio.shield(self._probe)
        except TimeoutError:
            raise StoreTrouble("the store has not answered for {n:g} seconds", n=ANSWER_S) from None

    async def _try(self) -> None:
        try:
            await self._store.do([PROBE])
        finally:
            self._at = time.monotonic()

    async def close(self) -> None:
        if self._probe is not None:
            await asyncio.gather(self._probe, return_exceptions=True)
