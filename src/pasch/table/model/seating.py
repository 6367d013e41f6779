"""Who may do what before a game begins: sit down, seal their part of the dice, begin."""

import math

from pasch.core.game.dice import Dice, Draws
from pasch.table.model.commands import OpenSalt, Seal, SeatBot, Sit, Stand, Start
from pasch.table.model.context import (
    GRACE_S,
    NOTHING,
    Decision,
    Known,
    expect_gone,
    next_deadline,
    seat_at,
)
from pasch.table.model.entries import (
    Closed,
    Did,
    Entry,
    Opened,
    Sat,
    SatBot,
    Sealed,
    Settings,
    Started,
    Stood,
)
from pasch.table.model.errors import Refused
from pasch.table.model.names import clean_name, distinct, expect_unlike
from pasch.table.model.seats import Seat, check_salt, check_seal, seal_of
from pasch.table.model.state import Sitting


def sit(command: Sit, known: Known) -> Decision:
    sitting, salt, seal = known.sitting, command.salt, command.seal
    expect_gathering(sitting)
    if not command.holder:
        raise Refused("seat", "expected the secret of the seat, got none")
    if seal:
        check_seal(seal)
    else:
        check_salt(salt)
    name = clean_name(command.name)
    if taken_before(sitting, command):
        return NOTHING
    expect_room(sitting)
    seat = free_seat(known, command.holder, command.seat)
    expect_unlike(name, others(sitting, seat))
    name = distinct(name, others(sitting, seat))
    return Decision([Sat(seat, name, command.holder, "" if seal else salt, seal, known.now)])


def taken_before(sitting: Sitting, command: Sit) -> bool:
    """Whether this very person with this very salt sits there: the answer was lost."""
    return any(is_salted_so(sitting.seats[n], command) for n in sitting.held_by(command.holder))


def is_salted_so(seat: Seat, command: Sit) -> bool:
    return seat.seal == command.seal if command.seal else seat.salt == command.salt


def expect_room(sitting: Sitting) -> None:
    if sitting.closed:
        raise Refused("phase", "the game is about to begin")


def seal(command: Seal, known: Known) -> Decision:
    expect_gathering(known.sitting)
    expect_room(known.sitting)
    if command.seat not in known.mine(command.holder):
        raise Refused("seat", "this is not your seat")
    return Decision([Sealed(command.seat, check_seal(command.seal))])


def open_salt(command: OpenSalt, known: Known) -> Decision:
    sitting = known.sitting
    seat = sealed_seat(sitting, known.mine(command.holder), check_salt(command.salt))
    if sitting.seats[seat].salt:
        return NOTHING
    if not sitting.closed:
        raise Refused("phase", "a salt is opened when nobody sits down any more")
    opened = Opened(seat, command.salt)
    if sitting.unopened != [seat]:
        return Decision([opened])
    salts = [command.salt if n == seat else salt for n, salt in enumerate(sitting.salts)]
    begins = beginning(sitting, sitting.dice_with(salts), 0.0, known.now)
    return Decision([opened, *begins])


def sealed_seat(sitting: Sitting, mine: list[int], salt: str) -> int:
    seal = seal_of(salt)
    for seat in mine:
        if sitting.seats[seat].seal == seal:
            return seat
    raise Refused("seat", "this salt was not sealed for a seat of yours")


def free_seat(known: Known, holder: str, seat: int | None) -> int:
    """The seat asked for, else that kept for this person, else the first anybody may take."""
    sitting = known.sitting
    if seat is not None:
        return expect_free(known, seat, holder)
    free = [n for n in sitting.open_seats if sitting.is_free(n, holder, known.now)]
    if not free:
        raise Refused("full", "every seat is taken")
    return min(free, key=lambda n: sitting.seats[n].holder != holder)


def expect_free(known: Known, seat: int, holder: str = "") -> int:
    sits = seat_at(known.sitting, seat)
    if sits.kind != "open":
        raise Refused("full", "seat {seat} is taken", seat=seat + 1)
    if not known.sitting.is_free(seat, holder, known.now):
        raise Refused("full", "seat {seat} waits for {name}", seat=seat + 1, name=sits.name)
    return seat


def others(sitting: Sitting, seat: int) -> list[str]:
    return [each.name for n, each in enumerate(sitting.seats) if n != seat]


def expect_gathering(sitting: Sitting) -> None:
    if sitting.phase != "gathering":
        raise Refused("phase", "the game has begun")


def seat_bot(command: SeatBot, known: Known) -> Decision:
    sitting = known.sitting
    expect_gathering(sitting)
    expect_room(sitting)
    known.mine(command.holder)
    if seat_at(sitting, command.seat).kind != "bot":
        expect_free(known, command.seat)
    name = distinct(command.name, others(sitting, command.seat))
    return Decision([SatBot(command.seat, command.bot, name)])


def stand(command: Stand, known: Known) -> Decision:
    expect_gathering(known.sitting)
    mine = known.mine(command.holder)
    sits = seat_at(known.sitting, command.seat)
    if sits.kind == "open":
        raise Refused("seat", "seat {seat} is open already", seat=command.seat + 1)
    if sits.kind == "person" and command.seat not in mine:
        expect_left(known, command.seat)
    return Decision([Stood(command.seat)])


def expect_left(known: Known, seat: int) -> None:
    """Refuse unless the person of this seat is gone, or holds up the start, for long enough."""
    sitting, name = known.sitting, known.sitting.seats[seat].name
    if sitting.closed and seat in sitting.unopened:
        wait = math.ceil(GRACE_S - (known.now - max(sitting.closed_at, known.found)))
        if wait > 0:
            raise Refused(
                "seat",
                "the device of {name} still opens its part of the dice; ask again in {n} seconds",
                name=name,
                n=wait,
            )
    elif known.is_here(seat):
        raise Refused("seat", "{name} sits there", name=name)
    else:
        expect_gone(known, seat)


def start(command: Start, known: Known) -> Decision:
    sitting = known.sitting
    expect_gathering(sitting)
    known.mine(command.holder)
    if sitting.open_seats:
        seat = sitting.open_seats[0] + 1
        raise Refused(
            "phase", "seat {seat} is still open: somebody or a bot has to sit there", seat=seat
        )
    if sitting.unopened:
        return NOTHING if sitting.closed else closing(sitting, known.now)
    return Decision(beginning(sitting, sitting.dice, command.lot, known.now))


def closing(sitting: Sitting, now: float) -> Decision:
    """Only with every salt sealed: nobody is to choose one who knows another."""
    for n in sitting.unopened:
        if not sitting.seats[n].seal:
            raise Refused(
                "phase",
                "the device of {name} has not sealed its part of the dice yet; try again",
                name=sitting.seats[n].name,
            )
    return Decision([Closed(now)])


def beginning(sitting: Sitting, dice: Draws, lot: float, now: float) -> list[Entry]:
    origin, due = sitting.laid.origin, next_deadline(sitting, now)
    if origin is not None:
        return [Started(origin.start, origin.drawn), *map(Did, origin.events), *due]
    return [first_seat(sitting.settings, dice.open, lot), *due]


def first_seat(settings: Settings, dice: Dice | None, lot: float) -> Started:
    """Drawn by the dice unless somebody chose it."""
    if settings.starter is not None:
        return Started(settings.starter, drawn=False)
    if dice is None:
        return Started(int(lot * settings.seats), drawn=False)
    return Started(dice.draw_start(settings.seats), drawn=True)
