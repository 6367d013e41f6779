"""News from other processes on the same store: PostgreSQL tells who listens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from pasch.table.storage.store import ALIVE, CHANNEL, CONNECT_S, Store

PAUSE = 1.0  # seconds until a lost connection is tried again

Hear = Callable[[str, str], Awaitable[None]]
log = logging.getLogger(__name__)


class Notices:
    """`hear` is told (table, what): its version, or what else is new; `missed` is called when news
    may have been missed."""

    def __init__(self, store: Store, hear: Hear, missed: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._hear = hear
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    def listen(self) -> None:
        if self._store.tells_others and self._task is None:
            self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        from psycopg import AsyncConnection  # noqa: PLC0415 - only where PostgreSQL is

        url = sa.make_url(self._store.url).set(drivername="postgresql")
        while True:
            try:
                conninfo = url.render_as_string(hide_password=False)
                waits: dict[str, Any] = {"connect_timeout": CONNECT_S, **ALIVE}
                connecting = AsyncConnection.connect(conninfo, autocommit=True, **waits)
                async with await connecting as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._missed()
                    async for notice in connection.notifies():
                        table, _, what = notice.payload.partition(" ")
                        await self._hear(table, what)
            except Exception as problem:  # whatever it is, somebody has to listen
                log.warning("news of other processes can't be heard now: %s", problem)
                await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
