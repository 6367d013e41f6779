"""What the coach finds, as data: the terminal, JSON, the page and the browser all draw this.

Values are shares of the victory, as the rules return them; `error` is a standard error, 0.0 where
the value is exact.
"""

from typing import Literal

import msgspec

Class = Literal["fine", "inaccuracy", "error", "blunder"]


class Weighed(msgspec.Struct, frozen=True):
    action: int
    text: str
    value: float
    """To the seat that chooses."""
    error: float
    called: str
    """As the coach calls it: without coordinates, for the board shows what is meant."""


class Reason(msgspec.Struct, frozen=True):
    """What a game says for a choice, as it is told; the numbers it rests on stay with the game."""

    text: str
    lights: list[str]
    """The pieces, cells and areas it speaks of."""


class Standing(msgspec.Struct, frozen=True):
    """Of a position."""

    exact: bool
    shares: list[float]
    """Of every seat, if the best is chosen."""
    errors: list[float]


class Advice(msgspec.Struct, frozen=True):
    seat: int
    exact: bool
    choices: list[Weighed]
    """Every legal one, the best first."""
    chances: list[float]
    """Of every seat, if the best is chosen."""
    errors: list[float]
    """Of the chances."""
    why: Reason | None
    """Of the best choice, against the first that is clearly worse."""


class Decision(msgspec.Struct, frozen=True):
    event: int
    """Which event of the match it is, from 0."""
    turn: int
    seat: int
    chosen: Weighed
    best: Weighed
    """The chosen one itself, where no other is surely better."""
    loss: float
    """What the choice cost its seat against the best; 0.0 where it was the best."""
    error: float
    """The standard error of the loss."""
    judged: Class
    effect: list[float]
    """What it changed for every seat, against the best choice."""
    why: Reason | None = None
    """Of the best choice, against the chosen one; only where the decision is a costliest one."""


class Roll(msgspec.Struct, frozen=True):
    """Events of chance with nothing to decide between them: a roll of dice, a deal of cards."""

    event: int
    """The last of its events, from 0; the luck is known after it."""
    first: int
    """The first of its events."""
    turn: int
    seat: int
    """Whose turn it was; -1: nobody's."""
    text: str
    luck: list[float]
    """What it brought every seat."""
    errors: list[float]
    """The standard errors of the luck."""


class Account(msgspec.Struct, frozen=True):
    """One seat's: start + luck + own + others = result."""

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
        """The result as it would be with average luck."""
        return self.result - self.luck


class Review(msgspec.Struct, frozen=True):
    game: str
    title: str
    exact: bool
    together: bool
    """All seats win or lose as one, or there is only one."""
    chances: list[list[float]]
    """Every seat's before the first event and after each one."""
    decisions: list[Decision]
    """Where there was more than one choice."""
    rolls: list[Roll]
    accounts: list[Account]
