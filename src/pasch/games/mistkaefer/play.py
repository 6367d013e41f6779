"""The quick player: one roll ahead, every way the dice can fall, for a simple value of a tableau.

A tableau is worth the chips it would score, a part of each column begun, and less the higher the
rows end. The turn that scores it costs something too: who scores now is spared that.
"""

from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from pasch.core.compile import rule
from pasch.core.record import State
from pasch.games.mistkaefer.rules import (
    A_CHIP,
    BONUS,
    BONUS_AT,
    CHOOSE,
    COLOURS,
    EXTRA_TURN,
    FACES,
    MOST_DICE,
    PUT,
    PUT_ONE,
    ROB,
    SCORE,
    STEAL_FROM,
    STEAL_FROM_ALL,
    TAKE,
    TWO_CHIPS,
    balls_of,
    chips_for,
    rightmost,
    to_the_left,
)
from pasch.games.mistkaefer.tableau import SPACES

# Every roll of n dice: how often each face comes, and how likely that is.
FALLS = [
    [fall.count(face) for face in range(FACES + 1)]
    for n in range(1, MOST_DICE + 1)
    for fall in combinations_with_replacement(range(1, FACES + 1), n)
]
FALL = np.array(FALLS, np.int8)
LIKELY = np.array(
    [factorial(sum(f)) / prod(map(factorial, f)) / FACES ** sum(f) for f in FALLS], np.float64
)
BEGIN = np.searchsorted(FALL.sum(axis=1), np.arange(MOST_DICE + 2))

# By dice: a one for each column they fill, three bits apart.
ONES = np.array([sum(8**column for column in range(n)) for n in range(SPACES + 1)])

# In chips; found by trying, for the fewest turns of a game among quick players.
SCORING = 0.3  # the turn it takes
EXTRA = 0.9  # a turn of one's own
COLUMN = np.array([0.0, 0.2, 0.5, 1.0])  # by rows that fill it
END_OF_ROW = np.array([0.0, 0.0, 0.05, 0.1, 0.25, 0.5, 0.7])  # by the face it ends with
# Likewise, but only guessed: what the others miss.
DIE_TAKEN = 0.3
CHIP_TAKEN = 0.2


@rule
def quick(s: State) -> int:
    if s.phase == CHOOSE:
        return roll_or_score(s)
    if s.phase == PUT:
        return best_value(s)
    if s.phase == ROB:
        return TAKE
    if s.phase == BONUS:
        return last_bonus(s)
    return richest(s)


@rule
def roll_or_score(s: State) -> int:
    seat = s.to_move
    chips = chips_for(s, seat)
    choice = SCORE
    best = float(chips)
    if chips >= s.balls - balls_of(s, seat):
        return SCORE
    for colour in range(COLOURS):
        n = min(MOST_DICE, s.dice[colour])
        if n and s.filled[seat, colour] < s.spaces:
            value = worth_of_rolling(s, colour, n)
            if value > best or (chips == 0 and choice == SCORE):
                best = value
                choice = colour * MOST_DICE + n - 1
    return choice


@rule
def worth_of_rolling(s: State, colour: int, n: int) -> float:
    """The expectation over all falls, each put down as best one can."""
    worth = np.empty((FACES + 1, MOST_DICE + 1))
    lowest = rightmost(s, s.to_move, colour) + 1
    for value in range(lowest, FACES + 1):
        for dice in range(1, n + 1):
            worth[value, dice] = worth_of_putting(s, colour, value, dice)
    unlucky = worth_of_bad_luck(s, colour)
    total = 0.0
    for fall in range(BEGIN[n], BEGIN[n + 1]):
        best = -100.0
        for value in range(lowest, FACES + 1):
            dice = FALL[fall, value]
            if dice and worth[value, dice] > best:
                best = worth[value, dice]
        total += LIKELY[fall] * (best if best > -100.0 else unlucky)
    return total


@rule
def best_value(s: State) -> int:
    choice = 0
    best = -100.0
    for value in range(rightmost(s, s.to_move, s.colour) + 1, FACES + 1):
        dice = int(s.rolled[value])
        if dice:
            worth = worth_of_putting(s, s.colour, value, dice)
            if worth > best:
                best = worth
                choice = PUT_ONE + value - 1
    return choice


@rule
def worth_of_putting(s: State, colour: int, value: int, dice: int) -> float:
    """The tableau and the bonuses after it, with every die that can be stolen."""
    n = s.filled[s.to_move, colour]
    taken = 0
    if s.newcomers == 0:
        for distance in range(1, s.seats):
            taken += rightmost(s, to_the_left(s, distance), colour) == value
    there = min(n + dice + taken, s.spaces)
    worth = DIE_TAKEN * taken
    for column in range(n, there):
        worth += worth_of_bonus(s, s.bonus[colour, column])
    return worth + worth_of_tableau(s, colour, there, value, SPACES)


@rule
def worth_of_bad_luck(s: State, colour: int) -> float:
    return worth_of_tableau(s, colour, 0, 0, int(s.line))


@rule
def worth_of_tableau(s: State, colour: int, dice: int, end: int, kept: int) -> float:
    """With so many dice in the row of this colour, the other rows cut down to those kept."""
    worth = -SCORING
    columns = 0  # by column: the rows that fill it, three bits each
    for row in range(COLOURS):
        n = dice
        face = end
        if row != colour:
            n = min(s.filled[s.to_move, row], kept)
            face = s.row[s.to_move, row, n - 1] if n else 0
        if n < s.spaces:
            worth -= END_OF_ROW[face]
        worth += max(n - s.line, 0)
        columns += ONES[min(n, s.line)]
    for column in range(s.line):
        worth += COLUMN[columns >> (3 * column) & 7]
    return worth


@rule
def worth_of_bonus(s: State, bonus: int) -> float:
    if bonus == EXTRA_TURN:
        return EXTRA
    if bonus == A_CHIP:
        return 1.0
    if bonus == TWO_CHIPS:
        return 2.0
    if bonus == 0:
        return 0.0
    rich = 0
    for distance in range(1, s.seats):
        rich += s.owned[to_the_left(s, distance)] > 0
    if bonus == STEAL_FROM_ALL:
        return rich * (1 + CHIP_TAKEN)
    return 1 + (CHIP_TAKEN if rich else 0.0)


@rule
def last_bonus(s: State) -> int:
    """Stealing from everybody may leave a steal from one with nobody but the supply."""
    choice = 0
    for column in range(SPACES):
        if s.pending >> column & 1:
            choice = BONUS_AT + column
    return choice


@rule
def richest(s: State) -> int:
    choice = 0
    most = 0
    for seat in range(s.seats):
        if (seat != s.to_move) & (s.owned[seat] > most):
            most = int(s.owned[seat])
            choice = STEAL_FROM + seat
    return choice
