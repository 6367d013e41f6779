"""A move's echo: from one window's choice to the other window's screen, with 50 tables playing.

    python bench/echo.py [TABLES]

Starts the real server in a process of its own on a store of its own. At every table two people
and, where the game has room, a bot play at a brisk pace; each choice is timed from the send to the
moment the other person's connection has received it. One line of figures.
"""

import asyncio
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from pasch.bots.ready import is_ready, make_ready
from pasch.core.registry import games

SECONDS = 20.0
PAUSE = (1.0, 3.0)  # seconds a person thinks
BOT = "quick"


class Person:
    def __init__(self, token: str) -> None:
        self.token = token
        self.version = 0
        self.choices: list[dict[str, Any]] = []
        self.event = 0
        self.over = False
        self.seen: dict[int, float] = {}
        self.changed = asyncio.Event()

    async def open(self, url: str) -> None:
        self.socket: ClientConnection = await connect(url, max_size=2**22)
        await self.send("hello", {"token": self.token, "language": "en"})
        self.listener = asyncio.create_task(self.listen())

    async def send(self, kind: str, content: dict[str, Any]) -> None:
        sent = {"t": kind, "id": 1, "v": self.version, "d": content}
        await self.socket.send(msgspec.json.encode(sent).decode())

    async def listen(self) -> None:
        async for raw in self.socket:
            received = msgspec.json.decode(raw)
            self.version = max(self.version, received["v"])
            if received["t"] == "moment":
                moment = received["d"]
                self.seen.setdefault(moment["event"], time.perf_counter())
                self.event = moment["event"]
                self.choices = moment["scene"]["choices"]
                self.over = moment["over"]
                self.changed.set()


async def sit_down(http: httpx.AsyncClient, key: str, ws: str) -> list[Person]:
    low, high = games()[key].seats
    seats = max(low, min(3, high))
    laid = await http.post("/tables", json={"game": key, "seats": seats})
    table = laid.raise_for_status().json()["id"]
    people = []
    for seat in range(2):
        asked = {"seat": seat, "name": f"P{seat}", "salt": secrets.token_hex(16)}
        sat = await http.post(f"/tables/{table}/seats", json=asked)
        people.append(Person(sat.raise_for_status().json()["token"]))
    for person in people:
        await person.open(f"{ws}/tables/{table}/live")
    for seat in range(2, seats):
        await people[0].send("bot", {"seat": seat, "bot": BOT})
    await people[0].send("start", {})
    return people


async def play(people: list[Person], until: float, echoes: list[float]) -> None:
    rng = random.Random()
    while time.perf_counter() < until and not people[0].over:
        mover = next((person for person in people if person.choices), None)
        if mover is None:
            mover = people[0]
            mover.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(mover.changed.wait(), 0.2)
            continue
        await asyncio.sleep(rng.uniform(*PAUSE))
        other = people[1 - people.index(mover)]
        event = mover.event + 1
        action = rng.choice(mover.choices)["action"]
        mover.choices = []
        sent = time.perf_counter()
        await mover.send("choose", {"action": action})
        while event not in other.seen and time.perf_counter() < sent + 5:
            other.changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(other.changed.wait(), 1)
        echoes.append(other.seen.get(event, float("inf")) - sent)


async def measure(base: str, tables: int) -> list[float]:
    keys = list(games())
    echoes: list[float] = []
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        ws = base.replace("http", "ws")
        seated = [await sit_down(http, keys[i % len(keys)], ws) for i in range(tables)]
        await asyncio.gather(*(first_moment(people) for people in seated))
        until = time.perf_counter() + SECONDS
        await asyncio.gather(*(play(people, until, echoes) for people in seated))
    return echoes


async def first_moment(people: list[Person]) -> None:
    while not people[0].seen:
        people[0].changed.clear()
        await asyncio.wait_for(people[0].changed.wait(), 60)


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    for game in games().values():
        if not is_ready(game):
            for _ in make_ready(game):
                pass
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.sqlite3")
        command = [sys.executable, "-m", "pasch", "serve", "--host", "127.0.0.1", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--database", database],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en"},
        )
        try:
            assert server.stdout is not None
            base = re.search(r"http://\S+", server.stdout.readline())
            assert base is not None, "the server did not say where it is"
            echoes = asyncio.run(measure(base.group(), tables))
        finally:
            server.terminate()
            server.wait()
    ms = sorted(1000 * echo for echo in echoes)
    cuts = statistics.quantiles(ms, n=100)
    print(
        f"echo of a move, {tables} tables, {len(ms)} moves: median {statistics.median(ms):.0f} ms, "
        f"95 % {cuts[94]:.0f} ms, slowest {ms[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
