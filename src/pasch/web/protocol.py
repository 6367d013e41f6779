"""HTTP as uvicorn speaks it, but nobody may keep it waiting: a request is sent within seconds."""

import asyncio
from collections import Counter
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_S = 10.0  # seconds in which the head of a request has to come
MOST = 500  # connections of one address that have not become a WebSocket


class Brisk(HttpToolsProtocol):
    open_from: ClassVar[Counter[str]] = Counter()
    """Connections, by address."""
    most = float(MOST)
    _deadline: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.open_from[address] >= self.most:
            transport.abort()
            return
        self._counted = address
        self.open_from[address] += 1
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._deadline is None:
            self._wait()

    def on_headers_complete(self) -> None:
        self._go_on()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _go_on(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._go_on()
        if self._counted:
            self.open_from[self._counted] -= 1
            self._counted = ""
