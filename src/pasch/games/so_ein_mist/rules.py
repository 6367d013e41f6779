"""So ein Mist: the law, clause by clause. RULES.md beside this file tells it to players.

No pile has a hidden order: a draw pile together with the cards passed on from it is one set of
unseen cards (SEM-4), and a draw is one of those left, each as likely.
"""

import math

from pasch.games.so_ein_mist import Options
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

# SEM-1 each of six animals has eight path cards; SEM-2 six starting cards are nobody's own.
# A card's number is animal * 8 + its place in PATH; the starting cards follow.
ANIMALS = 6
PATH = (-5, -3, -1, 2, 4, 6, 8, 10)
STARTING = (-3, -3, -1, -1, 2, 2)
OWN = len(PATH)
VALUE = lookup(PATH * ANIMALS + STARTING)
CARDS = len(VALUE)
ROLLS = 5
SEATS = 6
PLACES = SEATS + len(STARTING)

# A set of things is a whole number with one bit for each.
BIT = lookup(1 << card for card in range(CARDS))
ALL_OWN = 255
NTH = lookup([([i for i in range(8) if own >> i & 1] + [-1] * 8)[:8] for own in range(256)])
SUM, SUM_OF_FOOD = (
    lookup(
        [
            [
                sum(v for i, v in enumerate(values) if v > least and own >> i & 1)
                for own in range(256)
            ]
            for values in (PATH,) * ANIMALS + (STARTING,)
        ]
    )
    for least in (-10, 0)
)

GAP = -1
NONE = -1

# What is happening.
ANIMAL, MIDDLE, LAYOUT, ROLL, DECIDE, REFILL, REVEAL, END = range(8)

# What a seat may do.
OPT_OUT, CONTINUE = range(2)
ACTIONS = 2

STATE = Layout(
    "so-ein-mist",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("doubling", "i8"),
        ("open_scores", "i8"),
        ("passed", "i8"),  # cards each player hands on
        ("refills", "i8"),  # turns of the game after which the gap is refilled
        ("turns", "i8"),  # turns of the game
        ("phase", "i8"),
        ("to_move", "i8"),
        ("turn", "i8"),
        ("rolls", "i8"),
        ("die", "i8"),  # the face rolled last
        ("aside", "i8"),  # the set of faces put aside this turn
        ("laid", "i8"),  # how many cards of the ring are laid out
        ("box", "i8"),  # the set of animals not dealt
        ("animal", "i1", 6),  # by seat
        ("unseen", "u1", 6),  # by seat: own cards in the draw pile or passed on from it
        ("ring", "i1", PLACES),  # the card at each place, or GAP
        ("at", "i1", 6),  # by seat: the place of the figure
        ("came", "i1", 6),  # by seat: the turn in which the figure came there
        ("middle", "i8"),  # the set of cards to be laid out
        ("pile", "i8", 6),  # by seat: the set of cards scored
    ],
)


def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.doubling = options.doubling
    s.open_scores = options.open_scores
    # SEM-4 one card with 5 players, two with 6; SEM-18 or none
    s.passed = max(seats - 4, 0) if options.passing else 0
    # SEM-15 a turn for every card of every draw pile; SEM-19 and one more each
    s.refills = seats * (OWN - 1 - s.passed)
    s.turns = s.refills + (seats if options.another_round else 0)
    s.phase = ANIMAL
    s.box = (1 << ANIMALS) - 1
    for seat in range(SEATS):
        s.animal[seat] = s.at[seat] = NONE
    for place in range(PLACES):
        s.ring[place] = GAP
    s.middle = sum(BIT[ANIMALS * OWN :])


@rule
def player(s: State) -> int:
    if s.phase == DECIDE:
        return s.to_move
    if s.phase == END:
        return OVER
    return CHANCE


@rule
def mover(s: State) -> int:
    return WATCHER if s.phase == END else s.to_move


@rule
def chance(s: State) -> int:
    if s.phase == ROLL:
        return 6
    if s.phase == ANIMAL:
        return count(s.box)
    if s.phase == LAYOUT:
        return places(s) - s.laid
    return count(s.unseen[s.to_move])


# SEM-7 opt out with the die just rolled, or continue
@rule
def legal(s: State, out: Numbers) -> int:
    out[0] = OPT_OUT
    out[1] = CONTINUE
    return 2


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        roll(s, a + 1)
    elif s.phase == DECIDE:
        decide(s, a)
    elif s.phase == REFILL:
        refill(s, a)
    elif s.phase == ANIMAL:
        deal_animal(s, a)
        if count(s.box) == 1 and s.phase == ANIMAL:
            deal_animal(s, 0)  # the last animal is certain
    elif s.phase == MIDDLE:
        put_in_middle(s, a)
    elif s.phase == LAYOUT:
        lay_out(s, a)
    else:
        reveal(s, a)


# Set-up


# SEM-3 a different animal for each player, with its eight cards as the draw pile
@rule
def deal_animal(s: State, a: int) -> None:
    animal = NTH[s.box, a]
    s.box ^= BIT[animal]
    s.animal[s.to_move] = animal
    s.unseen[s.to_move] = ALL_OWN
    s.to_move = clockwise(s.to_move, s.seats)
    if s.to_move == 0:
        s.phase = MIDDLE


# SEM-5 each player's top card goes into the middle, to the starting cards
@rule
def put_in_middle(s: State, a: int) -> None:
    s.middle |= BIT[draw(s, a)]
    s.to_move = clockwise(s.to_move, s.seats)
    if s.to_move == 0:
        s.phase = LAYOUT


# SEM-5 the cards of the middle are laid out as a ring; the last one is certain
@rule
def lay_out(s: State, a: int) -> None:
    rest = s.middle
    for _ in range(a):
        rest &= rest - 1
    lay(s, first(rest))
    if s.laid == places(s) - 1:
        lay(s, first(s.middle))
        s.to_move = s.start
        s.phase = ROLL


# SEM-6 each figure starts at its own animal's card
@rule
def lay(s: State, card: int) -> None:
    s.middle ^= BIT[card]
    s.ring[s.laid] = card
    for seat in range(SEATS):
        if s.animal[seat] == card // OWN:
            s.at[seat] = s.laid
    s.laid += 1


# A turn


# SEM-7 roll one die; SEM-8 a face put aside before is moved at once; SEM-9 so is the fifth roll
@rule
def roll(s: State, face: int) -> None:
    s.die = face
    s.rolls += 1
    if s.aside & BIT[face] or s.rolls == ROLLS:
        move(s, face)
    else:
        s.phase = DECIDE


# SEM-7 opt out, or continue: the die is put aside unchanged
@rule
def decide(s: State, a: int) -> None:
    if a == OPT_OUT:
        move(s, s.die)
    else:
        s.aside |= BIT[s.die]
        s.phase = ROLL


# SEM-10..13 move, hand out the card reached, refill the gap; SEM-19 or leave it
@rule
def move(s: State, steps: int) -> None:
    mover = s.to_move
    there = step_on(s, s.at[mover], steps)
    taker = last_in_queue(s, there, mover)
    join_queue(s, mover, there)
    hand_out(s, there, taker)
    s.rolls = 0
    s.aside = 0
    if s.turn >= s.refills:
        next_turn(s)
    elif count(s.unseen[mover]) == 1:
        refill(s, 0)
    else:
        s.phase = REFILL


# SEM-10 clockwise by exactly that many cards
@rule
def step_on(s: State, place: int, steps: int) -> int:
    if s.turn >= s.refills:
        return step_over_gaps(s, place, steps)
    there = place + steps
    return there if there < places(s) else there - places(s)


# SEM-19 a gap is not a step
@rule
def step_over_gaps(s: State, place: int, steps: int) -> int:
    there = place
    while steps > 0:
        there = clockwise(there, places(s))
        if s.ring[there] != GAP:
            steps -= 1
    return there


# SEM-11 nobody else there: the mover takes the card; SEM-12 else the last of the queue does
@rule
def last_in_queue(s: State, place: int, mover: int) -> int:
    last = mover
    latest = -1
    for seat in range(SEATS):
        if (s.at[seat] == place) & (s.came[seat] > latest):
            last = seat
            latest = s.came[seat]
    return last


@rule
def join_queue(s: State, seat: int, place: int) -> None:
    s.at[seat] = place
    s.came[seat] = s.turn + 1


@rule
def hand_out(s: State, place: int, taker: int) -> None:
    s.pile[taker] |= BIT[s.ring[place]]
    s.ring[place] = GAP


# SEM-13 the mover refills the gap with the top card of the own draw pile
@rule
def refill(s: State, a: int) -> None:
    s.ring[s.at[s.to_move]] = draw(s, a)
    next_turn(s)


# SEM-4 the top card of a pile: one of those nobody has seen, in the order of the material
@rule
def draw(s: State, a: int) -> int:
    seat = s.to_move
    card = NTH[s.unseen[seat], a]
    s.unseen[seat] ^= BIT[card]
    return s.animal[seat] * OWN + card


@rule
def next_turn(s: State) -> None:
    s.turn += 1
    if s.turn == s.turns:
        end(s)
    else:
        s.to_move = clockwise(s.to_move, s.seats)
        s.phase = ROLL


# End


# SEM-4 what nobody has seen by now was passed on: one card to the left, or one each way by lot
@rule
def end(s: State) -> None:
    s.to_move = 0
    s.phase = END
    if s.passed == 1:
        for seat in range(s.seats):
            receive(s, clockwise(seat, s.seats), seat, s.unseen[seat])
    elif s.passed == 2:
        s.phase = REVEAL


@rule
def reveal(s: State, a: int) -> None:
    giver = s.to_move
    passed = s.unseen[giver]
    to_left = BIT[NTH[passed, a]]
    receive(s, clockwise(giver, s.seats), giver, to_left)
    receive(s, counterclockwise(giver, s.seats), giver, passed ^ to_left)
    s.to_move = clockwise(s.to_move, s.seats)
    if s.to_move == 0:
        s.phase = END


@rule
def receive(s: State, taker: int, giver: int, own: int) -> None:
    s.unseen[giver] ^= own
    s.pile[taker] |= int(own) * BIT[s.animal[giver] * OWN]


# SEM-16 the sum of the scoring pile, and of its positive cards for the tie-break;
# SEM-17 own cards count double in both
@rule
def tally(s: State, seat: int) -> tuple[int, int]:
    total = 0
    food = 0
    for animal in range(ANIMALS + 1):
        cards = (s.pile[seat] >> (animal * OWN)) & ALL_OWN
        times = 2 if s.doubling and animal == s.animal[seat] else 1
        total += times * SUM[animal, cards]
        food += times * SUM_OF_FOOD[animal, cards]
    return total, food


# SEM-16 highest wins, then the larger sum of positive cards, then shared
@rule
def returns(s: State, out: Shares) -> None:
    best = -math.inf
    winners = 0
    for seat in range(s.seats):
        total, food = tally(s, seat)
        out[seat] = total + food / 1000  # no scoring pile holds 1000 points of food
        if out[seat] > best:
            best = out[seat]
            winners = 0
        if out[seat] == best:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1 / winners if out[seat] == best else 0.0


# SEM-14 every card taken was seen by all, and what nobody saw is a set: nothing to hide
@rule
def hide(s: State, seat: int) -> None:
    pass


@rule
def resample(s: State, seat: int, rng: Random) -> None:
    pass


@rule
def reveals(before: State, after: State) -> bool:
    return False


# SEM-17 what one card counts for a seat
@rule
def worth(s: State, seat: int, card: int) -> int:
    if s.doubling and card // OWN == s.animal[seat]:
        return 2 * VALUE[card]
    return VALUE[card]


@rule
def places(s: State) -> int:
    return s.seats + len(STARTING)


@rule
def clockwise(i: int, n: int) -> int:
    return i + 1 if i + 1 < n else 0


@rule
def counterclockwise(i: int, n: int) -> int:
    return i - 1 if i > 0 else n - 1
