"""The quick player: one roll ahead, every way the dice can fall, for a simple value of a tableau.

A tableau is worth the chips it would score, a part of each column begun, and less the higher the
rows end. The turn that scores it costs something too: who scores now is spared that.
"""

import math
from itertools import accumulate, combinations_with_replacement
from math import factorial

from pasch.games.mistkaefer.rules import (
    A_CHIP,
    BONUS,
    BONUS_AT,
    CHOOSE,
    CLOVER,
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
from pasch.sdk import Shares, State, Tuning, lookup, rule, shares_by_strength, zeros

# A pile is so many dice of one value: its number is value * PILES + dice, and 0 is no pile.
PILES = MOST_DICE + 1
ALL_PILES = (FACES + 1) * PILES

# By the lowest value that can be placed and by dice rolled: every fall that can, as its piles, and
# how likely it is; and how likely no such fall is.
LOWEST = range(1, FACES + 2)
FALLS = [
    [
        [
            fall
            for placed in range(1, n + 1)
            for fall in combinations_with_replacement(range(lowest, FACES + 1), placed)
        ]
        for n in range(PILES)
    ]
    for lowest in LOWEST
]


def piles_of(fall: tuple[int, ...]) -> list[int]:
    piles = [value * PILES + fall.count(value) for value in sorted(set(fall))]
    return piles + [0] * (MOST_DICE - len(piles))


def likelihood(fall: tuple[int, ...], lowest: int, n: int) -> float:
    """Return the chance of exactly these dice, and n in all, the others too low."""
    low = n - len(fall)
    ways = factorial(n) // factorial(low)
    for value in set(fall):
        ways //= factorial(fall.count(value))
    return ways * (lowest - 1) ** low / FACES**n


BEGIN = lookup(accumulate((len(falls) for by_dice in FALLS for falls in by_dice), initial=0))
PILE = lookup(piles_of(fall) for by_dice in FALLS for falls in by_dice for fall in falls)
LIKELY = lookup(
    [
        likelihood(fall, lowest, n)
        for lowest, by_dice in zip(LOWEST, FALLS, strict=True)
        for n, falls in enumerate(by_dice)
        for fall in falls
    ]
)
UNLUCKY = lookup([((lowest - 1) / FACES) ** n for n in range(PILES)] for lowest in LOWEST)

# By dice: a one for each column they fill, three bits apart.
ONES = lookup(sum(8**column for column in range(n)) for n in range(SPACES + 1))

# In chips; found by trying, for the fewest turns of a game among quick players.
SCORING = 0.3  # the turn it takes
EXTRA = 0.9  # a turn of one's own
COLUMN = lookup([0.0, 0.2, 0.5, 1.0])  # by rows that fill it
END_OF_ROW = lookup([0.0, 0.0, 0.05, 0.1, 0.25, 0.5, 0.7])  # by the face it ends with
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
    """Return the expectation over all falls, each put down as best one can."""
    worth = zeros(ALL_PILES)
    worth[0] = -100.0
    lowest = rightmost(s, s.to_move, colour) + 1
    others, columns = worth_of_others(s, colour, SPACES)
    for value in range(lowest, FACES + 1):
        taken = stolen(s, colour, value)
        for dice in range(1, n + 1):
            worth[value * PILES + dice] = others + worth_of_row(
                s, colour, value, dice + taken, columns
            )
            worth[value * PILES + dice] += DIE_TAKEN * taken
    unlucky, columns = worth_of_others(s, colour, s.line)
    total = UNLUCKY[lowest - 1, n] * (unlucky + worth_of_columns(s, columns))
    falls = (lowest - 1) * PILES + n
    for fall in range(BEGIN[falls], BEGIN[falls + 1]):
        best = worth[PILE[fall, 0]]
        for i in range(1, MOST_DICE):
            best = max(best, worth[PILE[fall, i]])
        total += LIKELY[fall] * best
    return total


@rule
def best_value(s: State) -> int:
    choice = 0
    best = -100.0
    columns = worth_of_others(s, s.colour, SPACES)[1]
    for value in range(rightmost(s, s.to_move, s.colour) + 1, FACES + 1):
        dice = int(s.rolled[value])
        if dice:
            taken = stolen(s, s.colour, value)
            worth = DIE_TAKEN * taken + worth_of_row(s, s.colour, value, dice + taken, columns)
            if worth > best:
                best = worth
                choice = PUT_ONE + value - 1
    return choice


@rule
def stolen(s: State, colour: int, value: int) -> int:
    """Return how many dice come along when this value is put down."""
    taken = 0
    if s.newcomers == 0:
        for distance in range(1, s.seats):
            taken += rightmost(s, to_the_left(s, distance), colour) == value
    return taken


@rule
def worth_of_others(s: State, colour: int, kept: int) -> tuple[float, int]:
    """Return the worth of the other rows, cut down to the dice kept, and the columns they fill."""
    worth = -SCORING
    columns = 0  # by column: the rows that fill it, three bits each
    for row in range(COLOURS):
        if row != colour:
            n = min(s.filled[s.to_move, row], kept)
            if n and n < s.spaces:
                worth -= END_OF_ROW[s.row[s.to_move, row, n - 1]]
            worth += max(n - s.line, 0)
            columns += ONES[min(n, s.line)]
    return worth, columns


@rule
def worth_of_row(s: State, colour: int, value: int, dice: int, columns: int) -> float:
    """Return the worth of putting down so many dice: the row, its columns and its bonuses."""
    n = s.filled[s.to_move, colour]
    there = min(n + dice, s.spaces)
    worth = float(max(there - s.line, 0))
    if there < s.spaces:
        worth -= END_OF_ROW[value]
    for column in range(n, there):
        if s.bonus[colour, column]:
            worth += worth_of_bonus(s, s.bonus[colour, column])
    return worth + worth_of_columns(s, columns + ONES[min(there, s.line)])


@rule
def worth_of_columns(s: State, columns: int) -> float:
    worth = 0.0
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
    """Return the rightmost bonus.

    A steal from everybody may leave a steal from one with nobody but the supply.
    """
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


SEARCH = Tuning(explore=0.3, reach=1, cut=2)

# Fitted to games of quick players.
# The nearer the best is to its balls, the surer.
BALL = 0.83
CLOVERS = lookup([0.0, 3.45, 1.95, 0.89])  # by those missing; more count nothing
TABLEAU = 1.28
TO_MOVE = 0.58


@rule
def estimate(s: State, out: Shares) -> None:
    least = s.balls
    for seat in range(s.seats):
        balls = balls_of(s, seat)
        missing = s.clovers - s.chips[seat, CLOVER]
        least = min(least, s.balls - balls)
        out[seat] = BALL * balls + TABLEAU * worth_of_tableau(s, seat)
        if missing < len(CLOVERS):
            out[seat] += CLOVERS[missing]
    out[s.to_move] += TO_MOVE
    for seat in range(s.seats):
        out[seat] /= math.sqrt(least + 5.0)
    shares_by_strength(out, s.seats)


@rule
def worth_of_tableau(s: State, seat: int) -> float:
    worth = 0.0
    columns = 0
    for row in range(COLOURS):
        n = s.filled[seat, row]
        if n < s.spaces:
            worth -= END_OF_ROW[rightmost(s, seat, row)]
        worth += max(n - s.line, 0)
        columns += ONES[min(n, s.line)]
    return worth + worth_of_columns(s, columns)
