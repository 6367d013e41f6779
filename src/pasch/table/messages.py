"""What a viewer of a table is sent. Nothing else about a match leaves the table."""

from typing import Any, Literal, TypeAlias

import msgspec

from pasch.coach.findings import Advice
from pasch.core.scene import Choice, Scene
from pasch.table.entries import Settings

Phase = Literal["gathering", "preparing", "playing", "over"]
SeatKind = Literal["open", "person", "bot"]
MomentKind = Literal["sync", "chance", "choice", "undo"]


class SeatInfo(msgspec.Struct, frozen=True):
    kind: SeatKind
    name: str
    """Of an open seat: whom it waits for, if for somebody."""
    bot: str
    icon: str
    here: bool
    """The person has a connection."""
    away: bool
    """A bot stands in for the person."""
    mine: bool


class OriginInfo(msgspec.Struct, frozen=True):
    """The match that is played on here."""

    table: str
    events: int


class TableInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    icon: str
    together: bool
    """All seats win or lose as one."""
    grades: int
    """The best grade, where a share of the victory is told as a grade; else 0."""
    phase: Phase
    settings: Settings
    commitment: str
    salts: list[str]
    seed: str | None
    """Only when the game is over."""
    seats: list[SeatInfo]
    watchers: int
    progress: tuple[int, int] | None
    """While bots or the coach get ready to think: steps done, of so many."""
    rematch: str | None
    start: int | None
    log: bool
    """The log may be had."""
    origin: OriginInfo | None


class Moment(msgspec.Struct, frozen=True):
    """The table as a viewer sees it after an event of the game."""

    event: int
    """How many events there are so far."""
    kind: MomentKind
    seat: int | None
    """Who chose."""
    scene: Scene
    told: list[str]
    """What this event was in words; of a sync or an undo: the whole story so far."""
    undo: bool
    taps: list[Choice]
    """Real dice: the outcomes this viewer may tap."""
    left: int | None
    """Milliseconds left on the clock."""
    over: bool
    returns: list[float] | None


class Hint(msgspec.Struct, frozen=True):
    """What each choice is worth to the seat that asked."""

    event: int
    """How many events there were."""
    advice: Advice


class Chances(msgspec.Struct, frozen=True):
    """Everybody's, from what everybody may know."""

    event: int
    exact: bool
    shares: list[float]
    errors: list[float]


class Ack(msgspec.Struct, frozen=True):
    id: int


class Refusal(msgspec.Struct, frozen=True):
    id: int
    reason: str
    clause: str
    code: str
    """Of `Refused`, or what else was wrong with a message."""


Content: TypeAlias = TableInfo | Moment | Hint | Chances | Ack | Refusal

NAMES: dict[type[Content], str] = {
    TableInfo: "table",
    Moment: "moment",
    Hint: "hint",
    Chances: "chances",
    Ack: "ack",
    Refusal: "refused",
}


class Message(msgspec.Struct, frozen=True):
    t: str
    v: int
    d: Content


def message(version: int, content: Content) -> Message:
    return Message(NAMES[type(content)], version, content)


class Offer(msgspec.Struct, frozen=True):
    """A choice, for a player that is a program."""

    action: int
    text: str
    do: dict[str, Any]


class DealResult(msgspec.Struct, frozen=True):
    """How one of the tables with the same dice ended."""

    table: str
    game: str
    title: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    returns: list[float]
    lines: list[str]
    """What is said of each seat at the end."""
    finished: float
    """Seconds since 1970."""
