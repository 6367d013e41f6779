"""What somebody wants to do at a table: a person, a bot, the clock or the dice."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sit:
    """On this seat, or on the first that is free for the holder."""

    holder: str
    name: str
    salt: str = ""
    seat: int | None = None
    seal: str = ""
    """Instead of the salt, which is opened later."""


@dataclass(frozen=True, slots=True)
class Seal:
    """Another salt for one's seat."""

    holder: str
    seat: int
    seal: str


@dataclass(frozen=True, slots=True)
class OpenSalt:
    """What was sealed; the last one begins the match."""

    holder: str
    salt: str


@dataclass(frozen=True, slots=True)
class SeatBot:
    holder: str
    seat: int
    bot: str
    name: str


@dataclass(frozen=True, slots=True)
class Stand:
    """One's own seat, a bot's, or that of who is gone or holds up the start for long, is open."""

    holder: str
    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """At once, or when everybody has opened what they sealed."""

    holder: str
    lot: float
    """From 0 up to 1: who begins, where neither somebody nor sealed dice say so."""


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice of the seat to move; with real dice also one of the outcomes to tap."""

    holder: str
    version: int
    """What the person saw."""
    action: int
    language: str = "en"


@dataclass(frozen=True, slots=True)
class TakeBack:
    holder: str
    version: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Before the start the seats are open again; afterwards a bot plays them."""

    holder: str


@dataclass(frozen=True, slots=True)
class Return:
    """Whoever was away plays again."""

    holder: str


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot plays for somebody who has no connection."""

    holder: str
    seat: int


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same people, bots and settings, at this table, or at one still to be laid."""

    holder: str
    table: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of the table fall."""


@dataclass(frozen=True, slots=True)
class PlayBot:
    seat: int
    changed: int
    """What the bot thought about."""
    action: int


@dataclass(frozen=True, slots=True)
class RunOut:
    """The time for a decision is up."""

    seat: int
    changed: int
    action: int | None = None
    """What a bot would choose, where nobody else waits for the person."""


Command: TypeAlias = (
    Sit
    | Seal
    | OpenSalt
    | SeatBot
    | Stand
    | Start
    | Choose
    | TakeBack
    | Leave
    | Return
    | StandIn
    | Rematch
    | Roll
    | PlayBot
    | RunOut
)
