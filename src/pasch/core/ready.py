"""Compiles what a match of a game needs, and remembers that it was done."""

from collections.abc import Iterator, Sequence
from typing import Any

import numba
import numpy as np
from numba import config

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
    rules, play = game.rules, game.play
    generator = numba.typeof(np.random.default_rng())  # type: ignore[no-untyped-call]
    state = numba.from_dtype(rules.STATE)
    number, numbers = numba.int64, numba.int64[::1]
    jobs: list[Job] = [
        (rules.player, (state,)),
        (rules.chance, (state,)),
        (rules.legal, (state, numbers)),
        (rules.returns, (state, numba.float64[::1])),
        (rules.hide, (state, number)),
        (rules.resample, (state, number, generator)),
        (play.quick, (state,)),
        (rules.apply, (state, number)),
        *more,
    ]
    for done, (function, signature) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(signature)
    for each in {"ready", mark}:
        (FOLDER / f"{game.key}.{each}").touch()
    yield len(jobs), len(jobs)
