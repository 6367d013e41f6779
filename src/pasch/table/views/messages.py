"""The messages that viewers of a table are sent. Nothing else about a match leaves the table."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.model import Context, Phase, SeatKind, Settings

SnapshotKind = Literal["sync", "chance", "choice", "undo"]

# The fields of a new thing that differ from their defaults; of a known thing, those that changed.
PiecePart: TypeAlias = Annotated[dict[str, Any], Piece]
LinePart: TypeAlias = Annotated[dict[str, Any], SeatLine]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    kind: SeatKind
    name: str
    """The name of who sits here; of an open seat, of whom it is reserved for."""
    bot: str
    here: bool
    """Whether the person is connected."""
    away: bool
    """Whether a bot stands in for the person."""


@dataclass(frozen=True, slots=True)
class OriginInfo:
    """The match that this table continues."""

    table: str
    events: int


@dataclass(frozen=True, slots=True)
class ProgressInfo:
    """How far a long computation has come."""

    done: int
    """The number of steps done."""
    of: int
    before: int = 0
    """The number of others who are served first."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The table as everybody sees it."""

    id: str
    game: str
    title: str
    icon: str
    together: bool
    """Whether all seats win or lose together."""
    grades: int
    """The best grade, if a share of the victory is shown as a grade; else 0."""
    phase: Phase
    paused: int | None
    """The seat that paused the game, until somebody lets it go on."""
    settings: Settings
    commitment: str
    hides: bool
    """Whether the seed gives only what is drawn in secret: the dice are a deal's, or real."""
    salts: list[str]
    """The opened salts by seat; none where salts do not count."""
    seals: list[str]
    """The seals by seat, of salts that are opened later."""
    closed: bool
    """Whether nobody may sit down any more, since salts are being opened."""
    seed: str | None
    """The seed, once the game is over."""
    seats: list[SeatInfo]
    watchers: int
    progress: ProgressInfo | None
    """How far bots or the coach have got ready to think."""
    rematch: str | None
    start: int | None
    log: bool
    """Whether the log can be downloaded."""
    origin: OriginInfo | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole match as a viewer sees it."""

    event: int
    """The number of events so far."""
    kind: SnapshotKind
    seat: int | None
    """The seat that chose."""
    scene: Scene
    told: list[Told]
    """The story so far; in a finished match only the lines about this event."""
    left: int | None
    """Milliseconds left on the clock."""
    over: bool
    returns: list[float] | None


@dataclass(slots=True, eq=False)
class Delta:
    """What an event changed for all viewers with the same history.

    A field that is not sent did not change, except `left`: without it, no clock runs.
    """

    event: int
    """The number of events so far."""
    kind: SnapshotKind
    told: list[Told]
    """The lines about this event."""
    seat: int | None = None
    """The seat that chose."""
    untold: int | None = None
    """After an undo: the number of lines, at the end of the story, that are void."""
    prompt: str | None = None
    order: list[str] | None = None
    """The keys of all areas, if the list of areas changed."""
    areas: list[Area] | None = None
    """The areas that are new, or have other cells."""
    titles: dict[str, str] | None = None
    """The new titles of areas, by key."""
    cells: list[Cell] | None = None
    """The cells that look different, in areas that did not change otherwise."""
    gone: list[str] | None = None
    """The keys of pieces that disappeared."""
    pieces: list[PiecePart] | None = None
    """The pieces that are new or different, each with its key; each lies in its slot, or last in
    its cell, in this order."""
    seats: dict[int, LinePart] | None = None
    choices: tuple[Choice, ...] | None = None
    """The viewer's own choices; see `ViewerDelta`."""
    remarks: tuple[str, ...] | None = None
    goal: str | None = None
    progress: Progress | None = None
    left: int | None = None
    """Milliseconds left on the clock."""
    returns: list[float] | None = None
    """Each seat's share of the victory: the game is over."""


@dataclass(frozen=True, slots=True)
class ViewerDelta:
    """A delta as one viewer is sent it, with that viewer's choices if they changed."""

    delta: Delta
    choices: tuple[Choice, ...] | None


@dataclass(frozen=True, slots=True)
class ViewerSeats:
    """The seats of a viewer, and what this viewer alone may do."""

    seats: list[int]
    undo: bool
    taps: list[Choice]
    """The outcomes of real dice that this viewer may tap."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The answer to a message that was carried out."""

    id: int
    hash: str
    """The running hash of the table at this version: what was done is among its entries."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer to a message that was not carried out."""

    id: int
    reason: str
    clause: str
    code: str
    """The code of a `Refused`, or of what else was wrong with the message."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The reason why a thing that somebody tapped can't be used now."""

    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Help:
    """An explanation of a thing on the board."""

    text: str


@dataclass(frozen=True, slots=True)
class StepShown:
    """A step of a lesson, with what the table shows."""

    title: str
    text: str
    do: str
    spots: tuple[str, ...]
    """The keys of the pieces and cells that the text is about."""
    choice: int | None
    """The action that leads on; None: the learner just goes on."""
    wrong: str
    others: dict[int, str]
    """Texts that replace `wrong`, by action."""
    why: dict[str, WhyNot]
    """The reasons why things can't be used now, by key."""
    frames: list[ViewerDelta]
    """What has happened since the previous step."""


@dataclass(frozen=True, slots=True)
class LessonShown:
    """A whole lesson: the client asks nothing of the server while it runs."""

    title: str
    table: TableInfo
    first: Snapshot
    steps: list[StepShown]


SIGNS = ("👍", "🙂", "😮", "🏆", "💩", "⏳")


@dataclass(frozen=True, slots=True)
class Sign:
    """A reaction of somebody at the table, or a thing they point at; it is not stored."""

    seat: int
    sign: str
    """One of SIGNS, or empty."""
    at: str
    """The key of a thing, or empty."""


@dataclass(frozen=True, slots=True)
class ActionInfo:
    """A choice, for a player that is a program."""

    action: int
    text: str
    do: dict[str, Any]
    """The choice as a log writes it."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """The end of one of the tables with the same dice."""

    table: str
    game: str
    title: str
    seats: int
    options: dict[str, Any]
    names: list[str]
    returns: list[float]
    lines: list[str]
    """One line about each seat at the end."""
    finished: float
    """Seconds since 1970."""


def table_info(
    id: str, at: Context, watchers: int = 0, progress: ProgressInfo | None = None
) -> TableInfo:
    """Return the table as everybody sees it."""
    state, game, origin = at.state, at.state.game, at.state.laid.origin
    return TableInfo(
        id=id,
        game=game.key,
        title=game.title,
        icon=game.icon,
        together=game.together,
        grades=game.view.top_grade(state.settings.seats) if state.match else 0,
        phase=state.phase,
        paused=state.paused,
        settings=state.settings,
        commitment=state.laid.commitment,
        hides=state.hides,
        salts=state.salts,
        seals=[seat.seal for seat in state.seats] if state.takes_salt else [],
        closed=state.closed,
        seed=state.laid.seed if state.ended else None,
        seats=[
            SeatInfo(seat.kind, seat.name, seat.bot, here=at.is_here(n), away=seat.away)
            for n, seat in enumerate(state.seats)
        ],
        watchers=watchers,
        progress=progress,
        rematch=state.rematch,
        start=state.start,
        log=state.ended,
        origin=OriginInfo(origin.table, len(origin.events)) if origin else None,
    )
