"""Everything that happens at a table is one entry; together the entries are the table.

The names of these classes and of their fields are stored, so they never change.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pasch.core.match.journal import take_back
from pasch.table.model.state import Laid, Seat, TableState


@dataclass(frozen=True, slots=True)
class Reserved:
    """The seat waits a while for somebody who played before."""

    seat: int
    name: str
    holder: str

    def apply(self, state: TableState) -> None:
        state.starts_when_full = True
        state.set_seat(self.seat, name=self.name, holder=self.holder)


@dataclass(frozen=True, slots=True)
class Sat:
    """A person sat down."""

    seat: int
    name: str
    holder: str
    """Hex SHA-256 of the person's secret token."""
    salt: str
    """What this person mixes into the dice; empty while it is sealed."""
    seal: str = ""
    """Hex SHA-256 of a salt that is opened later."""
    at: float = 0.0
    """Seconds since 1970; 0 at a table of an older pasch."""

    def apply(self, state: TableState) -> None:
        who = {"name": self.name, "holder": self.holder, "salt": self.salt, "seal": self.seal}
        state.set_seat(self.seat, kind="person", since=self.at, **who)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The person of this seat sealed another salt, to be opened later."""

    seat: int
    seal: str

    def apply(self, state: TableState) -> None:
        state.change_seat(self.seat, salt="", seal=self.seal)


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody sits down any more: every salt is sealed, and may be opened now."""

    at: float = 0.0
    """Seconds since 1970; 0 at a table of an older pasch."""

    def apply(self, state: TableState) -> None:
        state.closed, state.closed_at = True, self.at


@dataclass(frozen=True, slots=True)
class Opened:
    """The person of this seat opened the salt."""

    seat: int
    salt: str

    def apply(self, state: TableState) -> None:
        state.change_seat(self.seat, salt=self.salt)


@dataclass(frozen=True, slots=True)
class SatBot:
    """A bot sat down."""

    seat: int
    bot: str
    name: str

    def apply(self, state: TableState) -> None:
        state.seats[self.seat] = Seat("bot", self.name, self.bot, level=self.bot)


@dataclass(frozen=True, slots=True)
class Stood:
    """The seat is open again; so is the table, and salts that were opened are void."""

    seat: int

    def apply(self, state: TableState) -> None:
        """Empty the seat. A newcomer could know the salts that were opened, so all are void."""
        state.set_seat(self.seat)
        if state.closed:
            state.closed = False
            state.seats = [
                replace(seat, salt="", seal="") if seat.seal else seat for seat in state.seats
            ]


@dataclass(frozen=True, slots=True)
class Started:
    """The match began."""

    start: int
    drawn: bool

    def apply(self, state: TableState) -> None:
        state.start, state.drawn = self.start, self.drawn
        state.changed = state.version


@dataclass(frozen=True, slots=True)
class Did:
    """An event of the game happened: a choice or an outcome of chance."""

    a: int

    def apply(self, state: TableState) -> None:
        state.events.append(self.a)
        state.changed = state.version


@dataclass(frozen=True, slots=True)
class Due:
    """The next decision has a deadline, since a clock runs."""

    at: float
    """Seconds since 1970."""

    def apply(self, state: TableState) -> None:
        state.deadlines[len(state.events)] = self.at


@dataclass(frozen=True, slots=True)
class Late:
    """The time was up: a bot made the choice that follows, and the person goes on."""

    seat: int

    def apply(self, state: TableState) -> None:
        """Change nothing; the person is told."""


@dataclass(frozen=True, slots=True)
class Undid:
    """The last event of the game is taken back."""

    seat: int = -1
    """The seat that took back what it had typed from real dice; -1: it was a choice."""
    fell: dict[str, str] = field(default_factory=dict)
    """What had been typed, in words, by language."""

    def apply(self, state: TableState) -> None:
        state.deadlines.pop(len(state.events), None)
        state.events.pop()
        take_back(state.taken_back, len(state.events), self.seat, self.fell)
        state.changed = state.version


@dataclass(frozen=True, slots=True)
class Left:
    """A bot stands in for the person of this seat."""

    seat: int

    def apply(self, state: TableState) -> None:
        state.change_seat(self.seat, away=True)


@dataclass(frozen=True, slots=True)
class Back:
    """The person of this seat plays again."""

    seat: int

    def apply(self, state: TableState) -> None:
        state.change_seat(self.seat, away=False)


@dataclass(frozen=True, slots=True)
class Paused:
    """The person of this seat paused the game."""

    seat: int
    at: float
    """Seconds since 1970."""

    def apply(self, state: TableState) -> None:
        state.paused, state.paused_at = self.seat, self.at


@dataclass(frozen=True, slots=True)
class Resumed:
    """The person of this seat let the game go on."""

    seat: int
    at: float
    """Seconds since 1970."""

    def apply(self, state: TableState) -> None:
        """End the pause; the deadline is later by as long as it lasted."""
        decision = len(state.events)
        if decision in state.deadlines:
            state.deadlines[decision] += max(0.0, self.at - state.paused_at)
        state.paused = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    returns: list[float]
    at: float
    """Seconds since 1970."""

    def apply(self, state: TableState) -> None:
        state.ended = True


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same players have another table."""

    table: str

    def apply(self, state: TableState) -> None:
        state.rematch = self.table


Entry: TypeAlias = (
    Laid
    | Reserved
    | Sat
    | Sealed
    | Closed
    | Opened
    | SatBot
    | Stood
    | Started
    | Did
    | Due
    | Late
    | Undid
    | Left
    | Back
    | Paused
    | Resumed
    | Ended
    | Rematched
)


CHANGE_CLOCK: frozenset[type[Entry]] = frozenset({Back, Paused, Resumed})
"""The entries that change the time for the current decision, and nothing of the match."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a table of a deal ended."""

    deal: str
    finished: float
    kept: dict[str, Any]
