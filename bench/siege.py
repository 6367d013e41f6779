"""Somebody attacks at full speed: how soon the others' moves are seen, on one core.

    python bench/siege.py [--seconds 5] [ATTACK …]

The real server with its usual limits, held to one core; ten tables of Mmm! with two people each,
who think for up to a fifth of a second. In one run, one after the other: nobody attacks, then each
attack, from an address and a process of its own that yields to the players' process and does
nothing but this, as fast as it is answered. A move counts from when it is sent to when the other
player sees it; one not seen by the end of the window counts as far as it has come.
"""

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from load import HOST, PaschTable, Tally, free_port, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

TABLES = 10
THINKING = 0.2  # seconds at most
WARMING = 5.0
AT_ONCE = 32  # of the attacker
HELD = 1000  # connections that are only held
ATTACKER = "127.66.6.6"
BAR = 0.25  # seconds
SALT = "0" * 32


class Thoughtful(PaschTable):
    """The same people, who take their time."""

    async def send(self, who: int, kind: str, content: dict[str, Any]) -> None:
        if kind == "choose":
            await asyncio.sleep(self.rng.uniform(0, THINKING))
            self.sent = self.sent and (*self.sent[:2], time.perf_counter())
        await super().send(who, kind, content)


def run_players(port: int, pipe: Connection) -> None:
    asyncio.run(play(port, pipe))


async def play(port: int, pipe: Connection) -> None:
    """Until the pipe says enough; for each window the seconds until moves were seen."""
    tally = Tally()
    tables = [Thoughtful(port, str(n), tally) for n in range(TABLES)]
    await asyncio.gather(*(table.open() for table in tables))
    await asyncio.gather(*(table.playing.wait() for table in tables))
    pipe.send("playing")
    while await asyncio.to_thread(pipe.recv) == "begin":
        tally.echoes.clear()
        await asyncio.to_thread(pipe.recv)
        now = time.perf_counter()
        waiting = [now - table.sent[2] for table in tables if table.sent]
        pipe.send([*tally.echoes, *(seconds for seconds in waiting if seconds > BAR)])
    os._exit(0)


class Attacker:
    """From an address of its own."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def send(self, raw: bytes, wait: bool = True) -> bytes:
        """The answer, if it is waited for."""
        reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(ATTACKER, 0))
        try:
            writer.write(raw)
            await writer.drain()
            return await reader.read() if wait else b""
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
        """A table of its own with so many of its seats taken; the secret of these."""
        table = (await self.post("/tables", json.dumps(settings).encode())).get("id", "NONE")
        token = secrets.token_urlsafe(24)
        for n in range(people):
            asked = {"name": f"M{n}", "salt": secrets.token_hex(16), "token": token}
            await self.post(f"/tables/{table}/seats", json.dumps(asked).encode())
        return table, token

    def watch(self, table: str) -> Any:
        address = f"ws://{HOST}:{self.port}/tables/{table}/live"
        return connect(address, local_addr=(ATTACKER, 0), max_size=None, compression=None)


def head(method: str, path: str, *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *headers]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


async def say(line: ClientConnection, kind: str, version: int = 10**9, **content: Any) -> None:
    await line.send(json.dumps({"t": kind, "id": 1, "v": version, "d": content}))


async def read_boards(attacker: Attacker) -> None:
    """A board of 32 kB with dotted keys."""
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
    """A table of Mistkäfer with real dice, where everything that can be drawn is told apart."""
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
    """Each for a cat of its own, so that each has something to solve."""
    options = {"cat_steps": random.randrange(1, 12), "line": random.random() < 0.5}
    table, token = await attacker.lay(1, game="mmm", seats=2, options=options)
    async with attacker.watch(table) as line:
        await say(line, "hello", token=token)
        await say(line, "bot", seat=1, bot="perfect")
        await say(line, "start")
        await line.recv()


async def ask_the_coach(attacker: Attacker) -> None:
    table, token = await attacker.lay(2, game="compost", seats=2)
    async with attacker.watch(table) as line:
        await say(line, "hello", token=token)
        await say(line, "start")
        await say(line, "chances", on=True)
        for _ in range(100):
            await say(line, "hint")
            await line.recv()


async def send_halves(attacker: Attacker) -> None:
    """Of requests, held as long as the server allows."""
    await attacker.send(b"POST /tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")


async def send_without_end(attacker: Attacker) -> None:
    raw = head("POST", "/tables", "Transfer-Encoding: chunked")
    await attacker.send(raw + b"ffff\r\n" + b" " * 0xFFFF + b"\r\n" + b"ffff\r\n" + b" " * 0xFFFF)


async def ask_without_end(attacker: Attacker) -> None:
    await attacker.get("/games")


async def come_from_everywhere(attacker: Attacker) -> None:
    near = ".".join(str(random.randrange(256)) for _ in range(4))
    await attacker.get("/games", f"X-Forwarded-For: {near}")


async def wait_for_turns(attacker: Attacker) -> None:
    table, token = await attacker.lay(1, game="mmm", seats=2)
    asked = head("GET", f"/tables/{table}/turn?wait=60", f"Authorization: Bearer {token}")
    await asyncio.gather(*(attacker.send(asked) for _ in range(100)))


async def read_slowly(attacker: Attacker) -> None:
    """Asks for much and reads nothing."""
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


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "boards with dotted keys": read_boards,
    "unreadable bodies": send_unreadable,
    "nonsense addresses": ask_nonsense,
    "real dice": roll_real_dice,
    "perfect bots": call_perfect_bots,
    "hints and chances": ask_the_coach,
    "half-sent requests": send_halves,
    "bodies without end": send_without_end,
    "reads": ask_without_end,
    "forged addresses": come_from_everywhere,
    "long polls": wait_for_turns,
    "slow readers": read_slowly,
    "messages": talk_without_end,
    "connections": connect_without_end,
}
HOLDS = ("half-sent requests",)


def run_attack(port: int, name: str, pipe: Connection) -> None:
    os.nice(5)
    asyncio.run(attack(port, name, pipe))


async def attack(port: int, name: str, pipe: Connection) -> None:
    tried = 0

    async def go_on() -> None:
        nonlocal tried
        while True:
            tried += 1
            with suppress(OSError, WebSocketException, ValueError, KeyError, IndexError):
                await ATTACKS[name](Attacker(port))

    several = [asyncio.create_task(go_on()) for _ in range(HELD if name in HOLDS else AT_ONCE)]
    await asyncio.to_thread(pipe.recv)
    pipe.send(tried)
    for task in several:
        task.cancel()
    os._exit(0)


def window(players: Connection, seconds: float) -> list[float]:
    players.send("begin")
    time.sleep(seconds)
    players.send("end")
    echoes: list[float] = players.recv()
    return echoes


def line(name: str, seconds: float, tried: int, echoes: list[float]) -> str:
    ranks = statistics.quantiles(echoes, n=100) if len(echoes) > 1 else [float("inf")] * 99
    figures = f"{tried / seconds:,.0f} | {len(echoes) / seconds:,.0f}"
    return f"| {name} | {figures} | {1000 * ranks[49]:.0f} | {1000 * ranks[98]:.0f} |"


@contextmanager
def one_core() -> Iterator[int]:
    """A server as people start it, on the first core; we are on the others."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--host", HOST, "--port", str(port), "--database", f"{folder}/t.sqlite3"]
        command = ["taskset", "-c", "0", sys.executable, "-m", "pasch", "serve", *where]
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
        with serving(command, port, "ready", env=environment):
            yield port


def measure(port: int, names: list[str], seconds: float) -> Iterator[str]:
    mine, theirs = multiprocessing.Pipe()
    players = multiprocessing.Process(target=run_players, args=(port, theirs))
    players.start()
    mine.recv()
    time.sleep(WARMING)
    yield line("nobody", seconds, 0, window(mine, seconds))
    for name in names:
        ours, attackers = multiprocessing.Pipe()
        process = multiprocessing.Process(target=run_attack, args=(port, name, attackers))
        process.start()
        time.sleep(1)
        echoes = window(mine, seconds)
        ours.send("enough")
        yield line(name, seconds, ours.recv(), echoes)
        process.join()
        time.sleep(1)
    yield line("nobody, afterwards", seconds, 0, window(mine, seconds))
    mine.send("enough")
    players.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("attacks", nargs="*", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    print(
        "| who attacks | attempts/s | moves/s | p50 ms | p99 ms |\n| --- | --- | --- | --- | --- |"
    )
    with one_core() as port:
        for found in measure(port, asked.attacks or [*ATTACKS], asked.seconds):
            print(found, flush=True)


if __name__ == "__main__":
    main()
