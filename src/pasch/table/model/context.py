"""What a decision rests on, and what comes of it."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from pasch.core.match.match import Match
from pasch.table.model.entries import Back, Due, Entry
from pasch.table.model.errors import Refused
from pasch.table.model.seats import Seat
from pasch.table.model.state import Sitting

GRACE_S = 20  # seconds for which a seat stays with a person who is gone, or whose salt is awaited


@dataclass(frozen=True, slots=True)
class Known:
    """What a decision rests on."""

    sitting: Sitting
    here: Collection[str]
    """Whoever has a connection."""
    now: float
    """Seconds since 1970."""
    seen: Mapping[str, float] = field(default_factory=dict)
    """When those without one were last heard of."""
    found: float = 0.0
    """When this process read the table from the store; 0 if it laid the table."""

    def mine(self, holder: str) -> list[int]:
        found = self.sitting.held_by(holder)
        if not found:
            raise Refused("seat", "only somebody who sits at the table may do this")
        return found

    def is_here(self, seat: int) -> bool:
        """Whether the person of this seat has a connection."""
        sits = self.sitting.seats[seat]
        return sits.kind == "person" and sits.holder in self.here

    def gone_for(self, seat: int) -> float:
        """Seconds since the person of this seat sat down or was last heard of.

        Whom this process has not seen go may have been here until it read the table.
        """
        sits = self.sitting.seats[seat]
        return self.now - max(self.seen.get(sits.holder, self.found), sits.since)

    def backs(self, holder: str) -> list[Entry]:
        """Whoever does something is back."""
        mine = self.sitting.held_by(holder)
        return [Back(seat) for seat in mine if self.sitting.seats[seat].away]


@dataclass(frozen=True, slots=True)
class Decision:
    entries: list[Entry]
    after: Match | None = None
    """The match once these are so, where it goes on."""


NOTHING = Decision([])


def seat_at(sitting: Sitting, seat: int) -> Seat:
    if not 0 <= seat < len(sitting.seats):
        raise Refused(
            "seat",
            "expected a seat from 1 to {last}, got {seat}",
            last=len(sitting.seats),
            seat=seat + 1,
        )
    return sitting.seats[seat]


def expect_gone(known: Known, seat: int) -> None:
    """Refuse while the person of this seat may be back any moment."""
    wait = math.ceil(GRACE_S - known.gone_for(seat))
    if wait > 0:
        raise Refused(
            "seat",
            "{name} was here just now; ask again in {n} seconds",
            name=known.sitting.seats[seat].name,
            n=wait,
        )


def next_deadline(sitting: Sitting, now: float) -> list[Entry]:
    seconds = sitting.settings.clock
    return [Due(now + seconds)] if seconds else []
