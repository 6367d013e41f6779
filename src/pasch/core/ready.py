"""Compiles the law of a game, and remembers that it was done."""

from collections.abc import Iterator, Sequence
from typing import Any

import numba
import numpy as np
from numba import config

from pasch.core import fast, law
from pasch.core.compile import FOLDER
from pasch.core.facts import Game

Job = tuple[Any, tuple[Any, ...]]  # a compiled function, and the types it is called with


def is_ready(game: Game, mark: str = "ready") -> bool:
    plain = config.DISABLE_JIT  # type: ignore[attr-defined]
    return bool(plain) or (FOLDER / f"{game.key}.{mark}").exists()


def make_ready(
    game: Game, more: Sequence[Job] = (), mark: str = "ready"
) -> Iterator[tuple[int, int]]:
    """Compile what a match of this game calls, and more, telling (done, of) after each function."""
    generator = numba.typeof(np.random.default_rng())  # type: ignore[no-untyped-call]
    state = numba.from_dtype(game.rules.STATE)
    number, numbers = numba.int64, numba.int64[::1]
    jobs: list[Job] = [
        (fast.player, (state,)),
        (fast.chance, (state,)),
        (fast.legal, (state, numbers)),
        (fast.returns, (state, numba.float64[::1])),
        (fast.hide, (state, number)),
        (fast.resample, (state, number, generator)),
        (fast.reveals, (state, state)),
        (fast.quick, (state,)),
        (fast.apply, (state, number)),
        *more,
    ]
    for done, (function, signature) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(signature)
    for each in {"ready", mark}:
        (FOLDER / f"{game.key}.{each}").touch()
    yield len(jobs), len(jobs)


def play_compiled(game: Game) -> None:
    """Matches of this game that begin from now on are played by what was compiled."""
    law.use(game, fast)
