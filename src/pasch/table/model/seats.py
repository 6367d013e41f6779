"""Seats, and the salts and seals of those who sit there."""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pasch.core.game.dice import SALT
from pasch.table.model.errors import Refused

SeatKind = Literal["open", "person", "bot"]

STAND_IN = "steady"
"""The bot that plays for who is away, and for a bot that can't."""
SEAL = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Seat:
    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    holder: str = ""
    """Of whom it is, or for whom it is kept while it is open."""
    salt: str = ""
    seal: str = ""
    """Of a salt that is opened when nobody sits down any more."""
    since: float = 0.0
    """When the person sat down, in seconds since 1970."""
    away: bool = False
    level: str = STAND_IN
    """The bot that plays here, or stands in for who is away."""

    @property
    def is_played_by_bot(self) -> bool:
        return bool(self.bot) or self.away


@lru_cache(1 << 12)
def holder_of(token: str) -> str:
    """What the store knows of a seat's secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def check_salt(salt: str) -> str:
    if not SALT.fullmatch(salt):
        raise Refused("seat", "expected a salt of 32 hex digits, got {salt!r}", salt=salt[:40])
    return salt


def check_seal(seal: str) -> str:
    if not SEAL.fullmatch(seal):
        raise Refused("seat", "expected a seal of 64 hex digits, got {seal!r}", seal=seal[:80])
    return seal


def seal_of(salt: str) -> str:
    return hashlib.sha256(salt.encode()).hexdigest()
