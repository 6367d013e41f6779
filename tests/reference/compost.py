"""Compost, a slow reference model written straight from the clauses CO-1 to CO-17."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

T = TypeVar("T")

# A die is (colour, face). Seat i owns colour i; a die that was never rolled has face 0.
Die = tuple[int, int]

COLOURS = (0, 1, 2, 3, 4)
NEUTRAL = 4  # CO-2, nobody's own
FACES = (1, 2, 3, 4, 5, 6)
NO_FACE = 0

PLACES = (0, 1, 2, 3)  # CO-1: the four cards of a player
STOVE = 3

CHANCE = -1
OVER = -2

REROLL_CARD = 0  # plus the place
REROLL_COLOUR = 4  # plus the colour
ASSIGN = 9  # plus the place
ACTIVATE = 13  # plus the place
DO_NOT_ACTIVATE = 16
HAND_OUT = 17  # plus colour * 6 + face - 1
GIVE_BOTH = 47  # plus the seat
SET = 51  # plus face - 1
LIFT = 57  # plus (place * 5 + colour) * 6 + face - 1
DONE_LIFTING = 177


class Side(Enum):
    """A side of a card."""

    RUN = "A Run"
    DIFFERENT = "Different"
    KIND = "All of a Kind"
    CONTROL = "Control"
    PAIRS = "One or Two Pair"
    TARGET = "Target"
    STOVE = "Stove"


FRONTS = (Side.RUN, Side.KIND, Side.PAIRS, Side.STOVE)  # CO-1, by place
BACKS = (Side.DIFFERENT, Side.CONTROL, Side.TARGET)


class Stage(Enum):
    """What the next event is."""

    REROLL = "the seat in turn chooses the dice to reroll"
    ROLL = "the seat in turn rolls a die"
    ASSIGN = "the seat in turn assigns a rolled die"
    ACTIVATE = "the seat in turn activates a card or doesn't"
    HAND_OUT = "the seat in turn chooses the next die to hand out"
    CHOOSE_TARGET = "the seat in turn chooses who gets both dice"
    RECEIVE = "the receiver assigns a die given"
    SET = "the seat in turn sets a die to a face"
    LIFT = "the seat in turn lifts a die or is done lifting"
    LAY = "the seat in turn lays a die down"
    OVER = "the game is over"


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two events. Dice are kept by colour, then face."""

    seats: int
    start: int
    dice: int
    neutral: int
    turn_limit: int
    stage: Stage
    ready: int  # seats that have finished the set-up, the first player not counted (CO-3)
    turn: int  # turns finished, all seats together
    cards: tuple[tuple[tuple[Die, ...], ...], ...]  # by seat, by place: the dice lying there
    flipped: tuple[tuple[bool, ...], ...]  # by seat, by place 0..2: whether the back is up
    compost: tuple[Die, ...]
    to_roll: tuple[int, ...]  # colours of the dice in hand still to be rolled
    waiting: tuple[Die, ...]  # dice off the cards, waiting to be assigned or laid down
    receiver: int | None  # the seat that assigns dice given
    tray: tuple[Die, ...]  # dice of the activated card that aren't given away or set yet
    handed: int  # dice of the tray handed out so far
    winner: int | None


def begin(
    seats: int, start: int, *, dice: int = 10, neutral: int = 5, turn_limit: int = 500
) -> Position:
    """Return the table before the first roll of the set-up."""
    if not 2 <= seats <= 4:
        raise ValueError(f"Compost is for 2 to 4 players, not {seats}")
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} among {seats}")
    if neutral < 0:
        raise ValueError("there are no fewer than no neutral dice")
    if turn_limit < 1:
        raise ValueError("there is at least one turn")
    fewest = dice - (seats - 1)
    if fewest < 0 or fewest + (neutral if seats == 2 else 0) < 1:
        raise ValueError("every player needs a die")
    p = Position(
        seats=seats,
        start=start,
        dice=dice,
        neutral=neutral,
        turn_limit=turn_limit,
        stage=Stage.ROLL,
        ready=0,
        turn=0,
        cards=(((),) * len(PLACES),) * seats,
        flipped=((False,) * len(BACKS),) * seats,  # CO-3: the front sides are up
        compost=(),
        to_roll=(),
        waiting=(),
        receiver=None,
        tray=(),
        handed=0,
        winner=None,
    )
    for colour in first_colours(p, start):  # CO-3: the first player's dice wait on the Stove
        p = with_die(p, start, STOVE, (colour, NO_FACE))
    return replace(p, to_roll=first_colours(p, seat_in_turn(p)))


def first_colours(p: Position, seat: int) -> tuple[int, ...]:
    """CO-2: the colours of the dice this seat starts with."""
    own = p.dice - (seat - p.start) % p.seats
    neutral = p.neutral if p.seats == 2 else 0
    return (seat,) * own + (NEUTRAL,) * neutral


def in_set_up(p: Position) -> bool:
    """CO-3: whether a player but the first is still to roll or to assign."""
    return p.ready < p.seats - 1


def seat_in_turn(p: Position) -> int:
    """Return whose set-up or turn it is, clockwise; after the end, whose turn was the last."""
    if in_set_up(p):
        return (p.start + 1 + p.ready) % p.seats
    if p.stage is Stage.OVER:
        return (p.start + p.turn - 1) % p.seats
    return (p.start + p.turn) % p.seats


def end_set_up(p: Position) -> Position:
    """CO-3: the next player's set-up, or the very first turn: the first player rolls all dice."""
    p = replace(p, ready=p.ready + 1)
    seat = seat_in_turn(p)
    if not in_set_up(p):
        assert seat == p.start
        p = with_card(p, seat, STOVE, ())
    return replace(p, to_roll=first_colours(p, seat), stage=Stage.ROLL)


def side_up(p: Position, seat: int, place: int) -> Side:
    """CO-1: the side of this card that is up."""
    if place != STOVE and p.flipped[seat][place]:
        return BACKS[place]
    return FRONTS[place]


def all_different(faces: list[int]) -> bool:
    return len(set(faces)) == len(faces)


def all_equal(faces: list[int]) -> bool:
    return len(set(faces)) <= 1


def within_two_pairs(faces: list[int]) -> bool:
    """Return whether nothing is too many for two pairs, which may show the same value."""
    return any(Counter(faces) <= Counter([a, a, b, b]) for a in FACES for b in FACES)


def may_lie(side: Side, faces: list[int]) -> bool:
    """CO-9: whether dice with these faces may lie on this side together."""
    if side is Side.RUN:
        return len(faces) <= 6 and all_different(faces)
    if side is Side.DIFFERENT:
        return len(faces) <= 3 and all_different(faces)
    if side is Side.KIND:
        return len(faces) <= 6 and all_equal(faces)
    if side is Side.CONTROL:
        return len(faces) <= 3
    if side is Side.PAIRS:
        return within_two_pairs(faces)
    if side is Side.TARGET:
        return len(faces) <= 2
    assert side is Side.STOVE
    return True


def completes(side: Side, faces: list[int]) -> bool:
    """CO-10: whether dice with these faces complete this side."""
    if not may_lie(side, faces):
        return False
    if side is Side.RUN:
        return len(faces) >= 2 and max(faces) - min(faces) == len(faces) - 1
    if side is Side.DIFFERENT:
        return len(faces) >= 1
    if side is Side.KIND:
        return len(faces) >= 2
    if side is Side.CONTROL:
        return len(faces) >= 1
    if side is Side.PAIRS:
        return (len(faces) == 2 and all_equal(faces)) or len(faces) == 4
    if side is Side.TARGET:
        return len(faces) == 2
    assert side is Side.STOVE
    return False  # CO-6


def fits(p: Position, seat: int, place: int, die: Die) -> bool:
    """CO-9: whether the die may join what lies on this card."""
    faces = faces_of((*p.cards[seat][place], die))
    return may_lie(side_up(p, seat, place), faces)


def complete(p: Position, seat: int, place: int) -> bool:
    """CO-10: whether this card is complete."""
    return completes(side_up(p, seat, place), faces_of(p.cards[seat][place]))


def reroll(p: Position, chosen: list[tuple[int, Die]]) -> Position:
    """CO-4: these dice, each with its place, are taken off the cards to be rolled."""
    seat = seat_in_turn(p)
    for place, die in chosen:
        p = without_die(p, seat, place, die)
    return replace(p, to_roll=tuple(sorted(c for _, (c, _) in chosen)), stage=Stage.ROLL)


def roll(p: Position, face: int) -> Position:
    """Let the next die show this face; assigning begins when all dice are rolled."""
    waiting = in_order((*p.waiting, (p.to_roll[0], face)))
    p = replace(p, waiting=waiting, to_roll=p.to_roll[1:])
    return p if p.to_roll else replace(p, stage=Stage.ASSIGN)


def assign(p: Position, place: int) -> Position:
    """CO-5, CO-8, CO-13: the die asked for goes to this card."""
    die, waiting = p.waiting[0], p.waiting[1:]
    p = replace(with_die(p, assigner(p), place, die), waiting=waiting)
    if waiting:
        return p
    if p.stage is Stage.ASSIGN:
        return end_set_up(p) if in_set_up(p) else ask_to_activate(p)
    if p.stage is Stage.RECEIVE:
        return go_on_giving(replace(p, receiver=None))
    assert p.stage is Stage.LAY
    return end_turn(p)


def assigner(p: Position) -> int:
    """Return whose card the die asked for goes to."""
    if p.stage is Stage.RECEIVE:
        assert p.receiver is not None
        return p.receiver
    return seat_in_turn(p)


def ask_to_activate(p: Position) -> Position:
    """CO-6: who has no complete card isn't asked."""
    seat = seat_in_turn(p)
    if any(complete(p, seat, place) for place in PLACES):
        return replace(p, stage=Stage.ACTIVATE)
    return end_turn(p)


def activate(p: Position, place: int) -> Position:
    """CO-6, CO-16: the dice leave the card, it is flipped, and its action begins."""
    seat = seat_in_turn(p)
    side = side_up(p, seat, place)
    tray = p.cards[seat][place]
    flipped = with_item(p.flipped[seat], place, not p.flipped[seat][place])
    p = with_card(p, seat, place, ())
    p = replace(p, tray=tray, handed=0, flipped=with_item(p.flipped, seat, flipped))
    if side is Side.TARGET:  # CO-12
        return replace(p, stage=Stage.CHOOSE_TARGET)
    if side is Side.CONTROL:  # CO-13
        return replace(p, stage=Stage.SET)
    return replace(p, stage=Stage.HAND_OUT)  # CO-11


def next_in_round(p: Position) -> int:
    """CO-11: whose die is due; the owner's own dice, the first one too, are the Compost's."""
    return (seat_in_turn(p) + p.handed) % p.seats


def to_choose_from(p: Position) -> list[Die]:
    """CO-11, CO-14: the kinds of dice of which the owner chooses the next one."""
    receiver = next_in_round(p)
    if receiver == seat_in_turn(p):
        return sorted(set(p.tray))
    allowed = {die for die in p.tray if die[0] != receiver}
    return sorted(allowed or set(p.tray))


def hand_out(p: Position, die: Die) -> Position:
    """CO-11, CO-14: this die goes to whom it is due, or to the Compost."""
    receiver = next_in_round(p)
    p = replace(p, tray=without(p.tray, die), handed=p.handed + 1)
    if receiver in (seat_in_turn(p), die[0]):
        return go_on_giving(with_composted(p, die))
    return replace(p, waiting=(die,), receiver=receiver, stage=Stage.RECEIVE)


def go_on_giving(p: Position) -> Position:
    """CO-11: the next die, until none is left."""
    return replace(p, stage=Stage.HAND_OUT) if p.tray else end_turn(p)


def give_both(p: Position, receiver: int) -> Position:
    """CO-12, CO-14: both dice go to this seat, those of its own colour to the Compost."""
    given = tuple(die for die in p.tray if die[0] != receiver)
    for die in p.tray:
        if die[0] == receiver:
            p = with_composted(p, die)
    p = replace(p, tray=())
    if not given:
        return end_turn(p)
    return replace(p, waiting=given, receiver=receiver, stage=Stage.RECEIVE)


def set_die(p: Position, face: int) -> Position:
    """CO-13: the die asked for is set to this face."""
    (colour, _), tray = p.tray[0], p.tray[1:]
    p = replace(p, waiting=in_order((*p.waiting, (colour, face))), tray=tray)
    return p if tray else replace(p, stage=Stage.LIFT)


def lift(p: Position, place: int, die: Die) -> Position:
    """CO-13: a further die is taken in hand as it lies."""
    p = without_die(p, seat_in_turn(p), place, die)
    return replace(p, waiting=in_order((*p.waiting, die)))


def dice_of(p: Position, seat: int) -> int:
    """Return how many dice lie on the cards of this seat."""
    return sum(len(dice) for dice in p.cards[seat])


def nobody_can_finish(p: Position) -> bool:
    """CO-17: one die each, and no Different to get rid of it."""
    return all(
        dice_of(p, seat) == 1 and side_up(p, seat, place) is not Side.DIFFERENT
        for seat in range(p.seats)
        for place in PLACES
    )


def end_turn(p: Position) -> Position:
    """CO-7, CO-17: a win, a draw, or the next seat's turn."""
    seat = seat_in_turn(p)
    p = replace(p, turn=p.turn + 1, handed=0)
    if dice_of(p, seat) == 0:
        return replace(p, winner=seat, stage=Stage.OVER)
    if nobody_can_finish(p) or p.turn == p.turn_limit:
        return replace(p, stage=Stage.OVER)
    return replace(p, stage=Stage.REROLL)


def shares(p: Position) -> list[float]:
    """CO-7, CO-17: each seat's share of the victory."""
    if p.stage is not Stage.OVER:
        raise ValueError("the game is not over")
    if p.winner is None:
        return [1 / p.seats] * p.seats
    return [1.0 if seat == p.winner else 0.0 for seat in range(p.seats)]


def mover(p: Position) -> int:
    """Return the seat to choose, CHANCE or OVER."""
    if p.stage is Stage.OVER:
        return OVER
    if p.stage is Stage.ROLL:
        return CHANCE
    return assigner(p)


def moves(p: Position) -> list[tuple[int, Position]]:
    """Return every possible next event with the position after it, ascending."""
    if p.stage is Stage.OVER:
        return []
    if p.stage is Stage.ROLL:
        return [(face - 1, roll(p, face)) for face in FACES]
    if p.stage is Stage.REROLL:
        return rerolls(p)
    if p.stage is Stage.ACTIVATE:
        return activations(p)
    if p.stage is Stage.HAND_OUT:
        return [(HAND_OUT + kind(die), hand_out(p, die)) for die in to_choose_from(p)]
    if p.stage is Stage.CHOOSE_TARGET:
        others = [seat for seat in range(p.seats) if seat != seat_in_turn(p)]
        return [(GIVE_BOTH + seat, give_both(p, seat)) for seat in others]
    if p.stage is Stage.SET:
        return [(SET + face - 1, set_die(p, face)) for face in FACES]
    if p.stage is Stage.LIFT:
        return lifts(p)
    assert p.stage in (Stage.ASSIGN, Stage.RECEIVE, Stage.LAY)
    return [
        (ASSIGN + place, assign(p, place))
        for place in PLACES
        if fits(p, assigner(p), place, p.waiting[0])
    ]


def rerolls(p: Position) -> list[tuple[int, Position]]:
    """CO-4: the dice of a card, or of a colour, if there are any."""
    lying = [(place, die) for place in PLACES for die in p.cards[seat_in_turn(p)][place]]
    choices = [
        (REROLL_CARD + chosen, [(place, die) for place, die in lying if place == chosen])
        for chosen in PLACES
    ] + [
        (REROLL_COLOUR + chosen, [(place, die) for place, die in lying if die[0] == chosen])
        for chosen in COLOURS
    ]
    return [(event, reroll(p, dice)) for event, dice in choices if dice]


def activations(p: Position) -> list[tuple[int, Position]]:
    """CO-6: one of the complete cards, or none."""
    seat = seat_in_turn(p)
    possible = [place for place in PLACES if complete(p, seat, place)]
    return [
        *((ACTIVATE + place, activate(p, place)) for place in possible),
        (DO_NOT_ACTIVATE, end_turn(p)),
    ]


def lifts(p: Position) -> list[tuple[int, Position]]:
    """CO-13: any die on the own cards, or no more."""
    cards = p.cards[seat_in_turn(p)]
    lying = [(place, die) for place in PLACES for die in sorted(set(cards[place]))]
    return [
        *(
            (LIFT + place * len(COLOURS) * len(FACES) + kind(die), lift(p, place, die))
            for place, die in lying
        ),
        (DONE_LIFTING, replace(p, stage=Stage.LAY)),
    ]


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """Sort dice by colour, then by face: the order in which dice are asked for."""
    return tuple(sorted(dice))


def without(dice: tuple[Die, ...], die: Die) -> tuple[Die, ...]:
    """Return the dice less this one."""
    k = dice.index(die)
    return dice[:k] + dice[k + 1 :]


def faces_of(dice: Iterable[Die]) -> list[int]:
    return [face for _, face in dice]


def kind(die: Die) -> int:
    """Return the number of a colour and face."""
    colour, face = die
    return colour * len(FACES) + face - 1


def with_card(p: Position, seat: int, place: int, dice: tuple[Die, ...]) -> Position:
    """Return the position with exactly these dice on this card."""
    return replace(p, cards=with_item(p.cards, seat, with_item(p.cards[seat], place, dice)))


def with_die(p: Position, seat: int, place: int, die: Die) -> Position:
    """Return the position with one more die on this card."""
    return with_card(p, seat, place, in_order((*p.cards[seat][place], die)))


def without_die(p: Position, seat: int, place: int, die: Die) -> Position:
    """Return the position with one die less on this card."""
    return with_card(p, seat, place, without(p.cards[seat][place], die))


def with_composted(p: Position, die: Die) -> Position:
    """CO-15: this die is out of the game."""
    return replace(p, compost=in_order((*p.compost, die)))
