"""Who may do what at a table: a command becomes entries, or is refused. Nothing happens here."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import NoReturn

from pasch.core.dice import Dice
from pasch.core.errors import IllegalAction
from pasch.core.match import Match
from pasch.core.position import CHANCE, NO_LOT, OVER, WATCHER
from pasch.table.commands import (
    Choose,
    Command,
    Leave,
    OpenSalt,
    PlayBot,
    Rematch,
    Return,
    Roll,
    RunOut,
    Seal,
    SeatBot,
    Sit,
    Stand,
    StandIn,
    Start,
    TakeBack,
)
from pasch.table.entries import (
    Back,
    Closed,
    Did,
    Due,
    Ended,
    Entry,
    Left,
    Opened,
    Rematched,
    Sat,
    SatBot,
    Sealed,
    Settings,
    Started,
    Stood,
    Undid,
)
from pasch.table.errors import Refused
from pasch.table.evolve import Sitting
from pasch.table.seats import Seat, check_salt, check_seal, clean_name, distinct, seal_of

GRACE_S = 20  # seconds until a bot may stand in for who is gone


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
        """Seconds since the person of this seat was last heard of."""
        return self.now - self.seen.get(self.sitting.seats[seat].holder, 0.0)

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


@singledispatch
def decide(command: Command, known: Known) -> Decision:
    raise NotImplementedError(command)


@decide.register
def _(command: Sit, known: Known) -> Decision:
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
    name = distinct(name, others(sitting, seat))
    return Decision([Sat(seat, name, command.holder, "" if seal else salt, seal)])


def taken_before(sitting: Sitting, command: Sit) -> bool:
    """Whether this very person with this very salt sits there: the answer was lost."""
    return any(is_salted_so(sitting.seats[n], command) for n in sitting.held_by(command.holder))


def is_salted_so(seat: Seat, command: Sit) -> bool:
    return seat.seal == command.seal if command.seal else seat.salt == command.salt


def expect_room(sitting: Sitting) -> None:
    if sitting.closed:
        raise Refused("phase", "the game is about to begin")


@decide.register
def _(command: Seal, known: Known) -> Decision:
    expect_gathering(known.sitting)
    expect_room(known.sitting)
    if command.seat not in known.mine(command.holder):
        raise Refused("seat", "this is not your seat")
    return Decision([Sealed(command.seat, check_seal(command.seal))])


@decide.register
def _(command: OpenSalt, known: Known) -> Decision:
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
    begins = beginning(sitting, Dice(sitting.laid.seed, salts), 0.0, known.now)
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


def seat_at(sitting: Sitting, seat: int) -> Seat:
    if not 0 <= seat < len(sitting.seats):
        raise Refused(
            "seat",
            "expected a seat from 1 to {last}, got {seat}",
            last=len(sitting.seats),
            seat=seat + 1,
        )
    return sitting.seats[seat]


def others(sitting: Sitting, seat: int) -> list[str]:
    return [each.name for n, each in enumerate(sitting.seats) if n != seat]


def expect_gathering(sitting: Sitting) -> None:
    if sitting.phase != "gathering":
        raise Refused("phase", "the game has begun")


@decide.register
def _(command: SeatBot, known: Known) -> Decision:
    sitting = known.sitting
    expect_gathering(sitting)
    expect_room(sitting)
    known.mine(command.holder)
    if seat_at(sitting, command.seat).kind != "bot":
        expect_free(known, command.seat)
    name = distinct(command.name, others(sitting, command.seat))
    return Decision([SatBot(command.seat, command.bot, name)])


@decide.register
def _(command: Stand, known: Known) -> Decision:
    expect_gathering(known.sitting)
    mine = known.mine(command.holder)
    sits = seat_at(known.sitting, command.seat)
    if sits.kind == "open":
        raise Refused("seat", "seat {seat} is open already", seat=command.seat + 1)
    holds_up = known.sitting.closed and command.seat in known.sitting.unopened
    if command.seat not in mine and known.is_here(command.seat) and not holds_up:
        raise Refused("seat", "{name} sits there", name=sits.name)
    return Decision([Stood(command.seat)])


@decide.register
def _(command: Start, known: Known) -> Decision:
    sitting = known.sitting
    expect_gathering(sitting)
    known.mine(command.holder)
    if sitting.open_seats:
        seat = sitting.open_seats[0] + 1
        raise Refused(
            "phase", "seat {seat} is still open: somebody or a bot has to sit there", seat=seat
        )
    if sitting.unopened:
        return NOTHING if sitting.closed else closing(sitting)
    return Decision(beginning(sitting, sitting.dice, command.lot, known.now))


def closing(sitting: Sitting) -> Decision:
    """Only with every salt sealed: nobody is to choose one who knows another."""
    for n in sitting.unopened:
        if not sitting.seats[n].seal:
            raise Refused(
                "phase",
                "the device of {name} has not sealed its part of the dice yet; try again",
                name=sitting.seats[n].name,
            )
    return Decision([Closed()])


def beginning(sitting: Sitting, dice: Dice | None, lot: float, now: float) -> list[Entry]:
    origin, due = sitting.laid.origin, next_deadline(sitting, now)
    if origin is not None:
        return [Started(origin.start, origin.drawn), *map(Did, origin.events), *due]
    return [first_seat(sitting.settings, dice, lot), *due]


def next_deadline(sitting: Sitting, now: float) -> list[Entry]:
    seconds = sitting.settings.clock
    return [Due(now + seconds)] if seconds else []


def first_seat(settings: Settings, dice: Dice | None, lot: float) -> Started:
    """Drawn by the dice unless somebody chose it."""
    if settings.starter is not None:
        return Started(settings.starter, drawn=False)
    if dice is None:
        return Started(int(lot * settings.seats), drawn=False)
    return Started(dice.draw_start(settings.seats), drawn=True)


@decide.register
def _(command: Choose, known: Known) -> Decision:
    sitting = known.sitting
    match = match_seen(sitting, command.version)
    mine, action = known.mine(command.holder), command.action
    if may_tap(known, command.holder):
        action = tapped(sitting.outcomes, action)
    else:
        expect_turn(sitting, mine)
    try:
        happened = consequences(sitting, match, action, known.now)
    except IllegalAction:
        raise Refused("illegal", *match.refusal(action, command.language)) from None
    return Decision([*known.backs(command.holder), *happened.entries], happened.after)


def tapped(outcomes: list[int], place: int) -> int:
    if not 0 <= place < len(outcomes):
        raise Refused(
            "illegal",
            "expected what fell, from 0 to {last}, got {got}",
            last=len(outcomes) - 1,
            got=place,
        )
    if outcomes[place] == NO_LOT:
        raise Refused("illegal", "there is none of these: look again at what was drawn")
    return outcomes[place]


def match_seen(sitting: Sitting, version: int) -> Match:
    """The match as it is, if that is what the person saw."""
    if sitting.start is None:
        raise Refused("phase", "the game has not begun")
    if version > sitting.version:
        raise Refused(
            "version",
            "expected a version up to {now}, got {version}: nobody has seen that yet",
            now=sitting.version,
            version=version,
        )
    if version < sitting.changed:
        refuse_stale()
    if sitting.ended:
        raise Refused("phase", "the game is over")
    return sitting.playable


def refuse_stale() -> NoReturn:
    raise Refused("stale", "the table has changed meanwhile; look again")


def expect_turn(sitting: Sitting, mine: list[int]) -> None:
    mover = sitting.playable.player
    if mover == CHANCE:
        raise Refused("turn", "it is for the dice now")
    if mover not in mine:
        raise Refused("turn", "it is the turn of {name}", name=sitting.seats[mover].name)


def consequences(sitting: Sitting, match: Match, a: int, now: float) -> Decision:
    """This event, the chance that follows it and the end, if it is one."""
    after, dice = match.copy(), sitting.dice
    after.apply(a)
    while dice and after.player == CHANCE:
        after.apply(dice.roll(after.turn, after.die, after.chance))
    entries: list[Entry] = [Did(each) for each in after.events[len(match.events) :]]
    if after.player == OVER:
        entries.append(Ended(after.returns(), now))
    else:
        entries += next_deadline(sitting, now)
    return Decision(entries, after)


@decide.register
def _(_: Roll, known: Known) -> Decision:
    sitting = known.sitting
    match = sitting.playable
    if sitting.ended or sitting.dice is None or match.player != CHANCE:
        refuse_stale()
    a = sitting.dice.roll(match.turn, match.die, match.chance)
    return consequences(sitting, match, a, known.now)


@decide.register
def _(command: PlayBot, known: Known) -> Decision:
    """What it chose counts if nothing changed meanwhile."""
    sitting = known.sitting
    expect_unchanged(sitting, command.seat, command.changed)
    if not sitting.seats[command.seat].is_played_by_bot:
        refuse_stale()
    return consequences(sitting, sitting.playable, command.action, known.now)


@decide.register
def _(command: RunOut, known: Known) -> Decision:
    expect_unchanged(known.sitting, command.seat, command.changed)
    return Decision([Left(command.seat)])


def expect_unchanged(sitting: Sitting, seat: int, changed: int) -> None:
    if sitting.ended or sitting.changed != changed or whose_turn(sitting) != seat:
        refuse_stale()


def whose_turn(sitting: Sitting) -> int:
    """The seat to choose, or to roll real dice; CHANCE where dice fall by themselves."""
    match = sitting.playable
    is_rolled = match.player == CHANCE and sitting.settings.dice == "real"
    return to_move(match) if is_rolled else match.player


@decide.register
def _(command: TakeBack, known: Known) -> Decision:
    match_seen(known.sitting, command.version)
    known.mine(command.holder)
    if not may_undo(known, command.holder):
        raise Refused(
            "illegal", "only your own last choice, and only if nothing came to light by it"
        )
    return Decision([*known.backs(command.holder), Undid()])


@decide.register
def _(command: Return, known: Known) -> Decision:
    return NOTHING if known.sitting.ended else Decision(known.backs(command.holder))


@decide.register
def _(command: Leave, known: Known) -> Decision:
    sitting = known.sitting
    mine = known.mine(command.holder)
    if sitting.phase == "gathering":
        return Decision([Stood(seat) for seat in mine])
    if sitting.phase == "over":
        return NOTHING
    return Decision([Left(seat) for seat in mine if not sitting.seats[seat].away])


@decide.register
def _(command: StandIn, known: Known) -> Decision:
    known.mine(command.holder)
    sits = seat_at(known.sitting, command.seat)
    if known.sitting.phase != "playing":
        raise Refused("phase", "a bot stands in only while a game is played")
    if sits.kind != "person" or sits.away:
        raise Refused("seat", "a bot plays for {name} already", name=sits.name)
    if known.is_here(command.seat):
        raise Refused("seat", "{name} is here", name=sits.name)
    wait = math.ceil(GRACE_S - known.gone_for(command.seat))
    if wait > 0:
        raise Refused(
            "seat", "{name} was here just now; ask again in {n} seconds", name=sits.name, n=wait
        )
    return Decision([Left(command.seat)])


@decide.register
def _(command: Rematch, known: Known) -> Decision:
    known.mine(command.holder)
    if known.sitting.phase != "over":
        raise Refused("phase", "the game is not over")
    wanted = command.table and known.sitting.rematch is None
    return Decision([Rematched(command.table)]) if wanted else NOTHING


def may_tap(known: Known, holder: str) -> bool:
    """Real dice: who is to move taps what fell; if nobody is there for it, anybody seated."""
    sitting = known.sitting
    if sitting.settings.dice != "real" or sitting.match is None or sitting.match.player != CHANCE:
        return False
    return rolls_for(known, to_move(sitting.match), holder)


def may_undo(known: Known, holder: str) -> bool:
    """Whose choice was last, if nobody learnt anything from it; with real dice also a tap."""
    sitting, match = known.sitting, known.sitting.match
    if match is None or not match.events or sitting.ended:
        return False
    last = match.player_at(len(match.events) - 1)
    if last == CHANCE:
        real = sitting.settings.dice == "real"
        return real and rolls_for(known, to_move(match.at(len(match.events) - 1)), holder)
    return last in sitting.held_by(holder) and not match.revealed


def to_move(match: Match) -> int:
    """The seat to choose, or for which chance decides; WATCHER if for none."""
    lines = match.scene(WATCHER).seats
    return next((seat for seat, line in enumerate(lines) if line.to_move), WATCHER)


def rolls_for(known: Known, seat: int, holder: str) -> bool:
    mine = known.sitting.held_by(holder)
    present = seat >= 0 and known.is_here(seat) and not known.sitting.seats[seat].away
    return seat in mine if present else bool(mine)
