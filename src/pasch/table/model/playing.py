"""Who may do what once a game has begun: choose, tap what fell, take back, leave and come back."""

from typing import NoReturn

from pasch.core.errors import IllegalAction
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.match import Match
from pasch.core.words import LANGUAGES
from pasch.table.model.commands import (
    Choose,
    Leave,
    PlayBot,
    Rematch,
    Return,
    Roll,
    RunOut,
    StandIn,
    TakeBack,
)
from pasch.table.model.context import NOTHING, Decision, Known, expect_gone, next_deadline, seat_at
from pasch.table.model.entries import Did, Ended, Entry, Late, Left, Rematched, Stood, Undid
from pasch.table.model.errors import Refused
from pasch.table.model.state import Sitting


def choose(command: Choose, known: Known) -> Decision:
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
    after = match.copy()
    after.apply(a)
    while (due := after.due(sitting.dice)) is not None:
        after.apply(due)
    entries: list[Entry] = [Did(each) for each in after.events[len(match.events) :]]
    if after.player == OVER:
        entries.append(Ended(after.returns(), now))
    else:
        entries += next_deadline(sitting, now)
    return Decision(entries, after)


def roll(_: Roll, known: Known) -> Decision:
    sitting = known.sitting
    due = sitting.falls
    if sitting.ended or due is None:
        refuse_stale()
    return consequences(sitting, sitting.playable, due, known.now)


def play_bot(command: PlayBot, known: Known) -> Decision:
    """What it chose counts if nothing changed meanwhile."""
    sitting = known.sitting
    expect_unchanged(sitting, command.seat, command.changed)
    if not sitting.seats[command.seat].is_played_by_bot:
        refuse_stale()
    return consequences(sitting, sitting.playable, command.action, known.now)


def run_out(command: RunOut, known: Known) -> Decision:
    """Among people a bot takes over until the person is back: the others wait. Against bots it
    makes this one choice."""
    sitting = known.sitting
    expect_unchanged(sitting, command.seat, command.changed)
    if command.action is None or is_awaited(sitting, command.seat):
        return Decision([Left(command.seat)])
    happened = consequences(sitting, sitting.playable, command.action, known.now)
    return Decision([Late(command.seat), *happened.entries], happened.after)


def is_awaited(sitting: Sitting, seat: int) -> bool:
    """Return whether another person plays at this table, with a seat of their own."""
    holder = sitting.seats[seat].holder
    people = (each for each in sitting.seats if each.kind == "person" and not each.away)
    return any(each.holder != holder for each in people)


def expect_unchanged(sitting: Sitting, seat: int, changed: int) -> None:
    if sitting.ended or sitting.changed != changed or whose_turn(sitting) != seat:
        refuse_stale()


def whose_turn(sitting: Sitting) -> int:
    """The seat to choose, or to roll real dice; CHANCE where dice fall by themselves."""
    match = sitting.playable
    return to_move(match) if sitting.awaits_roll else match.player


def take_back(command: TakeBack, known: Known) -> Decision:
    match = match_seen(known.sitting, command.version)
    mine = known.mine(command.holder)
    if not may_undo(known, command.holder):
        raise Refused(
            "illegal", "only your own last choice, and only if nothing came to light by it"
        )
    before = match.at(len(match.events) - 1)
    undid = Undid()
    if before.player == CHANCE:
        mover = to_move(before)
        fell = {language: before.text(match.events[-1], language) for language in LANGUAGES}
        undid = Undid(mover if mover in mine else mine[0], fell)
    return Decision([*known.backs(command.holder), undid])


def come_back(command: Return, known: Known) -> Decision:
    return NOTHING if known.sitting.ended else Decision(known.backs(command.holder))


def leave(command: Leave, known: Known) -> Decision:
    sitting = known.sitting
    mine = known.mine(command.holder)
    if sitting.phase == "gathering":
        return Decision([Stood(seat) for seat in mine])
    if sitting.phase == "over":
        return NOTHING
    return Decision([Left(seat) for seat in mine if not sitting.seats[seat].away])


def stand_in(command: StandIn, known: Known) -> Decision:
    known.mine(command.holder)
    sits = seat_at(known.sitting, command.seat)
    if known.sitting.phase != "playing":
        raise Refused("phase", "a bot stands in only while a game is played")
    if sits.kind != "person" or sits.away:
        raise Refused("seat", "a bot plays for {name} already", name=sits.name)
    if known.is_here(command.seat):
        raise Refused("seat", "{name} is here", name=sits.name)
    expect_gone(known, command.seat)
    return Decision([Left(command.seat)])


def rematch(command: Rematch, known: Known) -> Decision:
    known.mine(command.holder)
    if known.sitting.phase != "over":
        raise Refused("phase", "the game is not over")
    wanted = command.table and known.sitting.rematch is None
    return Decision([Rematched(command.table)]) if wanted else NOTHING


def may_tap(known: Known, holder: str) -> bool:
    """Real dice: who is to move taps what fell; if nobody is there for it, anybody seated."""
    sitting = known.sitting
    if sitting.match is None or not sitting.awaits_roll:
        return False
    return rolls_for(known, to_move(sitting.match), holder)


def may_undo(known: Known, holder: str) -> bool:
    """Whose choice was last, if nobody learnt anything from it; with real dice also a tap."""
    sitting, match = known.sitting, known.sitting.match
    if match is None or not match.events or sitting.ended:
        return False
    last = match.player_at(len(match.events) - 1)
    if last == CHANCE:
        before = match.at(len(match.events) - 1)
        is_typed = sitting.is_real and not before.is_secret
        return is_typed and rolls_for(known, to_move(before), holder)
    return last in sitting.held_by(holder) and not match.revealed


def to_move(match: Match) -> int:
    """The seat to choose, or for which chance decides; WATCHER if for none."""
    lines = match.scene(WATCHER).seats
    return next((seat for seat, line in enumerate(lines) if line.to_move), WATCHER)


def rolls_for(known: Known, seat: int, holder: str) -> bool:
    mine = known.sitting.held_by(holder)
    present = seat >= 0 and known.is_here(seat) and not known.sitting.seats[seat].away
    return seat in mine if present else bool(mine)
