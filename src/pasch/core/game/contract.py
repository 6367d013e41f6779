"""What a game's folder offers: all that code which knows no single game needs of it.

    __init__.py   GAME, a `Game` (core/game/spec.py): what is known before anything is compiled
    rules.py      Rules
    quick.py      QuickPlayer, and as much of Searched as helps the search
    view          a class derived from View (core/view/view.py), in view.py or a package
    board.css     how its areas and pieces look and lie (docs/boards.md)
    weights.json  numbers that quick.py learned, and looks up
    search/       solve.py: Solver; only where the game can be solved exactly
    RULES.md      the rules for players; RULES.de.md, de.po: the same in German, and the words
    lessons/      what it teaches (core/match/lesson.py)
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
    """The rules: pure functions on one position, plain Python that Numba can compile."""

    STATE: Layout
    """What a position holds. Generic code reads two of its fields: `seats`, and `turn`, which grows
    by one with every turn and, with the number of the die in it, names an event of chance."""
    ACTIONS: int
    """All action numbers are below this."""

    def setup(self, s: State, seats: int, start: int, options: Any) -> None:
        """Write the initial position into one of zeros."""

    def player(self, s: State) -> int:
        """Return the seat to choose, or CHANCE, or OVER."""

    def mover(self, s: State) -> int:
        """Return the seat whose turn it is, also while the dice are due; WATCHER if nobody's."""

    def chance(self, s: State) -> int:
        """Return how many equally likely outcomes there are at CHANCE, at least two."""

    def legal(self, s: State, out: Numbers) -> int:
        """Write the legal action numbers of the seat to choose, ascending; return how many."""

    def apply(self, s: State, a: int) -> None:
        """Make the chosen action or the chance outcome happen; trust the caller."""

    def returns(self, s: State, out: Shares) -> None:
        """Write each seat's share of the victory; the game is over."""

    def hide(self, s: State, seat: int) -> None:
        """Erase what this seat, or a watcher, may not know."""

    def resample(self, s: State, seat: int, rng: Random) -> None:
        """Fill what is hidden from the seat with a guess consistent with what the seat saw."""

    def reveals(self, before: State, after: State) -> bool:
        """Return whether the event between these showed anybody what they could not know before."""


class QuickPlayer(Protocol):
    """A cheap, sensible player."""

    def quick(self, s: State) -> int:
        """Return the action of the seat to choose."""


class Searched(Protocol):
    """What may help the search; any part may be missing."""

    SEARCH: Tuning
    ALONE: Tuning
    """The tuning for a player who plays alone, where it differs."""

    def choices(self, s: State, out: Numbers) -> int:
        """Write the legal actions, less those that are no better than another; return how many."""

    def estimate(self, s: State, out: Shares) -> None:
        """Write about what share each seat will have; a turn begins."""


class Solver(Protocol):
    """Perfect play, where a game can be solved exactly."""

    @property
    def GOALS(self) -> tuple[str, ...]:
        """The goals that may be asked for; the perfect player plays for the first."""

    @property
    def MEANINGS(self) -> Mapping[str, tuple[str, float]]:
        """What the value of each goal means, and how much of it a whole victory is."""

    @property
    def Solution(self) -> Callable[[Any, str, Arrays], Solution]:
        """The class of solutions, made from the options, the goal and the arrays of `solve`."""

    def refusal(self, seats: int, options: Any) -> BadOption | None:
        """Return why this can't be solved, None where it can."""

    def matters(self, options: Any) -> dict[str, Any]:
        """Return the options that change the solution."""

    def wider(self, options: Any) -> Iterable[Any]:
        """Return other options whose solutions know these positions too, the smallest first."""

    def size(self, options: Any) -> Size:
        """Return what solving takes, estimated before it begins."""

    def solve(self, options: Any, goal: str, tell: Tell) -> Arrays:
        """Solve the game; `tell` is called with (done, of)."""

    def variants(self, options: Any, given: set[str], say: Words) -> Iterator[tuple[str, Any]]:
        """Yield the tables whose value people ask for, with a name each."""


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
    """Return the module if it offers all that it must, and what it may offer as it should be."""
    wrong = faults(module, must)
    if may is not None:
        wrong += faults(module, may, optional=True)
    if wrong:
        raise BrokenGame(module.__name__, *wrong)
    return module


def faults(module: ModuleType, protocol: type, optional: bool = False) -> list[str]:
    """Return every name that is missing, and every signature that differs."""
    wrong = []
    for name, due in offered(protocol):
        if not hasattr(module, name):
            wrong += [] if optional else [f"expected {due}, got nothing of that name"]
        elif due != name and due != (got := signature_of(getattr(module, name), name)):
            wrong.append(f"expected {due}, got {got}")
    return wrong


def offered(protocol: type) -> Iterator[tuple[str, str]]:
    """Yield each name of a protocol and how it reads: `apply(s, a)` for a function."""
    for name in protocol.__annotations__:
        yield name, name
    for name, value in vars(protocol).items():
        if isinstance(value, property):
            yield name, name
        elif inspect.isfunction(value) and not name.startswith("_"):
            yield name, signature_of(value, name, skip=1)


def signature_of(value: object, name: str, skip: int = 0) -> str:
    """Return a function as its call reads."""
    if not callable(value):
        return repr(value)
    return f"{name}({', '.join([*inspect.signature(value).parameters][skip:])})"


if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Arrays = dict[str, "npt.NDArray[Any]"]
"""The arrays of a solution by their names."""
Tell = Callable[[int, int], None]
"""A function that is told how much is done, of how much."""


class Solution(Protocol):
    """The value of every position, as a share of the victory."""

    def value(self, s: Position) -> float:
        """Return the value of a position, before what comes next."""

    def choices(self, s: Position) -> dict[int, float]:
        """Return every legal action of the seat to choose, and its value."""

    def playouts(self, s: Position, games: int, seed: int) -> npt.NDArray[np.float64]:
        """Return what the perfect player reaches from here in so many games."""


@dataclass(frozen=True)
class Size:
    """What solving takes, estimated before it begins."""

    states: int
    bytes: int
    seconds: float
