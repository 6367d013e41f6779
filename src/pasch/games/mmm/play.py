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

# What winning hangs on at the start of a turn, fitted to the exact solutions of both boards: the
# squares left and the steps left to the cat, each also by its logarithm, and the food.
ALWAYS = 0.38
SQUARES_LEFT, LOG_SQUARES, LOG_SQUARES_SQUARED = 0.187, -4.331, -0.242
STEPS_LEFT, LOG_STEPS, LOG_STEPS_SQUARED = 0.059, 1.142, 0.258
BOTH, BOTH_LOGS = 0.005, 0.289
A_FOOD_BY_LOG_SQUARES, A_FOOD_BY_LOG_STEPS = -0.55, -0.093
# By squares left of the one food or item; from the last on they count alike.
A_FOOD = np.array([0.0, 1.898, 2.137, 2.184, 2.086, 1.931, 1.689, 1.417, 1.109, 0.787, 0.438])
AN_ITEM = np.array([0.0, 0.637, 0.717, 0.783, 0.862, 0.907])


@rule
def estimate(s: State, out: Shares) -> None:
    squares = count(ALL & ~s.chips)
    steps = max(s.cat_steps - s.cat, 1)
    by_squares = np.log(squares + 1.0)
    by_steps = np.log(steps + 0.0)
    strength = ALWAYS + SQUARES_LEFT * squares + STEPS_LEFT * steps + BOTH * squares * steps
    strength += (LOG_SQUARES + LOG_SQUARES_SQUARED * by_squares) * by_squares
    strength += (LOG_STEPS + LOG_STEPS_SQUARED * by_steps + BOTH_LOGS * by_squares) * by_steps
    for item in range(ITEMS):
        strength += AN_ITEM[min(count(s.items[item] & ~s.chips), len(AN_ITEM) - 1)]
    for food in range(X):
        left = count(s.foods[food] & ~s.chips)
        if left:
            strength += A_FOOD[min(left, len(A_FOOD) - 1)]
            strength += A_FOOD_BY_LOG_SQUARES * by_squares + A_FOOD_BY_LOG_STEPS * by_steps
    won = 1 / (1 + np.exp(-strength))
    for seat in range(s.seats):
        out[seat] = won
