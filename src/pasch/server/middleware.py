"""Middleware around the whole application.

It refuses requests, charges the others to the account of their client network, answers errors, and
adds security headers.
"""

import logging
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.core.errors import BadOption, PaschError
from pasch.server.errors import (
    CloseCode,
    ForeignOrigin,
    Misdirected,
    ServerFault,
    TooMuch,
    TooOften,
)
from pasch.server.http.endpoint import error_response
from pasch.server.limits import (
    CONNECTION_BYTES,
    LONGEST_ADDRESS,
    LONGEST_BODY,
    REQUEST_BYTES,
    Account,
    Budgets,
)
from pasch.server.metrics import REQUESTS
from pasch.table.metering import PAYER, metered

log = logging.getLogger("pasch.server")

ANY_NAME = "*"
HOME_DOMAINS = (".local", ".localhost", ".lan", ".internal", ".home.arpa", ".fritz.box")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class RequestGuard:
    """Middleware that refuses requests, or charges them to the account of their client network."""

    def __init__(self, app: ASGIApp, budgets: Budgets, names: Collection[str]) -> None:
        self.app = app
        self.budgets = budgets
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        account = scope["account"] = self.budgets.of(client[0] if client else "")
        PAYER.set(account)
        handle = self.answer if scope["type"] == "http" else self.connect
        await metered(handle(scope, receive, send))

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def begin(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                REQUESTS.labels(message["status"]).inc()
            await send(message)

        try:
            await self.admit(REQUEST_BYTES, scope, receive, begin)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except PaschError as error:
            await self.refuse(error, scope, receive, send)
        except (UnicodeError, RecursionError):
            unreadable = BadOption("expected something that can be read, got what can't be")
            await self.refuse(unreadable, scope, receive, send)
        except Exception:  # our own fault: the log has it, the client gets a 500
            log.exception("%s %s failed", scope["method"], scope["path"][:200])
            if has_begun:
                raise
            await self.refuse(ServerFault(), scope, receive, send)

    async def refuse(self, error: PaschError, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer without reading the rest of the request, and close the connection."""
        response = await error_response(Request(scope), error)
        response.headers["connection"] = "close"
        REQUESTS.labels(response.status_code).inc()
        await response(scope, receive, send)

    async def connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if protocol := scope.get("state", {}).get("protocol"):
            protocol.account = scope["account"]
        try:
            await self.admit(CONNECTION_BYTES, scope, receive, send)
        except PaschError as error:
            is_spent = isinstance(error, TooOften)
            code = CloseCode.OVER_BUDGET if is_spent else CloseCode.FOREIGN
            await receive()
            await send({"type": "websocket.close", "code": code, "reason": str(error)[:100]})

    async def admit(self, size: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and hold so many bytes for it meanwhile; or raise an error."""
        self.expect_short(scope)
        self.expect_ours(scope)
        account: Account = scope["account"]
        with account.holding(size):
            await account.wait_turn()
            account.expect_budget()
            await self.app(scope, receive, send)

    def expect_short(self, scope: Scope) -> None:
        length = len(scope["path"].encode("utf-8", "replace")) + len(scope["query_string"])
        if length > LONGEST_ADDRESS:
            raise TooMuch(
                "expected an address of at most {most} bytes, got {n}",
                most=LONGEST_ADDRESS,
                n=length,
            )
        announced = Headers(scope=scope).get("content-length", "0")
        if not announced.isdecimal() or len(announced) > 9 or int(announced) > LONGEST_BODY:
            raise TooMuch("expected at most {most} bytes, got more", most=LONGEST_BODY)

    def expect_ours(self, scope: Scope) -> None:
        """Refuse a host name of another server, and a foreign page.

        A page of another site may neither change nor watch anything.
        """
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_ours(host, self.names):
            raise Misdirected(
                "this server is not called {host!r}; pasch serve --name says what it is called",
                host=host[:60],
            )
        origin = headers.get("origin", "")
        _, _, where = origin.partition("://")
        if origin and where != host and scope.get("method") not in SAFE_METHODS:
            raise ForeignOrigin("a page of {origin!r} may not do this here", origin=origin[:60])


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return whether a host name is this server's.

    It is an IP address, a name without dots or of a home network, or one that was declared. So
    nobody can lead a browser here by a name of their own.
    """
    if ANY_NAME in names:
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
        name.encode("idna" if not name.isascii() else "ascii")
    except ValueError:
        return False
    if name in names or ("." not in name and ":" not in name) or name.endswith(HOME_DOMAINS):
        return bool(name) and len(name) <= 255
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


HEADERS = [
    (b"cache-control", b"no-cache"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


class SecurityHeaders:
    """Middleware that adds headers to every response, unless it has them.

    A browser asks whether a file has changed, trusts its type, and sends no referrer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] += [header for header in HEADERS if header[0] not in names]
            await send(message)

        await self.app(scope, receive, send_with_headers)
