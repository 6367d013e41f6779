"""Whole games at full speed, compiled and plain."""

import numpy as np
import pytest

from pasch.core.game.position import CHANCE
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import new
from pasch.engine import dispatch
from pasch.engine.playouts import QUICK, RANDOM, pick, playout_each
from pasch.engine.record import copies, record_of
from tests import law
from tests.checker import name_of


def played(game: Game, plainly: bool) -> tuple[bytes, list[float], list[int]]:
    """Play one game; return its last position, the shares and the number of events by kind."""
    seats = game.seats[0]
    states = copies(new(game.key, seats, start=0).position(), 1)
    minds = np.array([QUICK] + [RANDOM] * (seats - 1), np.int8)
    shares, events = np.zeros((1, seats)), np.zeros((1, 2), np.int64)
    run = playout_each.py_func if plainly else playout_each  # type: ignore[attr-defined]
    out = np.empty(game.rules.ACTIONS, np.int64)
    run(states, minds, np.random.default_rng(5), out, shares, events)
    return states.tobytes(), shares[0].tolist(), events[0].tolist()


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_a_playout_goes_the_same_way_compiled_and_plain(game: Game) -> None:
    compiled = played(game, plainly=False)
    assert played(game, plainly=True) == compiled
    assert min(compiled[2]) > 4


def test_picking_reaches_everything_and_nothing_else() -> None:
    rng = np.random.default_rng(1)
    assert {pick(rng, 3) for _ in range(200)} == {0, 1, 2}


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_the_generic_functions_find_the_game_of_a_position(game: Game) -> None:
    match = new(game.key, game.seats[1], start=0)
    for form, state in ((dispatch, match.position()), (law, record_of(match.position()))):
        assert form.player(state) == match.player
        if match.player == CHANCE:
            assert form.chance(state) == match.chance
