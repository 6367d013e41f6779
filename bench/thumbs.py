"""The rules of thumb of docs/pocket.md as players: each takes a position and gives an action."""

import numpy as np

from pasch.core.game.numbers import count, first
from pasch.core.game.position import Numbers, State
from pasch.engine.compile import kernel
from pasch.games.compost import rules as compost
from pasch.games.mice_to_meet_you import rules as mice
from pasch.games.mistkaefer import rules as beetle
from pasch.games.mmm import rules as mmm
from pasch.games.so_ein_mist import rules as mist

# Mmm!
MANY_FOODS = 4


@kernel
def mmm_thumb(s: State, out: Numbers) -> int:  # noqa: ARG001 - every rule of thumb is called alike
    """Place on the food with most squares left, there on the smallest item; never finish two."""
    free = ~(s.chips | s.dice)
    showing = np.zeros(mmm.FACES, np.int64)
    hand = 0
    finished = False
    for die in range(mmm.DICE):
        if s.lies[die] == mmm.IN_HAND:
            showing[s.face[die]] += 1
            hand += 1
        else:
            finished |= s.items[s.item_at[s.lies[die]]] & free == 0
    foods = 0
    fit = 0
    for face in range(mmm.X):
        foods += s.foods[face] & free != 0
        fit += min(showing[face], count(s.foods[face] & free))
    square, wasted = best_square(s, free, showing, finished)
    if not s.placed:
        return square
    if square >= 0 and not wasted:
        finishes = count(s.items[s.item_at[square]] & free) == 1
        roll_both = foods >= MANY_FOODS or is_last_chance(s, finished or finishes)
        return mmm.ROLL_AGAIN if hand == 2 and fit < hand and roll_both else square
    if hand == 2:
        rolls_on = foods > 1
    else:
        rolls_on = not finished and foods >= MANY_FOODS
    return mmm.ROLL_AGAIN if rolls_on or is_last_chance(s, finished) else mmm.GATHER


@kernel
def is_last_chance(s: State, finished: bool) -> bool:
    """Return whether the cat's next step is the last, and so far she would take it."""
    return not finished and s.cat_steps - s.cat == 1


@kernel
def best_square(s: State, free: int, showing: Numbers, finished: bool) -> tuple[int, bool]:
    """Return where to place a die, or -1, and whether it would only finish a second item."""
    square, best, wasted = -1, -(1 << 30), False
    for item in range(mmm.ITEMS):
        squares = s.items[item] & free
        if squares and showing[s.food_at[first(squares)]]:
            second = finished and count(squares) == 1
            of_food = count(s.foods[s.food_at[first(squares)]] & free)
            worth = 100 * of_food - count(squares) - (1 << 20 if second else 0)
            if worth > best:
                square, best, wasted = first(squares), worth, second
    return square, wasted


# Mice to Meet You, alone
USUAL = 10  # roughly the card that is rolled most easily
NUT = 8  # points that a nut is worth
NUT_LATE = 5  # points of a nut with few cards in hand
FEW_CARDS = 2
MISS = 6
LAST = 10_000


@kernel
def mice_thumb(s: State, out: Numbers) -> int:
    """Count points for each card by its distance from 10; nuts and misses cost some."""
    choice, best = -1, -LAST
    for i in range(mice.legal(s, out)):
        worth = worth_alone(s, out[i])
        if worth > best:
            choice, best = out[i], worth
    return choice


@kernel
def worth_alone(s: State, a: int) -> int:
    if a < mice.TAKE_BACK:
        return worth_of_first(s, a // mice.CARDS, a % mice.CARDS + 1)
    if a == mice.NO_SECOND:
        return nut_back(s, s.standing, 0)
    if a < mice.NO_SECOND:
        return worth_of_card(s, s.hand[0], a - mice.SECOND_CARD + 1, s.standing, 1)
    return a - mice.TURN_DOWN - MISS  # the dice card 15 first


@kernel
def worth_of_card(s: State, hand: int, card: int, total: int, nuts: int) -> int:
    """Return the value of a card for this sum, less its nuts; the last card is worth everything."""
    if hand == mice.BIT[card]:
        return LAST
    nut = NUT_LATE if count(s.hand[0]) <= FEW_CARDS else NUT
    return abs(card - USUAL) - nut * (nuts + abs(card - total))


@kernel
def worth_of_first(s: State, y: int, card: int) -> int:
    """Return a first card's value, with a second card or the nut it brings, whichever is more."""
    worth = worth_of_card(s, s.hand[0], card, s.red + y, 0)
    paid, left = abs(card - s.red - y), s.yellow - y
    hand = s.hand[0] & ~mice.BIT[card]
    then = nut_back(s, left, paid)
    if left and s.nuts[0] > paid:
        rest = hand & mice.within(left, s.nuts[0] - paid - 1)
        while rest:
            then = max(then, worth_of_card(s, hand, first(rest), left, 1))
            rest &= rest - 1
    return worth + then


@kernel
def nut_back(s: State, left: int, paid: int) -> int:
    return NUT if left >= s.threshold and s.supply + paid else 0


# So ein Mist
AHEAD = (0, 2, 2, 1, 0)  # points above the mean that are enough, by dice rolled


@kernel
def mist_thumb(s: State, out: Numbers) -> int:  # noqa: ARG001
    """Opt out when landing is worth enough more than the mean of what lies ahead."""
    mean = 0.0
    for face in range(1, 7):
        mean += worth_of_landing(s, face) / 6
    enough = worth_of_landing(s, s.die) >= mean + AHEAD[s.rolls]
    return mist.OPT_OUT if enough else mist.CONTINUE


@kernel
def worth_of_landing(s: State, face: int) -> float:
    """Return what landing is worth; a card for another counts against one, shared."""
    there = mist.step_on(s, s.at[s.to_move], face)
    taker = mist.last_in_queue(s, there, s.to_move)
    worth = float(mist.worth(s, taker, s.ring[there]))
    return worth if taker == s.to_move else -worth / (s.seats - 1)


# Mistkäfer
PIPS_OF_A_DIE = 3
ENOUGH = 12  # enough to score: chips, plus twice the number that the row ends with
MANY_CHIPS = 9


@kernel
def beetle_thumb(s: State, out: Numbers) -> int:
    """Put four dice on the row that ends lowest; the higher it ends, the sooner score."""
    if s.phase == beetle.CHOOSE:
        return roll_or_score(s)
    if s.phase == beetle.PUT:
        return best_number(s)
    if s.phase == beetle.ROB:
        return beetle.TAKE
    n = beetle.legal(s, out)
    choice = out[n - 1]
    if s.phase == beetle.VICTIM:
        for i in range(n):
            if s.owned[out[i] - beetle.STEAL_FROM] > s.owned[choice - beetle.STEAL_FROM]:
                choice = out[i]
    return int(choice)


@kernel
def roll_or_score(s: State) -> int:
    seat = s.to_move
    choice, best, end = beetle.SCORE, -1000, 0
    for colour in range(beetle.COLOURS):
        dice = min(beetle.MOST_DICE, s.dice[colour])
        if dice and s.filled[seat, colour] < s.spaces:
            ends = beetle.rightmost(s, seat, colour)
            worth = 2 * (dice - ends) + s.filled[seat, colour] + colour
            if worth > best:
                choice, best, end = colour * beetle.MOST_DICE + dice - 1, worth, ends
    chips = beetle.chips_for(s, seat)
    wins = chips >= s.balls - beetle.balls_of(s, seat)
    enough = chips >= MANY_CHIPS or (chips and chips + 2 * end >= ENOUGH)
    return beetle.SCORE if wins or enough else choice


@kernel
def best_number(s: State) -> int:
    choice, best = 0, -1000
    for value in range(beetle.rightmost(s, s.to_move, s.colour) + 1, beetle.FACES + 1):
        dice = s.rolled[value]
        if dice:
            if s.newcomers == 0:
                for distance in range(1, s.seats):
                    other = beetle.to_the_left(s, distance)
                    dice += beetle.rightmost(s, other, s.colour) == value
            dice = min(dice, s.spaces - s.filled[s.to_move, s.colour])
            if PIPS_OF_A_DIE * dice - value > best:
                choice, best = beetle.PUT_ONE + value - 1, PIPS_OF_A_DIE * dice - value
    return choice


# Mice to Meet You with others
NUT_AMONG = 9
DICE_CARD = 1  # points of turning a dice card down
FROM = 60  # from this few points in hand on
HELPS = 9  # the lowest card to use another's dice for
TURN_UP = 8
NOTHING_LEFT = 2  # points when no dice are left for the others


@kernel
def mice_among_thumb(s: State, out: Numbers) -> int:
    """Choose the highest card, less nine for a nut; another's dice only for a 9 or more."""
    choice, best = -1, -LAST
    for i in range(mice.legal(s, out)):
        worth = worth_among(s, out[i])
        if worth > best:
            choice, best = out[i], worth
    return choice


@kernel
def worth_among(s: State, a: int) -> int:
    seat = s.to_move
    if a == mice.PASS:
        return HELPS
    if s.phase == mice.REACT:
        card = a - mice.USE + 1
        nuts = abs(card - s.standing) + (0 if s.supply else 1)
        return points_of(s, seat, card) - NUT_AMONG * int(nuts)
    if a < mice.TAKE_BACK:
        y, card = a // mice.CARDS, a % mice.CARDS + 1
        kept = NOTHING_LEFT if s.yellow == y else 0
        return kept + points_of(s, seat, card) - NUT_AMONG * int(abs(card - s.red - y))
    if a == mice.TAKE_BACK:
        return -TURN_UP - int(s.cage[seat, s.caged[seat] - 1])
    return -TURN_UP


@kernel
def points_of(s: State, seat: int, card: int) -> int:
    if s.hand[seat] & mice.BIT[card]:
        return card
    own = mice.points(s, seat)
    if count(s.open[seat]) == 1:
        for other in range(s.seats):
            if mice.points(s, other) < own:
                return -LAST
        return LAST
    return DICE_CARD if own <= FROM else -LAST


# Compost
@kernel
def compost_thumb(s: State, out: Numbers) -> int:
    """Build on what is there, begin nothing but a run, activate the fullest card."""
    if s.phase == compost.REROLL:
        return best_reroll(s)
    if s.phase == compost.ACTIVATE:
        return fullest_card(s)
    if s.phase == compost.DISTRIBUTE:
        return compost.GIVE + best_gift(s)
    if s.phase == compost.AIM:
        return fewest_dice(s, out)
    if s.phase == compost.TURN_DICE:
        return compost.TURN_TO + commonest_face(s)
    if s.phase == compost.LIFT:
        return compost.LIFTED
    return compost.PUT_ON + best_place(s)


@kernel
def best_reroll(s: State) -> int:
    """Return the Stove with two dice, else the emptiest incomplete card, else a complete one."""
    choice, best = 0, -1000
    for place in range(compost.PLACES):
        dice = s.many[compost.heap_of(s.to_move, place)]
        if dice:
            worth = 100 - dice
            if place == compost.STOVE:
                worth = 1000 if dice > 1 else 50
            elif compost.is_complete(s, s.to_move, place):
                worth = -dice
            if worth > best:
                choice, best = place, worth
    return choice


@kernel
def best_place(s: State) -> int:
    """Return where a die joins others (kind, run, pair), else begins a run, else the Stove."""
    seat, face = compost.player(s), first(s.kinds[compost.HAND]) % compost.FACES
    choice, best = compost.STOVE, 0
    for place in range(compost.STOVE):
        if compost.fits(s, seat, place, face):
            worth = 0
            if joins(s, seat, place, face):
                worth = 4 if place == compost.KIND else 3 if place == compost.RUN else 2
            elif place == compost.RUN:
                worth = 1
            if worth > best:
                choice, best = place, worth
    return choice


@kernel
def joins(s: State, seat: int, place: int, face: int) -> bool:
    heap = compost.heap_of(seat, place)
    side = compost.side_up(s, seat, place)
    if side == compost.RUN:
        low = face > 0 and s.kinds[heap] & compost.SHOWING[face - 1] != 0
        return bool(low or (face < 5 and s.kinds[heap] & compost.SHOWING[face + 1] != 0))
    if side == compost.KIND:
        return bool(s.many[heap] > 0)
    if side == compost.PAIRS:
        return bool(s.odd[heap] & compost.BIT[face] != 0)
    return True


@kernel
def fullest_card(s: State) -> int:
    """Return the fullest card, but none that leaves a single die and no Different to remove it."""
    choice, best = compost.USE_NONE, 0
    total = compost.dice_on_cards(s, s.to_move)
    different = compost.side_up(s, s.to_move, compost.RUN) == compost.DIFFERENT
    for place in range(compost.STOVE):
        if compost.is_complete(s, s.to_move, place):
            dice = s.many[compost.heap_of(s.to_move, place)]
            if compost.side_up(s, s.to_move, place) == compost.CONTROL:
                dice = 1
            elif total - dice == 1 and different == (place == compost.RUN):
                dice = 0
            if dice > best:
                choice, best = compost.USE + place, dice
    return choice


@kernel
def best_gift(s: State) -> int:
    """Return the best gift: other colours to the Compost, one's own to the others."""
    choice, best = 0, -1
    rest = compost.choosable(s)
    while rest:
        kind = first(rest)
        rest &= rest - 1
        is_own = kind // compost.FACES == s.to_move
        good = int(is_own != (s.due == s.to_move))
        if good > best:
            choice, best = kind, good
    return choice


@kernel
def fewest_dice(s: State, out: Numbers) -> int:
    choice, fewest = 0, 1000
    for i in range(compost.legal(s, out)):
        dice = compost.dice_on_cards(s, out[i] - compost.AIM_AT)
        if dice < fewest:
            choice, fewest = out[i], dice
    return choice


@kernel
def commonest_face(s: State) -> int:
    """Return the commonest face on one's own cards and in hand."""
    choice, most = 0, -1
    for face in range(compost.FACES):
        n = 0
        for kind in range(face, compost.KINDS, compost.FACES):
            n += s.dice[compost.HAND, kind]
            for place in range(compost.PLACES):
                n += s.dice[compost.heap_of(s.to_move, place), kind]
        if n > most:
            choice, most = face, n
    return choice
