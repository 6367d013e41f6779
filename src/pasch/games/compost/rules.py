"""Compost: the law, clause by clause. RULES.md beside this file tells it to players.

A die that shows a face is one of 30 kinds: colour * 6 + face, faces counted from 0. Sets of kinds
and sets of faces are whole numbers with one bit for each. Dice lie in heaps: the four cards of each
seat, the tray with the dice of the card activated, and the hand with the dice waiting to be
assigned. They are asked for in the order of their kinds.
"""

from pasch.games.compost import Options
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

# CO-1 a colour for each seat, by its number, and one that is nobody's
SEATS = 4
NEUTRAL = SEATS
COLOURS = SEATS + 1
FACES = 6
KINDS = COLOURS * FACES

BIT = lookup(1 << kind for kind in range(KINDS))
ALL = (1 << KINDS) - 1
OF_COLOUR = lookup(0b111111 << (FACES * colour) for colour in range(COLOURS))
SHOWING = lookup(sum(BIT[face::FACES]) for face in range(FACES))

# CO-1 what may lie face up at the four places of a seat; the Stove has no back
PLACES = 4
SIDES = 7
RUN, KIND, PAIRS, STOVE, DIFFERENT, CONTROL, TARGET = range(SIDES)
SIDE_UP = lookup([(RUN, DIFFERENT), (KIND, CONTROL), (PAIRS, TARGET), (STOVE, STOVE)])

# CO-9, CO-10 by side: which dice fit together, how many at most, how many to be complete
ANY, ALL_DIFFERENT, ALL_EQUAL, TWO_PAIRS = range(4)
UNBOUNDED = 1 << 30
PATTERN = lookup([ALL_DIFFERENT, ALL_EQUAL, TWO_PAIRS, ANY, ALL_DIFFERENT, ANY, ANY])
MOST = lookup([6, 6, 4, UNBOUNDED, 3, 3, 2])
LEAST = lookup([2, 2, 2, UNBOUNDED, 1, 1, 2])

TRAY = SEATS * PLACES
HAND = TRAY + 1
HEAPS = HAND + 1

NOBODY = -1

# What is happening; the turn is over only for a moment, within `apply`.
ROLL, ASSIGN, REROLL, ACTIVATE, DISTRIBUTE, AIM, RECEIVE = range(7)
TURN_DICE, LIFT, LAY_DOWN, TURN_OVER, END = range(7, 12)

# What a seat may do, by the first number of each; a choice of a die adds its kind.
REROLLS = PLACES + COLOURS
PUT_ON = REROLLS
USE = PUT_ON + PLACES
USE_NONE = USE + PLACES - 1
GIVE = USE_NONE + 1
AIM_AT = GIVE + KINDS
TURN_TO = AIM_AT + SEATS
LIFT_FROM = TURN_TO + FACES
LIFTED = LIFT_FROM + PLACES * KINDS
ACTIONS = LIFTED + 1

# CO-4 by choice and place: the kinds rerolled there
REROLLED = lookup(
    [[ALL if place == card else 0 for place in range(PLACES)] for card in range(PLACES)]
    + [[OF_COLOUR[colour]] * PLACES for colour in range(COLOURS)]
)

STATE = Layout(
    "compost",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("turn_limit", "i8"),
        ("phase", "i8"),
        ("to_move", "i8"),  # the seat at turn
        ("turn", "i8"),  # turns begun; none during the set-up
        ("due", "i8"),  # the seat that gets the next die given away
        ("winner", "i8"),
        ("kinds", "i8", HEAPS),  # by heap: the set of kinds in it
        ("dice", "i1", (HEAPS, KINDS)),  # by heap and kind: how many
        ("many", "i1", HEAPS),  # by heap: how many in all
        ("odd", "i1", HEAPS),  # by heap: the set of faces shown an odd number of times
        ("flipped", "i1", (SEATS, PLACES)),
        ("unrolled", "i1", (SEATS, COLOURS)),  # by seat: dice that show no face yet
        ("compost", "i1", COLOURS),
    ],
)


def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.turn_limit = options.turn_limit
    # CO-2 one die fewer for each seat after the first; neutral dice with two players
    for i in range(seats):
        seat = (start + i) % seats
        s.unrolled[seat, seat] = options.dice - i
        if seats == 2:
            s.unrolled[seat, NEUTRAL] = options.neutral
    # CO-3 the seat after the first begins the set-up
    s.to_move = (start + 1) % seats
    s.winner = NOBODY
    s.phase = ROLL


@rule
def player(s: State) -> int:
    if s.phase == ROLL:
        return CHANCE
    if s.phase == END:
        return OVER
    if s.phase == RECEIVE:
        return s.due
    return s.to_move


@rule
def mover(s: State) -> int:
    if s.phase == END:
        return WATCHER
    return s.to_move if s.phase == ROLL else player(s)


@rule
def chance(s: State) -> int:
    return FACES


@rule
def legal(s: State, out: Numbers) -> int:
    if s.phase in (ASSIGN, RECEIVE, LAY_DOWN):
        return legal_places(s, out)
    if s.phase == REROLL:
        return legal_rerolls(s, out)
    if s.phase == ACTIVATE:
        return legal_cards(s, out)
    if s.phase == DISTRIBUTE:
        return write_kinds(choosable(s), GIVE, out, 0)
    if s.phase == LIFT:
        return legal_lifts(s, out)
    if s.phase == AIM:
        return legal_targets(s, out)
    for face in range(FACES):
        out[face] = TURN_TO + face
    return FACES


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        roll(s, a)
    elif s.phase in (ASSIGN, RECEIVE, LAY_DOWN):
        assign(s, a - PUT_ON)
    elif s.phase == REROLL:
        reroll(s, a)
    elif s.phase == ACTIVATE:
        decide(s, a)
    elif s.phase == DISTRIBUTE:
        give_one(s, a - GIVE)
    elif s.phase == AIM:
        give_both(s, a - AIM_AT)
    elif s.phase == TURN_DICE:
        turn_die(s, a - TURN_TO)
    else:
        lift(s, a)
    if s.phase == TURN_OVER:
        end_turn(s)


# Heaps


@rule
def heap_of(seat: int, place: int) -> int:
    return seat * PLACES + place


@rule
def put(s: State, heap: int, kind: int, n: int) -> None:
    s.dice[heap, kind] += n
    s.many[heap] += n
    s.kinds[heap] |= BIT[kind]
    s.odd[heap] ^= (n & 1) << (kind % FACES)


@rule
def take(s: State, heap: int, kind: int, n: int) -> None:
    s.dice[heap, kind] -= n
    s.many[heap] -= n
    s.odd[heap] ^= (n & 1) << (kind % FACES)
    if s.dice[heap, kind] == 0:
        s.kinds[heap] ^= BIT[kind]


# Cards


@rule
def side_up(s: State, seat: int, place: int) -> int:
    return SIDE_UP[place, s.flipped[seat, place]]


# CO-9 what fits on a card, with the dice that lie there
@rule
def fits(s: State, seat: int, place: int, face: int) -> bool:
    side = side_up(s, seat, place)
    heap = heap_of(seat, place)
    if s.many[heap] >= MOST[side]:
        return False
    if PATTERN[side] == ALL_DIFFERENT:
        return s.kinds[heap] & SHOWING[face] == 0
    if PATTERN[side] == ALL_EQUAL:
        return s.kinds[heap] & ~SHOWING[face] == 0
    if PATTERN[side] == TWO_PAIRS:
        partners_missing = count(s.odd[heap] ^ BIT[face])
        return s.many[heap] + 1 + partners_missing <= MOST[side]
    return True


# CO-10 what completes a card
@rule
def is_complete(s: State, seat: int, place: int) -> bool:
    side = side_up(s, seat, place)
    heap = heap_of(seat, place)
    if s.many[heap] < LEAST[side]:
        return False
    if side == RUN:
        return has_no_gap(s.odd[heap])
    if side == PAIRS:
        return s.odd[heap] == 0
    return True


@rule
def has_no_gap(faces: int) -> bool:
    from_lowest = faces >> first(faces)
    return from_lowest & (from_lowest + 1) == 0


# A turn


# CO-4 all dice of one card, or all of one colour on all cards
@rule
def legal_rerolls(s: State, out: Numbers) -> int:
    n = 0
    for a in range(REROLLS):
        contained = 0
        for place in range(PLACES):
            contained |= s.kinds[heap_of(s.to_move, place)] & REROLLED[a, place]
        if contained:
            out[n] = a
            n += 1
    return n


@rule
def reroll(s: State, a: int) -> None:
    for place in range(PLACES):
        heap = heap_of(s.to_move, place)
        rest = s.kinds[heap] & REROLLED[a, place]
        while rest:
            kind = first(rest)
            rest &= rest - 1
            n = s.dice[heap, kind]
            take(s, heap, kind, n)
            s.unrolled[s.to_move, kind // FACES] += n
    s.phase = ROLL


@rule
def roll(s: State, face: int) -> None:
    colour = next_colour(s)
    s.unrolled[s.to_move, colour] -= 1
    put(s, HAND, colour * FACES + face, 1)
    if next_colour(s) == COLOURS:
        s.phase = ASSIGN


@rule
def next_colour(s: State) -> int:
    """Return the colour of the dice to be rolled; COLOURS if there is none."""
    colour = 0
    while colour < COLOURS and s.unrolled[s.to_move, colour] == 0:
        colour += 1
    return colour


# CO-5, CO-8, CO-13 a die in hand goes to a card where it fits, or to the Stove
@rule
def legal_places(s: State, out: Numbers) -> int:
    seat = player(s)
    face = first(s.kinds[HAND]) % FACES
    n = 0
    for place in range(PLACES):
        if fits(s, seat, place, face):
            out[n] = PUT_ON + place
            n += 1
    return n


@rule
def assign(s: State, place: int) -> None:
    kind = first(s.kinds[HAND])
    take(s, HAND, kind, 1)
    put(s, heap_of(player(s), place), kind, 1)
    if s.kinds[HAND] == 0:
        all_assigned(s)


# CO-3 the set-up goes on; CO-6 after the own roll a card may be activated
@rule
def all_assigned(s: State) -> None:
    if s.turn == 0:
        next_set_up(s)
    elif s.phase == RECEIVE:
        next_die(s)
    elif s.phase == ASSIGN and has_complete_card(s):
        s.phase = ACTIVATE
    else:
        s.phase = TURN_OVER


# CO-3, CO-20 each in turn order; the first player's roll is the reroll of the very first turn
@rule
def next_set_up(s: State) -> None:
    s.to_move = clockwise(s.to_move, s.seats)
    s.phase = ROLL
    if s.to_move == s.start:
        s.turn = 1


# CO-6 one complete card, or none
@rule
def legal_cards(s: State, out: Numbers) -> int:
    n = 0
    for place in range(STOVE):
        if is_complete(s, s.to_move, place):
            out[n] = USE + place
            n += 1
    out[n] = USE_NONE
    return n + 1


@rule
def has_complete_card(s: State) -> bool:
    found = False
    for place in range(STOVE):
        found |= is_complete(s, s.to_move, place)
    return found


@rule
def decide(s: State, a: int) -> None:
    if a == USE_NONE:
        s.phase = TURN_OVER
    else:
        activate(s, a - USE)


# CO-6, CO-16 its dice are taken off, and its other side is up
@rule
def activate(s: State, place: int) -> None:
    side = side_up(s, s.to_move, place)
    heap = heap_of(s.to_move, place)
    while s.kinds[heap]:
        kind = first(s.kinds[heap])
        n = s.dice[heap, kind]
        take(s, heap, kind, n)
        put(s, TRAY, kind, n)
    s.flipped[s.to_move, place] ^= 1
    if side == CONTROL:
        s.phase = TURN_DICE
    elif side == TARGET:
        s.phase = AIM
    else:
        s.phase = DISTRIBUTE
        s.due = s.to_move


# Actions of the cards


# CO-14 nobody gets the own colour while there is another; the owner's turn is the Compost's
@rule
def choosable(s: State) -> int:
    kinds = s.kinds[TRAY]
    not_own = kinds & ~OF_COLOUR[s.due]
    return not_own if (s.due != s.to_move) & (not_own != 0) else kinds


# CO-11, CO-15 the first die to the Compost, then clockwise one each, at the owner to the Compost
# again; CO-14 so goes a die of the receiver's own colour
@rule
def give_one(s: State, kind: int) -> None:
    hand_over(s, kind)
    next_die(s)


@rule
def hand_over(s: State, kind: int) -> None:
    take(s, TRAY, kind, 1)
    if s.due in (s.to_move, kind // FACES):
        s.compost[kind // FACES] += 1
    else:
        put(s, HAND, kind, 1)


# CO-8 a die given is assigned at once; CO-11 then the next is due
@rule
def next_die(s: State) -> None:
    if s.kinds[HAND]:
        s.phase = RECEIVE
    elif s.kinds[TRAY]:
        s.due = clockwise(s.due, s.seats)
        s.phase = DISTRIBUTE
    else:
        s.phase = TURN_OVER


# CO-12 both dice to one other player; CO-18 to any, whatever colours they have
@rule
def legal_targets(s: State, out: Numbers) -> int:
    n = 0
    for seat in range(s.seats):
        if seat != s.to_move:
            out[n] = AIM_AT + seat
            n += 1
    return n


@rule
def give_both(s: State, seat: int) -> None:
    s.due = seat
    while s.kinds[TRAY]:
        hand_over(s, first(s.kinds[TRAY]))
    next_die(s)


# CO-13, CO-19 each die of Control is set to any face, whatever the others show
@rule
def turn_die(s: State, face: int) -> None:
    kind = first(s.kinds[TRAY])
    take(s, TRAY, kind, 1)
    put(s, HAND, kind - kind % FACES + face, 1)
    if s.kinds[TRAY] == 0:
        s.phase = LIFT


# CO-13 any further dice, as many as one likes
@rule
def legal_lifts(s: State, out: Numbers) -> int:
    n = 0
    for place in range(PLACES):
        kinds = s.kinds[heap_of(s.to_move, place)]
        n = write_kinds(kinds, LIFT_FROM + place * KINDS, out, n)
    out[n] = LIFTED
    return n + 1


@rule
def lift(s: State, a: int) -> None:
    if a == LIFTED:
        s.phase = LAY_DOWN
    else:
        place, kind = divmod(a - LIFT_FROM, KINDS)
        take(s, heap_of(s.to_move, place), kind, 1)
        put(s, HAND, kind, 1)


@rule
def write_kinds(kinds: int, first_number: int, out: Numbers, n: int) -> int:
    rest = kinds
    while rest:
        out[n] = first_number + first(rest)
        n += 1
        rest &= rest - 1
    return n


# End


# CO-7 no dice left: won; CO-17 nobody can finish, or it took too long: drawn
@rule
def end_turn(s: State) -> None:
    if dice_on_cards(s, s.to_move) == 0:
        s.winner = s.to_move
        s.phase = END
    elif s.turn == s.turn_limit or is_stuck(s):
        s.phase = END
    else:
        s.turn += 1
        s.to_move = clockwise(s.to_move, s.seats)
        s.phase = REROLL


@rule
def dice_on_cards(s: State, seat: int) -> int:
    n = 0
    for place in range(PLACES):
        n += s.many[heap_of(seat, place)]
    return n


# CO-17 one die each, and no card that one die leaves by
@rule
def is_stuck(s: State) -> bool:
    for seat in range(s.seats):
        if dice_on_cards(s, seat) != 1 or side_up(s, seat, RUN) == DIFFERENT:
            return False
    return True


# CO-7 the winner's alone; CO-17 or drawn, an equal share each
@rule
def returns(s: State, out: Shares) -> None:
    for seat in range(s.seats):
        if s.winner == NOBODY:
            out[seat] = 1 / s.seats
        else:
            out[seat] = 1.0 if seat == s.winner else 0.0


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


@rule
def clockwise(i: int, n: int) -> int:
    return i + 1 if i + 1 < n else 0
