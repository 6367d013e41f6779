"""What all tables of a server share.

Nothing else asks the system for the time or for randomness.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pasch.table.storage.store import EntryStore, Peers
from pasch.table.thinking.pools import Pools
from pasch.table.thinking.thinker import Bots, Thinker

ID_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none is mistaken for another
ID_LENGTH = 8
BYTES = 32

Cancel = Callable[[], None]


class Clock(Protocol):
    """The time of a server."""

    def now(self) -> float:
        """Return Unix time in seconds."""

    def monotonic(self) -> float:
        """Return seconds that never go back, since no moment in particular."""

    def call_at(self, when: float, ring: Callable[[], None]) -> Cancel:
        """Call `ring` at this Unix time, or soon if it has passed; return how to cancel that."""


class SystemClock:
    """The clock of this machine and of the running event loop."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def call_at(self, when: float, ring: Callable[[], None]) -> Cancel:
        delay = max(0.0, when - self.now())
        return asyncio.get_running_loop().call_later(delay, ring).cancel


class Secrets(Protocol):
    """Random values that nobody can guess."""

    def table_id(self) -> str:
        """Return the name of a new table."""

    def seed(self) -> str:
        """Return the seed of new dice."""

    def token(self) -> str:
        """Return a secret key."""

    def fraction(self) -> float:
        """Return a number from 0 up to 1."""


class SystemSecrets:
    """The randomness of this machine."""

    def table_id(self) -> str:
        return "".join(secrets.choice(ID_SIGNS) for _ in range(ID_LENGTH))

    def seed(self) -> str:
        return secrets.token_hex(BYTES)

    def token(self) -> str:
        return secrets.token_hex(BYTES)

    def fraction(self) -> float:
        return secrets.randbelow(1 << 30) / (1 << 30)


@dataclass(frozen=True)
class Services:
    """What all tables of a server share."""

    store: EntryStore
    peers: Peers
    thinker: Thinker
    pools: Pools
    bots: Bots
    clock: Clock
    secrets: Secrets
