"""Mice to Meet You: the law, clause by clause. RULES.md beside this file tells it to players.

A set of cards is a whole number with one bit per value; a set of dice cards has one bit for each of
the 6, the 9, the 12 and the 15, in that order.
"""

from pasch.games.mice_to_meet_you import Options
from pasch.games.mice_to_meet_you.cards import RED, VALUES, YELLOW, dice_of
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

# MTY-1 cards 1 to 18; four are dice cards, the others the hand; MTY-2 two red and three yellow dice
CARDS = 18
FACES = 6
DICE = RED + YELLOW
SEATS = 5
HAND = CARDS - len(VALUES)
SIX = 0  # its place among the dice cards
DICE_CARD = lookup(VALUES)

BIT = lookup(1 << i for i in range(max(CARDS, FACES * YELLOW) + 2))
FULL_HAND = sum(1 << card for card in range(1, CARDS + 1) if card not in VALUES)
ALL_OPEN = (1 << len(VALUES)) - 1
# MTY-7 by the dice cards open: the values of those that may be turned down, the 6 as the last one
TURNABLE = lookup(
    [
        sum(1 << card for i, card in enumerate(VALUES) if cards >> i & 1 and (i or cards == 1))
        for cards in range(ALL_OPEN + 1)
    ]
)
PLACE = lookup([VALUES.index(card) if card in VALUES else -1 for card in range(CARDS + 1)])

# MTY-15 a safety
MOST_ROUNDS = 5_000

# What is happening.
ROLL, ACT, REACT, SECOND, END, DRAWN = range(6)

# What a seat may do: with yellow dice of sum y play card v (y * 18 + v - 1), or these.
TAKE_BACK = (FACES * YELLOW + 1) * CARDS  # MTY-9 the top card of the cage
TURN_UP = TAKE_BACK + 1  # and three more: the 6, the 9, the 12, the 15
NOTHING = TURN_UP + len(VALUES)
USE = NOTHING + 1  # MTY-11 a passive player uses the dice for card v (USE + v - 1)
PASS = USE + CARDS
SECOND_CARD = PASS + 1  # MTY-19 card v as the second one (SECOND_CARD + v - 1)
NO_SECOND = SECOND_CARD + CARDS
TURN_DOWN = NO_SECOND + 1  # MTY-18 and three more
ACTIONS = TURN_DOWN + len(VALUES)

STATE = Layout(
    "mice-to-meet-you",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("threshold", "i8"),
        ("reds", "i1", ALL_OPEN + 1),  # by the dice cards open: red dice to roll
        ("yellows", "i1", ALL_OPEN + 1),  # and yellow ones
        ("phase", "i8"),
        ("turn", "i8"),  # rounds finished
        ("active", "i8"),
        ("to_move", "i8"),  # who is asked: the active player, then the passive ones
        ("dice", "i8"),  # dice to roll in this round
        ("red_dice", "i8"),  # the first so many of them are red
        ("rolled", "i8"),  # dice rolled so far
        ("face", "i1", DICE),  # what they show
        ("red", "i8"),  # their sum, red
        ("yellow", "i8"),  # and yellow
        ("sums", "i8"),  # the set of sums that some of the yellow dice show
        ("unused", "i8"),  # what the dice show that the active player left over
        ("standing", "i8"),  # the sum that stands for those who act after the active player
        ("supply", "i8"),  # nuts in the middle
        ("nuts", "i1", SEATS),  # by seat
        ("hand", "i8", SEATS),  # by seat: the set of cards
        ("open", "i1", SEATS),  # by seat: the set of dice cards that lie open
        ("caged", "i1", SEATS),  # by seat: cards in the cage
        ("cage", "i1", (SEATS, HAND)),  # by seat: these cards, the top one last
    ],
)


def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.threshold = options.threshold
    for cards in range(ALL_OPEN + 1):
        for i, (reds, yellows) in enumerate(dice_of(options.dice_cards)):
            if cards >> i & 1:
                s.reds[cards] += reds
                s.yellows[cards] += yellows
    for seat in range(seats):
        s.hand[seat] = FULL_HAND
        s.open[seat] = ALL_OPEN
    # MTY-3 all nuts lie in the middle; MTY-17 alone one holds them, but for those of the level
    s.supply = seats * options.nuts
    if seats == 1:
        s.supply = min(options.level, options.nuts)
        s.nuts[0] = options.nuts - s.supply
    s.active = start
    begin_round(s)


@rule
def player(s: State) -> int:
    if s.phase == ROLL:
        return CHANCE
    if s.phase >= END:
        return OVER
    return s.to_move


@rule
def mover(s: State) -> int:
    return WATCHER if s.phase >= END else s.to_move


@rule
def chance(s: State) -> int:
    return FACES


@rule
def legal(s: State, out: Numbers) -> int:
    if s.phase == REACT:
        return and_one_more(out, cards_of(usable(s, s.to_move), out, 0, USE), PASS)
    if s.phase == SECOND:
        return and_one_more(out, cards_of(second_cards(s), out, 0, SECOND_CARD), NO_SECOND)
    n = plays(s, out)
    if s.seats == 1:
        return solo_misses(s, out, n)
    return misses(s, out, n)


# MTY-5 all red dice and any of the yellow ones; MTY-6 and as far as the nuts reach
@rule
def plays(s: State, out: Numbers) -> int:
    n = 0
    playable = playable_by(s, s.active)
    rest = s.sums
    while rest:
        y = first(rest)
        rest &= rest - 1
        n = cards_of(playable & within(s.red + y, s.nuts[s.active]), out, n, y * CARDS)
    return n


# MTY-9 an active player who can't or won't play a card misses
@rule
def misses(s: State, out: Numbers, n: int) -> int:
    before = n
    if s.caged[s.active]:
        out[n] = TAKE_BACK
        n += 1
    for i in range(len(VALUES)):
        if not s.open[s.active] & BIT[i]:
            out[n] = TURN_UP + i
            n += 1
    if n == before:
        out[n] = NOTHING
        n += 1
    return n


# MTY-18 alone: any open dice card, the 6 as the last one
@rule
def solo_misses(s: State, out: Numbers, n: int) -> int:
    for i in range(len(VALUES)):
        if TURNABLE[s.open[0]] & BIT[DICE_CARD[i]]:
            out[n] = TURN_DOWN + i
            n += 1
    return n


# MTY-7 a hand card, or an open dice card; MTY-18 not when one plays alone
@rule
def playable_by(s: State, seat: int) -> int:
    if s.seats == 1:
        return s.hand[seat]
    return s.hand[seat] | TURNABLE[s.open[seat]]


# MTY-6, MTY-13 the cards that a sum reaches with so many nuts
@rule
def within(total: int, nuts: int) -> int:
    low = max(total - nuts, 1)
    high = min(total + nuts, CARDS)
    return BIT[high + 1] - BIT[low] if low <= high else 0


@rule
def cards_of(cards: int, out: Numbers, n: int, base: int) -> int:
    while cards:
        out[n] = base + first(cards) - 1
        n += 1
        cards &= cards - 1
    return n


@rule
def and_one_more(out: Numbers, n: int, a: int) -> int:
    out[n] = a
    return n + 1


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        roll(s, a + 1)
    elif s.phase == REACT:
        react(s, a)
    elif s.phase == SECOND:
        play_second(s, a)
    elif a < TAKE_BACK:
        act(s, a // CARDS, a % CARDS + 1)
    elif s.seats == 1:
        miss_alone(s, a - TURN_DOWN)
    else:
        miss(s, a)


# A round


# MTY-4 the dice of all dice cards that lie open; MTY-8 not of those turned down before
@rule
def begin_round(s: State) -> None:
    s.to_move = s.active
    cards = s.open[s.active]
    s.red_dice = s.reds[cards]
    s.dice = s.reds[cards] + s.yellows[cards]
    s.rolled = 0
    for die in range(DICE):
        s.face[die] = 0
    s.red = 0
    s.yellow = 0
    s.sums = BIT[0]
    s.unused = 0
    s.standing = 0
    s.phase = ROLL


@rule
def roll(s: State, face: int) -> None:
    if s.rolled < s.red_dice:
        s.red += face
    else:
        s.yellow += face
        s.sums |= s.sums << face
    s.face[s.rolled] = face
    s.rolled += 1
    if s.rolled == s.dice:
        s.phase = ACT


# MTY-5..7 one card for the sum used; what the yellow dice left over show stands for the others
@rule
def act(s: State, y: int, card: int) -> None:
    pay(s, s.active, abs(card - s.red - y))
    s.unused = s.yellow - y
    s.standing = s.unused
    play_card(s, s.active, card)
    if s.seats == 1:
        after_first_card(s)
    elif s.open[s.active] == 0:
        end(s)
    else:
        ask_next(s)


# MTY-6, MTY-13 nuts go back to the supply; MTY-19 alone, to the middle
@rule
def pay(s: State, seat: int, nuts: int) -> None:
    s.nuts[seat] -= nuts
    s.supply += nuts


# MTY-7 the hand card onto the cage, or the dice card face down
@rule
def play_card(s: State, seat: int, card: int) -> None:
    if s.hand[seat] & BIT[card]:
        s.hand[seat] ^= BIT[card]
        s.cage[seat, s.caged[seat]] = card
        s.caged[seat] += 1
    else:
        s.open[seat] ^= BIT[PLACE[card]]


# MTY-9 before anybody else acts; MTY-10 then all rolled dice stand for the others
@rule
def miss(s: State, a: int) -> None:
    if a == TAKE_BACK:
        take_back(s, s.active)
    elif a != NOTHING:
        s.open[s.active] |= BIT[a - TURN_UP]
    s.unused = s.red + s.yellow
    s.standing = s.unused
    ask_next(s)


@rule
def take_back(s: State, seat: int) -> None:
    s.caged[seat] -= 1
    top = s.caged[seat]
    s.hand[seat] |= BIT[s.cage[seat, top]]
    s.cage[seat, top] = 0


# MTY-10 clockwise, whoever can use what is left, if a die is; MTY-14 then the next player is active
@rule
def ask_next(s: State) -> None:
    s.to_move = clockwise(s, s.to_move)
    while s.to_move != s.active and not usable(s, s.to_move):
        s.to_move = clockwise(s, s.to_move)
    if s.to_move == s.active:
        end_round(s)
    else:
        s.phase = REACT


# MTY-11..13 the cards a passive player can play: by the sum that stands, and own nuts when paid
@rule
def usable(s: State, seat: int) -> int:
    left = s.nuts[seat] if s.supply else s.nuts[seat] - 1
    if s.standing == 0 or left < 0:
        return 0
    return playable_by(s, seat) & within(s.standing, left)


# MTY-11 one card, MTY-12 paid for first; MTY-13 a changed sum stands for the players after
@rule
def react(s: State, a: int) -> None:
    if a != PASS:
        card = a - USE + 1
        reward(s, s.to_move)
        pay(s, s.to_move, abs(card - s.standing))
        s.standing = card
        play_card(s, s.to_move, card)
    if s.open[s.to_move] == 0:
        end(s)
    else:
        ask_next(s)


# MTY-12 a nut for the active player, from the supply or else from the passive player
@rule
def reward(s: State, seat: int) -> None:
    if s.supply:
        s.supply -= 1
    else:
        s.nuts[seat] -= 1
    s.nuts[s.active] += 1


# MTY-14 the next player clockwise; MTY-15 unless it has gone on for too long
@rule
def end_round(s: State) -> None:
    s.turn += 1
    if s.turn == MOST_ROUNDS:
        s.phase = DRAWN
        s.standing = 0
    else:
        s.active = clockwise(s, s.active)
        begin_round(s)


# Alone


# MTY-18 a dice card down for good; MTY-21 the last one ends the game
@rule
def miss_alone(s: State, i: int) -> None:
    s.open[0] ^= BIT[i]
    if s.open[0] == 0:
        end(s)
    else:
        end_round(s)


# MTY-21 an empty hand ends the game; MTY-19 else perhaps a second card
@rule
def after_first_card(s: State) -> None:
    if s.hand[0] == 0:
        end(s)
    elif second_cards(s):
        s.phase = SECOND
    else:
        earn_nut(s)
        end_round(s)


# MTY-19 the hand cards for all unused yellow dice: a nut for the right, the others change the sum
@rule
def second_cards(s: State) -> int:
    left = s.nuts[0] - 1
    if s.standing == 0 or left < 0:
        return 0
    return s.hand[0] & within(s.standing, left)


# MTY-19, MTY-20 dice used for a second card are not unused
@rule
def play_second(s: State, a: int) -> None:
    if a == NO_SECOND:
        earn_nut(s)
    else:
        card = a - SECOND_CARD + 1
        pay(s, 0, 1 + abs(card - s.standing))
        play_card(s, 0, card)
    if s.hand[0] == 0:
        end(s)
    else:
        end_round(s)


# MTY-20 the unused yellow dice show enough: a nut from the middle
@rule
def earn_nut(s: State) -> None:
    if s.standing >= s.threshold and s.supply:
        s.supply -= 1
        s.nuts[0] += 1


# End


# MTY-15, MTY-21 at once: nobody acts any more
@rule
def end(s: State) -> None:
    s.phase = END
    s.standing = 0


# MTY-16 the sum of the cards still in hand
@rule
def points(s: State, seat: int) -> int:
    total = 0
    rest = s.hand[seat]
    while rest:
        total += first(rest)
        rest &= rest - 1
    return total


# MTY-16 fewest, then more dice cards face down, then more nuts (never a hundred)
@rule
def result(s: State, seat: int) -> int:
    return 1000 * points(s, seat) + 100 * count(s.open[seat]) - int(s.nuts[seat])


# MTY-16 the best result wins, then shared; MTY-15 all share a drawn game
@rule
def returns(s: State, out: Shares) -> None:
    if s.seats == 1:
        out[0] = grade(s) / BEST
        return
    best = result(s, 0)
    for seat in range(1, s.seats):
        best = min(best, result(s, seat))
    winners = 0
    for seat in range(s.seats):
        wins = s.phase == DRAWN or result(s, seat) == best
        out[seat] = 1.0 if wins else 0.0
        winners += wins
    for seat in range(s.seats):
        out[seat] /= winners


# MTY-22 by the dice cards open with an empty hand, else by the cards left; from 0 to 6, the best
BEST = 6


@rule
def grade(s: State) -> int:
    if s.hand[0] == 0:
        return 2 + count(s.open[0])
    return max(3 - count(s.hand[0]), 0)


# What was played lies open, and so everybody knows every hand: nothing to hide
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
def clockwise(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.seats else 0
