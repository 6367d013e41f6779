"""Answers compressed for whoever can unpack them, never on the event loop."""

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.table.model.errors import Refused
from pasch.table.pools import Pool

SHORTEST = 1_000  # bytes; less goes in one packet as it is
LEVEL = 6
PACKED = ("text/", "application/json", "application/manifest", "image/svg")
VARIES = {"vary": "Accept-Encoding"}


def packed(content: bytes) -> bytes:
    return gzip.compress(content, LEVEL, mtime=0)


def is_packable(kind: str, content: bytes) -> bool:
    return len(content) >= SHORTEST and kind.startswith(PACKED)


def unpacks(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


class Packing:
    """Compresses whole answers in a pool; where that is full they go as they are."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not unpacks(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        begun: Message = {}

        async def pack(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.update(message)
                return
            if begun:
                if not message.get("more_body"):
                    await pack_body(scope["app"].state.pool, begun, message)
                await send(dict(begun))
                begun.clear()
            await send(message)

        await self.app(scope, receive, pack)


async def pack_body(pool: Pool, begun: Message, message: Message) -> None:
    headers, body = MutableHeaders(raw=begun["headers"]), message.get("body", b"")
    if "content-encoding" in headers or not is_packable(headers.get("content-type", ""), body):
        return
    headers.update(VARIES)
    try:
        message["body"] = await pool.do(packed, body)
    except Refused:
        return
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(message["body"]))
