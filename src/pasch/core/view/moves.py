"""What may happen next: one class for each kind of choice and for each kind of chance.

A game declares them once; its log, buttons, refusals, taps and reasons follow from that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from pasch.core.view.scene import Choice
from pasch.core.words import message

if TYPE_CHECKING:
    from pasch.core.view.keys import Key, Part
    from pasch.core.view.view import View

Refusal = tuple[str, str]
"""Why something can't be done, or what was expected instead; and the clause that says so."""


class Event:
    """One thing that may happen in a position: a seat's choice, or an outcome of chance."""

    phases: ClassVar[tuple[int, ...]] = ()
    """The values of the position's field `phase` in which such events may be due."""
    first: ClassVar[int] = 0
    """The number of the first event of this kind; the log counts from there."""
    clause: ClassVar[str]
    """The clause that says what may happen here."""
    expected: ClassVar[str] = ""
    """What is expected, for a refusal: a `message` with the blanks {first} and {last}."""
    question: ClassVar[str] = ""
    """What is asked while such an event is due, a `message`; "" where another kind asks it."""
    name: ClassVar[str]
    """What the event is called where all of its kind are called the same, a `message`."""
    tapped: ClassVar[tuple[Key, ...]] = ()
    """The things a tap on which may mean such a move."""

    def __init__(self, view: View, a: int) -> None:
        self.view = view
        self.s = view.s
        self.say = view.say
        self.a = a
        self.n = a - self.first
        """Its number among the events of its kind, from 0."""

    @classmethod
    def is_due(cls, view: View) -> bool:
        """Return whether events of this kind are due; the phase is one of its phases."""
        return True

    @classmethod
    def prompt(cls, view: View) -> str:
        """Return what is asked while such an event is due; "" where another kind asks it."""
        return view.say(cls.question) if cls.question else ""

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        """Return what is expected while such an event is due, and the clause."""
        first, last = cls.range_in(view)
        return view.say(cls.expected, first=first, last=last), cls.clause

    @classmethod
    def range_in(cls, view: View) -> tuple[int, int]:
        """Return the first and the last number of this kind."""
        raise NotImplementedError

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        """Return the number among its kind of the move that a tap on a thing means.

        The key of the thing has these parts. None: the tap means no such move.
        """
        number = parts[0] if parts else 0
        return number if isinstance(number, int) else None

    def record(self) -> dict[str, Any]:
        """Return the event as a JSON object, for the log."""
        raise NotImplementedError

    def text(self) -> str:
        """Return the event in a few words; no two events of one position share them."""
        return self.say(self.name)

    def is_silent(self) -> bool:
        """Return whether nothing is told of the event, such as one die of several.

        The view is of the whole position here.
        """
        return False


class Move(Event):
    """One kind of choice."""

    count: ClassVar[int] = 1
    """How many numbers belong to this kind."""
    habit: ClassVar[str] = ""
    """What one does with it, as a habit ("rolling on"): a `message`."""

    @classmethod
    def range_in(cls, view: View) -> tuple[int, int]:
        return cls.first, cls.first + cls.count - 1

    def choice(self) -> Choice:
        """Return the choice that the scene offers."""
        return Choice(self.a, self.text())

    def short_name(self) -> str:
        """Return what the coach calls it, without coordinates: it lights what they mean."""
        return self.choice().text

    def refusal(self) -> Refusal | None:
        """Return why this can't be done now, None where only the expectation is to be said."""
        return None

    def reason(self, other: int | None) -> Iterable[str]:
        """Return the sentences that speak for this choice, and against another, worse one."""
        return ()

    def lights(self) -> Iterable[str]:
        """Return the keys of the things that the reason speaks of."""
        return ()


class Chance(Event):
    """One kind of chance."""

    is_secret: ClassVar[bool] = False
    """Whether not everybody may see what is drawn. The table draws it from a sealed seed, even
    where the dice are known or people roll their own."""

    @classmethod
    def range_in(cls, view: View) -> tuple[int, int]:
        return 0, view.rules.chance(view.s) - 1


class Die(Chance):
    """A die that is rolled openly and shows 1 to its number of faces."""

    expected = message("a die is rolled: expected an outcome from 0 to {last}")

    def record(self) -> dict[str, Any]:
        return {"die": self.a + 1}

    def text(self) -> str:
        return str(self.a + 1)
