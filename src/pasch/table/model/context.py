"""What all commands share: who fills in their fields, what they rest on, what they lead to."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, ClassVar, Literal, Protocol, TypeAlias, TypeVar, get_type_hints

from pasch.core.game.position import CHANCE
from pasch.core.match.match import Match
from pasch.table.model.entries import Due, Entry, Result
from pasch.table.model.errors import Refused, refuse_stale
from pasch.table.model.state import Seat, TableState

GRACE_S = 20  # seconds for which a seat stays with a person who is gone, or whose salt is awaited

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FilledIn:
    """Marks a field of a command that clients do not send, and says where its value comes from."""

    by: Literal["holder", "version", "language", "server"]


Holder: TypeAlias = Annotated[str, FilledIn("holder")]
"""The person who gives the command."""
SeenVersion: TypeAlias = Annotated[int, FilledIn("version")]
"""The version of the table that the person saw."""
Language: TypeAlias = Annotated[str, FilledIn("language")]
"""The language of the person's messages."""
FromServer: TypeAlias = Annotated[T, FilledIn("server")]
"""A value that the table adds before it decides."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command leads to."""

    entries: list[Entry]
    after: Match | None = None
    """The match after these entries, if they carry it on."""
    result: Result | None = None
    """How the match ended, if its dice are those of a deal."""

    def preceded_by(self, *entries: Entry) -> "Decision":
        return replace(self, entries=[*entries, *self.entries])


NOTHING = Decision([])


class Command(Protocol):
    """What somebody wants to do at a table: a person, a bot, the clock or the dice."""

    kind: ClassVar[str]
    """The type of the message that carries it; "" if clients do not send it as a message."""

    def decide(self, at: "Context") -> Decision:
        """Return the entries this leads to, or raise Refused."""


@cache
def filled_in(command: type[Command]) -> dict[str, str]:
    """Return the fields that clients do not send, each with where its value comes from."""
    hints = get_type_hints(command, include_extras=True)
    marks = {name: getattr(hint, "__metadata__", [None])[0] for name, hint in hints.items()}
    return {name: mark.by for name, mark in marks.items() if isinstance(mark, FilledIn)}


@dataclass(frozen=True, slots=True)
class Context:
    """What a decision rests on: the table, and who is there."""

    state: TableState
    here: Collection[str]
    """The holders who are connected."""
    now: float
    """Seconds since 1970."""
    last_seen: Mapping[str, float] = field(default_factory=dict)
    """When holders who are not connected were last here, in seconds since 1970."""
    loaded_at: float = 0.0
    """When this process read the table from the store; 0 if it created the table."""

    def expect_gathering(self) -> None:
        if self.state.phase != "gathering":
            raise Refused("phase", "the game has begun")

    def expect_not_closed(self) -> None:
        """Refuse once salts are being opened."""
        if self.state.closed:
            raise Refused("phase", "the game is about to begin")

    def mine(self, holder: str) -> list[int]:
        """Return the seats of this holder, or refuse those who have none."""
        found = self.state.held_by(holder)
        if not found:
            raise Refused("seat", "only somebody who sits at the table may do this")
        return found

    def seat(self, seat: int) -> Seat:
        """Return the seat with this number, or refuse a number that no seat has."""
        if not 0 <= seat < len(self.state.seats):
            raise Refused(
                "seat",
                "expected a seat from 1 to {last}, got {seat}",
                last=len(self.state.seats),
                seat=seat + 1,
            )
        return self.state.seats[seat]

    def is_here(self, seat: int) -> bool:
        """Return whether the person of this seat is connected."""
        sits = self.state.seats[seat]
        return sits.kind == "person" and sits.holder in self.here

    def expect_gone(self, seat: int) -> None:
        """Refuse while the person of this seat may come back any moment."""
        wait = math.ceil(GRACE_S - self._gone_for(seat))
        if wait > 0:
            raise Refused(
                "seat",
                "{name} was here just now; ask again in {n} seconds",
                name=self.state.seats[seat].name,
                n=wait,
            )

    def _gone_for(self, seat: int) -> float:
        """Return the seconds since the person of this seat sat down or was last here.

        A person whom this process has not seen go may have been here until it read the table.
        """
        sits = self.state.seats[seat]
        return self.now - max(self.last_seen.get(sits.holder, self.loaded_at), sits.since)

    def away_seats(self, holder: str) -> list[int]:
        """Return the seats of this holder that a stand-in plays."""
        return [seat for seat in self.state.held_by(holder) if self.state.seats[seat].away]

    def match_seen(self, version: int) -> Match:
        """Return the match, or refuse if it is not what the person saw."""
        state = self.state
        if state.start is None:
            raise Refused("phase", "the game has not begun")
        if version > state.version:
            raise Refused(
                "version",
                "expected a version up to {now}, got {version}: nobody has seen that yet",
                now=state.version,
                version=version,
            )
        if version < state.changed:
            refuse_stale()
        if state.ended:
            raise Refused("phase", "the game is over")
        return state.playable

    def expect_turn(self, mine: Collection[int]) -> None:
        """Refuse unless one of these seats has to choose."""
        mover = self.state.playable.player
        if mover == CHANCE:
            raise Refused("turn", "it is for the dice now")
        if mover not in mine:
            raise Refused("turn", "it is the turn of {name}", name=self.state.seats[mover].name)

    def may_roll(self, holder: str) -> bool:
        """Return whether this holder may enter what real dice showed.

        The person to move may, or anybody seated if that person is not there.
        """
        if self.state.match is None or not self.state.awaits_roll:
            return False
        return self._rolls_for(self.state.match.mover, holder)

    def may_undo(self, holder: str) -> bool:
        """Return whether this holder may take back the last event.

        It is their own choice, if nobody learnt anything from it, or what they typed from real
        dice.
        """
        match = self.state.match
        if match is None or not match.events or self.state.ended:
            return False
        last = match.player_at(len(match.events) - 1)
        if last == CHANCE:
            before = match.at(len(match.events) - 1)
            is_typed = self.state.is_real and not before.is_secret
            return is_typed and self._rolls_for(before.mover, holder)
        return last in self.state.held_by(holder) and not match.revealed

    def _rolls_for(self, seat: int, holder: str) -> bool:
        mine = self.state.held_by(holder)
        present = seat >= 0 and self.is_here(seat) and not self.state.seats[seat].away
        return seat in mine if present else bool(mine)

    def next_deadline(self) -> list[Due]:
        """Return the deadline of the next decision, if a clock runs."""
        seconds = self.state.settings.clock
        return [Due(self.now + seconds)] if seconds else []
