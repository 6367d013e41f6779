"""How much and how often anybody may send."""

import time
from collections import OrderedDict

from starlette.requests import Request

from pasch.core.errors import PaschError

LONGEST_BODY = 32_000  # bytes of a request; an owner's file of options has about 600
LONGEST_MESSAGE = 4_000  # bytes of a WebSocket message
KNOWN = 10_000  # addresses remembered


class TooMuch(PaschError):
    """Too long a message."""


class TooOften(PaschError):
    """Too many messages in too short a time."""


class Bucket:
    """So many at once, and then so many a second."""

    def __init__(self, burst: int, a_second: float) -> None:
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
                "expected at most {burst} messages at once and {rate:g} a second; wait a moment",
                burst=self.burst,
                rate=self.a_second,
            )
        self._left -= 1


class Buckets:
    """One bucket for each address; the longest silent are forgotten."""

    def __init__(self, burst: int, a_second: float) -> None:
        self.burst = burst
        self.a_second = a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, request: Request) -> None:
        address = request.client.host if request.client else ""
        bucket = self._buckets.setdefault(address, Bucket(self.burst, self.a_second))
        self._buckets.move_to_end(address)
        if len(self._buckets) > KNOWN:
            self._buckets.popitem(last=False)
        bucket.take()


async def read_body(request: Request) -> bytes:
    """The body, refused as soon as it is too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise TooMuch("expected at most {most} bytes, got more", most=LONGEST_BODY)
    return body
