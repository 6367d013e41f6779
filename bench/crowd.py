"""A thousand watchers at one table: what one more costs, and how soon all see a move.

    python bench/crowd.py [VIEWERS]

The real server; the watchers are connections of a process of their own. One line of figures.
"""

import asyncio
import json
import statistics
import sys
import time

from load import HOST, PaschTable, Tally, cpu_of, pasch
from websockets.asyncio.client import ClientConnection, connect

VIEWERS = 1000
MORE = 100
MOVES = 5
OPENING = 50


class Watcher:
    def __init__(self, address: str) -> None:
        self.address = address
        self.version = 0
        self.seen = 0.0

    async def open(self) -> None:
        self.socket: ClientConnection = await connect(self.address, max_size=None, compression=None)
        await self.socket.send(json.dumps({"t": "hello", "id": 1, "v": 0, "d": {}}))
        self.listener = asyncio.create_task(self.listen())
        while not self.version:
            await asyncio.sleep(0.01)

    async def listen(self) -> None:
        async for raw in self.socket:
            for message in json.loads(raw):
                if message["t"] in ("moment", "frames"):
                    self.version = message["v"]
                    self.seen = time.perf_counter()


class Match(PaschTable):
    """Two people who wait to be told when to move."""

    async def open(self) -> None:
        table, self.tokens = await asyncio.to_thread(self.lay)
        self.address = f"ws://{HOST}:{self.port}/tables/{table}/live"
        self.version = [0, 0]
        self.sockets = [await connect(self.address, max_size=None) for _ in "ab"]
        self.choices: list[list[int]] = [[], []]
        for who in (0, 1):
            await self.send(who, "hello", {"token": self.tokens[who]})
            self.listeners = asyncio.create_task(self.follow(who))
        await self.send(0, "start", {})
        while not any(self.choices):
            await asyncio.sleep(0.01)

    async def follow(self, who: int) -> None:
        async for raw in self.sockets[who]:
            for message in json.loads(raw):
                self.version[who] = max(self.version[who], message["v"])
                if message["t"] == "moment":
                    found = message["d"]["scene"].get("choices", [])
                    self.choices[who] = [choice["action"] for choice in found]
                for frame in message["d"] if message["t"] == "frames" else []:
                    if "choices" in frame:
                        self.choices[who] = [choice["action"] for choice in frame["choices"]]

    async def choose(self) -> None:
        who = 0 if self.choices[0] else 1
        await self.send(who, "choose", {"action": self.choices[who][0]})


async def gather(address: str, n: int) -> list[Watcher]:
    watchers = [Watcher(address) for _ in range(n)]
    for i in range(0, n, OPENING):
        await asyncio.gather(*(watcher.open() for watcher in watchers[i : i + OPENING]))
    return watchers


async def measure(server: int, port: int, viewers: int) -> str:
    match = Match(port, "crowd", Tally())
    await match.open()
    crowd = await gather(match.address, viewers)
    await asyncio.sleep(5)
    before = cpu_of(server)
    crowd += await gather(match.address, MORE)
    join = (cpu_of(server) - before) / MORE
    lags, cpus = [], []
    for _ in range(MOVES):
        version, sent, before = max(match.version), time.perf_counter(), cpu_of(server)
        await match.choose()
        while any(watcher.version <= version for watcher in crowd):
            await asyncio.sleep(0.005)
        lags.append(max(watcher.seen for watcher in crowd) - sent)
        await asyncio.sleep(1)
        cpus.append(cpu_of(server) - before)
    return (
        f"{viewers} viewers: one more takes {1000 * join:.1f} ms of the server's CPU, its "
        f"connection included; all see a move after {1000 * statistics.median(lags):.0f} ms "
        f"({1000 * statistics.median(cpus):.0f} ms of CPU)"
    )


def main() -> None:
    viewers = int(sys.argv[1]) if len(sys.argv) > 1 else VIEWERS
    with pasch() as (server, port):
        print(asyncio.run(measure(server, port, viewers)))


if __name__ == "__main__":
    main()
