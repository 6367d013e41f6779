"""What the coach finds, as data. The terminal, JSON, the page and the browser all show it.

Values are shares of the victory, as the rules return them; `error` is a standard error, 0.0 where
the value is exact.
"""

from typing import Literal

import msgspec

Class = Literal["fine", "inaccuracy", "error", "blunder"]


class RatedChoice(msgspec.Struct, frozen=True):
    """A choice and what it is worth."""

    action: int
    text: str
    value: float
    """What it is worth to the seat that chooses."""
    error: float
    called: str
    """The coach's name for it, without coordinates: the board shows what is meant."""


class Reason(msgspec.Struct, frozen=True):
    """What a game says for a choice, as a sentence."""

    text: str
    lights: list[str]
    """The pieces, cells and areas it speaks of."""


class Standing(msgspec.Struct, frozen=True):
    """What a position is worth."""

    exact: bool
    shares: list[float]
    """The share of every seat, if the best is chosen."""
    errors: list[float]


class Advice(msgspec.Struct, frozen=True):
    """What a seat may choose, and what each choice is worth."""

    seat: int
    exact: bool
    choices: list[RatedChoice]
    """Every legal choice, the best first."""
    chances: list[float]
    """The share of every seat, if the best is chosen."""
    errors: list[float]
    """The standard errors of the chances."""
    why: Reason | None
    """The reason for the best choice, against the first that is clearly worse."""


class Decision(msgspec.Struct, frozen=True):
    """A choice that a seat made, against the best one."""

    event: int
    """The number of the event, from 0."""
    turn: int
    seat: int
    chosen: RatedChoice
    best: RatedChoice
    """The chosen one itself, where no other is surely better."""
    loss: float
    """What the choice cost its seat against the best; 0.0 where it was the best."""
    error: float
    """The standard error of the loss."""
    judged: Class
    effect: list[float]
    """What it changed for every seat, compared with the best choice."""
    why: Reason | None = None
    """The reason for the best choice, against the chosen one; only for the costliest decisions."""


class Roll(msgspec.Struct, frozen=True):
    """Events of chance with nothing to decide between them: a roll of dice, a deal of cards."""

    event: int
    """The last of its events, from 0; the luck is known after it."""
    first: int
    """The first of its events."""
    turn: int
    seat: int
    """The seat whose turn it was, or -1."""
    text: str
    luck: list[float]
    """What it brought every seat."""
    errors: list[float]
    """The standard errors of the luck."""


class Account(msgspec.Struct, frozen=True):
    """What made up one seat's result: start + luck + own + others = result."""

    name: str
    start: float
    luck: float
    luck_error: float
    """The standard error of the luck, and of what the choices brought."""
    own: float
    """What its own choices cost, 0.0 or less."""
    others: float
    """What the choices of the others brought it."""
    result: float
    costliest: list[int]
    """Up to three events: the seat's decisions that cost most, the worst first."""
    luckiest: int | None
    unluckiest: int | None
    """The last events of rolls in the seat's own turns."""
    decisions: int
    """How often the seat had more than one choice."""
    classes: dict[Class, int]
    """How many of them were of each class."""
    tip: str
    """What to try next time, in a sentence; "" where there are no words for it."""

    @property
    def adjusted(self) -> float:
        """Return the result with average luck."""
        return self.result - self.luck


class Review(msgspec.Struct, frozen=True):
    """How a match was played, and what was luck."""

    game: str
    title: str
    exact: bool
    together: bool
    """Whether all seats win or lose as one, or there is only one."""
    chances: list[list[float]]
    """The chances of every seat, before the first event and after each one."""
    decisions: list[Decision]
    """The decisions with more than one choice."""
    rolls: list[Roll]
    accounts: list[Account]
