"""Mistkäfer: the law, clause by clause. RULES.md beside this file tells it to players.

No pile has a hidden order: the chips of the supply and of each player are counted by kind, and a
chip drawn or stolen blindly is one of those there, each as likely. Beside every count by kind
stands the plain number, which is public (MK-5); `hide` leaves only that.
"""

from math import comb

from pasch.games.mistkaefer import Options
from pasch.games.mistkaefer.tableau import COLOURS as COLOUR_NAMES
from pasch.games.mistkaefer.tableau import SPACES, bonus_spaces
from pasch.sdk import (
    CHANCE,
    OVER,
    WATCHER,
    Grid,
    Layout,
    Numbers,
    Random,
    Shares,
    State,
    first,
    lookup,
    rule,
    zeros,
)

SEATS = 4
COLOURS = len(COLOUR_NAMES)
FACES = 6

# MK-1 dice of each colour, and chips by kind
DICE = 9
ONE_BALL, TWO_BALLS, CLOVER = range(3)
CHIPS = (26, 13, 9)
KINDS = len(CHIPS)
# MK-2 by seats: dice of each colour taken out, and clovers; the chips that are left
TAKEN_OUT = (0, 0, 3, 1, 0)
ALL_CHIPS = lookup((*CHIPS[:CLOVER], CHIPS[CLOVER] - out) for out in TAKEN_OUT)
# MK-6 dice of a roll
MOST_DICE = 4
# MK-17 dung balls that win, by seats; turns after which nobody does
BALLS = (0, 0, 20, 16, 12)
TURNS = 1000

NO_BONUS, EXTRA_TURN, A_CHIP, TWO_CHIPS, STEAL_FROM_ONE, STEAL_FROM_ALL = range(6)
NOBODY = -1
BIT = lookup(1 << column for column in range(SPACES))

# To guess the chips of others: deals that are tried, and in how many ways k of n chips are taken.
TRIES = 8
COMBINATIONS = lookup([comb(n, k) for k in range(CHIPS[0] + 1)] for n in range(CHIPS[0] + 1))

# What is happening. GOING_ON never lasts: the rules carry out what is due.
CHOOSE, ROLL, PUT, ROB, BONUS, VICTIM, DRAW, STEAL, END, GOING_ON = range(10)

# What a seat may do: roll 1 to 4 dice of a colour (colour by colour), or these.
SCORE = COLOURS * MOST_DICE
PUT_ONE = SCORE + 1  # put down value 1, and so on
TAKE = PUT_ONE + FACES
LEAVE = TAKE + 1
BONUS_AT = LEAVE + 1  # the bonus of the first column, and so on
STEAL_FROM = BONUS_AT + SPACES  # seat 0, and so on
ACTIONS = STEAL_FROM + SEATS

STATE = Layout(
    "mistkaefer",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("clovers", "i8"),  # that win
        ("balls", "i8"),  # that win
        ("spaces", "i8"),
        ("line", "i8"),  # columns left of it
        ("bonus", "i1", (COLOURS, SPACES)),  # by colour and column
        ("phase", "i8"),
        ("to_move", "i8"),
        ("turn", "i8"),  # turns finished
        ("newcomers", "i8"),  # seats that haven't finished their first turn
        ("extra", "i8"),  # extra turns earned
        ("colour", "i8"),  # of the dice rolled
        ("to_roll", "i8"),
        ("rolled", "i1", FACES + 1),  # by face: dice in hand that show it
        ("value", "i8"),  # put down this turn
        ("asked", "i8"),  # how far to the left the player sits who may be robbed
        ("pending", "i8"),  # the set of columns whose bonus is still to be carried out
        ("victims", "i8"),  # the set of players to steal a chip from, by how far to the left
        ("draws", "i8"),  # chips still to be drawn
        ("scoring", "i8"),
        ("winner", "i8"),
        ("dice", "i1", COLOURS),  # in the supply
        ("filled", "i1", (SEATS, COLOURS)),  # by seat and colour: dice in the row
        ("row", "i1", (SEATS, COLOURS, SPACES)),  # their faces, left to right
        ("chips", "i1", (SEATS, KINDS)),  # by seat and kind: secret
        ("owned", "i1", SEATS),  # by seat: how many chips
        ("heap", "i1", KINDS),  # chips of the supply by kind: secret
        ("heaped", "i8"),  # how many
    ],
)


def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.clovers = options.clovers
    s.balls = options.balls or BALLS[seats]
    s.spaces = options.spaces
    s.line = options.line
    for (colour, column), kind in bonus_spaces(options.bonus).items():
        s.bonus[colour, column] = EXTRA_TURN + kind
    s.phase = CHOOSE
    s.to_move = start
    s.newcomers = seats
    s.winner = NOBODY
    for colour in range(COLOURS):
        s.dice[colour] = DICE - TAKEN_OUT[seats]
    for kind in range(KINDS):
        s.heap[kind] = ALL_CHIPS[seats, kind]
        s.heaped += s.heap[kind]


@rule
def player(s: State) -> int:
    if s.phase == END:
        return OVER
    if (s.phase == ROLL) | (s.phase >= DRAW):
        return CHANCE
    return s.to_move


@rule
def mover(s: State) -> int:
    return WATCHER if s.phase == END else s.to_move


@rule
def chance(s: State) -> int:
    if s.phase == ROLL:
        return FACES
    if s.phase == DRAW:
        return s.heaped
    return s.owned[next_victim(s)]


@rule
def legal(s: State, out: Numbers) -> int:
    n = 0
    if s.phase == CHOOSE:
        # MK-6 one to four dice of a colour, as there are; MK-8 not of one whose row is full
        for colour in range(COLOURS):
            if s.filled[s.to_move, colour] < s.spaces:
                for more in range(min(MOST_DICE, s.dice[colour])):
                    out[n] = colour * MOST_DICE + more
                    n += 1
        # MK-15 scoring is always allowed
        out[n] = SCORE
        n += 1
    elif s.phase == PUT:
        # MK-7 a rolled value higher than the rightmost die
        for value in range(rightmost(s, s.to_move, s.colour) + 1, FACES + 1):
            if s.rolled[value]:
                out[n] = PUT_ONE + value - 1
                n += 1
    elif s.phase == ROB:
        out[0] = TAKE
        out[1] = LEAVE
        n = 2
    elif s.phase == BONUS:
        rest = s.pending
        while rest:
            out[n] = BONUS_AT + first(rest)
            n += 1
            rest &= rest - 1
    else:
        # MK-14 a player who has chips
        for seat in range(s.seats):
            if (seat != s.to_move) & (s.owned[seat] > 0):
                out[n] = STEAL_FROM + seat
                n += 1
    return n


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        roll(s, a + 1)
    elif s.phase == CHOOSE:
        choose(s, a)
    elif s.phase == PUT:
        put_down(s, a - PUT_ONE + 1)
    elif s.phase == ROB:
        rob(s, a)
    elif s.phase == BONUS:
        carry_out(s, a - BONUS_AT)
    elif s.phase == VICTIM:
        steal_from(s, a - STEAL_FROM)
    elif s.phase == DRAW:
        draw(s, a)
    else:
        steal(s, a)
    while s.phase == GOING_ON:
        go_on(s)


# A turn: roll or score


@rule
def choose(s: State, a: int) -> None:
    if a == SCORE:
        score(s)
    else:
        take_dice(s, a // MOST_DICE, a % MOST_DICE + 1)


# MK-6 take dice of one colour from the supply and roll them once
@rule
def take_dice(s: State, colour: int, n: int) -> None:
    s.colour = colour
    s.dice[colour] -= n
    s.to_roll = n
    s.phase = ROLL


# MK-7 where a value can be placed, one must be; MK-11 else bad luck
@rule
def roll(s: State, face: int) -> None:
    s.rolled[face] += 1
    s.to_roll -= 1
    if s.to_roll == 0:
        if highest_rolled(s) > rightmost(s, s.to_move, s.colour):
            s.phase = PUT
        else:
            bad_luck(s)


@rule
def highest_rolled(s: State) -> int:
    highest = 0
    for face in range(1, FACES + 1):
        if s.rolled[face]:
            highest = face
    return highest


# MK-7 an empty row takes any value
@rule
def rightmost(s: State, seat: int, colour: int) -> int:
    n = s.filled[seat, colour]
    return s.row[seat, colour, n - 1] if n else 0


# MK-11 the rolled dice, the row of their colour and all dice right of the white line go back
@rule
def bad_luck(s: State) -> None:
    put_back_rolled(s)
    for colour in range(COLOURS):
        clear_row(s, colour, 0 if colour == s.colour else s.line)
    s.phase = GOING_ON


@rule
def put_back_rolled(s: State) -> None:
    for face in range(1, FACES + 1):
        s.dice[s.colour] += s.rolled[face]
        s.rolled[face] = 0


@rule
def clear_row(s: State, colour: int, kept: int) -> None:
    seat = s.to_move
    while s.filled[seat, colour] > kept:
        take_rightmost(s, seat, colour)
        s.dice[colour] += 1


@rule
def take_rightmost(s: State, seat: int, colour: int) -> None:
    s.filled[seat, colour] -= 1
    s.row[seat, colour, s.filled[seat, colour]] = 0


# MK-7 all rolled dice of the value; MK-8 as far as the row has space; the others go back
@rule
def put_down(s: State, value: int) -> None:
    s.value = value
    while (s.rolled[value] > 0) & has_space(s):
        s.rolled[value] -= 1
        lay(s)
    put_back_rolled(s)
    s.asked = 0
    look_for_prey(s)


@rule
def has_space(s: State) -> bool:
    return s.filled[s.to_move, s.colour] < s.spaces


# MK-7 left to right without gaps; MK-12 a bonus space is triggered each time anew
@rule
def lay(s: State) -> None:
    seat = s.to_move
    column = s.filled[seat, s.colour]
    s.row[seat, s.colour, column] = s.value
    s.filled[seat, s.colour] += 1
    if s.bonus[s.colour, column]:
        s.pending |= BIT[column]


# MK-9 one player at a time, clockwise from the left; MK-10 not in the first round
@rule
def look_for_prey(s: State) -> None:
    s.phase = GOING_ON
    if s.newcomers == 0 and has_space(s):
        for distance in range(s.asked + 1, s.seats):
            if rightmost(s, to_the_left(s, distance), s.colour) == s.value:
                s.asked = distance
                s.phase = ROB
                return


# MK-9 take one die, or leave it
@rule
def rob(s: State, a: int) -> None:
    if a == TAKE:
        take_rightmost(s, to_the_left(s, s.asked), s.colour)
        lay(s)
    look_for_prey(s)


# MK-15 the number is fixed first; the dice go back when all chips are drawn
@rule
def score(s: State) -> None:
    s.scoring = 1
    s.draws = chips_for(s, s.to_move)
    s.phase = GOING_ON


# MK-15 a chip for each full column left of the line and for each die right of it
@rule
def chips_for(s: State, seat: int) -> int:
    columns = s.line
    dice = 0
    for colour in range(COLOURS):
        n = s.filled[seat, colour]
        columns = min(columns, n)
        dice += max(n - s.line, 0)
    return columns + dice


# What follows


# Chips first, then the bonuses (MK-12, MK-19 after all thefts of dice), then the next turn
@rule
def go_on(s: State) -> None:
    if s.draws:
        draw_next(s)
    elif s.victims:
        steal_next(s)
    elif s.pending:
        next_bonus(s)
    else:
        end_turn(s)


# MK-12 two in the order one chooses
@rule
def next_bonus(s: State) -> None:
    if s.pending & (s.pending - 1):
        s.phase = BONUS
    else:
        carry_out(s, first(s.pending))


@rule
def carry_out(s: State, column: int) -> None:
    s.pending ^= BIT[column]
    s.phase = GOING_ON
    bonus = s.bonus[s.colour, column]
    if bonus == EXTRA_TURN:
        s.extra += 1  # MK-13
    elif bonus == A_CHIP:
        s.draws = 1
    elif bonus == TWO_CHIPS:
        s.draws = 2
    elif bonus == STEAL_FROM_ALL:
        s.victims = BIT[s.seats - 1] - 1
    elif any_prey(s):
        s.phase = VICTIM
    else:
        s.draws = 1  # MK-14, MK-18 no other player has any: one from the supply


@rule
def any_prey(s: State) -> bool:
    found = False
    for seat in range(SEATS):
        found |= (seat != s.to_move) & (s.owned[seat] > 0)
    return found


# MK-14 steal from one player
@rule
def steal_from(s: State, seat: int) -> None:
    distance = seat - s.to_move
    s.victims = BIT[distance - 1 if distance > 0 else distance + s.seats - 1]
    s.phase = GOING_ON


# MK-16 an empty supply gives what it has left; its last chip is certain
@rule
def draw_next(s: State) -> None:
    if s.heaped == 0:
        s.draws = 0
    elif s.heaped == 1:
        draw(s, 0)
    else:
        s.phase = DRAW


@rule
def draw(s: State, a: int) -> None:
    kind = kind_of(a, s.heap[ONE_BALL], s.heap[TWO_BALLS])
    s.heap[kind] -= 1
    s.heaped -= 1
    s.draws -= 1
    gain(s, kind)


# MK-14 clockwise from the left, who has any; the last chip of a player is certain
@rule
def steal_next(s: State) -> None:
    chips = s.owned[next_victim(s)]
    if chips == 0:
        s.victims &= s.victims - 1
    elif chips == 1:
        steal(s, 0)
    else:
        s.phase = STEAL


@rule
def steal(s: State, a: int) -> None:
    victim = next_victim(s)
    kind = kind_of(a, s.chips[victim, ONE_BALL], s.chips[victim, TWO_BALLS])
    s.chips[victim, kind] -= 1
    s.owned[victim] -= 1
    s.victims &= s.victims - 1
    gain(s, kind)


@rule
def next_victim(s: State) -> int:
    return to_the_left(s, first(s.victims) + 1)


# MK-5 a blind chip is one of those there, in the order of the material
@rule
def kind_of(a: int, one_ball: int, two_balls: int) -> int:
    if a < one_ball:
        return ONE_BALL
    if a < one_ball + two_balls:
        return TWO_BALLS
    return CLOVER


# MK-17 the check runs after every single chip
@rule
def gain(s: State, kind: int) -> None:
    seat = s.to_move
    s.chips[seat, kind] += 1
    s.owned[seat] += 1
    if has_won(s, seat):
        s.winner = seat
        s.phase = END
    else:
        s.phase = GOING_ON


# MK-17 enough clovers, or enough dung balls; a chip with two counts two
@rule
def has_won(s: State, seat: int) -> bool:
    return (s.chips[seat, CLOVER] >= s.clovers) | (balls_of(s, seat) >= s.balls)


@rule
def balls_of(s: State, seat: int) -> int:
    return s.chips[seat, ONE_BALL] + 2 * s.chips[seat, TWO_BALLS]


# MK-13 extra turns come first; MK-17 after 1,000 turns the game is drawn
@rule
def end_turn(s: State) -> None:
    if s.scoring:
        s.scoring = 0
        for colour in range(COLOURS):
            clear_row(s, colour, 0)
    s.turn += 1
    if s.turn == TURNS:
        s.phase = END
        return
    s.phase = CHOOSE
    if s.extra:
        s.extra -= 1
    else:
        s.to_move = to_the_left(s, 1)
        if s.newcomers:
            s.newcomers -= 1


# End


# MK-17 the winner, or all alike
@rule
def returns(s: State, out: Shares) -> None:
    for seat in range(s.seats):
        if s.winner == NOBODY:
            out[seat] = 1 / s.seats
        else:
            out[seat] = 1.0 if seat == s.winner else 0.0


# MK-5 only the owner sees what the chips are, until the game is over
@rule
def hide(s: State, seat: int) -> None:
    if s.phase == END:
        return
    for kind in range(KINDS):
        s.heap[kind] = 0
        for other in range(s.seats):
            if other != seat:
                s.chips[other, kind] = 0


# MK-5 any deal of the chips the seat can't see, each as likely, in which nobody has won. Most deals
# are such, so a few are tried; where they are rare, all of them are counted and one is drawn.
@rule
def resample(s: State, seat: int, rng: Random) -> None:
    if s.phase == END:
        return
    for _ in range(TRIES):
        gather(s, seat)
        if deal_others(s, seat, rng):
            return
    gather(s, seat)
    deal_counted(s, seat, rng)


@rule
def gather(s: State, seat: int) -> None:
    """Put every chip that the seat can't see into the supply."""
    hide(s, seat)
    for kind in range(KINDS):
        s.heap[kind] = ALL_CHIPS[s.seats, kind] - (s.chips[seat, kind] if seat >= 0 else 0)


@rule
def deal_others(s: State, seat: int, rng: Random) -> bool:
    left = s.heap[ONE_BALL] + s.heap[TWO_BALLS] + s.heap[CLOVER]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.owned[other]):
                a = int(rng.random() * left)
                kind = kind_of(a, s.heap[ONE_BALL], s.heap[TWO_BALLS])
                s.heap[kind] -= 1
                s.chips[other, kind] += 1
                left -= 1
            if has_won(s, other):
                return False
    return True


@rule
def deal_counted(s: State, seat: int, rng: Random) -> None:
    ways = ways_to_deal(s, seat)
    for other in range(s.seats):
        if other == seat:
            continue
        one_ball, two_balls = s.heap[ONE_BALL], s.heap[TWO_BALLS]
        rest = rng.random() * ways[other, one_ball, two_balls]
        for a in range(min(one_ball, s.owned[other]) + 1):
            for b in range(min(two_balls, s.owned[other] - a) + 1):
                n = ways_to_take(s, other, a, b, one_ball, two_balls, s.heap[CLOVER])
                if n > 0 and rest >= 0:
                    rest -= n * ways[other + 1, one_ball - a, two_balls - b]
                    s.chips[other, ONE_BALL] = a
                    s.chips[other, TWO_BALLS] = b
                    s.chips[other, CLOVER] = s.owned[other] - a - b
        for kind in range(KINDS):
            s.heap[kind] -= s.chips[other, kind]


@rule
def ways_to_deal(s: State, seat: int) -> Grid:
    """Return in how many ways the seats from one on can have got their chips and not have won.

    The grid is indexed by that seat, and by the chips with one ball and with two left for them.
    """
    ways = zeros((SEATS + 1, CHIPS[ONE_BALL] + 1, CHIPS[TWO_BALLS] + 1))
    for one_ball in range(s.heap[ONE_BALL] + 1):
        for two_balls in range(s.heap[TWO_BALLS] + 1):
            ways[s.seats, one_ball, two_balls] = 1.0
    left = s.heaped
    for other in range(s.seats - 1, -1, -1):
        if other != seat:
            left += s.owned[other]
        for one_ball in range(s.heap[ONE_BALL] + 1):
            for two_balls in range(s.heap[TWO_BALLS] + 1):
                if other == seat:
                    ways[other, one_ball, two_balls] = ways[other + 1, one_ball, two_balls]
                    continue
                clovers = left - one_ball - two_balls
                if 0 <= clovers <= s.heap[CLOVER]:
                    for a in range(min(one_ball, s.owned[other]) + 1):
                        for b in range(min(two_balls, s.owned[other] - a) + 1):
                            n = ways_to_take(s, other, a, b, one_ball, two_balls, clovers)
                            ways[other, one_ball, two_balls] += (
                                n * ways[other + 1, one_ball - a, two_balls - b]
                            )
    return ways


@rule
def ways_to_take(
    s: State, seat: int, a: int, b: int, one_ball: int, two_balls: int, clovers: int
) -> float:
    """Return in how many ways a seat can have taken these chips and not have won.

    It took a chips with one ball, b with two and otherwise clovers from so many.
    """
    c = s.owned[seat] - a - b
    if (c > clovers) | (c >= s.clovers) | (a + 2 * b >= s.balls):
        return 0.0
    return float(COMBINATIONS[one_ball, a] * COMBINATIONS[two_balls, b] * COMBINATIONS[clovers, c])


# MK-5 who gets a chip sees it, and with the end all are shown
@rule
def reveals(before: State, after: State) -> bool:
    got = 0
    for seat in range(after.seats):
        got += before.owned[seat] != after.owned[seat]
    return (got > 0) | (after.phase == END)


@rule
def to_the_left(s: State, n: int) -> int:
    seat = s.to_move + n
    return seat if seat < s.seats else seat - s.seats
