"""Mistkäfer, a slow reference model written straight from the clauses MK-1 to MK-17."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

T = TypeVar("T")

Row = tuple[int, ...]  # the faces of the dice in a row, left to right
Chips = tuple[int, int, int]  # how many chips of each kind: one ball, two balls, a clover

GREEN, YELLOW, BLUE = COLOURS = (0, 1, 2)
DICE_OF_A_COLOUR = 9  # MK-1
ALL_CHIPS: Chips = (26, 13, 9)  # MK-1
BALLS_ON = (1, 2, 0)  # MK-1, by kind of chip
CLOVER = 2  # the kind of chip
DICE_OUT = {2: 3, 3: 1, 4: 0}  # MK-2, of each colour, by players
CLOVERS_OUT = {2: 3, 3: 1, 4: 0}  # MK-2
BALLS_TO_WIN = {2: 20, 3: 16, 4: 12}  # MK-17
MOST_DICE = 4  # MK-6
MOST_SPACES = 8  # more than that the numbers of the choices don't tell apart
MOST_TURNS = 1000  # MK-17

CHANCE = -1
OVER = -2

# Numbers of choices.
ROLL = 0  # + 4 * colour + dice - 1
SCORE = 12
PUT = 13  # + value - 1
TAKE = 19
LEAVE = 20
BONUS = 21  # + column
VICTIM = 29  # + seat


class Bonus(Enum):
    """MK-4: what a bonus space gives."""

    EXTRA_TURN = "an extra turn"
    ONE_CHIP = "one chip"
    TWO_CHIPS = "two chips"
    STEAL_FROM_ONE = "a chip of one player"
    STEAL_FROM_EACH = "a chip of every other player"


# MK-4: by row and column, both counted from 0.
BONUS_SPACES = {
    (GREEN, 3): Bonus.EXTRA_TURN,
    (GREEN, 5): Bonus.EXTRA_TURN,
    (YELLOW, 3): Bonus.ONE_CHIP,
    (YELLOW, 5): Bonus.TWO_CHIPS,
    (BLUE, 3): Bonus.STEAL_FROM_ONE,
    (BLUE, 5): Bonus.STEAL_FROM_EACH,
}


class Stage(Enum):
    """What the next event is."""

    CHOOSE = "the mover chooses a colour and dice to roll, or scores"
    ROLL = "the mover rolls a die"
    PUT = "the mover chooses the value to put down"
    THEFT = "the mover takes or leaves a die of another player"
    ORDER = "the mover chooses the bonus to carry out next"
    VICTIM = "the mover chooses whose chip to steal"
    DRAW = "the mover draws a chip from the supply"
    BLIND = "the mover gets a chip of another player by lot"
    OVER = "the game is over"


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two events. Columns and seats count from 0."""

    seats: int
    clovers: int  # that many win
    balls: int  # that many win
    spaces: int  # of a row
    line: int  # columns left of the white line
    stage: Stage
    supply: tuple[int, ...]  # dice in the common supply, by colour
    rows: tuple[tuple[Row, ...], ...]  # by seat, by colour
    chips: tuple[Chips, ...]  # by seat
    pile: Chips  # chips in the supply
    seat: int  # whose turn it is; when the game is over, whose turn was the last
    turns: int  # turns finished, extra turns included
    passed_on: int  # how often the turn went to the next seat
    extra: int  # extra turns the mover still has
    colour: int | None  # of the dice rolled this turn
    to_roll: int  # dice of the roll still in the hand
    rolled: tuple[int, ...]  # faces of the roll that lie on the table, in the order rolled
    value: int | None  # the value put down
    to_ask: tuple[int, ...]  # seats not yet asked about, clockwise from the left
    bonuses: tuple[int, ...]  # columns of the bonus spaces covered and not carried out, ascending
    scoring: bool
    to_draw: int  # chips due from the supply
    victims: tuple[int, ...]  # seats to lose a chip, in this order
    winner: int | None


def begin(
    seats: int,
    start: int,
    *,
    clovers: int = 4,
    balls: int = 0,
    spaces: int = 6,
    line: int = 2,
) -> Position:
    """Return the table before the first turn; balls = 0 stands for the number MK-17 names."""
    if not 2 <= seats <= 4:
        raise ValueError(f"Mistkäfer is for 2 to 4 players, not {seats}")
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} among {seats}")
    if not 1 <= spaces <= MOST_SPACES:
        raise ValueError(f"a row has 1 to {MOST_SPACES} spaces, not {spaces}")
    ones, twos, clover_chips = ALL_CHIPS
    return Position(
        seats=seats,
        clovers=clovers,
        balls=balls or BALLS_TO_WIN[seats],
        spaces=spaces,
        line=line,
        stage=Stage.CHOOSE,
        supply=(DICE_OF_A_COLOUR - DICE_OUT[seats],) * len(COLOURS),  # MK-2
        rows=(((),) * len(COLOURS),) * seats,  # MK-3
        chips=((0, 0, 0),) * seats,
        pile=(ones, twos, clover_chips - CLOVERS_OUT[seats]),  # MK-2
        seat=start,
        turns=0,
        passed_on=0,
        extra=0,
        colour=None,
        to_roll=0,
        rolled=(),
        value=None,
        to_ask=(),
        bonuses=(),
        scoring=False,
        to_draw=0,
        victims=(),
        winner=None,
    )


def rolls(p: Position) -> list[tuple[int, int]]:
    """MK-6, MK-8: every colour and number of dice the mover may roll."""
    return [
        (colour, dice)
        for colour in COLOURS
        for dice in range(1, MOST_DICE + 1)
        if dice <= p.supply[colour] and len(p.rows[p.seat][colour]) < p.spaces
    ]


def take_up(p: Position, colour: int, dice: int) -> Position:
    """MK-6: take that many dice of this colour out of the supply."""
    return replace(to_supply(p, colour, -dice), colour=colour, to_roll=dice, stage=Stage.ROLL)


def roll(p: Position, face: int) -> Position:
    """MK-6: the next die shows this face."""
    p = replace(p, to_roll=p.to_roll - 1, rolled=(*p.rolled, face))
    if p.to_roll:
        return p
    return replace(p, stage=Stage.PUT) if placeable(p) else bad_luck(p)


def placeable(p: Position) -> list[int]:
    """MK-7: the rolled values that may be put down, ascending."""
    assert p.colour is not None
    row = p.rows[p.seat][p.colour]
    return sorted({face for face in p.rolled if not row or face > row[-1]})


def bad_luck(p: Position) -> Position:
    """MK-11: the whole row rolled for, and everything right of the white line, is lost."""
    assert p.colour is not None
    p = replace(to_supply(p, p.colour, len(p.rolled)), rolled=())
    for colour in COLOURS:
        p = cut_row(p, colour, 0 if colour == p.colour else p.line)
    return end_turn(p)


def put(p: Position, value: int) -> Position:
    """MK-7, MK-8: the rolled dice of this value into the row; what is left over, back."""
    assert p.colour is not None
    room = p.spaces - len(p.rows[p.seat][p.colour])
    fit = min(p.rolled.count(value), room)
    p = to_supply(p, p.colour, len(p.rolled) - fit)
    p = replace(p, rolled=(), value=value, to_ask=others(p))
    for _ in range(fit):
        p = add_die(p)
    return go_on_stealing(p)


def add_die(p: Position) -> Position:
    """Add a die of the value put down to the row; MK-12: it may cover a bonus space."""
    assert p.colour is not None
    assert p.value is not None
    row = p.rows[p.seat][p.colour]
    column = len(row)
    assert column < p.spaces  # MK-8
    p = with_row(p, p.seat, p.colour, (*row, p.value))
    if (p.colour, column) in BONUS_SPACES:
        p = replace(p, bonuses=(*p.bonuses, column))
    return p


def first_round(p: Position) -> bool:
    """MK-10: a seat's first turn ends with the extra turns that belong to it."""
    return p.passed_on < p.seats


def can_be_robbed(p: Position, victim: int) -> bool:
    """MK-9, MK-10: whether the mover may take a die of this player now."""
    assert p.colour is not None
    theirs = p.rows[victim][p.colour]
    return (
        not first_round(p)
        and theirs[-1:] == (p.value,)
        and len(p.rows[p.seat][p.colour]) < p.spaces
    )


def go_on_stealing(p: Position) -> Position:
    """MK-9: on to the next player who can be robbed, if any; MK-12: then the bonuses."""
    while p.to_ask and not can_be_robbed(p, p.to_ask[0]):
        p = replace(p, to_ask=p.to_ask[1:])
    return replace(p, stage=Stage.THEFT) if p.to_ask else go_on(p)


def take(p: Position) -> Position:
    """MK-9: the rightmost die of that player's row changes rows."""
    assert p.colour is not None
    victim = p.to_ask[0]
    p = with_row(p, victim, p.colour, p.rows[victim][p.colour][:-1])
    return leave(add_die(p))


def leave(p: Position) -> Position:
    """MK-9: done with this player; one die per player and turn at most."""
    return go_on_stealing(replace(p, to_ask=p.to_ask[1:]))


def carry_out(p: Position, column: int) -> Position:
    """MK-12: carry out the bonus of this column."""
    assert p.colour is not None
    bonus = BONUS_SPACES[p.colour, column]
    p = replace(p, bonuses=tuple(other for other in p.bonuses if other != column))
    if bonus is Bonus.EXTRA_TURN:  # MK-13
        return go_on(replace(p, extra=p.extra + 1))
    if bonus is Bonus.ONE_CHIP:
        return go_on(replace(p, to_draw=1))
    if bonus is Bonus.TWO_CHIPS:
        return go_on(replace(p, to_draw=2))
    if bonus is Bonus.STEAL_FROM_EACH:  # MK-14
        return go_on(replace(p, victims=with_chips(p)))
    assert bonus is Bonus.STEAL_FROM_ONE
    if with_chips(p):  # MK-14
        return replace(p, stage=Stage.VICTIM)
    return go_on(replace(p, to_draw=1))


def with_chips(p: Position) -> tuple[int, ...]:
    """MK-14: the other players who have chips, clockwise from the left."""
    return tuple(seat for seat in others(p) if sum(p.chips[seat]))


def steal_from(p: Position, victim: int) -> Position:
    """MK-14: the player whose chip the mover wants."""
    return go_on(replace(p, victims=(victim,)))


def score(p: Position) -> Position:
    """MK-15: the number of chips is fixed before the first one is drawn."""
    return go_on(replace(p, scoring=True, to_draw=chips_for(p)))


def chips_for(p: Position) -> int:
    """MK-15: a chip for each full column left of the line and for each die right of it."""
    rows = p.rows[p.seat]
    # MK-3 prints chips below columns 1 and 2: those left of the line.
    columns = sum(all(len(row) > column for row in rows) for column in range(p.line))
    return columns + sum(max(0, len(row) - p.line) for row in rows)


def draw(p: Position, kind: int) -> Position:
    """Let the mover draw a chip of this kind from the supply."""
    p = replace(p, pile=changed(p.pile, kind, -1), to_draw=p.to_draw - 1)
    return gain(p, kind)


def lose(p: Position, kind: int) -> Position:
    """MK-14: the mover gets a chip of this kind from the next victim."""
    victim, *rest = p.victims
    theirs = changed(p.chips[victim], kind, -1)
    p = replace(p, chips=with_item(p.chips, victim, theirs), victims=tuple(rest))
    return gain(p, kind)


def gain(p: Position, kind: int) -> Position:
    """Let the mover gain a chip; MK-17: the check after every single one."""
    mine = changed(p.chips[p.seat], kind, +1)
    p = replace(p, chips=with_item(p.chips, p.seat, mine))
    if mine[CLOVER] >= p.clovers or balls_of(mine) >= p.balls:
        return replace(p, winner=p.seat, stage=Stage.OVER)
    return go_on(p)


def balls_of(chips: Chips) -> int:
    """MK-17: a chip with two balls counts two."""
    return sum(balls * number for balls, number in zip(BALLS_ON, chips, strict=True))


def go_on(p: Position) -> Position:
    """Go on when no die is left to steal: chips, then bonuses, then the turn's end."""
    if p.to_draw and sum(p.pile):  # MK-16: an empty supply gives nothing more
        return replace(p, stage=Stage.DRAW)
    p = replace(p, to_draw=0)
    if p.victims:
        return replace(p, stage=Stage.BLIND)
    if p.scoring:  # MK-15: all own dice go back after the last chip
        for colour in COLOURS:
            p = cut_row(p, colour, 0)
        return end_turn(p)
    if len(p.bonuses) > 1:  # MK-12
        return replace(p, stage=Stage.ORDER)
    if p.bonuses:
        return carry_out(p, p.bonuses[0])
    return end_turn(p)


def end_turn(p: Position) -> Position:
    """MK-13: an extra turn comes first, else the next seat's turn; MK-17: or the draw."""
    p = replace(p, turns=p.turns + 1, colour=None, value=None, scoring=False)
    if p.turns == MOST_TURNS:
        return replace(p, stage=Stage.OVER)
    if p.extra:
        return replace(p, extra=p.extra - 1, stage=Stage.CHOOSE)
    return replace(p, seat=(p.seat + 1) % p.seats, passed_on=p.passed_on + 1, stage=Stage.CHOOSE)


def shares(p: Position) -> list[float]:
    """MK-17: each seat's share of the victory."""
    if p.stage is not Stage.OVER:
        raise ValueError("the game is not over")
    if p.winner is None:
        return [1 / p.seats] * p.seats
    return [1.0 if seat == p.winner else 0.0 for seat in range(p.seats)]


def mover(p: Position) -> int:
    """Return the seat to choose, CHANCE or OVER."""
    if p.stage is Stage.OVER:
        return OVER
    if p.stage in (Stage.ROLL, Stage.DRAW, Stage.BLIND):
        return CHANCE
    return p.seat


def choices(p: Position) -> list[tuple[int, Position]]:
    """Return what the mover may choose, ascending, with the position after it."""
    if p.stage is Stage.CHOOSE:
        return [
            *((ROLL + 4 * c + dice - 1, take_up(p, c, dice)) for c, dice in rolls(p)),
            (SCORE, score(p)),  # MK-15: always
        ]
    if p.stage is Stage.PUT:
        return [(PUT + value - 1, put(p, value)) for value in placeable(p)]
    if p.stage is Stage.THEFT:
        return [(TAKE, take(p)), (LEAVE, leave(p))]
    if p.stage is Stage.ORDER:
        return [(BONUS + column, carry_out(p, column)) for column in p.bonuses]
    assert p.stage is Stage.VICTIM
    return [(VICTIM + victim, steal_from(p, victim)) for victim in sorted(with_chips(p))]


def lots(p: Position) -> list[int]:
    """Return what chance may bring next, each equally likely: faces, or chips by their kind."""
    if p.stage is Stage.ROLL:
        return [1, 2, 3, 4, 5, 6]
    if p.stage is Stage.DRAW:
        return one_by_one(p.pile)
    assert p.stage is Stage.BLIND
    return one_by_one(p.chips[p.victims[0]])


def fall(p: Position, lot: int) -> Position:
    """Apply an outcome of chance: this face or this kind of chip."""
    if p.stage is Stage.ROLL:
        return roll(p, lot)
    return draw(p, lot) if p.stage is Stage.DRAW else lose(p, lot)


def settled(p: Position) -> Position:
    """Apply what is certain: such an outcome is no event."""
    while mover(p) == CHANCE and len(lots(p)) == 1:
        p = fall(p, lots(p)[0])
    return p


def moves(p: Position) -> list[tuple[int, Position]]:
    """Return every possible next event with the position after it."""
    if p.stage is Stage.OVER:
        return []
    if mover(p) == CHANCE:
        possible = [(event, fall(p, lot)) for event, lot in enumerate(lots(p))]
    else:
        possible = choices(p)
    return [(event, settled(after_it)) for event, after_it in possible]


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def others(p: Position) -> tuple[int, ...]:
    """Return the other seats, clockwise from the mover's left."""
    return tuple((p.seat + step) % p.seats for step in range(1, p.seats))


def to_supply(p: Position, colour: int, dice: int) -> Position:
    """Put so many dice of this colour back into the supply."""
    return replace(p, supply=with_item(p.supply, colour, p.supply[colour] + dice))


def with_row(p: Position, seat: int, colour: int, row: Row) -> Position:
    """Return the position with this row instead of the old one."""
    return replace(p, rows=with_item(p.rows, seat, with_item(p.rows[seat], colour, row)))


def cut_row(p: Position, colour: int, keep: int) -> Position:
    """Let the mover keep the first dice of this row; the others go back to the supply."""
    row = p.rows[p.seat][colour]
    return with_row(to_supply(p, colour, len(row[keep:])), p.seat, colour, row[:keep])


def one_by_one(chips: Chips) -> list[int]:
    """Return the kind of every single chip, in the order of the material."""
    return [kind for kind, number in enumerate(chips) for _ in range(number)]


def changed(chips: Chips, kind: int, by: int) -> Chips:
    """Return the chips with so many of this kind more."""
    one, two, clover = with_item(chips, kind, chips[kind] + by)
    return one, two, clover
