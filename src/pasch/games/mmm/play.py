"""The quick player: completes one item a turn where it can, and rolls on while that pays.

A turn is worth a point for each square gathered and a bit more if the cat stays; a bust is worth
nothing. Dice are placed greedily, one after the other, and after each of them the certain gain of
gathering is held against the expectation of one more roll.
"""

import numpy as np
import numpy.typing as npt

from pasch.core.bits import count, first
from pasch.core.compile import rule
from pasch.core.estimate import Tuning
from pasch.core.record import Numbers, Shares, State
from pasch.games.mmm.rules import (
    ALL,
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
    showing = np.zeros(FACES, np.int64)  # by face: dice in hand that show it
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
def best_item(
    s: State, free: int, allowed: int, showing: npt.NDArray[np.int64], stays: bool
) -> int:
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
    """The expectation of rolling the one or two dice left, and once more the second of two."""
    room = np.zeros(FACES, np.int64)  # by face: squares it could go to
    ends = np.zeros((FACES, 3), np.bool_)  # by face: whether one, or two, of it complete an item
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
    """Squares of one item are alike, unless dice have to lie in line: the first stands for all."""
    if s.line:
        return legal(s, out)
    n = 0
    taken = 0
    for i in range(legal(s, out)):
        a = out[i]
        if a < SQUARES:
            item = BIT[s.item_at[a]]
            if taken & item:
                continue
            taken |= item
        out[n] = a
        n += 1
    return n


SEARCH = Tuning(explore=0.3, cut=1)

# What winning hangs on at the start of a turn, fitted to games of quick players on the board of one
# paw; it counts more the fewer squares are left.
ALWAYS = -11.34
NOW = 9.9
A_SQUARE = 0.15
A_STEP = 1.41
AN_ITEM = 2.79
A_FOOD = 2.36
LAST_SQUARE = -1.49  # an item that one die completes
LAST_TWO = -0.79


@rule
def estimate(s: State, out: Shares) -> None:
    squares = count(ALL & ~s.chips)
    strength = NOW + A_SQUARE * squares + A_STEP * (s.cat_steps - s.cat)
    for item in range(ITEMS):
        left = count(s.items[item] & ~s.chips)
        strength += AN_ITEM if left else 0.0
        strength += LAST_SQUARE if left == 1 else LAST_TWO if left == 2 else 0.0
    for food in range(X):
        strength += A_FOOD if s.foods[food] & ~s.chips else 0.0
    won = 1 / (1 + np.exp(-ALWAYS - strength / np.sqrt(squares + 1)))
    for seat in range(s.seats):
        out[seat] = won
