"""The quick player: weighs each thing it may do by a simple worth, in points of the hand.

A card played is worth its points, and more where a roll seldom shows it. A dice card turned down is
worth a little, and what the dice still left do for the hand; the last one is worth everything to
whoever is ahead. Against it stand the nuts it takes and what the unused dice give to the others.
Alone, every card weighs as the rolls it may take, and a miss costs much.
"""

import math
from collections.abc import Callable
from pathlib import Path

from pasch.games.mice_to_meet_you.cards import RED, YELLOW
from pasch.games.mice_to_meet_you.rules import (
    ACTIONS,
    BIT,
    CARDS,
    FACES,
    FULL_HAND,
    HAND,
    NO_SECOND,
    NOTHING,
    PASS,
    PLACE,
    REACT,
    SECOND_CARD,
    TAKE_BACK,
    TURN_DOWN,
    TURN_UP,
    USE,
    clockwise,
    legal,
    playable_by,
    points,
    within,
)
from pasch.sdk import (
    Grid,
    Shares,
    State,
    Tuning,
    count,
    counts,
    first,
    lookup,
    read_lookups,
    rule,
    zeros,
)

# The net that estimates the grade of one who plays alone, learned by bench/train_mice.py.
WEIGHTS = read_lookups(Path(__file__).with_name("weights.json"))
BY_FACT, BIAS = WEIGHTS["by_fact"], WEIGHTS["bias"]
BY_FIRST, SECOND_BIAS = WEIGHTS["by_first"], WEIGHTS["second_bias"]
BY_SECOND, LAST_BIAS = WEIGHTS["by_second"], WEIGHTS["last_bias"]

# Found by letting players with other numbers play against these.
NUT = 8.8
SELDOM = 0.4  # how much more a card is worth that a roll never shows
TURN = 13.0
REACH = 5.6  # a point that the dice left show surely, not never
RIVAL = 0.65  # a point that a rival sheds
REWARD = 1.0  # a nut for the active player
WIN = 1000.0

# The same alone, found by the mean grade of all levels.
NUT_ALONE = 5.4
MISS_ALONE = 5.0


def chances() -> Grid:
    """Return how likely a roll shows a card without a nut, by red dice, yellow dice and card."""
    red_sums = [{0: 1.0}]
    yellow_sums = [{1: 1.0}]  # sets of sums, a bit for each
    for _ in range(RED):
        red_sums.append(one_more(red_sums[-1], lambda total, face: total + face))
    for _ in range(YELLOW):
        yellow_sums.append(one_more(yellow_sums[-1], lambda sums, face: sums | sums << face))
    table: Grid = zeros((RED + 1, YELLOW + 1, CARDS + 1))
    for reds, by_total in enumerate(red_sums):
        for yellows, by_sums in enumerate(yellow_sums):
            for total, p in by_total.items():
                for sums, q in by_sums.items():
                    for card in range(max(total, 1), CARDS + 1):
                        table[reds, yellows, card] += p * q * (sums >> (card - total) & 1)
    return table


def one_more(before: dict[int, float], add: Callable[[int, int], int]) -> dict[int, float]:
    """Return the distribution after one more die."""
    after: dict[int, float] = {}
    for what, p in before.items():
        for face in range(1, FACES + 1):
            now = add(what, face)
            after[now] = after.get(now, 0.0) + p / FACES
    return after


SHOWN = lookup(chances())
ROLLS = lookup([[(p + 0.05) ** -0.6 for p in row] for row in rows] for rows in SHOWN)


@rule
def quick(s: State) -> int:
    out = counts(ACTIONS)
    choice = -1
    best = -math.inf
    for i in range(legal(s, out)):
        value = worth(s, out[i])
        if value > best:
            choice = out[i]
            best = value
    return choice


@rule
def worth(s: State, a: int) -> float:
    if s.seats == 1:
        return worth_alone(s, a)
    if s.phase == REACT:
        return worth_of_using(s, a)
    if a < TAKE_BACK:
        return worth_of_playing(s, a // CARDS, a % CARDS + 1)
    return worth_of_missing(s, a)


@rule
def worth_of_playing(s: State, y: int, card: int) -> float:
    nuts = abs(card - s.red - y)
    return gain(s, s.active, card) - NUT * nuts + worth_of_leaving(s, s.yellow - y)


@rule
def worth_of_missing(s: State, a: int) -> float:
    left = worth_of_leaving(s, s.red + s.yellow)
    if a == NOTHING:
        return left
    if a == TAKE_BACK:
        return left - s.cage[s.active, s.caged[s.active] - 1]
    return left + gain_of_dice(s, s.active, s.open[s.active] | BIT[a - TURN_UP]) - TURN


@rule
def worth_of_using(s: State, a: int) -> float:
    if a == PASS:
        return 0.0
    card = a - USE + 1
    nuts = abs(card - s.standing) + (0 if s.supply else 1)
    return gain(s, s.to_move, card) - NUT * nuts - REWARD


@rule
def gain(s: State, seat: int, card: int) -> float:
    if s.hand[seat] & BIT[card]:
        seldom = 1 - shown(s, s.open[seat], card)
        return card * (1 + SELDOM * seldom)
    left = s.open[seat] ^ BIT[PLACE[card]]
    if left == 0:
        return WIN if is_ahead(s, seat) else -WIN
    return TURN + gain_of_dice(s, seat, left)


@rule
def shown(s: State, cards: int, card: int) -> float:
    """Return how likely a roll with these dice cards open shows the card."""
    return SHOWN[s.reds[cards], s.yellows[cards], card]


@rule
def gain_of_dice(s: State, seat: int, cards: int) -> float:
    """Return what other open dice cards change for the cards in hand."""
    total = 0.0
    rest = s.hand[seat]
    while rest:
        card = first(rest)
        rest &= rest - 1
        total += card * (shown(s, cards, card) - shown(s, s.open[seat], card))
    return REACH * total


@rule
def is_ahead(s: State, seat: int) -> bool:
    """Return whether the seat would win now; a tie is enough for the one who ends the game."""
    best = points(s, seat)
    own = best
    for other in range(s.seats):
        best = min(best, points(s, other))
    return own == best


@rule
def worth_of_leaving(s: State, total: int) -> float:
    """Return the worth of this sum for the others, nuts counted; they keep their own nuts."""
    value = 0.0
    if total == 0 or total > CARDS:
        return value
    supply = s.supply
    seat = clockwise(s, s.active)
    while seat != s.active:
        if (supply or s.nuts[seat]) and playable_by(s, seat) & BIT[total]:
            taken = gain(s, seat, total)
            if taken > 0:
                value += NUT - RIVAL * taken / (s.seats - 1)
                supply -= 1 if supply else 0
        seat = clockwise(s, seat)
    return value


# Alone


@rule
def worth_alone(s: State, a: int) -> float:
    if a < TAKE_BACK:
        return worth_of_first(s, a // CARDS, a % CARDS + 1)
    if a == NO_SECOND:
        return worth_of_unused(s, s.standing, 0)
    if a < NO_SECOND:
        return worth_of_second(s, s.standing, a - SECOND_CARD + 1)
    return worth_of_miss_alone(s, s.open[0] ^ BIT[a - TURN_DOWN])


@rule
def rolls(s: State, cards: int, card: int) -> float:
    """Return how many rolls with these dice cards open a card may take, damped."""
    return ROLLS[s.reds[cards], s.yellows[cards], card]


@rule
def worth_of_first(s: State, y: int, card: int) -> float:
    if s.hand[0] == BIT[card]:
        return WIN
    nuts = abs(card - s.red - y)
    left = s.yellow - y
    then = worth_of_unused(s, left, nuts)
    if left and s.nuts[0] > nuts:
        rest = s.hand[0] & ~BIT[card] & within(left, s.nuts[0] - nuts - 1)
        while rest:
            then = max(then, worth_of_second(s, left, first(rest)))
            rest &= rest - 1
    return rolls(s, s.open[0], card) - NUT_ALONE * nuts + then


@rule
def worth_of_unused(s: State, left: int, paid: int) -> float:
    return NUT_ALONE if left >= s.threshold and s.supply + paid else 0.0


@rule
def worth_of_second(s: State, left: int, card: int) -> float:
    if count(s.hand[0]) == 1:
        return WIN
    return rolls(s, s.open[0], card) - NUT_ALONE * (1 + abs(card - left))


@rule
def worth_of_miss_alone(s: State, cards: int) -> float:
    value = -MISS_ALONE
    rest = s.hand[0]
    while rest:
        card = first(rest)
        rest &= rest - 1
        value += rolls(s, s.open[0], card) - rolls(s, cards, card)
    return value


# What the search expects

# Alone the estimate is closer to the truth than quick players who play on.
ALONE = Tuning(cut=1, exact=True, belief=100_000)

# Of each card of a whole hand whether it is held, and then how likely the next roll shows it; the
# dice cards open, the dice now and those of the 6, the nuts, and by how much the dice may earn one.
FACTS = 2 * HAND + 9


@rule
def look(s: State, facts: Shares) -> None:
    """Return what the estimate knows of the start of a round alone."""
    cards = s.open[0]
    reds, yellows = s.reds[cards], s.yellows[cards]
    i = 0
    for card in range(1, CARDS + 1):
        if FULL_HAND & BIT[card]:
            held = s.hand[0] & BIT[card] != 0
            facts[i] = held
            facts[HAND + i] = SHOWN[reds, yellows, card] if held else 0.0
            i += 1
    at = 2 * HAND
    facts[at] = count(cards)
    facts[at + 1] = reds
    facts[at + 2] = yellows
    facts[at + 3] = s.reds[1]
    facts[at + 4] = s.yellows[1]
    facts[at + 5] = s.nuts[0]
    facts[at + 6] = 1 / (1 + s.nuts[0])
    facts[at + 7] = s.supply
    facts[at + 8] = max(FACES * yellows + 1 - s.threshold, 0) / FACES


@rule
def estimate(s: State, out: Shares) -> None:
    """Estimate a game alone by a small net (bench/train_mice.py); it is used for no other."""
    facts = zeros(FACTS)
    look(s, facts)
    first_layer = zeros(len(BIAS))
    for j in range(len(BIAS)):
        strength = BIAS[j]
        for i in range(FACTS):
            strength += facts[i] * BY_FACT[i, j]
        first_layer[j] = math.tanh(strength)
    total = LAST_BIAS[0]
    for k in range(len(SECOND_BIAS)):
        strength = SECOND_BIAS[k]
        for j in range(len(BIAS)):
            strength += first_layer[j] * BY_FIRST[j, k]
        total += math.tanh(strength) * BY_SECOND[k]
    out[0] = 1 / (1 + math.exp(-total))
