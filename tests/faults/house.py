"""Real `pasch serve` processes on one store, that are killed and started again."""

import asyncio
import itertools
import os
import random
import signal
import socket
import struct
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.faults.altered import CLOCK, PLANTED
from tests.faults.auditor import Auditor, Life, Stored, stored_in
from tests.faults.engines import Engine
from tests.faults.wire import Wire
from tests.patience import PATIENCE

READY = "pasch is ready"
PLAIN, ALTERED = "pasch", "tests.faults.altered"


class Server:
    """One process at a time, or one with several `workers`, always at the same port."""

    def __init__(self, database: str, environment: Mapping[str, str], workers: int = 1) -> None:
        self.environment = environment
        program = ALTERED if {CLOCK, PLANTED} & environment.keys() else PLAIN
        self.port = free_port()
        self.link = f"http://127.0.0.1:{self.port}"
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--database", database)
        shared = ("--workers", str(workers))
        self.command = (sys.executable, "-m", program, "serve", "--no-limits", *where, *shared)
        self.workers = workers
        self.said: list[str] = []
        self.process: Process | None = None
        self.lives = 0

    async def start(self) -> None:
        await self.spawn()
        async with asyncio.timeout(PATIENCE):
            await self.is_ready.wait()
        assert self.pid, "\n".join(self.said)

    async def spawn(self) -> None:
        """Start a server without waiting until it is ready.

        It compiles nothing, since nobody thinks, and hears no Ctrl-C. It stays in our session,
        which yields as a whole.
        """
        plain = {"LANGUAGE": "en", "PYTHONUNBUFFERED": "1", "NUMBA_DISABLE_JIT": "1"}
        self.is_ready = asyncio.Event()
        self.lives += 1
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            env={**os.environ, **plain, **self.environment},
            process_group=0,
        )
        self.listener = asyncio.create_task(self.listen(self.process))

    async def listen(self, process: Process) -> None:
        assert process.stdout is not None
        async for raw in process.stdout:
            self.said.append(raw.decode("utf-8", "replace").rstrip())
            if READY in self.said[-1]:
                self.is_ready.set()
        self.is_ready.set()

    @property
    def pid(self) -> int | None:
        """The id of the process; None if it has ended."""
        runs = self.process is not None and self.process.returncode is None
        return self.process.pid if runs and self.process else None

    async def kill(self) -> None:
        await self.end(signal.SIGKILL)

    async def end(self, how: signal.Signals) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(how)
            await self.process.wait()
            await self.listener

    async def renew(self) -> None:
        """Replace all workers of the server one after the other, while the others answer."""
        assert self.pid
        before = workers_of(self.pid)
        os.kill(self.pid, signal.SIGHUP)
        async with asyncio.timeout(PATIENCE):
            while before & (now := workers_of(self.pid)) or len(now) != self.workers:
                await asyncio.sleep(0.05)


class House:
    """All servers on one store.

    `skewed`: their clock can be set; `wired`: what reaches them goes through a wire that can be
    cut; `shared`: they share a port; `planted`: they have this fault. What the harness draws, and
    what its players do, comes from the seed.
    """

    def __init__(
        self,
        engine: Engine,
        processes: int,
        folder: Path,
        seed: int,
        *,
        planted: str,
        skewed: bool,
        wired: bool,
        shared: bool,
    ) -> None:
        self.engine = engine
        self.clock = folder / "clock"
        self.clock.write_bytes(struct.pack("d", 0.0))
        self.seed = seed
        self.luck = self.draws("troubles")
        self.auditor = Auditor()
        environment = dict(engine.environment)
        if skewed:
            environment[CLOCK] = str(self.clock)
        if planted:
            environment[PLANTED] = planted
        several = (1, processes) if shared else (processes, 1)
        self.servers = [Server(engine.url, environment, several[1]) for _ in range(several[0])]
        self.wires = [
            Wire(server.port, self.draws(f"wire {n}"))
            for n, server in enumerate(self.servers)
            if wired
        ]
        self.tables: set[str] = set()
        """The tables where somebody plays."""
        self.matches = itertools.count(1)
        self.over: set[str] = set()
        """Tables whose players were told everything."""
        self.faults: list[str] = []
        """The answers that nobody should get."""

    async def __aenter__(self) -> Self:
        try:
            for wire in self.wires:
                await wire.open()
            for server in self.servers:
                await server.start()
        except BaseException:  # Ctrl-C too: servers do not get it, so they are ended here
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for wire in self.wires:
            wire.close()
        for server in self.servers:
            await server.end(signal.SIGKILL if server.workers == 1 else signal.SIGTERM)

    @property
    def links(self) -> list[str]:
        """Where players find the servers."""
        return [each.link for each in self.wires or self.servers]

    def draws(self, who: str) -> random.Random:
        """Return a source of chance for one user, whose draws do not depend on those of others."""
        return random.Random(f"{self.seed} {who}")

    def life(self, link: str) -> Life:
        """Return the life of the server that answers there now."""
        number = self.links.index(link)
        return Life(number, self.servers[number].lives)

    async def kill(self, server: Server) -> None:
        """Kill a server, and audit what it left."""
        ended = self.life(self.links[self.servers.index(server)])
        await server.kill()
        await self.audit([ended])

    async def cut_power(self) -> None:
        """Stop everything at once, forget what was not synced, and look at what is left."""
        ended = [self.life(link) for link in self.links]
        self.engine.cut_power()
        for server in self.servers:
            await server.end(signal.SIGKILL)
        await asyncio.to_thread(self.engine.restore, self.luck)
        await self.audit(ended)

    async def audit(self, ended: Sequence[Life] = (), *, whole: bool = False) -> None:
        """Hold what players were told against the disk.

        A table that is over is read once more, and again when the `whole` store is.
        """
        over = set(self.over)
        if whole:
            self.auditor.closed.clear()
        told = self.auditor.take()
        try:
            stored = await asyncio.to_thread(self.stored)
        except Exception as problem:  # a damaged file can break anything that reads it
            self.auditor.lost.append(f"the store can't be read: {problem!r}")
        else:
            self.auditor.hold(told, stored, ended)
            self.auditor.closed |= over

    def stored(self) -> Stored:
        if any(server.pid for server in self.servers):
            return stored_in(self.engine.url, self.auditor.closed)
        with self.engine.at_rest() as url:
            return stored_in(url, self.auditor.closed)

    def set_clock(self, seconds: float) -> None:
        """Set the clock so far before or behind the time of day."""
        with self.clock.open("r+b") as kept:
            kept.write(struct.pack("d", seconds))

    @property
    def said(self) -> list[str]:
        return [line for server in self.servers for line in server.said]


def free_port() -> int:
    """Return a free port below those that the system gives to outgoing connections."""
    system = random.SystemRandom()  # two runs with the same seed need different ports
    while True:
        port = system.randrange(20_000, 30_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def workers_of(process: int) -> set[int]:
    """Return the processes that answer for this one."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    return {int(child) for child in children if b"spawn_main" in command_of(child)}


def command_of(process: str) -> bytes:
    """Return the command line of a process; nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
