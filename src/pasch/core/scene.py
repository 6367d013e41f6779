"""What a viewer sees, as plain data: one renderer per medium draws every game from it."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Layout = Literal["ring", "row", "grid", "track", "list"]
Kind = Literal["die", "card", "figure", "chip"]
Colour = Literal["", "red", "orange", "yellow", "green", "blue", "purple", "brown", "grey"]


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


@dataclass(frozen=True, slots=True)
class Area:
    key: str
    layout: Layout
    title: str
    cells: tuple[Cell, ...]
    columns: int = 0
    """Of a grid."""


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


# The same words give the same thing: scenes are made and compared all the time.
cell = lru_cache(1 << 16)(Cell)
piece = lru_cache(1 << 16)(Piece)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the viewer may do now, tied to the piece or cell it belongs to."""

    action: int
    text: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line about one seat."""

    name: str
    icon: str
    text: str
    to_move: bool = False
    share: float = 0.0
    """Of the victory, when the game is over."""


@dataclass(frozen=True, slots=True)
class Scene:
    prompt: str
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    seats: tuple[SeatLine, ...]
    choices: tuple[Choice, ...] = ()
    remarks: tuple[str, ...] = field(default=())
