"""Somebody attacks at full speed: how soon the others' moves are seen, on one core, and the memory.

    python bench/siege.py [--seconds 5] [all | ATTACK …]

For each attack the real server with its usual limits, held to one core, and ten tables of Mmm! with
two people each, who think for up to a fifth of a second. First nobody attacks, then somebody does,
from one address and a process of its own that yields to the players' process and does nothing but
this, as fast as it is answered. A move counts from when it is sent to when the other player sees
it; one not seen by the end of the window counts as far as it has come. The exit code is not 0 where
p99 under siege is above 250 ms, or memory more than 100 MB above what it was at the start.
"""

import argparse
import asyncio
import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from attacks import AT_ONCE, ATTACKS, HELD, HOLDS, PROXIES, Attacker, hear, say
from load import HOST, PATIENCE, PaschTable, Tally, free_port, memory_of, serving
from websockets.exceptions import WebSocketException

from pasch.bots.compile_game import make_ready
from pasch.core.game.registry import load

TABLES = 10
THINKING = 0.2  # seconds before a choice, at most
WARMING = 2.0
BAR = 0.25  # seconds that p99 may reach
MOST_GROWN = 100_000_000  # bytes that memory may grow
HEAD = """\
| who attacks | attempts/s | moves/s | p50 at rest, ms | p99 | p50 under siege, ms | p99 | ratio | \
MB at start | peak | end |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


class Thoughtful(PaschTable):
    """A table of pasch with two people who take their time."""

    async def send(self, who: int, kind: str, content: dict[str, Any]) -> None:
        if kind == "choose":
            await asyncio.sleep(self.rng.uniform(0, THINKING))
            self.sent = self.sent and (*self.sent[:2], time.perf_counter())
        await super().send(who, kind, content)


def run_players(port: int, pipe: Connection) -> None:
    asyncio.run(play(port, pipe))


async def play(port: int, pipe: Connection) -> None:
    """Play until the pipe says enough; send the seconds until moves were seen, for each window."""
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


class Memory:
    """The memory of a process, looked at ten times a second."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.start = self.peak = memory_of(pid)
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        with suppress(OSError, StopIteration):  # the process has ended
            while True:
                self.peak = max(self.peak, memory_of(self.pid))
                time.sleep(0.1)


@dataclass
class Found:
    name: str
    tried: float
    rest: list[float]
    siege: list[float]
    seconds: float
    memory: tuple[int, int, int]
    """Memory at the start, at most, and at the end."""

    @property
    def p99(self) -> float:
        return ranks(self.siege)[98]

    @property
    def grown(self) -> int:
        return max(self.memory) - self.memory[0]

    @property
    def holds(self) -> bool:
        return self.p99 <= BAR and self.grown <= MOST_GROWN

    def line(self) -> str:
        before, now = ranks(self.rest), ranks(self.siege)
        figures = [
            f"{self.tried / self.seconds:,.0f}",
            f"{len(self.siege) / self.seconds:,.0f}",
            *(f"{1000 * each:.0f}" for each in (before[49], before[98], now[49], now[98])),
            f"{now[98] / before[98]:.1f}",
            *(f"{each / 1e6:.0f}" for each in self.memory),
        ]
        return f"| {self.name} | {' | '.join(figures)} |"


def ranks(echoes: list[float]) -> list[float]:
    return statistics.quantiles(echoes, n=100) if len(echoes) > 1 else [float("inf")] * 99


@contextmanager
def one_core(*options: str) -> Iterator[tuple[int, int]]:
    """Run a server as people start it, on the first core if possible; we use the others."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        where = ["--host", HOST, "--port", str(port), "--database", f"{folder}/t.sqlite3"]
        command = [sys.executable, "-m", "pasch", "serve", *where, *options]
        if shutil.which("taskset"):
            command = ["taskset", "-c", "0", *command]
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "LANGUAGE": "en"}
        with serving(command, port, "ready", env=environment) as server:
            yield server


async def think_once(port: int) -> None:
    """Load the search before memory is measured, since it stays in memory."""
    somebody = Attacker(port)
    table, token = await somebody.lay(2, game="compost", seats=2)
    async with asyncio.timeout(PATIENCE), somebody.watch(table) as line:
        await say(line, "hello", token=token)
        await say(line, "start")
        await say(line, "hint", await hear(line, "frames"))
        await hear(line, "hint")


def besiege(name: str, seconds: float) -> Found:
    """Attack a server of its own: measure it at rest, then under siege from the first moment."""
    proxy = PROXIES.get(name)
    with one_core(*(("--proxy", proxy) if proxy else ())) as (pid, port):
        asyncio.run(think_once(port))
        mine, theirs = multiprocessing.Pipe()
        players = multiprocessing.Process(target=run_players, args=(port, theirs))
        players.start()
        mine.recv()
        time.sleep(WARMING)
        memory = Memory(pid)
        rest = window(mine, seconds)
        ours, attackers = multiprocessing.Pipe()
        process = multiprocessing.Process(target=run_attack, args=(port, name, attackers))
        process.start()
        siege = window(mine, seconds)
        ours.send("enough")
        tried = ours.recv()
        process.join()
        mine.send("enough")
        players.join()
        time.sleep(1)
        held = (memory.start, memory.peak, memory_of(pid))
        return Found(name, tried, rest, siege, seconds, held)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("attacks", nargs="*", help=f"all, or some of: {', '.join(ATTACKS)}")
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    names = [*ATTACKS] if asked.attacks in ([], ["all"]) else asked.attacks
    if unknown := set(names) - ATTACKS.keys():
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    list(make_ready(load("compost")))  # compiled on all cores, before the server has only one
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[1:] or cores)
    print(HEAD)
    failed = []
    for name in names:
        found = besiege(name, asked.seconds)
        print(found.line(), flush=True)
        failed += [] if found.holds else [name]
    if failed:
        raise SystemExit(
            f"over {1000 * BAR:.0f} ms or {MOST_GROWN / 1e6:.0f} MB: {', '.join(failed)}"
        )


if __name__ == "__main__":
    main()
