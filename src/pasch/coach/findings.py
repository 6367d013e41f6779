"""What the coach finds, as data: the terminal, JSON, the page and the browser all draw this.

Values are shares of the victory, as the rules return them; `error` is a standard error, 0.0 where
the value is exact.
"""

from typing import Literal

import msgspec

Class = Literal["fine", "inaccuracy", "error", "blunder"]


class Choice(msgspec.Struct, frozen=True):
    action: int
    text: str
    value: float
    """To the seat that chooses."""
    error: float


class Advice(msgspec.Struct, frozen=True):
    seat: int
    exact: bool
    choices: list[Choice]
    """Every legal one, the best first."""
    chances: list[float]
    """Of every seat, if the best is chosen."""


class Decision(msgspec.Struct, frozen=True):
    event: int
    """Which event of the match it is, from 0."""
    turn: int
    seat: int
    chosen: Choice
    best: Choice
    loss: float
    """What the choice cost its seat against the best; 0.0 where it was the best."""
    judged: Class
    effect: list[float]
    """What it changed for every seat, against the best choice."""


class Roll(msgspec.Struct, frozen=True):
    """An event of chance."""

    event: int
    turn: int
    seat: int
    """Whose turn it was."""
    text: str
    luck: list[float]
    """What it brought every seat."""


class Account(msgspec.Struct, frozen=True):
    """One seat's: start + luck + own + others + rest = result."""

    name: str
    start: float
    luck: float
    own: float
    """What its own choices cost, 0.0 or less."""
    others: float
    """What the choices of the others brought it."""
    rest: float
    """Of estimates that don't meet; 0.0 where everything is exact."""
    error: float
    """The standard error of the rest."""
    result: float
    costliest: list[int]
    """Up to three events: the seat's decisions that cost most, the worst first."""
    luckiest: int | None
    unluckiest: int | None
    """Events of chance."""

    @property
    def adjusted(self) -> float:
        """The result as it would be with average luck."""
        return self.result - self.luck


class Review(msgspec.Struct, frozen=True):
    game: str
    title: str
    exact: bool
    chances: list[list[float]]
    """Every seat's before the first event and after each one."""
    decisions: list[Decision]
    rolls: list[Roll]
    accounts: list[Account]
