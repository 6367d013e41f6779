"""What a game's folder offers: all that code which knows no single game asks of it.

    __init__.py   GAME, a `Game` (core/game/spec.py): what is known before anything is compiled
    rules.py      Rules
    quick.py      QuickPlayer, and as much of Searched as helps the search
    view          a class derived from View (core/view/view.py), in view.py or a package
    board.css     how its areas and pieces look and lie (docs/boards.md)
    weights.toml  numbers that quick.py learned, and looks up
    search/       solve.py: Solver; only where the game can be solved exactly
    RULES.md      the rules for players; RULES.de.md, de.po: the same in German, and the words
    lessons/      what it teaches (core/lesson.py)
    coach.toml    how far the coach's estimates are off (coach/calibration.py)
    observe.toml  what a network is told of a position (adapters/encoding.py)
    art/          pictures of its own (SVG, named by the code points of their emoji)

From board.css on only RULES.md has to be there.

A module is checked when it is first used; what is missing or different is named.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from pasch.core.errors import BadOption, BrokenGame
from pasch.core.game.position import Position

if TYPE_CHECKING:
    from pasch.core.game.position import Layout, Numbers, Random, Shares, State
    from pasch.core.game.rule import Tuning
    from pasch.core.words import Words


class Rules(Protocol):
    """The law: pure functions on one position, plain Python that Numba can compile."""

    STATE: Layout
    """What a position holds. Generic code reads two of its fields: `seats`, and `turn`, which grows
    by one with every turn and, with the number of the die in it, names an event of chance."""
    ACTIONS: int
    """All action numbers are below this."""

    def setup(self, s: State, seats: int, start: int, options: Any) -> None:
        """Writes the initial position into one of zeros."""

    def player(self, s: State) -> int:
        """The seat to choose, or CHANCE, or OVER."""

    def mover(self, s: State) -> int:
        """The seat whose turn it is, also while the dice are due; WATCHER if nobody's."""

    def chance(self, s: State) -> int:
        """At CHANCE: how many equally likely outcomes, at least two."""

    def legal(self, s: State, out: Numbers) -> int:
        """At a seat's turn: writes the legal action numbers, ascending; returns how many."""

    def apply(self, s: State, a: int) -> None:
        """The chosen action or the chance outcome happens. Trusts its caller."""

    def returns(self, s: State, out: Shares) -> None:
        """At OVER: writes each seat's share of the victory."""

    def hide(self, s: State, seat: int) -> None:
        """Erases what this seat, or a watcher, may not know."""

    def resample(self, s: State, seat: int, rng: Random) -> None:
        """Fills what is hidden from the seat with a guess consistent with what the seat saw."""

    def reveals(self, before: State, after: State) -> bool:
        """Whether the event between these let anybody see what they could not know before it."""


class QuickPlayer(Protocol):
    """A cheap, sensible player."""

    def quick(self, s: State) -> int:
        """At a seat's turn: its action."""


class Searched(Protocol):
    """What may help the search; each of it may be missing."""

    SEARCH: Tuning
    ALONE: Tuning
    """Instead, where one who plays alone is to choose."""

    def choices(self, s: State, out: Numbers) -> int:
        """Like `legal`, less what is no better than another."""

    def estimate(self, s: State, out: Shares) -> None:
        """At the start of a turn: about what share each seat will have."""


class Solver(Protocol):
    """Perfect play, where a game can be solved exactly."""

    @property
    def GOALS(self) -> tuple[str, ...]:
        """What may be asked for; the first is what the perfect player plays for."""

    @property
    def MEANINGS(self) -> Mapping[str, tuple[str, float]]:
        """By goal: what its value tells, and how much of it a whole victory is."""

    @property
    def Solution(self) -> Callable[[Any, str, Arrays], Solution]:
        """From the options, the goal and the arrays that `solve` found."""

    def refusal(self, seats: int, options: Any) -> BadOption | None:
        """Why this can't be solved; None where it can."""

    def matters(self, options: Any) -> dict[str, Any]:
        """What of the options changes the solution."""

    def wider(self, options: Any) -> Iterable[Any]:
        """Other options, the solutions of which know these positions too; the smallest first."""

    def size(self, options: Any) -> Size:
        """Before anything is worked out."""

    def solve(self, options: Any, goal: str, tell: Tell) -> Arrays:
        """Works it out; `tell` hears (done, of)."""

    def variants(self, options: Any, given: set[str], say: Words) -> Iterator[tuple[str, Any]]:
        """The tables whose value people ask for, with a name each."""


FIELDS = ("seats", "turn")


def checked_rules(module: ModuleType, key: str) -> Rules:
    wrong = faults(module, Rules)
    if not wrong:
        wrong = faults_of_layout(module.STATE, key)
    if wrong:
        raise BrokenGame(module.__name__, *wrong)
    return cast("Rules", module)


def faults_of_layout(state: Any, key: str) -> list[str]:
    from pasch.core.game.position import Layout  # noqa: PLC0415 - this file is read first of all

    if not isinstance(state, Layout) or state.key != key:
        got = repr(state.key if isinstance(state, Layout) else state)
        return [f"expected STATE to be a layout of {key!r}, got one of {got}"]
    return [f"expected a field {name!r} in STATE" for name in FIELDS if name not in state.fields]


def checked(module: ModuleType, must: type, may: type | None = None) -> Any:
    """The module, if it offers all that it must; of what it may offer, whatever is there."""
    wrong = faults(module, must)
    if may is not None:
        wrong += faults(module, may, optional=True)
    if wrong:
        raise BrokenGame(module.__name__, *wrong)
    return module


def faults(module: ModuleType, protocol: type, optional: bool = False) -> list[str]:
    """Every name that is missing, and every signature that differs."""
    wrong = []
    for name, due in offered(protocol):
        if not hasattr(module, name):
            wrong += [] if optional else [f"expected {due}, got nothing of that name"]
        elif due != name and due != (got := signature_of(getattr(module, name), name)):
            wrong.append(f"expected {due}, got {got}")
    return wrong


def offered(protocol: type) -> Iterator[tuple[str, str]]:
    """Each name of a protocol and how it reads: `apply(s, a)` for a function, else its name."""
    for name in protocol.__annotations__:
        yield name, name
    for name, value in vars(protocol).items():
        if isinstance(value, property):
            yield name, name
        elif inspect.isfunction(value) and not name.startswith("_"):
            yield name, signature_of(value, name, skip=1)


def signature_of(value: object, name: str, skip: int = 0) -> str:
    """As a call reads."""
    if not callable(value):
        return repr(value)
    return f"{name}({', '.join([*inspect.signature(value).parameters][skip:])})"


if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Arrays = dict[str, "npt.NDArray[Any]"]
"""What is kept of a solution, by name."""
Tell = Callable[[int, int], None]
"""Hears how much is done, of how much."""


class Solution(Protocol):
    """Knows the value of every position, as a share of the victory."""

    def value(self, s: Position) -> float:
        """Of any position, before what comes next."""

    def choices(self, s: Position) -> dict[int, float]:
        """At a seat's turn: every legal action, and its value."""

    def playouts(self, s: Position, games: int, seed: int) -> npt.NDArray[np.float64]:
        """What the perfect player reaches from here in so many games."""


@dataclass(frozen=True)
class Size:
    """What solving takes, estimated before it begins."""

    states: int
    bytes: int
    seconds: float
