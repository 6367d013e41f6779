"""What every game's view has in common: the context its parts receive, and the work they share."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar

from pasch.core.errors import BrokenGame
from pasch.core.game.numbers import zeros
from pasch.core.game.position import CHANCE, OVER
from pasch.core.view.keys import Key
from pasch.core.view.moves import Chance, Event, Move, Refusal
from pasch.core.view.scene import (
    Choice,
    Colour,
    Facts,
    Finish,
    Reason,
    Scene,
    SeatLine,
    Told,
)

if TYPE_CHECKING:
    from types import ModuleType

    from pasch.core.game.contract import Rules
    from pasch.core.game.position import State
    from pasch.core.words import Words

P = ParamSpec("P")
T = TypeVar("T")

Explain = Callable[..., str]
HelpTable = tuple[tuple[Key, Explain], ...]
"""The help for each kind of thing: a function of the view and the parts of the key.

It says what the thing is and what it is for; "" where what holds it says it."""


def drawn(make: Callable[Concatenate[Words, P], T]) -> Callable[Concatenate[View, P], T]:
    """Make a part of the picture once for the same words and facts.

    What has not changed is the same object again. The view itself is never part of a cache key.
    """
    kept = lru_cache(1 << 12)(make)

    return lambda view, *facts: kept(view.say, *facts)  # type: ignore[return-value]


class View(ABC):
    """A game as one viewer may see it: scene, sentences and choices of one position."""

    rules: Rules
    open_information: ClassVar[bool]
    """Whether everybody knows the whole position: `rules.hide` erases nothing then, and all see the
    same scene, but for the choices."""
    end_clause: ClassVar[str]
    """The clause that says when the game is over."""
    unit: ClassVar[str]
    """What the score counts, a `message`."""
    moves: ClassVar[tuple[type[Move], ...]]
    chances: ClassVar[tuple[type[Chance], ...]]
    help: ClassVar[HelpTable] = ()
    _move_by_number: ClassVar[dict[int, type[Move]]] = {}
    _kinds_by_phase: ClassVar[dict[int, list[type[Event]]]] = {}

    def __init_subclass__(cls) -> None:
        cls._kinds_by_phase = {}
        for kind in (*getattr(cls, "moves", ()), *getattr(cls, "chances", ())):
            for phase in kind.phases:
                cls._kinds_by_phase.setdefault(phase, []).append(kind)
        cls._move_by_number = {
            move.first + n: move for move in getattr(cls, "moves", ()) for n in range(move.count)
        }

    def __init__(self, s: State, seat: int, say: Words, names: Sequence[str] = ()) -> None:
        """`s` is what this seat, or a watcher, may know; it is read only."""
        self.s = s
        self.seat = seat
        self.say = say
        self.names = names
        self.player = self.rules.player(s)
        """The seat to choose, or CHANCE, or OVER."""
        self.over = self.player == OVER
        self.mover = self.rules.mover(s)
        """The seat whose turn it is, also while the dice are due; WATCHER if nobody's."""
        self.facts: Facts = {}
        """Every number that the latest reason says, and what its words rest on."""

    @abstractmethod
    def scene(self) -> Scene:
        """Return what the viewer sees; the match adds the choices of the seat to choose."""

    @abstractmethod
    def story(self, before: View, a: int) -> Iterable[Told]:
        """Return what the event `a` did to the view before it, in short sentences."""

    @abstractmethod
    def score(self, seat: int) -> int:
        """Return what a scorebook notes; the game is over."""

    @classmethod
    def score_unit(cls, seats: int, say: Words) -> str:
        """Return what the score counts."""
        return say(cls.unit)

    def finish(self, seat: int) -> Finish:
        """Return how this seat stands; the game is over. Places go by the share of the victory."""
        share, unit = self.shares[seat], self.score_unit(self.s.seats, self.say)
        return Finish((share,), str(self.score(seat)), unit, share)

    @classmethod
    def grade_ladder(cls, seats: int, say: Words) -> Sequence[tuple[str, str]]:
        """Return the grades from 0 on, each with what it takes; none among opponents."""
        return ()

    @classmethod
    def top_grade(cls, seats: int) -> int:
        """Return the best grade; 0 where a share of the victory is told as a share."""
        return 0

    # Who is to act, and how it ended

    @cached_property
    def shares(self) -> list[float]:
        """Each seat's share of the victory; the game is over."""
        shares: list[float] = zeros(self.s.seats)
        self.rules.returns(self.s, shares)
        return [float(share) for share in shares]

    @property
    def winners(self) -> list[str]:
        """The names of those with a share of the victory."""
        return [name for name, share in zip(self.names, self.shares, strict=True) if share]

    def prompt(self) -> str:
        """Return what is asked of whoever is to act, or how the game ended."""
        if self.over:
            return self.winner_prompt()
        for kind in self.due():
            text = kind.prompt(self)
            if text:
                return text
        return ""

    def winner_prompt(self) -> str:
        if len(self.winners) == 1:
            return self.say("The game is over; the winner: {name}!", name=self.winners[0])
        names = ", ".join(self.winners)
        return self.say("The game is over; a shared victory: {names}!", names=names)

    def seat_line(
        self, seat: int, icon: str, text: str, count: str = "", colour: Colour = ""
    ) -> SeatLine:
        """Return the line about a seat, with its name, whether it is to move, and its share."""
        share = self.shares[seat] if self.over else 0.0
        return seat_line(self.names[seat], icon, text, seat == self.mover, share, count, colour)

    # What may happen next

    def due(self) -> list[type[Event]]:
        """Return the kinds of event that are due now."""
        return [kind for kind in self._kinds_by_phase.get(self.s.phase, ()) if kind.is_due(self)]

    def event(self, a: int) -> Event:
        """Return the choice or outcome of this number."""
        return self.due()[0](self, a) if self.player == CHANCE else self.move(a)

    def move(self, a: int) -> Move:
        return self._move_by_number[a](self, a)

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to choose, ascending."""
        if self.player < 0:
            return []
        out = [0] * self.rules.ACTIONS
        return out[: self.rules.legal(self.s, out)]

    def possible(self) -> list[int]:
        """Return the legal actions, or every outcome of chance."""
        return list(range(self.rules.chance(self.s))) if self.player == CHANCE else self.legal()

    def choices(self) -> tuple[Choice, ...]:
        """Return the legal actions as choices, each tied to what it belongs to."""
        return tuple([self.move(a).choice() for a in self.legal()])

    def record(self, a: int) -> dict[str, Any]:
        """Return an event as a JSON object, for the log; a die's has the key "die"."""
        return self.event(a).record()

    def text(self, a: int) -> str:
        """Return an event in a few words; no two of one position share them."""
        return self.event(a).text()

    def is_silent(self, a: int) -> bool:
        """Return whether nobody is told anything of this event."""
        return self.event(a).is_silent()

    @property
    def is_secret(self) -> bool:
        """Return whether chance decides now, and not everybody may see what is drawn."""
        return any(issubclass(kind, Chance) and kind.is_secret for kind in self.due())

    # What can't be done, and why

    def refusal(self, a: int | None) -> Refusal:
        """Return why this can't be done now, or what was expected instead, and the clause."""
        if self.over:
            return self.say("the game is over"), self.end_clause
        due = self.due()
        if a is not None:
            move = self._move_by_number.get(a)
            said = move(self, a).refusal() if move in due and move is not None else None
            if said is not None:
                return said
        return next(kind for kind in due if kind.expected).expectation(self)

    def intended_action(self, key: str) -> int | None:
        """Return the action that a tap on this thing means, None if it means none."""
        for move in self.due():
            for thing in move.tapped:
                parts = thing.parse(key)
                n = None if parts is None else move.intended(self, thing, *parts)
                if n is not None:
                    return move.first + n
        return None

    # What a thing is, and why a choice is good

    def help_for(self, key: str) -> str:
        """Return what this thing is and what it is for, "" where there is nothing to say."""
        for thing, explain in self.help:
            parts = thing.parse(key)
            if parts is not None:
                return explain(self, *parts)
        return ""

    def short_name(self, a: int) -> str:
        """Return what the coach calls a choice."""
        return self.move(a).short_name()

    def reason(self, a: int, other: int | None) -> Reason | None:
        """Return what speaks for this choice and against another, worse one.

        None: there is nothing to be counted.
        """
        self.facts = {}
        move = self.move(a)
        text = " ".join(move.reason(other))
        return Reason(text, tuple(move.lights()), self.facts) if text else None

    def fact(self, what: str, a: int, number: T) -> T:
        """Note a number that the reason for an action says, and return it."""
        self.facts[what, a] = number  # type: ignore[assignment]
        return number

    @classmethod
    def has_habits(cls) -> bool:
        """Return whether the game has words for what one does with its choices."""
        return any(move.habit for move in cls.moves)

    def habit(self, a: int) -> str:
        """Return what one does with such a choice as a habit; "" where it has no words."""
        habit = self.move(a).habit
        return self.say(habit) if habit else ""


seat_line = lru_cache(1 << 12)(SeatLine)
"""The same facts give the same line: scenes are made and compared all the time."""


def checked_view(module: ModuleType) -> type[View]:
    """Return the view that a game's module defines, or raise BrokenGame with what is wrong."""
    found = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, View) and each.__module__ == module.__name__
    ]
    if len(found) != 1:
        names = ", ".join(each.__name__ for each in found) or "none"
        raise BrokenGame(module.__name__, f"expected one class derived from View, got {names}")
    wrong = list(faults_of_view(found[0]))
    if wrong:
        raise BrokenGame(module.__name__, *wrong)
    return found[0]


def faults_of_view(view: type[View]) -> list[str]:
    """Return every name that is missing, and every signature that differs."""
    declared = [name for name in View.__annotations__ if not name.startswith("_")]
    wrong = [name for name in declared if not hasattr(view, name)]
    wrong += [call(View, name) for name in sorted(view.__abstractmethods__)]
    faults = [f"expected {name}, got nothing of that name" for name in wrong]
    for name, ours in vars(View).items():
        is_method = inspect.isfunction(ours) or isinstance(ours, classmethod)
        if is_method and not name.startswith("_") and call(view, name) != call(View, name):
            faults.append(f"expected {call(View, name)}, got {call(view, name)}")
    return faults


def call(view: Any, name: str) -> str:
    """Return a method as its call reads: `score(seat)`."""
    method = getattr(view, name)
    if not callable(method):
        return repr(method)
    parameters = [*inspect.signature(method).parameters]
    return f"{name}({', '.join(parameters[not inspect.ismethod(method) :])})"
