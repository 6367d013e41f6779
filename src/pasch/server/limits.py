"""The budget of a client network, and how long its requests may be (docs/security.md)."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import inf

from pasch.server.errors import TooOften

LONGEST_ADDRESS = 2_000  # bytes of a path with its query
LONGEST_BODY = 32_000  # bytes of a request; an owner's file of options has about 600
LONGEST_MESSAGE = 4_000  # bytes of a WebSocket message
LONGEST_OUTBOX = 500_000  # bytes that may wait for a viewer, before one last message
BODY_S = 10.0  # seconds until a body must be complete
MOST_ACCOUNTS = 10_000  # networks whose accounts are kept
CONNECTION_BYTES = 32_000  # bytes that an open connection is charged
REQUEST_BYTES = 32_000  # bytes that a request under way is charged, with its body
OVERDRAWN_MS, OVERDRAWN_FRAMES = 250.0, 500.0  # beyond this, connections are closed silently


@dataclass(frozen=True)
class Limits:
    """The budget of one client network. A pair is a size and a refill rate per second."""

    loop_ms: tuple[float, float] = (1_000, 250)
    """Milliseconds of the event loop."""
    frames: tuple[float, float] = (6_000, 1_500)
    """WebSocket frames and parts of bodies that it sends, and messages sent on its behalf."""
    held: float = 16_000_000
    """Bytes in memory: connections, requests under way, and messages that wait to be sent."""
    tables: tuple[float, float] = (200, 2)
    """New tables; each stays in the store."""


LIMITS = Limits()
UNLIMITED = Limits((inf, inf), (inf, inf), inf, (inf, inf))


class Bucket:
    """A token bucket: a size and a refill rate per second. It may be overdrawn."""

    def __init__(self, size: float, a_second: float, overdraft: float = 0) -> None:
        self.size = size
        self.a_second = a_second
        self._lowest = -2 * overdraft
        self._left = float(size)
        self._at = time.monotonic()

    @property
    def left(self) -> float:
        now = time.monotonic()
        back = (now - self._at) * self.a_second
        self._left = min(self.size, max(self._lowest, self._left) + back)
        self._at = now
        return self._left

    def spend(self, amount: float) -> None:
        self._left -= amount


class Account:
    """The budget that one client network has left."""

    def __init__(self, network: str, limits: Limits) -> None:
        self.network = network
        self.held = 0
        self._most_held = limits.held
        self._loop_ms = Bucket(*limits.loop_ms, OVERDRAWN_MS)
        self._frames = Bucket(*limits.frames, OVERDRAWN_FRAMES)
        self._tables = Bucket(*limits.tables)
        self._turn = asyncio.Lock()

    def spend(self, seconds: float = 0.0, frames: int = 0) -> None:
        self._loop_ms.spend(1000 * seconds)
        self._frames.spend(frames)

    async def wait_turn(self) -> None:
        """Wait for a round of the event loop in which nothing else of this network begins."""
        async with self._turn:
            await asyncio.sleep(0)

    def expect_budget(self) -> None:
        """Raise TooOften if loop time or frames are spent."""
        if self._loop_ms.left <= 0 or self._frames.left <= 0:
            raise TooOften("your network asks for more than its share; wait a moment")

    @property
    def is_overdrawn(self) -> bool:
        """Return whether the network goes on though refused; its connections are then closed."""
        return self._loop_ms.left <= -OVERDRAWN_MS or self._frames.left <= -OVERDRAWN_FRAMES

    def take_table(self) -> None:
        if self._tables.left < 1:
            raise TooOften(
                "expected at most {burst:g} new tables, then {rate:g} a second; wait a moment",
                burst=self._tables.size,
                rate=self._tables.a_second,
            )
        self._tables.spend(1)

    def hold(self, size: int) -> None:
        if self.held + size > self._most_held:
            raise TooOften("your network has too much under way at the same time; wait a moment")
        self.held += size

    def release(self, size: int) -> None:
        self.held -= size

    @contextmanager
    def holding(self, size: int) -> Iterator[None]:
        self.hold(size)
        try:
            yield
        finally:
            self.release(size)


class Budgets:
    """One account for each client network. The accounts not used for longest are dropped."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, address: str) -> Account:
        network = network_of(address)
        account = self._accounts.get(network)
        if account is None:
            account = self._accounts[network] = Account(network, self._limits)
        self._accounts.move_to_end(network)
        if len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account


@lru_cache(MOST_ACCOUNTS)
def network_of(address: str) -> str:
    """Return the client network of an address: an IPv4 address alone, the /64 of an IPv6 one."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(number, IPv6Address):
        return str(number)
    return str(number.ipv4_mapped or IPv6Network((number, 64), strict=False))
