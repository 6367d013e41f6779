"""The quick player: the exact expectation of the rest of this turn, for a simple value of places.

A landing place is worth its card to whoever takes it: to the mover in full, to another player as
that much shared among the mover's rivals, lost.
"""

import math

from pasch.games.so_ein_mist.rules import (
    BIT,
    CONTINUE,
    GAP,
    OPT_OUT,
    ROLLS,
    last_in_queue,
    step_on,
    tally,
    worth,
)
from pasch.sdk import Shares, State, Tuning, lookup, rule, shares_by_strength, zeros

ROLLS_FOR = lookup(aside.bit_count() for aside in range(128))


@rule
def value_of_landing(s: State, face: int) -> float:
    mover = s.to_move
    there = step_on(s, s.at[mover], face)
    taker = last_in_queue(s, there, mover)
    value = float(worth(s, taker, s.ring[there]))
    if taker == mover:
        return value
    return -value / (s.seats - 1)


@rule
def rolling_on(landing: Shares, aside: int) -> float:
    """Return the expectation of rolling on with these faces put aside; each took one roll."""
    value = zeros(128)
    free = 126 & ~aside
    more = free
    while True:  # the largest sets first
        faces = aside | more
        rolls = ROLLS_FOR[faces] + 1
        if rolls <= ROLLS:
            value[faces] = 0.0
            for face in range(6):
                best = landing[face]
                if rolls < ROLLS and not faces & BIT[face + 1]:
                    best = max(best, value[faces | BIT[face + 1]])
                value[faces] += best / 6
        if more == 0:
            return value[aside]
        more = (more - 1) & free


@rule
def quick(s: State) -> int:
    landing = zeros(6)
    for face in range(6):
        landing[face] = value_of_landing(s, face + 1)
    if rolling_on(landing, s.aside | BIT[s.die]) > landing[s.die - 1]:
        return CONTINUE
    return OPT_OUT


SEARCH = Tuning(explore=0.3, reach=1, cut=3, exact=True)

# Fitted to games of quick players.
AHEAD = 0.7  # points, for each by which the next six cards are better
TO_MOVE = 1.4  # points
LEAD = 0.255


@rule
def estimate(s: State, out: Shares) -> None:
    for seat in range(s.seats):
        out[seat] = tally(s, seat)[0] + AHEAD * next_cards(s, seat)
    out[s.to_move] += TO_MOVE
    certainty = LEAD / math.sqrt((s.turns - s.turn + 0.5) / s.seats)
    for seat in range(s.seats):
        out[seat] *= certainty
    shares_by_strength(out, s.seats)


@rule
def next_cards(s: State, seat: int) -> float:
    """Return the mean worth of the cards a die may reach."""
    total = 0.0
    for face in range(1, 7):
        card = s.ring[step_on(s, s.at[seat], face)]
        total += worth(s, seat, card) if card != GAP else 0
    return total / 6
