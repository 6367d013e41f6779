"""The attacks of siege.py: what somebody at one address does again and again, at full speed."""

import asyncio
import itertools
import json
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

from load import HOST
from websockets.asyncio.client import ClientConnection, connect

ATTACKER = "127.66.6.6"
AT_ONCE = 32  # connections of an attack
HELD = 1000  # connections that are held and do nothing else
VIEWERS = 300
BLOCK = 256_000  # bytes written at once
LESSONS = ("mmm/lessons/1-first", "so-ein-mist/lessons/1-first", "compost/lessons/1-first")
HANDSHAKE = (
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)


class Attacker:
    """Somebody at an address of their own."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(ATTACKER, 0))

    async def send(self, raw: bytes, wait: bool = True) -> bytes:
        """Send bytes; return the answer, if it is waited for."""
        reader, writer = await self.open()
        try:
            writer.write(raw)
            await writer.drain()
            return await reader.read() if wait else b""
        finally:
            writer.transport.abort()

    async def flood(self, first: bytes, again: bytes, size: float = float("inf")) -> None:
        """Send the first bytes, then the others again and again, as fast as they are accepted."""
        _, writer = await self.open()
        try:
            writer.write(first)
            sent = 0
            while sent < size:
                writer.write(again)
                await writer.drain()
                sent += len(again)
        finally:
            writer.transport.abort()

    async def get(self, path: str, *headers: str) -> bytes:
        return await self.send(head("GET", path, *headers))

    async def post(self, path: str, body: bytes, *headers: str) -> Any:
        length = f"Content-Length: {len(body)}"
        answer = await self.send(head("POST", path, length, *headers) + body)
        with suppress(ValueError):
            return json.loads(answer.partition(b"\r\n\r\n")[2])
        return {}

    async def lay(self, people: int, **settings: Any) -> tuple[str, str]:
        """Create a table with so many seats taken; return it and their secret."""
        table = (await self.post("/tables", json.dumps(settings).encode())).get("id", "NONE")
        token = secrets.token_urlsafe(24)
        for n in range(people):
            asked = {"name": f"M{n}", "salt": secrets.token_hex(16), "token": token}
            await self.post(f"/tables/{table}/seats", json.dumps(asked).encode())
        return table, token

    def watch(self, table: str) -> Any:
        address = f"ws://{HOST}:{self.port}/tables/{table}/live"
        return connect(address, local_addr=(ATTACKER, 0), max_size=None, compression=None)


def head(method: str, path: str, *headers: str, connection: str = "close") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Connection: {connection}", *headers]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def repeated(what: bytes) -> bytes:
    return what * (BLOCK // len(what))


async def say(line: ClientConnection, kind: str, version: int = 0, **content: Any) -> None:
    await line.send(json.dumps({"t": kind, "id": 1, "v": version, "d": content}))


async def read_boards(attacker: Attacker) -> None:
    """Ask for a board of 32 kB with dotted keys."""
    board = "\n".join("a." * 400 + f"b{i}=1" for i in range(38))
    asked = {"game": "mmm", "seats": 1, "options": {"board": board[:31_000]}}
    await attacker.post("/tables", json.dumps(asked).encode())


UNREADABLE = (
    b"\xff\xfe{}",
    b"[" * 15_000,
    b'{"game": "mmm", "seats": 1, "options": {"board": "a=' + b"[" * 15_000 + b'"}}',
    b'{"game": "mmm", "seats": 1, "options": {"board": "a=' + b"9" * 30_000 + b'"}}',
    b'{"game": "mmm", "seats": ' + b"9" * 30_000 + b"}",
)


async def send_unreadable(attacker: Attacker) -> None:
    await attacker.post("/tables", random.choice(UNREADABLE))


async def ask_nonsense(attacker: Attacker) -> None:
    digits = "9" * 5_000
    path = random.choice([f"/tables/NOSUCHID/at/{digits}", f"/deals/X?page={digits}", "/deals/X"])
    await attacker.get(path, "Host: " + "x" * 3_000)


async def roll_real_dice(attacker: Attacker) -> None:
    """Play Mistkäfer with real dice, where everything that can be drawn is told apart."""
    table, token = await attacker.lay(4, game="mistkaefer", seats=4, dice="real")
    bearer = f"Authorization: Bearer {token}"
    await attacker.post(f"/tables/{table}/start", b"", bearer)
    for _ in range(50):
        raw = (await attacker.get(f"/tables/{table}/turn", bearer)).partition(b"\r\n\r\n")[2]
        turn = json.loads(raw)
        action = random.choice(turn["choices"])["action"]
        asked = json.dumps({"version": turn["version"], "action": action}).encode()
        await attacker.post(f"/tables/{table}/choose", asked, bearer)


async def call_perfect_bots(attacker: Attacker) -> None:
    """Call the perfect bot to a game with a random cat, so that it has something to solve."""
    options = {"cat_steps": random.randrange(1, 12), "line": random.random() < 0.5}
    table, token = await attacker.lay(1, game="mmm", seats=2, options=options)
    async with attacker.watch(table) as line:
        await say(line, "hello", token=token)
        await say(line, "bot", seat=1, bot="perfect")
        await say(line, "start")
        await line.recv()


async def hear(line: ClientConnection, kind: str) -> int:
    """Wait for a message of this kind; return the version of the table."""
    while True:
        heard = json.loads(await line.recv())
        if any(each["t"] == kind for each in heard):
            return max(int(each["v"]) for each in heard)


async def ask_the_coach(attacker: Attacker) -> None:
    table, token = await attacker.lay(2, game="compost", seats=2)
    async with attacker.watch(table) as line:
        await say(line, "hello", token=token)
        await say(line, "start")
        version = await hear(line, "frames")
        await say(line, "chances", on=True)
        for _ in range(100):
            await say(line, "hint", version)
            await line.recv()


async def send_halves(attacker: Attacker) -> None:
    """Send the first half of a request, and hold the connection as long as the server allows."""
    await attacker.send(b"POST /tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


async def send_without_end(attacker: Attacker) -> None:
    raw = head("POST", "/tables", "Transfer-Encoding: chunked")
    await attacker.send(raw + b"ffff\r\n" + b" " * 0xFFFF + b"\r\n" + b"ffff\r\n" + b" " * 0xFFFF)


async def send_a_byte_at_a_time(attacker: Attacker) -> None:
    raw = head("POST", "/tables", "Transfer-Encoding: chunked")
    await attacker.send(raw + repeated(b"1\r\n \r\n"))


async def ask_without_end(attacker: Attacker) -> None:
    await attacker.get("/games")


async def ask_compressed(attacker: Attacker) -> None:
    path = random.choice(["/games", "/games/compost/rules", "/words/de.json", "/openapi.json"])
    await attacker.get(path, "Accept-Encoding: gzip")


async def come_from_everywhere(attacker: Attacker) -> None:
    near = ".".join(str(random.randrange(256)) for _ in range(4))
    await attacker.get("/games", f"X-Forwarded-For: {near}")


async def come_from_one_network(attacker: Attacker) -> None:
    """Ask from another address of the same /64 each time, as a proxy would name it."""
    near = f"2001:db8::{random.randrange(1 << 16):x}:{random.randrange(1 << 16):x}"
    await attacker.get("/games", f"X-Forwarded-For: {near}")


async def wait_for_turns(attacker: Attacker) -> None:
    table, token = await attacker.lay(1, game="mmm", seats=2)
    asked = head("GET", f"/tables/{table}/turn?wait=60", f"Authorization: Bearer {token}")
    await asyncio.gather(*(attacker.send(asked) for _ in range(100)))


async def read_nothing(attacker: Attacker) -> None:
    """Say hello again and again, and read nothing."""
    table, token = await attacker.lay(2, game="mmm", seats=2)
    async with attacker.watch(table) as line:
        line.transport.pause_reading()
        await say(line, "hello", token=token)
        await say(line, "start")
        while True:
            await say(line, "hello", token=token)


async def talk_without_end(attacker: Attacker) -> None:
    table, _ = await attacker.lay(0, game="mmm", seats=2)
    async with attacker.watch(table) as line:
        for sent in itertools.cycle([b"\xff\xfe", b"[" * 3_900, b'{"t": "hello", "id": 1}']):
            await line.send(sent)


async def connect_without_end(attacker: Attacker) -> None:
    async with attacker.watch("NOSUCHID") as line:
        await line.recv()


async def ping_without_end(attacker: Attacker) -> None:
    table, _ = await attacker.lay(0, game="mmm", seats=2)
    handshake = head("GET", f"/tables/{table}/live", *HANDSHAKE, connection="Upgrade")
    await attacker.flood(handshake, repeated(b"\x89\x80\0\0\0\0"))


async def send_fragments(attacker: Attacker) -> None:
    """Send a message whose end never comes."""
    table, _ = await attacker.lay(0, game="mmm", seats=2)
    handshake = head("GET", f"/tables/{table}/live", *HANDSHAKE, connection="Upgrade")
    await attacker.flood(handshake + b"\x01\x80\0\0\0\0", repeated(b"\x00\x80\0\0\0\0"))


async def send_an_endless_header(attacker: Attacker) -> None:
    await attacker.flood(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"x" * BLOCK)


async def send_small_headers(attacker: Attacker) -> None:
    await attacker.flood(
        b"GET / HTTP/1.1\r\nHost: localhost\r\n", repeated(b"a:b\r\n"), size=60_000_000
    )


async def pipeline(attacker: Attacker) -> None:
    """Ask on and on without reading an answer."""
    await attacker.flood(b"", repeated(head("GET", "/games", connection="keep-alive")))


async def draw_links(attacker: Attacker) -> None:
    """Ask for QR codes, each for another host, so that none is in a cache."""
    table, _ = await attacker.lay(0, game="mmm", seats=2)
    for _ in range(100):
        host = ".".join(str(random.randrange(256)) for _ in range(4))
        raw = head("GET", f"/tables/{table}/qr.svg").replace(b"localhost", host.encode())
        await attacker.send(raw)


async def learn_without_end(attacker: Attacker) -> None:
    learner = secrets.token_hex(8)
    path = f"/games/{random.choice(LESSONS)}?learner={learner}"
    await attacker.get(path, "Accept-Encoding: gzip")


async def make_signs(attacker: Attacker) -> None:
    """Make signs in front of many viewers."""
    table, token = await attacker.lay(1, game="mmm", seats=2)
    async with AsyncExitStack() as lines:
        for _ in range(VIEWERS // AT_ONCE):
            await say(await lines.enter_async_context(attacker.watch(table)), "hello")
        line = await lines.enter_async_context(attacker.watch(table))
        await say(line, "hello", token=token)
        while True:
            await say(line, "sign", sign="👍")


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "boards with dotted keys": read_boards,
    "unreadable bodies": send_unreadable,
    "nonsense addresses": ask_nonsense,
    "real dice": roll_real_dice,
    "perfect bots": call_perfect_bots,
    "hints and chances": ask_the_coach,
    "half-sent requests": send_halves,
    "bodies without end": send_without_end,
    "bodies byte by byte": send_a_byte_at_a_time,
    "reads": ask_without_end,
    "gzip": ask_compressed,
    "forged addresses": come_from_everywhere,
    "addresses of one /64": come_from_one_network,
    "long polls": wait_for_turns,
    "hello, and never reads": read_nothing,
    "messages": talk_without_end,
    "connections": connect_without_end,
    "pings": ping_without_end,
    "fragments": send_fragments,
    "endless header": send_an_endless_header,
    "60 MB of small headers": send_small_headers,
    "pipelined GETs": pipeline,
    "qr.svg": draw_links,
    "lessons": learn_without_end,
    "signs to many viewers": make_signs,
}
HOLDS = ("half-sent requests", "hello, and never reads")
PROXIES = {"addresses of one /64": ATTACKER}
"""Attacks for which the server trusts the attacker as its proxy, with the proxy's address."""
