"""Input that strangers may send, sensible or not: raw requests, and messages on a WebSocket."""

import asyncio
import json
import random
import re
import string
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pasch.core.game.registry import games
from pasch.server.app import description
from tests.faults.house import House

AT_ONCE = 250  # requests in one strike, and as many messages
ON_A_LINE = 50  # messages on one connection, fewer than the server's limit
TOGETHER = 25  # connections at the same time
SOON_S, ANSWER_S = 1.0, 120.0
ALLOWED = (1000, 1001, 1002, 1007, 1009, *range(4400, 4600))
"""The codes with which a server may close a connection: the protocol's and its own."""
REQUESTS = [
    (path, method.upper()) for path, methods in description()["paths"].items() for method in methods
]
KINDS = (
    *("hello", "choose", "undo", "start", "bot", "open", "leave", "stand_in", "why", "help"),
    *("sign", "hint", "chances", "rematch", "seal", "salt"),
)
JUNK = string.printable + "äß€\u202e\x00\ud800😀"
FIELDS = (
    *("token", "language", "action", "seat", "bot", "at", "sign", "on", "name", "salt", "game"),
    *(
        "seats",
        "options",
        "starter",
        "dice",
        "deal",
        "listed",
        "clock",
        "coach",
        "event",
        "version",
    ),
)


def noise(luck: random.Random, most: int = 40) -> str:
    return "".join(luck.choices(JUNK, k=luck.randrange(most)))


def anything(luck: random.Random, depth: int = 3) -> Any:
    """Return a value of JSON: one that fits, one at an edge, or none that makes sense."""
    plain: list[Callable[[], Any]] = [
        lambda: noise(luck),
        lambda: luck.choice([-1, 0, 1, 2, 3, 2**31, 2**63, 2**64, 10**30, -(10**18)]),
        lambda: luck.choice([None, True, False, 1e308, -0.0, 0.5]),
        lambda: luck.choice(["en", "de", "random", "real", "sealed", "0" * 32, "👍"]),
        lambda: luck.choice([*games()]),
    ]
    if depth and luck.random() < 0.2:
        return content(luck, depth - 1)
    if depth and luck.random() < 0.2:
        return [anything(luck, depth - 1)] * 3
    return luck.choice(plain)()


def content(luck: random.Random, depth: int = 3) -> dict[str, Any]:
    several = luck.sample(FIELDS, luck.randrange(5))
    return {name: anything(luck, depth) for name in several}


def in_bytes(luck: random.Random, thing: Any) -> bytes:
    """Encode a value as JSON, and spoil some of the bytes now and then."""
    raw = json.dumps(thing, ensure_ascii=luck.random() < 0.5).encode("utf-8", "surrogatepass")
    return spoiled(luck, raw) if luck.random() < 0.3 else raw


def spoiled(luck: random.Random, raw: bytes) -> bytes:
    """Cut the bytes short, or put a piece of something else into them."""
    at = luck.randrange(len(raw) + 1)
    other = luck.choice([b"", b"\xff\xfe", b"[" * 1500, b"9" * 3000, b'"', b"\x00", b"{}"])
    return raw[:at] + other + (raw[at:] if luck.random() < 0.5 else b"")


def message(luck: random.Random) -> bytes:
    if luck.random() < 0.1:
        return luck.randbytes(luck.randrange(200))
    kind = luck.choice(KINDS) if luck.random() < 0.9 else noise(luck)
    sent = {"t": kind, "id": anything(luck, 0), "v": anything(luck, 0), "d": content(luck)}
    if luck.random() < 0.8:
        sent |= {"id": luck.randrange(9), "v": luck.choice([0, 1, 40, 10**9])}
    return in_bytes(luck, sent)


def request(luck: random.Random, tables: list[str]) -> bytes:
    path, method = luck.choice(REQUESTS)
    filled = {name: quoted(luck) for name in re.findall(r"{(\w+)}", path)}
    if luck.random() < 0.8:
        usual = {"id": luck.choice([*tables, "NOSUCHID"]), "key": luck.choice([*games()])}
        filled |= usual | {"n": str(luck.randrange(90)), "language": "de", "name": "1-first"}
    path = path.format(**filled)
    if luck.random() < 0.3:
        path += f"?{luck.choice(['wait', 'page', 'language', 'learner'])}={quoted(luck)}"
    if luck.random() < 0.1:
        method = luck.choice(["PUT", "DELETE", "HEAD", "OPTIONS", "BREW"])
    body = in_bytes(luck, content(luck)) if method == "POST" else b""
    raw = (
        f"{method} {path} HTTP/1.1\r\n{head(luck, len(body))}\r\n".encode("utf-8", "replace") + body
    )
    return spoiled(luck, raw) if luck.random() < 0.1 else raw


def quoted(luck: random.Random) -> str:
    return quote(noise(luck), errors="replace")


def head(luck: random.Random, length: int) -> str:
    usual = ["Host: localhost", "Connection: close", f"Content-Length: {length}"]
    odd = luck.sample(ODD, luck.choice([0, 0, 1, 2]))
    return "".join(f"{line}\r\n" for line in [*usual, *odd])


ODD = [
    "Authorization: Bearer k2J8s0Qx7LmPz4RtVb9n",
    "Origin: http://evil.example",
    "Host: evil.example",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked",
    "Accept-Language: " + "d" * 500,
    "Accept: text/html",
    "X-Forwarded-For: ::1",
    "Content-Type: application/xml",
    "Upgrade: websocket",
]


async def fuzz(house: House) -> None:
    """Send some of them, while others play at the same server."""
    tables = sorted(house.tables)
    each = AT_ONCE // TOGETHER
    await asyncio.gather(
        *(send_requests(house, luck, tables, each) for luck in several(house)),
        *(send_messages(house, luck, tables, each) for luck in several(house) if tables),
    )


def several(house: House) -> list[random.Random]:
    return [random.Random(house.luck.random()) for _ in range(TOGETHER)]


async def send_requests(house: House, luck: random.Random, tables: list[str], n: int) -> None:
    for _ in range(n):
        raw = request(luck, tables)
        status = await answer_to(raw, luck.choice(house.servers).port)
        if status >= 500:
            house.faults.append(f"{status}: {raw[:300]!r}")


async def answer_to(raw: bytes, port: int) -> int:
    """Return the status, or 0 where the server hung up.

    It may do so on what is no request, or only half of one: it waits for the rest, and we have
    none.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(raw)
        try:
            async with asyncio.timeout(SOON_S):
                words = (await reader.readline()).split()
        except TimeoutError:
            writer.write_eof()
            async with asyncio.timeout(ANSWER_S):
                words = (await reader.readline()).split()
        return int(words[1]) if len(words) > 1 else 0
    except ConnectionError:
        return 0
    finally:
        writer.transport.abort()


async def send_messages(house: House, luck: random.Random, tables: list[str], n: int) -> None:
    for start in range(0, n, ON_A_LINE):
        link = luck.choice(house.links).replace("http", "ws")
        table = luck.choice(tables) if luck.random() < 0.9 else quoted(luck) or "0"
        address = f"{link}/tables/{table}/live"
        try:
            async with connect(
                address, max_size=None, compression=None, open_timeout=ANSWER_S
            ) as line:
                for _ in range(min(ON_A_LINE, n - start)):
                    raw = message(luck)
                    await line.send(raw)
                await line.send(json.dumps({"t": "hello", "id": 77}))
                await answered(line, 77)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            if code not in ALLOWED:
                house.faults.append(f"closed with {code} after {raw[:300]!r}")
        except InvalidStatus as refused:
            if refused.response.status_code >= 500:
                house.faults.append(f"{refused.response.status_code}: {address}")


async def answered(line: Any, number: int) -> None:
    """Wait until the server has answered this message, and so all messages before it."""
    async with asyncio.timeout(ANSWER_S):
        while True:
            for said in json.loads(await line.recv()):
                if said["t"] in ("ack", "refused") and said["d"]["id"] == number:
                    return
