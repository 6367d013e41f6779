"""What a viewer sees, as plain data: one renderer per medium draws every game from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal

Arrangement = Literal["ring", "row", "grid", "track", "list"]
Kind = Literal["die", "card", "figure", "chip"]
Colour = Literal["", "red", "orange", "yellow", "green", "blue", "purple", "brown", "grey"]
Mood = Literal["", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place where pieces lie. Neighbours of one group are drawn as one shape."""

    key: str
    label: str = ""
    group: str = ""
    icon: str = ""
    colour: Colour = ""
    note: str = ""
    """A word about it, where the layout has room."""
    look: str = ""
    """How the game's style sheet draws it: words that become classes."""
    badge: str = ""
    """A sign at its corner: a number to count by, a price."""
    lines: tuple[str, ...] = ()
    """What is printed on it, below its pieces."""
    slots: tuple[str, ...] = ()
    """Empty places drawn in it, with what is printed on each; a piece may lie in one."""
    corner: str = ""
    """The icon on its turned-up corner: what is on its back."""


@dataclass(frozen=True, slots=True)
class Area:
    key: str
    layout: Arrangement
    title: str
    cells: tuple[Cell, ...]
    columns: int = 0
    """The columns of a grid."""
    seat: int | None = None
    """Whose it is; drawn with that seat, a viewer's own nearest. None: it lies in the middle."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that keeps its key while it moves from cell to cell."""

    key: str
    kind: Kind
    cell: str
    icon: str = ""
    text: str = ""
    colour: Colour = ""
    pips: int = 0
    faint: bool = False
    look: str = ""
    """As of a cell."""
    slot: int | None = None
    """The slot of the cell it lies in; None: behind those before it."""


# The same words give the same thing: scenes are made and compared all the time.
cell = lru_cache(1 << 16)(Cell)
piece = lru_cache(1 << 16)(Piece)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the viewer may do now, tied to the piece, cell or area it belongs to; one without
    such a place is a button.
    """  # noqa: D205 - the description of the HTTP interface holds this text

    action: int
    text: str
    """Whole: no two choices of a scene share it."""
    at: str = ""
    by: str = ""
    """The piece that would go there, or several alike with blanks between; it may be dragged."""
    label: str = ""
    """What a button says, if not the text; the board around it says the rest."""
    small: str = ""
    """Its second line: what it brings or costs."""
    badge: str = ""
    """A sign at the place: what it costs."""
    lights: tuple[str, ...] = ()
    """The pieces and cells that it would use or touch, lit when it is looked at."""
    ghosts: tuple[Piece, ...] = ()
    """Pieces as they would lie."""
    asks: bool = False
    """The first tap on its place shows it, the second does it."""
    quiet: bool = False
    """Seldom wise: its button does not call."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line about one seat."""

    name: str
    icon: str
    text: str
    to_move: bool = False
    share: float = 0.0
    """The share of the victory, when the game is over."""
    count: str = ""
    """The number that decides, in large figures."""
    colour: Colour = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened: a sentence, and what it was about."""

    text: str
    kind: str = ""
    """A word of the game's own for its sound and its look: "roll", "steal", "bust"."""
    seat: int | None = None
    """The seat that did it."""
    icon: str = ""
    pieces: tuple[str, ...] = ()
    """The keys of the pieces it is about."""
    mood: Mood = ""
    to: int | None = None
    """Whom it hits."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a seat stands when the game is over."""

    order: tuple[float, ...]
    """The greater, the better; what breaks a tie comes later."""
    result: str
    """What counts, in large figures."""
    facts: str = ""
    """What the result is made of and what broke a tie."""
    part: float = 0.0
    """How far it came, from 0 to 1."""
    pieces: tuple[Piece, ...] = ()
    """What is shown now that all is over."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the game has come: so many of so many, and in words."""

    text: str
    done: int = 0
    of: int = 0
    """0: nothing to be counted."""


NO_PROGRESS = Progress("")


Facts = dict[tuple[str, int], Fraction | int]
"""Numbers, by what is counted and of which choice; a fraction is a chance."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for a choice: a sentence or two, of what was counted."""

    text: str
    lights: tuple[str, ...]
    """The pieces and cells it speaks of."""
    facts: Facts
    """Every number it says, and what its words rest on."""


def percent(chance: Fraction) -> str:
    """Return a chance in whole percent: 0 and 100 only for what is certain."""
    if 0 < chance < Fraction(1, 100):
        return "< 1 %"
    return "> 99 %" if Fraction(99, 100) < chance < 1 else f"{round(100 * chance)} %"


@dataclass(frozen=True, slots=True)
class Scene:
    prompt: str
    """What is asked of whoever is to move, or how it ended; without a name."""
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    seats: tuple[SeatLine, ...]
    choices: tuple[Choice, ...] = ()
    remarks: tuple[str, ...] = field(default=())
    goal: str = ""
    """What wins, in a few words."""
    progress: Progress = NO_PROGRESS

    def offering(self, choices: tuple[Choice, ...]) -> "Scene":
        """Return the scene with these choices."""
        parts = (self.prompt, self.areas, self.pieces, self.seats)
        return Scene(*parts, choices, self.remarks, self.goal, self.progress)

    def keys(self) -> Iterator[str]:
        """Yield the key of every piece and every cell."""
        yield from (piece.key for piece in self.pieces)
        yield from (cell.key for area in self.areas for cell in area.cells)
