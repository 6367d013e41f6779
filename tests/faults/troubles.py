"""Troubles of a house: each strikes once, and is over when people could play on."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.faults.engines import ENGINES, PostgreSQL
from tests.faults.fuzz import AT_ONCE, fuzz
from tests.faults.house import House, Server

UP_S = (0.0, 1.0)  # seconds of play before a strike
STARTING_S = 1.0  # seconds after which a starting server is killed at the latest
KILLED_STARTING = 0.1  # the share of strikes that also hit a starting server
AWAY_S = (1.0, 3.0)  # seconds for which something fails
SMALL = 4096  # bytes that a file may have on a full disk
AN_HOUR = 3600.0


async def kill(house: House) -> None:
    server = house.luck.choice(house.servers)
    await end(house, [server], lambda: house.kill(server))


async def cut_power(house: House) -> None:
    await end(house, house.servers, house.cut_power)


async def end(house: House, servers: list[Server], strike: Callable[[], Awaitable[None]]) -> None:
    """Strike these servers, at times once more while they start."""
    await strike()
    if house.luck.random() < KILLED_STARTING:
        for server in servers:
            await server.spawn()
        await asyncio.sleep(house.luck.uniform(0, STARTING_S))
        await strike()
    await asyncio.gather(*(server.start() for server in servers))


async def renew(house: House) -> None:
    await house.servers[0].renew()


async def cut(house: House) -> None:
    """Cut every connection to a server in the middle of a message."""
    house.luck.choice(house.wires).cut_in_passing()


async def fill_disk(house: House) -> None:
    limit = partial(set_file_limit, house.servers)
    limit(SMALL)
    await a_while(house)
    limit(resource.RLIM_INFINITY)


def set_file_limit(servers: list[Server], most: int) -> None:
    for server in servers:
        if server.pid:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


async def refuse_writes(house: House) -> None:
    refusing = house.engine.refusing()
    await asyncio.to_thread(refusing.__enter__)
    await a_while(house)
    await asyncio.to_thread(refusing.__exit__, None, None, None)


async def restart_database(house: House) -> None:
    assert isinstance(house.engine, PostgreSQL)
    await asyncio.to_thread(house.engine.restart)


async def set_clock(house: House) -> None:
    """Set the clock up to an hour on or back, and perhaps back again."""
    house.set_clock(house.luck.choice([-AN_HOUR, 0.0, AN_HOUR]) * house.luck.random())


async def a_while(house: House) -> None:
    await asyncio.sleep(house.luck.uniform(*AWAY_S))


@dataclass(frozen=True)
class Trouble:
    name: str
    strike: Callable[[House], Awaitable[None]]
    engines: tuple[str, ...] = tuple(ENGINES)
    wired: bool = False
    skewed: bool = False
    shared: bool = False
    forgets: bool = False
    """Whether the disk forgets what was not synced."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the tables."""
    size: int = 1
    """The number of strikes that one counts for."""


KILL, POWER, FUZZ = "kill", "power", "fuzz"
TROUBLES = {
    KILL: Trouble("killed", kill),
    POWER: Trouble("power cut", cut_power, forgets=True),
    "rolling": Trouble("rolling restart", renew, engines=("postgresql",), shared=True),
    "cut": Trouble("cut in mid-frame", cut, wired=True),
    "disk": Trouble("disk full", fill_disk, engines=("sqlite",)),
    "refuse": Trouble("store refuses", refuse_writes),
    "database": Trouble("database killed", restart_database, engines=("postgresql",)),
    "clock": Trouble("clock jumps", set_clock, skewed=True, settings={"clock": 30}),
    FUZZ: Trouble(
        "requests and messages",
        fuzz,
        engines=("sqlite",),
        settings={"coach": False},
        size=2 * AT_ONCE,
    ),
}
