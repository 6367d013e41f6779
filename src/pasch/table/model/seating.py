"""Commands before the game begins: sit down, seal one's part of the dice, begin."""

import hashlib
import math
import re
from dataclasses import dataclass
from typing import ClassVar

from pasch.core.game.dice import SALT, Dice, Draws
from pasch.table.model.context import (
    GRACE_S,
    NOTHING,
    Context,
    Decision,
    FromServer,
    Holder,
)
from pasch.table.model.entries import (
    Closed,
    Did,
    Entry,
    Opened,
    Sat,
    SatBot,
    Sealed,
    Started,
    Stood,
)
from pasch.table.model.errors import Refused
from pasch.table.model.names import clean_name, distinct, expect_unlike
from pasch.table.model.state import Seat, Settings

SEAL = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Sit:
    """Sit down on this seat, or on the first that is free for the holder."""

    kind: ClassVar = ""
    holder: Holder
    name: str
    salt: str = ""
    seat: int | None = None
    seal: str = ""
    """The hash of a salt that is opened later; instead of the salt."""

    def decide(self, at: Context) -> Decision:
        at.expect_gathering()
        state = at.state
        if not self.holder:
            raise Refused("seat", "expected the secret of the seat, got none")
        if self.seal:
            check_seal(self.seal)
        else:
            check_salt(self.salt)
        name = clean_name(self.name)
        if any(self.has_taken(state.seats[n]) for n in state.held_by(self.holder)):
            return NOTHING  # the same person asks again, since the answer was lost
        at.expect_not_closed()
        seat = free_seat(at, self.holder, self.seat)
        others = other_names(at, seat)
        expect_unlike(name, others)
        salt = "" if self.seal else self.salt
        return Decision([Sat(seat, distinct(name, others), self.holder, salt, self.seal, at.now)])

    def has_taken(self, seat: Seat) -> bool:
        """Return whether the person who sits there brought this very salt."""
        return seat.seal == self.seal if self.seal else seat.salt == self.salt


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal another salt for one's seat."""

    kind: ClassVar = "seal"
    holder: Holder
    seat: int
    seal: str

    def decide(self, at: Context) -> Decision:
        at.expect_gathering()
        at.expect_not_closed()
        if self.seat not in at.mine(self.holder):
            raise Refused("seat", "this is not your seat")
        return Decision([Sealed(self.seat, check_seal(self.seal))])


@dataclass(frozen=True, slots=True)
class OpenSalt:
    """Open the salt that was sealed; the last one begins the match."""

    kind: ClassVar = "salt"
    holder: Holder
    salt: str

    def decide(self, at: Context) -> Decision:
        state = at.state
        seat = sealed_seat(at, at.mine(self.holder), check_salt(self.salt))
        if state.seats[seat].salt:
            return NOTHING
        if not state.closed:
            raise Refused("phase", "a salt is opened when nobody sits down any more")
        opened = Opened(seat, self.salt)
        if state.unopened != [seat]:
            return Decision([opened])
        salts = [self.salt if n == seat else salt for n, salt in enumerate(state.salts)]
        return Decision([opened, *beginning(at, state.dice_with(salts), 0.0)])


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Let a bot play an open seat."""

    kind: ClassVar = "bot"
    holder: Holder
    seat: int
    bot: str
    name: FromServer[str] = ""

    def decide(self, at: Context) -> Decision:
        at.expect_gathering()
        at.expect_not_closed()
        at.mine(self.holder)
        if at.seat(self.seat).kind != "bot":
            expect_free(at, self.seat)
        name = distinct(self.name, other_names(at, self.seat))
        return Decision([SatBot(self.seat, self.bot, name)])


@dataclass(frozen=True, slots=True)
class Stand:
    """Empty a seat: one's own, a bot's, or that of a person who is gone or holds up the start."""

    kind: ClassVar = "open"
    holder: Holder
    seat: int

    def decide(self, at: Context) -> Decision:
        at.expect_gathering()
        mine = at.mine(self.holder)
        sits = at.seat(self.seat)
        if sits.kind == "open":
            raise Refused("seat", "seat {seat} is open already", seat=self.seat + 1)
        if sits.kind == "person" and self.seat not in mine:
            expect_left(at, self.seat)
        return Decision([Stood(self.seat)])


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the match: at once, or when everybody has opened what they sealed."""

    kind: ClassVar = "start"
    holder: Holder
    lot: FromServer[float] = 0.0
    """A random number from 0 up to 1: who begins, if neither somebody nor sealed dice say so."""

    def decide(self, at: Context) -> Decision:
        at.expect_gathering()
        state = at.state
        at.mine(self.holder)
        if state.open_seats:
            raise Refused(
                "phase",
                "seat {seat} is still open: somebody or a bot has to sit there",
                seat=state.open_seats[0] + 1,
            )
        if not state.unopened:
            return Decision(beginning(at, state.dice, self.lot))
        if state.closed:
            return NOTHING
        expect_sealed(at)
        return Decision([Closed(at.now)])


def check_salt(salt: str) -> str:
    if not SALT.fullmatch(salt):
        raise Refused("seat", "expected a salt of 32 hex digits, got {salt!r}", salt=salt[:40])
    return salt


def check_seal(seal: str) -> str:
    if not SEAL.fullmatch(seal):
        raise Refused("seat", "expected a seal of 64 hex digits, got {seal!r}", seal=seal[:80])
    return seal


def seal_of(salt: str) -> str:
    return hashlib.sha256(salt.encode()).hexdigest()


def sealed_seat(at: Context, mine: list[int], salt: str) -> int:
    """Return the one of these seats that this salt was sealed for."""
    seal = seal_of(salt)
    for seat in mine:
        if at.state.seats[seat].seal == seal:
            return seat
    raise Refused("seat", "this salt was not sealed for a seat of yours")


def free_seat(at: Context, holder: str, seat: int | None) -> int:
    """Return the seat asked for, else one reserved for this holder, else the first free one."""
    if seat is not None:
        return expect_free(at, seat, holder)
    state = at.state
    free = [n for n in state.open_seats if state.is_free(n, holder, at.now)]
    if not free:
        raise Refused("full", "every seat is taken")
    return min(free, key=lambda n: state.seats[n].holder != holder)


def expect_free(at: Context, seat: int, holder: str = "") -> int:
    sits = at.seat(seat)
    if sits.kind != "open":
        raise Refused("full", "seat {seat} is taken", seat=seat + 1)
    if not at.state.is_free(seat, holder, at.now):
        raise Refused("full", "seat {seat} waits for {name}", seat=seat + 1, name=sits.name)
    return seat


def other_names(at: Context, seat: int) -> list[str]:
    return [each.name for n, each in enumerate(at.state.seats) if n != seat]


def expect_left(at: Context, seat: int) -> None:
    """Refuse unless the person of this seat has been gone, or has held up the start, for long."""
    state, name = at.state, at.state.seats[seat].name
    if state.closed and seat in state.unopened:
        wait = math.ceil(GRACE_S - (at.now - max(state.closed_at, at.loaded_at)))
        if wait > 0:
            raise Refused(
                "seat",
                "the device of {name} still opens its part of the dice; ask again in {n} seconds",
                name=name,
                n=wait,
            )
    elif at.is_here(seat):
        raise Refused("seat", "{name} sits there", name=name)
    else:
        at.expect_gone(seat)


def expect_sealed(at: Context) -> None:
    """Refuse unless every salt is sealed: nobody may choose a salt who knows another."""
    for n in at.state.unopened:
        if not at.state.seats[n].seal:
            raise Refused(
                "phase",
                "the device of {name} has not sealed its part of the dice yet; try again",
                name=at.state.seats[n].name,
            )


def beginning(at: Context, dice: Draws, lot: float) -> list[Entry]:
    """Return the entries that begin the match, or continue the one it comes from."""
    origin = at.state.laid.origin
    if origin is None:
        return [first_seat(at.state.settings, dice.open, lot), *at.next_deadline()]
    started = Started(origin.start, origin.drawn)
    return [started, *map(Did, origin.events), *at.next_deadline()]


def first_seat(settings: Settings, dice: Dice | None, lot: float) -> Started:
    """Return who begins: the dice draw it unless somebody chose it."""
    if settings.starter is not None:
        return Started(settings.starter, drawn=False)
    if dice is None:
        return Started(int(lot * settings.seats), drawn=False)
    return Started(dice.draw_start(settings.seats), drawn=True)
