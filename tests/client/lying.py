"""A server that lies: the real one, whose messages are changed on their way to the browser."""

import json
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Says = dict[str, Any]


def as_it_is(said: Says) -> Says:
    return said


class Liar:
    """A proxy that passes everything on, but lets `table` and `header` change tables and logs."""

    def __init__(self) -> None:
        self.be_honest()

    def be_honest(self) -> None:
        self.table: Callable[[Says], Says] = as_it_is
        self.header: Callable[[Says], Says] = as_it_is
        self.line: Callable[[Says], Says] = as_it_is
        """How to change every line of a log after its header."""

    def around(self, app: ASGIApp) -> ASGIApp:
        async def lie(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                await app(scope, receive, self.on_socket(send))
            elif scope["type"] == "http" and (change := self.change_of(scope["path"])):
                await app(unpacked(scope), receive, Altered(send, change))
            else:
                await app(scope, receive, send)

        return lie

    def on_socket(self, send: Send) -> Send:
        async def send_lies(message: Message) -> None:
            if message["type"] == "websocket.send":
                told = json.loads(message["text"])
                for each in told:
                    if each["t"] == "table":
                        each["d"] = self.table(each["d"])
                message = {**message, "text": json.dumps(told)}
            await send(message)

        return send_lies

    def change_of(self, path: str) -> Callable[[str], str] | None:
        parts = path.strip("/").split("/")
        if parts[0] == "tables" and parts[2:] == ["log"]:
            return self.change_log
        if parts[0] == "tables" and len(parts) == 2:
            return lambda text: json.dumps(self.table(json.loads(text)))
        return None

    def change_log(self, text: str) -> str:
        header, *lines = map(json.loads, text.splitlines())
        told = [self.header(header), *map(self.line, lines)]
        return "".join(json.dumps(line) + "\n" for line in told)


def unpacked(scope: Scope) -> Scope:
    headers = [header for header in scope["headers"] if header[0] != b"accept-encoding"]
    return {**scope, "headers": headers}


class Altered:
    """A `send` that waits for the whole answer and sends another one."""

    def __init__(self, send: Send, change: Callable[[str], str]) -> None:
        self.send = send
        self.change = change
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            return
        self.body += message.get("body", b"")
        if message.get("more_body"):
            return
        if self.start["status"] == 200:
            self.body = self.change(self.body.decode()).encode()
        length = (b"content-length", str(len(self.body)).encode())
        headers = [each for each in self.start["headers"] if each[0] != b"content-length"]
        await self.send({**self.start, "headers": [*headers, length]})
        await self.send({"type": "http.response.body", "body": self.body})
