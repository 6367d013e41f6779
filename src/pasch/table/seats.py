"""Seats, and the names of those who sit there."""

import hashlib
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pasch.core.dice import SALT
from pasch.table.errors import Refused

SeatKind = Literal["open", "person", "bot"]

LONGEST_NAME = 30
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


def clean_name(text: str) -> str:
    """The name without odd white space and control characters, or a refusal."""
    visible = "".join(" " if is_blank(c) else c for c in text[: 4 * LONGEST_NAME])
    name = " ".join(visible.split())
    if not 1 <= len(name) <= LONGEST_NAME or len(text) > 4 * LONGEST_NAME:
        came = repr(name) if len(name) <= LONGEST_NAME else f"{len(text)}"
        raise Refused(
            "name",
            "expected a name of 1 to {most} characters, got {came}",
            most=LONGEST_NAME,
            came=came,
        )
    return name


def is_blank(character: str) -> bool:
    """White space, and what would break the line or turn its direction (Unicode C and Z)."""
    return unicodedata.category(character)[0] in "CZ" and character != "\u200d"


def distinct(name: str, others: Collection[str]) -> str:
    """The name, numbered if somebody here is called like that already."""
    candidate, n = name, 1
    while candidate in others:
        n += 1
        candidate = f"{name[: LONGEST_NAME - len(f' {n}')]} {n}"
    return candidate


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
