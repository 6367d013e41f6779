"""Players of a table: a program over HTTP, a window with its WebSocket, and perhaps a bot.

Whatever breaks, they return to any server that answers until their match is over.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from pasch.core.game.registry import load
from pasch.table.model.seating import seal_of
from tests.faults.auditor import Life
from tests.faults.house import House
from tests.faults.ledger import Attempt, Ledger
from tests.faults.pictures import picture_of
from tests.table.window import Window as Shows
from tests.table.window import read

T = TypeVar("T")
PAUSE = 0.1  # seconds until somebody comes back
THINKING = 0.05  # seconds for a choice, at most
ANSWER_S = 120.0
WAIT_S = 5  # seconds that a request for a turn may wait
UNDONE = 0.05  # the share of choices taken back, where that is possible
BUSY = ("store", "busy", "often")
PEOPLE = 2


class NotNow(Exception):
    """The server can't do this at the moment, and says so."""


class Wrong(Exception):
    """An answer that nobody should get."""


BROKEN = (httpx2.TransportError, WebSocketException, OSError, TimeoutError, NotNow)


class Pause(NamedTuple):
    seconds: float
    strikes: int
    """The number of strikes before it was over."""


class Pulse:
    """The time each table needs after a strike until a move is acknowledged there again."""

    def __init__(self, tables: set[str]) -> None:
        self.tables = tables
        self.struck: dict[str, tuple[float, int]] = {}
        """When each table began to wait, and how many strikes there were since."""
        self.pauses: list[Pause] = []
        self.last = 0.0

    def strike(self) -> None:
        for table in self.tables:
            since, strikes = self.struck.get(table, (time.monotonic(), 0))
            self.struck[table] = since, strikes + 1

    def beat(self, table: str) -> None:
        self.last = time.monotonic()
        self.tables.add(table)
        if table in self.struck:
            since, strikes = self.struck.pop(table)
            self.pauses.append(Pause(time.monotonic() - since, strikes))

    def stop(self, table: str) -> None:
        self.tables.discard(table)
        self.struck.pop(table, None)


class Person:
    def __init__(self, who: str, house: House, http: httpx2.AsyncClient, pulse: Pulse) -> None:
        self.luck = house.draws(who)
        self.house = house
        self.http = http
        self.pulse = pulse
        self.base = self.luck.choice(house.links)
        self.token = self.luck.randbytes(16).hex()
        self.salt = self.luck.randbytes(16).hex()
        self.seat = -1

    async def insist(self, do: Callable[[], Awaitable[T]]) -> T:
        """Try again and again, at another server if there is one, until it succeeds."""
        while True:
            try:
                return await do()
            except BROKEN:
                await asyncio.sleep(PAUSE)
                self.base = self.luck.choice(self.house.links)

    async def ask(self, method: str, path: str, content: Any = None) -> tuple[str, Any]:
        """Return what was refused, if anything was, and the answer."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = await self.http.request(method, self.base + path, json=content, headers=headers)
        said = answer.json()
        if answer.status_code < 300:
            return "", said
        code = said["error"]["code"]
        if code in BUSY:
            raise NotNow(said["error"]["reason"])
        if answer.status_code >= 500:
            raise Wrong(f"{method} {path}: {answer.status_code} {said}")
        return code, said["error"]["reason"]

    async def lay(self, settings: dict[str, Any]) -> str:
        refused, table = await self.ask("POST", "/tables", settings)
        if refused:
            raise Wrong(table)
        return str(table["id"])

    async def sit(self, ledger: Ledger) -> None:
        """Take a seat; a request that is repeated gets the same answer."""
        asked = {"name": "Anna", "token": self.token, **self.part_of_the_dice()}
        refused, seated = await self.ask("POST", f"/tables/{ledger.table}/seats", asked)
        if refused == "stale":
            raise NotNow(seated)
        if refused:
            raise Wrong(seated)
        self.seat, self.ledger = seated["seat"], ledger
        self.is_told(self.house.life(self.base), seated["version"], seated["hash"])
        ledger.tokens[self.seat] = self.token

    def part_of_the_dice(self) -> dict[str, str]:
        return {"salt": self.salt}

    def is_told(self, life: Life, n: int, hash: str = "") -> None:
        """Record that the entries up to this one were shown, or acknowledged if there is a hash."""
        self.house.auditor.shown(self.ledger.table, life, n)
        if hash:
            self.house.auditor.acknowledged(self.ledger.table, n, hash)

    def acknowledge(self, attempt: Attempt) -> None:
        attempt.is_acknowledged = True
        self.pulse.beat(self.ledger.table)

    async def play(self) -> None:
        raise NotImplementedError


class Program(Person):
    async def play(self) -> None:
        path = f"/tables/{self.ledger.table}"
        while True:
            refused, turn = await self.ask("GET", f"{path}/turn?wait={WAIT_S}")
            if refused:
                raise Wrong(turn)
            self.is_told(self.house.life(self.base), turn["version"])
            if turn["over"]:
                return
            if turn["yours"]:
                await self.choose(path, turn)

    async def choose(self, path: str, turn: dict[str, Any]) -> None:
        await asyncio.sleep(self.luck.uniform(0, THINKING))
        action = self.luck.choice(turn["choices"])["action"]
        attempt = self.ledger.tries(self.seat, turn["version"], action)
        asked = {"version": turn["version"], "action": action}
        refused, why = await self.ask("POST", f"{path}/choose", asked)
        if not refused:
            self.is_told(self.house.life(self.base), why["version"], why["hash"])
            self.acknowledge(attempt)
        elif refused not in ("stale", "phase"):
            raise Wrong(f"{refused}: {why}")


class Window(Person):
    """A person with a WebSocket, who keeps what a browser needs to choose."""

    line: ClientConnection
    life: Life
    """The server at the other end."""
    kept: dict[str, Any] | None = None
    """The last entry that was acknowledged."""

    def part_of_the_dice(self) -> dict[str, str]:
        return {"seal": seal_of(self.salt)}

    async def play(self) -> None:
        address = self.base.replace("http", "ws") + f"/tables/{self.ledger.table}/live"
        self.id = self.version = 0
        self.table: dict[str, Any] = {}
        self.choices: list[dict[str, Any]] = []
        self.may_undo = self.over = False
        self.shows, self.shown_at = Shows(), 0
        async with connect(
            address, max_size=None, compression=None, open_timeout=ANSWER_S, ping_timeout=ANSWER_S
        ) as self.line:
            self.life = self.house.life(self.base)
            try:
                await self.say("hello", {"token": self.token, "kept": self.kept})
                while not self.over:
                    if self.table["phase"] == "gathering":
                        await self.begin()
                    elif self.choices:
                        await self.choose()
                    else:
                        await self.receive()
            finally:
                if self.shows.moments:
                    picture = picture_of(self.shows, self.shown_at, self.seat)
                    self.ledger.pictures.append(picture)

    async def say(self, kind: str, content: Any = None) -> str:
        """Send a message and read until its answer; return what was refused, if anything was."""
        self.id += 1
        asked = {"t": kind, "id": self.id, "v": self.version, "d": content or {}}
        await self.line.send(json.dumps(asked))
        async with asyncio.timeout(ANSWER_S):
            while (answer := await self.receive()) is None:
                pass
        return answer

    async def receive(self) -> str | None:
        """Return what waits, and among it perhaps the answer to the last message."""
        answer = None
        for raw in msgspec.json.decode(await self.line.recv(), type=list[msgspec.Raw]):
            message = json.loads(bytes(raw))
            kind, said = message["t"], message["d"]
            if kind in ("moment", "frames"):
                self.shows.hear(read(bytes(raw).decode()))
                self.shown_at = message["v"]
            self.version = max(self.version, message["v"])
            is_done = kind == "ack"
            self.is_told(self.life, message["v"], said["hash"] if is_done else "")
            if is_done:
                self.kept = {"n": message["v"], "hash": said["hash"]}
            if kind == "table":
                self.table = said
                self.over |= said["phase"] == "over"
            elif kind == "own":
                self.may_undo = said["undo"]
            elif kind == "moment":
                self.choices = said["scene"].get("choices", [])
            elif kind == "frames":
                for frame in said:
                    self.choices = frame.get("choices", self.choices)
            elif kind == "refused" and said["code"] == "fork":
                raise Wrong(f"{self.ledger.table}: {said['reason']}")
            elif kind == "refused" and said["code"] in BUSY:
                raise NotNow(said["reason"])
            elif kind in ("ack", "refused") and said["id"] == self.id:
                answer = said.get("code", "")
        return answer

    async def begin(self) -> None:
        """Do the next thing before the start: wait for people, seat a bot, open the salt, start."""
        seats = self.table["seats"]
        is_open = [n for n, seat in enumerate(seats) if seat["kind"] == "open"]
        people = sum(seat["kind"] == "person" for seat in seats)
        if self.table["closed"]:
            await self.say("salt", {"salt": self.salt})
        elif people < PEOPLE:
            await self.receive()
        elif is_open:
            await self.say("bot", {"seat": is_open[0], "bot": "random"})
        else:
            await self.say("start")

    async def choose(self) -> None:
        await asyncio.sleep(self.luck.uniform(0, THINKING))
        undoes = self.may_undo and self.luck.random() < UNDONE
        action = None if undoes else self.luck.choice(self.choices)["action"]
        attempt = self.ledger.tries(self.seat, self.version, action)
        refused = await (self.say("undo") if undoes else self.say("choose", {"action": action}))
        if not refused:
            self.acknowledge(attempt)
        elif refused == "stale":
            await self.receive()  # the table is shown once more
        elif refused != "phase":
            raise Wrong(f"{refused}: {attempt}")


async def play_match(
    house: House,
    http: httpx2.AsyncClient,
    pulse: Pulse,
    ledgers: list[Ledger],
    settings: dict[str, Any],
) -> None:
    """Play a match from an empty table to its end, and record in a ledger what players are told."""
    asked = {"seats": min(load(settings["game"]).seats[1], PEOPLE + 1), **settings}
    n = next(house.matches)
    program = Program(f"program {n}", house, http, pulse)
    window = Window(f"window {n}", house, http, pulse)
    ledger = Ledger(await program.insist(lambda: program.lay(asked)))
    ledgers.append(ledger)
    await program.insist(lambda: program.sit(ledger))
    await window.insist(lambda: window.sit(ledger))
    await asyncio.gather(program.insist(program.play), window.insist(window.play))
    pulse.stop(ledger.table)
    house.over.add(ledger.table)
