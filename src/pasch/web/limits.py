"""How much and how often anybody may send."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf

from starlette.requests import Request
from starlette.types import Scope

from pasch.web.errors import TooMuch, TooOften, TooSlow

LONGEST_ADDRESS = 2_000  # bytes of a path with its query
LONGEST_BODY = 32_000  # bytes of a request; an owner's file of options has about 600
LONGEST_MESSAGE = 4_000  # bytes of a WebSocket message
BODY_S = 10.0  # seconds in which a body has to come
KNOWN = 10_000  # addresses remembered


@dataclass(frozen=True)
class Limits:
    """What one address may do: so many at once, and then so many a second."""

    reads: tuple[float, float] = (3000, 300.0)
    changes: tuple[float, float] = (300, 30.0)
    tables: tuple[float, float] = (200, 2.0)
    under_way: float = 200
    """Requests that are being answered, those that wait for a turn among them."""
    connections: float = 500
    messages: tuple[float, float] = (600, 200.0)
    """On all its WebSockets together."""
    on_one: tuple[float, float] = (60, 20.0)
    """And on one of them."""


LIMITS = Limits()
UNLIMITED = Limits((inf, inf), (inf, inf), (inf, inf), inf, inf, (inf, inf), (inf, inf))


class Bucket:
    """So many at once, and then so many a second."""

    def __init__(self, burst: float, a_second: float) -> None:
        self.burst = burst
        self.a_second = a_second
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> None:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.a_second)
        self._at = now
        if self._left < 1:
            raise TooOften(
                "expected at most {burst:g} messages at once and {rate:g} a second; wait a moment",
                burst=self.burst,
                rate=self.a_second,
            )
        self._left -= 1


class Buckets:
    """One bucket for each address; the longest silent are forgotten."""

    def __init__(self, burst: float, a_second: float) -> None:
        self.burst = burst
        self.a_second = a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        bucket = self._buckets.setdefault(address, Bucket(self.burst, self.a_second))
        self._buckets.move_to_end(address)
        if len(self._buckets) > KNOWN:
            self._buckets.popitem(last=False)
        bucket.take()


class AtOnce:
    """So many at the same time for each address."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._now: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        if self._now[address] >= self.most:
            raise TooOften("expected at most {most:g} at the same time", most=self.most)
        self._now[address] += 1
        try:
            yield
        finally:
            self._now[address] -= 1
            if not self._now[address]:
                del self._now[address]


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


async def read_body(request: Request) -> bytes:
    """The body, refused as soon as it is too long, or does not come."""
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise TooMuch("expected at most {most} bytes, got more", most=LONGEST_BODY)
    except TimeoutError:
        raise TooSlow("expected the whole request within {n:g} seconds", n=BODY_S) from None
    return body
