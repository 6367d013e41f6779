"""The compiled law of every game, callable from Python, to compare with the plain one."""

import numba
import numpy as np

from pasch.core.game.position import Numbers, Random, Shares, State
from pasch.core.game.spec import Game
from pasch.engine import dispatch
from pasch.engine.compile import kernel
from pasch.engine.record import dtype_of


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
def resample(s: State, seat: int, rng: Random) -> None:
    dispatch.resample(s, seat, rng)


@kernel
def reveals(before: State, after: State) -> bool:
    return dispatch.reveals(before, after)


@kernel
def quick(s: State) -> int:
    return dispatch.quick(s)


def make_ready(game: Game) -> None:
    """Compile every function of the law for this game's records."""
    generator = numba.typeof(np.random.default_rng())  # type: ignore[no-untyped-call]
    state = numba.from_dtype(dtype_of(game.rules.STATE))
    number, numbers, fractions = numba.int64, numba.int64[::1], numba.float64[::1]
    for function, types in (
        (player, (state,)),
        (chance, (state,)),
        (legal, (state, numbers)),
        (apply, (state, number)),
        (returns, (state, fractions)),
        (hide, (state, number)),
        (resample, (state, number, generator)),
        (reveals, (state, state)),
        (quick, (state,)),
    ):
        function.compile(types)  # type: ignore[union-attr]
