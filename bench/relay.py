"""A bare relay, for bench/load.py: it sends each message to everybody in the room.

    python bench/relay.py PORT [STACK]

STACK is one of STACKS; without one, the stack that pasch is served by.
"""

import socket
import sys
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

STACKS: dict[str, dict[str, Any]] = {
    "uvicorn, uvloop, httptools": {"loop": "uvloop", "http": "httptools"},
    "uvicorn, asyncio, h11": {"loop": "asyncio", "http": "h11"},
    "granian": {},
}
ROOMS: dict[str, set[WebSocket]] = {}


async def relay(one: WebSocket) -> None:
    await one.accept()
    room = ROOMS.setdefault(one.path_params["room"], set())
    room.add(one)
    async for said in one.iter_text():
        for each in room:
            await each.send_text(said)
    room.discard(one)


app = Starlette(routes=[WebSocketRoute("/relay/{room}", relay)])


def main() -> None:
    port, stack = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else next(iter(STACKS))
    print("ready", flush=True)
    if stack == "granian":
        from granian import Granian  # noqa: PLC0415 - only where it is asked for
        from granian.constants import Interfaces  # noqa: PLC0415

        Granian("relay:app", "127.0.0.1", port, interface=Interfaces.ASGI).serve()
        return
    listener = socket.create_server(("127.0.0.1", port), backlog=2048)
    given = {"log_level": "warning", "ws_per_message_deflate": False, **STACKS[stack]}
    uvicorn.Server(uvicorn.Config(app, **given)).run([listener])


if __name__ == "__main__":
    main()
