"""Compression of responses with gzip, never on the event loop."""

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.table.model import Refused
from pasch.table.thinking.pools import Pool

SHORTEST = 1_000  # bytes; less fits into one packet as it is
LEVEL = 6
COMPRESSIBLE = ("text/", "application/json", "application/manifest", "image/svg")
VARIES = {"vary": "Accept-Encoding"}


def compress(content: bytes) -> bytes:
    return gzip.compress(content, LEVEL, mtime=0)


def is_compressible(media_type: str, content: bytes) -> bool:
    return len(content) >= SHORTEST and media_type.startswith(COMPRESSIBLE)


def accepts_gzip(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


class Compression:
    """Middleware that compresses whole responses in a pool.

    If the pool is full, it sends them as they are.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not accepts_gzip(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        begun: Message = {}

        async def send_compressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.update(message)
                return
            if begun:
                if not message.get("more_body"):
                    await compress_body(scope["app"].state.pool, begun, message)
                await send(dict(begun))
                begun.clear()
            await send(message)

        await self.app(scope, receive, send_compressed)


async def compress_body(pool: Pool, begun: Message, message: Message) -> None:
    headers, body = MutableHeaders(raw=begun["headers"]), message.get("body", b"")
    media_type = headers.get("content-type", "")
    if "content-encoding" in headers or not is_compressible(media_type, body):
        return
    headers.update(VARIES)
    try:
        message["body"] = await pool.do(compress, body)
    except Refused:
        return
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(message["body"]))
