"""The quick player: the exact expectation of the rest of this turn, for a simple value of places.

A landing place is worth its card to whoever takes it: to the mover in full, to another player as
that much shared among the mover's rivals, lost.
"""

import numpy as np
import numpy.typing as npt

from pasch.core.compile import rule
from pasch.core.record import State
from pasch.games.so_ein_mist.rules import (
    BIT,
    CONTINUE,
    OPT_OUT,
    ROLLS,
    last_in_queue,
    step_on,
    worth,
)

ROLLS_FOR = np.array([aside.bit_count() for aside in range(128)])


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
def rolling_on(landing: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The expectation of rolling on, by the set of faces put aside (each took one roll)."""
    value = np.zeros(128)
    for aside in range(126, -1, -2):
        for face in range(6):
            best = landing[face]
            if ROLLS_FOR[aside] + 1 < ROLLS and not aside & BIT[face + 1]:
                best = max(best, value[aside | BIT[face + 1]])
            value[aside] += best / 6
    return value


@rule
def quick(s: State) -> int:
    landing = np.empty(6)
    for face in range(6):
        landing[face] = value_of_landing(s, face + 1)
    if rolling_on(landing)[s.aside | BIT[s.die]] > landing[s.die - 1]:
        return CONTINUE
    return OPT_OUT
