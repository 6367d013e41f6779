"""WebSockets of Starlette as channels of viewers."""

import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pasch.core.errors import PaschError
from pasch.server.connection import Connection, Disconnected
from pasch.server.errors import CloseCode
from pasch.table.model import UnknownTable
from pasch.table.tables import Tables

LONGEST_REASON = 120  # bytes


class WebSocketChannel:
    """The channel of one viewer."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> bytes | None:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            return None
        return received.get("bytes") or (received.get("text") or "").encode()

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            raise Disconnected from None

    async def close(self, code: int, reason: str) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(code, reason)


async def handle_websocket(socket: WebSocket) -> None:
    """Connect a viewer with the table that the address names."""
    tables: Tables = socket.app.state.tables
    await socket.accept()
    channel = WebSocketChannel(socket)
    try:
        table = await tables.find(socket.path_params["id"])
    except PaschError as problem:
        unknown = isinstance(problem, UnknownTable)
        code = CloseCode.UNKNOWN_TABLE if unknown else CloseCode.UNAVAILABLE
        await channel.close(code, shortened(problem))
        return
    with table.in_use():
        await Connection(channel, table, socket.scope["account"]).run()


def shortened(problem: PaschError) -> str:
    """Return what fits into the frame that closes a connection."""
    return str(problem).encode()[:LONGEST_REASON].decode("utf-8", "ignore")
