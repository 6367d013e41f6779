"""Compiles every game before a test needs it: on all cores, and each function once."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import NOTHING, happen
from pasch.bots.compile_game import make_ready
from pasch.core.game.registry import games, load
from pasch.core.match.match import new
from pasch.engine.cache import is_ready
from pasch.engine.playouts import QUICK, playouts
from pasch.engine.record import copies
from pasch.table.thinking.preparation import solve
from tests import law
from tests.solving import SMALL, board

SOLVED_SOON: dict[str, dict[str, Any]] = {
    "mmm": {"board": board(SMALL), "cat_steps": 1},
    "mice-to-meet-you": {"nuts": 0},
}


def compile_every_game() -> None:
    """Compile the games, those that take longest first."""
    waiting = [game for game in games().values() if not is_ready(game)]
    if waiting:
        waiting.sort(key=lambda game: not game.is_solved)
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            list(pool.map(compile_game, [game.key for game in waiting]))


def compile_game(key: str) -> None:
    game = load(key)
    list(make_ready(game))
    seats = game.seats[0]
    first = copies(new(key, seats, start=0).position(), 1)
    playouts(game, first, [QUICK] * seats, seed=0)
    happen(first, NOTHING, np.empty(game.rules.ACTIONS, np.int64))
    law.make_ready(game)
    env = Batch(key, 1)
    env.step(env.sample())
    if key in SOLVED_SOON:
        solve(new(key, seats=1, start=0, **SOLVED_SOON[key]), lambda _: None)
