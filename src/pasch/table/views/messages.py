"""What a viewer of a table is sent. Nothing else about a match leaves the table."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.model.state import Phase, SeatKind, Settings

MomentKind = Literal["sync", "chance", "choice", "undo"]

# Of a new thing all that is not as usual, of one that was there what is not as it was.
PiecePart: TypeAlias = Annotated[dict[str, Any], Piece]
LinePart: TypeAlias = Annotated[dict[str, Any], SeatLine]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    kind: SeatKind
    name: str
    """Of an open seat: whom it waits for, if for somebody."""
    bot: str
    here: bool
    """The person has a connection."""
    away: bool
    """A bot stands in for the person."""


@dataclass(frozen=True, slots=True)
class OriginInfo:
    """The match that is played on here."""

    table: str
    events: int


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Something that takes its time."""

    done: int
    """Steps."""
    of: int
    before: int = 0
    """Others whose turn comes first."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The same for everybody."""

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
    hides: bool
    """The seed gives only what is drawn in secret: the dice are a deal's, or real."""
    salts: list[str]
    """By seat, of whoever has opened it; none where they don't count."""
    seals: list[str]
    """By seat: of the salt that is opened later."""
    closed: bool
    """Nobody sits down any more: salts are being opened."""
    seed: str | None
    """Only when the game is over."""
    seats: list[SeatInfo]
    watchers: int
    progress: UnderWay | None
    """While bots or the coach get ready to think."""
    rematch: str | None
    start: int | None
    log: bool
    """The log may be had."""
    origin: OriginInfo | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The match as a viewer sees it, whole."""

    event: int
    """How many events there are so far."""
    kind: MomentKind
    seat: int | None
    """Who chose."""
    scene: Scene
    told: list[Told]
    """The story so far; of a moment looked back at: what its event was."""
    left: int | None
    """Milliseconds left on the clock."""
    over: bool
    returns: list[float] | None


@dataclass(slots=True, eq=False)
class Frame:
    """What an event changed for all who saw the same. What is not sent is as before, but the clock:
    without `left`, none runs."""

    event: int
    """How many events there are now."""
    kind: MomentKind
    told: list[Told]
    """What this event was."""
    seat: int | None = None
    """Who chose."""
    untold: int | None = None
    """An undo: so many lines of the story, the last ones, are untrue."""
    prompt: str | None = None
    order: list[str] | None = None
    """The keys of all areas, if there are others now."""
    areas: list[Area] | None = None
    """Those that are new, or have other cells."""
    titles: dict[str, str] | None = None
    """Of areas that are called something else now."""
    cells: list[Cell] | None = None
    """Those that look different, in areas as they were."""
    gone: list[str] | None = None
    """The keys of pieces that are no more."""
    pieces: list[PiecePart] | None = None
    """Those that are new or different, each with its key; each lies in its slot, or last in its
    cell, in this order."""
    seats: dict[int, LinePart] | None = None
    choices: tuple[Choice, ...] | None = None
    """A viewer's own; see `Shown`."""
    remarks: tuple[str, ...] | None = None
    goal: str | None = None
    progress: Progress | None = None
    left: int | None = None
    """Milliseconds left on the clock."""
    returns: list[float] | None = None
    """Each seat's share of the victory: the game is over."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame as one kind of eyes is sent it: what all see, and their own choices if others now."""

    frame: Frame
    choices: tuple[Choice, ...] | None


@dataclass(frozen=True, slots=True)
class Own:
    """What is a viewer's own."""

    seats: list[int]
    undo: bool
    taps: list[Choice]
    """Real dice: the outcomes this viewer may tap."""


@dataclass(frozen=True, slots=True)
class Ack:
    id: int
    hash: str
    """The running hash of the table at this version: what was done is among its entries."""


@dataclass(frozen=True, slots=True)
class Refusal:
    id: int
    reason: str
    clause: str
    code: str
    """Of `Refused`, or what else was wrong with a message."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a thing that somebody tapped can't be used now."""

    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Help:
    """What a thing of the board is, and what it is for."""

    text: str


@dataclass(frozen=True, slots=True)
class StepShown:
    """A step of a lesson, with what the table shows at it."""

    title: str
    text: str
    do: str
    spots: tuple[str, ...]
    """The pieces and cells it speaks of."""
    choice: int | None
    """The action that leads on; None: one just goes on."""
    wrong: str
    others: dict[int, str]
    """Instead of `wrong`, by the action."""
    why: dict[str, WhyNot]
    """Why a thing can't be used now, by its key."""
    frames: list[Shown]
    """What has happened since the step before."""


@dataclass(frozen=True, slots=True)
class LessonShown:
    """A lesson, whole: nothing is asked of the server while it is taken."""

    title: str
    table: TableInfo
    first: Moment
    steps: list[StepShown]


SIGNS = ("👍", "🙂", "😮", "🏆", "💩", "⏳")


@dataclass(frozen=True, slots=True)
class Sign:
    """Somebody at the table makes a face, or points at a thing; it passes and is not kept."""

    seat: int
    sign: str
    """One of SIGNS, or none."""
    at: str
    """The key of a thing, or none."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice, for a player that is a program."""

    action: int
    text: str
    do: dict[str, Any]
    """As a log writes it."""


@dataclass(frozen=True, slots=True)
class DealResult:
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
