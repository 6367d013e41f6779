"""HTTP and WebSocket protocols for uvicorn, which charge each connection to its client network.

They read input in small parts, and close a connection that does not take its output.
"""

import asyncio
from time import thread_time
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pasch.server.errors import CloseCode, TooOften
from pasch.server.limits import CONNECTION_BYTES, LONGEST_BODY, UNLIMITED, Account, Budgets

REQUEST_S = 10.0  # seconds until the head of a request must be complete
WRITE_S = 20.0  # seconds in which a client must take what waits for it
PART = 4_096  # bytes that are read before the account is checked again
BUFFERED = 16_384  # bytes that may wait in a transport before the writer has to wait
LONGEST_HEAD = 16_000  # bytes of a request before its body
LONGEST_REQUEST = LONGEST_HEAD + 8 * LONGEST_BODY  # however a body is cut into chunks
MOST_HEADERS = 100
MOST_FRAGMENTS = 100  # of a WebSocket message
HEAD_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)

if TYPE_CHECKING:  # a mixin of both protocols, typed as one of them
    Protocol = HttpToolsProtocol
else:
    Protocol = object


class AccountedProtocol(Protocol):
    """A connection whose input and output are charged to an account."""

    account: Account
    reads_on = True
    """Whether input is still read by this protocol."""
    _held = 0
    """Bytes of output that wait, charged to the account."""
    _write_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=BUFFERED)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PART):
            if self.transport.is_closing() or not self.reads_on:
                return
            if self.account.is_overdrawn:
                self.refuse()
                return
            began = thread_time()
            self.read(data[start : start + PART])
            self.account.spend(seconds=thread_time() - began)

    def read(self, part: bytes) -> None:
        super().data_received(part)

    def refuse(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        waiting = self.transport.get_write_buffer_size()
        try:
            self.account.hold(waiting)
        except TooOften:
            self.transport.abort()
            return
        self._held += waiting
        self.expect_drain()

    def resume_writing(self) -> None:
        self._end_write()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_write()
        super().connection_lost(exc)

    def expect_drain(self) -> None:
        """Close the connection if the client does not take its output in time."""
        if self._write_deadline is None:
            self._write_deadline = self.loop.call_later(WRITE_S, self.transport.abort)

    def _end_write(self) -> None:
        self.account.release(self._held)
        self._held = 0
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None


class HttpProtocol(AccountedProtocol, HttpToolsProtocol):
    """HTTP with limits: a request is short, and arrives within seconds."""

    budgets: ClassVar[Budgets] = Budgets(UNLIMITED)
    _head_deadline: asyncio.TimerHandle | None = None
    """Set until the head of a request is complete; None while its body arrives."""
    _received = 0
    """Bytes of the current request."""
    _is_held = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.account = self.budgets.of(self.client[0] if self.client else "")
        try:
            self.account.hold(CONNECTION_BYTES)
        except TooOften:
            transport.abort()
            return
        self._is_held = True
        if self.account.is_overdrawn:
            transport.abort()
        else:
            self._begin_head()

    def read(self, part: bytes) -> None:
        self._received += len(part)
        if self._received > (LONGEST_REQUEST if self._head_deadline is None else LONGEST_HEAD):
            self.refuse_head()
        else:
            super().read(part)

    def refuse(self) -> None:
        if self.cycle is not None:
            self.cycle.disconnected = True
        super().refuse()

    def refuse_head(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(HEAD_TOO_LONG)
            self.expect_drain()
            self.transport.close()
        else:
            self.refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received = 0
        if self._head_deadline is None:
            self._begin_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) <= MOST_HEADERS:  # one more shows that there are too many
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._end_head()
        if len(self.headers) > MOST_HEADERS:
            self.refuse_head()
        elif self.cycle is not None and not self.cycle.response_complete:
            self.read_no_more()
        if self.reads_on and not self.transport.is_closing():
            super().on_headers_complete()

    def read_no_more(self) -> None:
        """Answer the request under way, and close: requests that follow it are not read."""
        self.reads_on = self.cycle.keep_alive = False
        self.transport.pause_reading()

    def on_body(self, body: bytes) -> None:
        self.account.spend(frames=1)
        if self.reads_on and not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._received = 0
        if self.reads_on and not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if not self.transport.is_closing():
            self._release()
            self.reads_on = False
            super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def _begin_head(self) -> None:
        self._head_deadline = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _end_head(self) -> None:
        if self._head_deadline is not None:
            self._head_deadline.cancel()
            self._head_deadline = None

    def _release(self) -> None:
        self._end_head()
        if self._is_held:
            self.account.release(CONNECTION_BYTES)
            self._is_held = False


class WebSocketProtocol(AccountedProtocol, WebSocketsSansIOProtocol):  # type: ignore[misc]
    """A WebSocket; every frame is charged, also one without a message."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.account = Account("", UNLIMITED)
        self.app_state = {**self.app_state, "protocol": self}  # RequestGuard sets the account

    def handle_events(self) -> None:
        self.account.spend(frames=len(self.conn.events))
        super().handle_events()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.refuse()

    def handle_parser_exception(self) -> None:
        """Close; before the handshake is complete, the client can't be given a reason."""
        if self.conn.close_sent is None:
            self.disconnected = True
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def refuse(self) -> None:
        if self.handshake_complete and not self.close_sent:
            self.conn.send_close(CloseCode.OVER_BUDGET, "more than the share of your network")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.OVER_BUDGET})
        self.disconnected = True  # nothing more is sent
        self.expect_drain()
        self.transport.close()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Set the client a deadline for what it has not taken, now that the application is done."""
        super().on_task_complete(task)
        if self in self.connections:
            self.expect_drain()
