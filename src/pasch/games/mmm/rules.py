"""Mmm!: the law, clause by clause. RULES.md beside this file tells it to players.

A set of squares is a whole number with one bit per square, row by row from the top left; a set of
dice likewise.
"""

from pasch.games.mmm import Options
from pasch.games.mmm.board_files import FOODS, SIDE, board_of
from pasch.sdk import (
    CHANCE,
    OVER,
    WATCHER,
    Layout,
    Numbers,
    Random,
    Shares,
    State,
    count,
    first,
    lookup,
    rule,
)

# MMM-1 three dice, five foods and an X on each; MMM-2 a pantry of 7 x 7 squares
DICE = 3
X = len(FOODS)
FACES = X + 1
SQUARES = SIDE * SIDE
ITEMS = SQUARES // 2

BIT = lookup(1 << square for square in range(SQUARES))
ALL_DICE = (1 << DICE) - 1
ALL = (1 << SQUARES) - 1
ROW = lookup(0b1111111 << (SIDE * (square // SIDE)) for square in range(SQUARES))
COLUMN = lookup(sum(BIT[square % SIDE :: SIDE]) for square in range(SQUARES))

IN_HAND = -1
UNROLLED = -1

# What is happening.
ROLL, PLACE, WON, LOST = range(4)

# What a seat may do: place a die on square 0 to 48 (MMM-6: the square says which face), or these.
ROLL_AGAIN = SQUARES
GATHER = SQUARES + 1
ACTIONS = SQUARES + 2

STATE = Layout(
    "mmm",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("line", "i8"),
        ("cat_steps", "i8"),
        ("foods", "i8", FACES),  # by face: the squares of that food; none for the X
        ("food_at", "i1", SQUARES),  # by square: its food
        ("items", "i8", ITEMS),  # by item: its squares
        ("item_at", "i1", SQUARES),  # by square: its item
        ("phase", "i8"),
        ("to_move", "i8"),
        ("turn", "i8"),  # turns finished
        ("cat", "i8"),  # steps the cat has taken
        ("chips", "i8"),  # squares covered by mouse chips
        ("dice", "i8"),  # squares covered by dice
        ("hand", "i8"),  # the dice not placed
        ("rolling", "i8"),  # those of them still to be rolled
        ("placed", "i8"),  # whether one of the dice just rolled has been placed
        ("face", "i1", DICE),  # by die: the face it shows, or UNROLLED
        ("lies", "i1", DICE),  # by die: the square it lies on, or IN_HAND
    ],
)


def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.line = options.line
    s.cat_steps = options.cat_steps
    for item, (food, squares) in enumerate(board_of(options.board).items()):
        for square in squares:
            s.items[item] |= BIT[square]
            s.item_at[square] = item
            s.food_at[square] = food
        s.foods[food] |= s.items[item]
    s.to_move = start
    take_up_dice(s)


@rule
def player(s: State) -> int:
    if s.phase == PLACE:
        return s.to_move
    if s.phase == ROLL:
        return CHANCE
    return OVER


@rule
def mover(s: State) -> int:
    return s.to_move if s.phase in (ROLL, PLACE) else WATCHER


@rule
def chance(s: State) -> int:
    return FACES


# MMM-6 place a die just rolled; MMM-8 after placing at least one, roll the others again or gather
@rule
def legal(s: State, out: Numbers) -> int:
    n = 0
    rest = open_squares(s)
    while rest:
        out[n] = first(rest)
        n += 1
        rest &= rest - 1
    if s.placed:
        out[n] = ROLL_AGAIN
        out[n + 1] = GATHER
        n += 2
    return n


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        roll(s, a)
    elif a == ROLL_AGAIN:
        roll_again(s)
    elif a == GATHER:
        gather(s)
    else:
        place(s, a)


# A turn


# MMM-5 all three dice
@rule
def take_up_dice(s: State) -> None:
    s.dice = 0
    s.hand = ALL_DICE
    for die in range(DICE):
        s.lies[die] = IN_HAND
    roll_again(s)


# MMM-8 all dice not yet placed, one after the other; the placed ones stay
@rule
def roll_again(s: State) -> None:
    for die in range(DICE):
        if s.hand & BIT[die]:
            s.face[die] = UNROLLED
    s.rolling = s.hand
    s.phase = ROLL


@rule
def roll(s: State, face: int) -> None:
    s.face[first(s.rolling)] = face
    s.rolling &= s.rolling - 1
    if s.rolling == 0:
        look_at_roll(s)


# MMM-6 at least one must be placed; MMM-9 none can be: nothing is gathered, the cat moves
@rule
def look_at_roll(s: State) -> None:
    s.placed = 0
    if open_squares(s):
        s.phase = PLACE
    else:
        move_cat(s)
        next_turn(s)


# MMM-6 free squares of the foods in hand; MMM-14 and in line with the dice of this turn
@rule
def open_squares(s: State) -> int:
    squares = 0
    for die in range(DICE):
        if s.hand & BIT[die]:
            squares |= s.foods[s.face[die]]
    squares &= ~(s.chips | s.dice)
    if s.line:
        squares &= in_line(s)
    return squares


# MMM-14 one die leaves its row and its column open, the second decides which
@rule
def in_line(s: State) -> int:
    row = ALL
    column = ALL
    for die in range(DICE):
        square = s.lies[die]
        if square != IN_HAND:
            row &= ROW[square]
            column &= COLUMN[square]
    return row | column


# MMM-6 a die in hand that shows the food of the square; MMM-7 all three placed: gather
@rule
def place(s: State, square: int) -> None:
    die = first_showing(s, s.food_at[square])
    s.lies[die] = square
    s.hand ^= BIT[die]
    s.dice |= BIT[square]
    s.placed = 1
    if s.hand == 0:
        gather(s)


@rule
def first_showing(s: State, food: int) -> int:
    found = DICE
    for die in range(DICE - 1, -1, -1):
        if (s.face[die] == food) & (s.hand & BIT[die] != 0):
            found = die
    return found


# MMM-10 each placed die becomes a chip; the cat stays if that completed an item
@rule
def gather(s: State) -> None:
    s.chips |= s.dice
    if not completed_item(s):
        move_cat(s)
    next_turn(s)


@rule
def completed_item(s: State) -> bool:
    for die in range(DICE):
        square = s.lies[die]
        if square != IN_HAND and s.items[s.item_at[square]] & ~s.chips == 0:
            return True
    return False


@rule
def move_cat(s: State) -> None:
    s.cat += 1


# MMM-11 the next seat takes the dice; MMM-12 unless the pantry is empty or the cat is in it
@rule
def next_turn(s: State) -> None:
    take_up_dice(s)
    s.turn += 1
    if s.chips == ALL:
        s.phase = WON
    elif s.cat == s.cat_steps:
        s.phase = LOST
    else:
        s.to_move += 1
        if s.to_move == s.seats:
            s.to_move = 0


# End


# MMM-12 everybody wins or everybody loses
@rule
def returns(s: State, out: Shares) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if s.phase == WON else 0.0


# MMM-13 from 0 to 7, the best
@rule
def grade(s: State) -> int:
    if s.phase == WON:
        steps = s.cat_steps - s.cat
        return 4 + min(steps // 2, 3)
    return 3 - min(squares_left(s) // 2, 3)


@rule
def squares_left(s: State) -> int:
    return count(ALL & ~s.chips)


# All is open to everybody.
@rule
def hide(s: State, seat: int) -> None:
    pass


@rule
def resample(s: State, seat: int, rng: Random) -> None:
    pass


@rule
def reveals(before: State, after: State) -> bool:
    return False
