"""Compares what players tried and what was acknowledged with what the store has."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pasch.table.model import Did, Entry, TableState, Undid, holder_of
from tests.faults.pictures import Picture


@dataclass(eq=False)
class Attempt:
    """A choice, or an undo (no action), that a player tried at this version."""

    seat: int
    version: int
    action: int | None
    is_acknowledged: bool = False


@dataclass
class Account:
    """The number of acknowledged moves, and of those that are wrong in the store."""

    moves: int = 0
    lost: int = 0
    doubled: int = 0
    misplaced: int = 0

    def __add__(self, other: "Account") -> "Account":
        return Account(
            self.moves + other.moves,
            self.lost + other.lost,
            self.doubled + other.doubled,
            self.misplaced + other.misplaced,
        )


@dataclass(frozen=True)
class Place:
    """An event in the store, with the seat of the person who chose it; none for dice and bots."""

    n: int
    seat: int | None
    action: int | None


@dataclass
class Ledger:
    """The acknowledgements of one table."""

    table: str
    tokens: dict[int, str] = field(default_factory=dict)
    """The people who were told that they sit there, by seat."""
    attempts: list[Attempt] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)

    def tries(self, seat: int, version: int, action: int | None) -> Attempt:
        self.attempts.append(Attempt(seat, version, action))
        return self.attempts[-1]

    def account(self, entries: Sequence[Entry]) -> Account:
        """Return the account of what was acknowledged.

        A choice belongs to the first event after what was seen: nothing else happened before.
        """
        found = Account(moves=sum(attempt.is_acknowledged for attempt in self.attempts))
        seats = TableState.of(entries).seats if entries else []
        for seat, token in self.tokens.items():
            found.lost += not seats or seats[seat].holder != holder_of(token)
        places = places_of(entries)
        meant: dict[int, list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            place = next((place for place in places if place.n > attempt.version), None)
            if place is None:
                found.lost += attempt.is_acknowledged
            elif (place.seat, place.action) == (attempt.seat, attempt.action):
                meant[place.n].append(attempt)
            else:
                found.misplaced += attempt.is_acknowledged
        chosen = [place.n for place in places if place.seat is not None]
        found.doubled = sum(n not in meant for n in chosen)
        found.doubled += sum(
            max(0, sum(each.is_acknowledged for each in several) - 1) for several in meant.values()
        )
        return found


def places_of(entries: Sequence[Entry]) -> list[Place]:
    places: list[Place] = []
    if not entries:
        return places
    state = TableState.of(entries[:1])
    for n, entry in enumerate(entries[1:], start=2):
        if isinstance(entry, Did):
            mover = state.playable.player
            by_hand = mover >= 0 and not state.seats[mover].is_played_by_bot
            places.append(Place(n, mover if by_hand else None, entry.a))
        elif isinstance(entry, Undid):
            undone = state.playable.player_at(len(state.events) - 1)
            places.append(Place(n, undone, None))
        state.apply(entry)
        state.play()
    return places
