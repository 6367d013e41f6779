"""The law of every game, compiled, for calls from Python."""

import numpy as np

from pasch.core import dispatch
from pasch.core.compile import kernel
from pasch.core.record import Numbers, Shares, State


@kernel
def player(s: State) -> int:
    return dispatch.player(s)


@kernel
def chance(s: State) -> int:
    return dispatch.chance(s)


@kernel
def legal(s: State, out: Numbers) -> int:
    return dispatch.legal(s, out)


@kernel
def apply(s: State, a: int) -> None:
    dispatch.apply(s, a)


@kernel
def returns(s: State, out: Shares) -> None:
    dispatch.returns(s, out)


@kernel
def hide(s: State, seat: int) -> None:
    dispatch.hide(s, seat)


@kernel
def resample(s: State, seat: int, rng: np.random.Generator) -> None:
    dispatch.resample(s, seat, rng)


@kernel
def reveals(before: State, after: State) -> bool:
    return dispatch.reveals(before, after)


@kernel
def quick(s: State) -> int:
    return dispatch.quick(s)
