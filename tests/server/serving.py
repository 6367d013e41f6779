"""The real server in a thread of this process, so that a test can look at its tables."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn
from starlette.types import ASGIApp

from pasch.server.app import create_app
from pasch.server.protocols import HttpProtocol, WebSocketProtocol
from pasch.server.serve import Server, Site, app_of, config_of, listen
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.patience import PATIENCE

T = TypeVar("T")


async def go_on(table: Table) -> None:
    """Wait until something happens."""
    await table.wait(table.version)


class Served:
    """A server that runs while its context is open."""

    def __init__(self, database: Path, around: Callable[[ASGIApp], ASGIApp] | None = None) -> None:
        """Prepare a server on this database; `around` wraps the application it serves."""
        self._app = create_app(f"sqlite:///{database}")
        self._listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        heard = around(self._app) if around else self._app
        config = uvicorn.Config(
            heard,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            log_level="warning",
            timeout_graceful_shutdown=1,
        )
        self._server = Server(self._app, config, self._started)
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._is_ready.wait(PATIENCE):
            raise TimeoutError(f"expected the server to start within {PATIENCE} seconds")
        return self

    def _started(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._is_ready.set()

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listener.close()

    @property
    def tables(self) -> Tables:
        tables: Tables = self._app.state.tables
        return tables

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run this work on the event loop of the server, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def cut(self) -> None:
        """Break every connection, as if somebody had stumbled over the cable."""
        self.call(self._cut())

    async def _cut(self) -> None:
        for connection in list(self._server.server_state.connections):
            connection.transport.abort()

    def table(self, id: str) -> Table:
        return self.call(self.tables.find(id))


@asynccontextmanager
async def unseen(table: Table) -> AsyncIterator[None]:
    """Disconnect all viewers while the context is open; afterwards they are shown the new state."""
    viewers = table.viewers.all
    for viewer in viewers:
        table.part(viewer)
    yield
    for viewer in viewers:
        await table.join(viewer)


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run this work in a thread of its own, since Playwright's loop may be running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result(PATIENCE)


@contextmanager
def serving(site: Site, folder: Path) -> Iterator[tuple[str, int]]:
    """Run a server as `pasch serve` makes it, in this process; yield its address."""
    listener, ready = listen(site.host, 0), threading.Event()
    app = app_of(site, str(folder / "tables.sqlite3"))
    server = Server(app, config_of(site, app), ready.set)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        if not ready.wait(PATIENCE):
            raise TimeoutError(f"expected the server to start within {PATIENCE} seconds")
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
