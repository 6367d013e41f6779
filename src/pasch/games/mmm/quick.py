"""The quick player: completes one item a turn where it can, and rolls on while that pays.

A turn is worth a point for each square gathered and a bit more if the cat stays; a bust is worth
nothing. Dice are placed greedily, one after the other, and after each of them the certain gain of
gathering is held against the expectation of one more roll.
"""

import math
from pathlib import Path

from pasch.games.mmm.board_files import LARGEST
from pasch.games.mmm.rules import (
    BIT,
    COLUMN,
    DICE,
    FACES,
    GATHER,
    IN_HAND,
    ITEMS,
    ROLL_AGAIN,
    ROW,
    SQUARES,
    X,
    in_line,
    legal,
)
from pasch.sdk import (
    Numbers,
    Shares,
    State,
    Tuning,
    count,
    counts,
    first,
    read_lookups,
    rule,
    zeros,
)

# The net that estimates the chance to win, learned by bench/train_mmm.py.
WEIGHTS = read_lookups(Path(__file__).with_name("weights.json"))
MOST_STEPS = WEIGHTS["most_steps"]
BY_FOOD, FOOD_BIAS = WEIGHTS["by_food"], WEIGHTS["food_bias"]
BY_ALL, BIAS = WEIGHTS["by_all"], WEIGHTS["bias"]
BY_LAST, LAST_BIAS = WEIGHTS["by_last"], WEIGHTS["last_bias"]

# Found by trying values from 0 to 6 on both boards.
CAT_STAYS = 0.25

# Which item a die goes to: above all the one it completes, then one that two dice can complete
# now, then the one with the fewest squares left; a second completion is kept for another turn.
COMPLETES = 100
COMPLETES_WITH_NEXT = 50
COMPLETES_ANOTHER = -50


@rule
def quick(s: State) -> int:
    free = ~(s.chips | s.dice)
    allowed = free & in_line(s) if s.line else free
    showing = counts(FACES)  # by face: dice in hand that show it
    gathered = 0
    stays = False
    for die in range(DICE):
        if s.lies[die] == IN_HAND:
            showing[s.face[die]] += 1
        else:
            gathered += 1
            stays |= s.items[s.item_at[s.lies[die]]] & free == 0

    choice = -1
    best = -1.0
    if s.placed:
        choice = GATHER
        best = worth(gathered, stays)
        value = worth_of_rolling(s, free, allowed, gathered, stays)
        if value > best:
            choice = ROLL_AGAIN
            best = value
    next_placement = -1
    while gathered < DICE:
        item = best_item(s, free, allowed, showing, stays)
        if item < 0:
            break
        square = first(s.items[item] & allowed)
        if next_placement < 0:
            next_placement = square
        showing[s.food_at[square]] -= 1
        gathered += 1
        free ^= BIT[square]
        allowed ^= BIT[square]
        if s.line:
            allowed &= ROW[square] | COLUMN[square]
        stays |= s.items[item] & free == 0
        value = worth(gathered, stays)
        if gathered < DICE:
            value = max(value, worth_of_rolling(s, free, allowed, gathered, stays))
        if value >= best:
            choice = next_placement
            best = value
    return choice


@rule
def worth(gathered: int, stays: bool) -> float:
    return gathered + CAT_STAYS * stays


@rule
def best_item(s: State, free: int, allowed: int, showing: Numbers, stays: bool) -> int:
    best = -1
    best_score = -1000
    for item in range(ITEMS):
        squares = s.items[item] & allowed
        if squares and showing[s.food_at[first(squares)]]:
            left = count(s.items[item] & free)
            if left == 1:
                score = COMPLETES_ANOTHER if stays else COMPLETES
            elif left <= showing[s.food_at[first(squares)]] and not stays:
                score = COMPLETES_WITH_NEXT
            else:
                score = -left
            if score > best_score:
                best = item
                best_score = score
    return best


@rule
def worth_of_rolling(s: State, free: int, allowed: int, gathered: int, stays: bool) -> float:
    """Return the expectation of rolling the one or two dice left; the second of two again."""
    room = counts(FACES)  # by face: squares it could go to
    ends = counts((FACES, 3))  # by face: whether one, or two, of it complete an item
    for item in range(ITEMS):
        squares = s.items[item] & allowed
        if squares:
            food = s.food_at[first(squares)]
            room[food] += count(squares)
            left = count(s.items[item] & free)
            if left <= 2 and squares == s.items[item] & free:
                ends[food, left] = True
    lands = 0.0
    completes = 0.0
    for face in range(X):
        if room[face]:
            lands += 1 / FACES
            if stays or ends[face, 1]:
                completes += 1 / FACES
    if gathered == DICE - 1:
        return lands * (gathered + 1) + CAT_STAYS * completes
    total = 0.0
    for one in range(FACES):
        for two in range(FACES):
            if not room[one] and not room[two]:
                continue
            with_one = stays or ends[one, 1] or ends[two, 1]
            value = worth(gathered + 1, with_one)
            once_more = lands * (gathered + 2) + CAT_STAYS * (lands if with_one else completes)
            value = max(value, once_more)
            if one == two:
                if room[one] > 1:
                    value = max(value, worth(gathered + 2, with_one or ends[one, 2]))
            elif room[one] and room[two]:
                value = max(value, worth(gathered + 2, with_one))
            total += value
    return total / (FACES * FACES)


@rule
def choices(s: State, out: Numbers) -> int:
    """Write one choice for items of a food with as many squares left, unless dice lie in line.

    The first square of the first such item stands for all, as for the quick player.
    """
    if s.line:
        return legal(s, out)
    free = ~(s.chips | s.dice)
    first_squares = 0
    seen = counts(X)  # by food: the squares left of its items so far
    for item in range(ITEMS):
        squares = s.items[item] & free
        if squares:
            food, left = s.food_at[first(squares)], BIT[count(squares)]
            if not seen[food] & left:
                seen[food] |= left
                first_squares |= BIT[first(squares)]
    n = 0
    for i in range(legal(s, out)):
        a = out[i]
        if a >= SQUARES or first_squares & BIT[a]:
            out[n] = a
            n += 1
    return n


# The estimate is closer to the truth than quick players who play on.
SEARCH = Tuning(explore=0.3, cut=1, exact=True, belief=100_000)


@rule
def estimate(s: State, out: Shares) -> None:
    """Estimate by a small net (bench/train_mmm.py): each food in one layer, then all."""
    items = counts((X, LARGEST + 1))  # by food and squares left
    for item in range(ITEMS):
        left = count(s.items[item] & ~s.chips)
        if left:
            items[s.food_at[first(s.items[item])], left] += 1
    steps = min(max(s.cat_steps - s.cat, 1), MOST_STEPS)
    of_food, of_all = len(FOOD_BIAS), len(BIAS)
    hidden = zeros(of_all)
    for j in range(of_all):
        hidden[j] = BIAS[j] + steps * BY_ALL[of_food, j] + math.log(steps) * BY_ALL[of_food + 1, j]
    for i in range(of_food):
        total = 0.0
        for food in range(X):
            strength = FOOD_BIAS[i]
            for left in range(1, LARGEST + 1):
                strength += items[food, left] * BY_FOOD[left - 1, i]
            total += math.tanh(strength)
        for j in range(of_all):
            hidden[j] += total * BY_ALL[i, j]
    strength = LAST_BIAS[0]
    for j in range(of_all):
        strength += math.tanh(hidden[j]) * BY_LAST[j]
    won = 1 / (1 + math.exp(-strength))
    for seat in range(s.seats):
        out[seat] = won
