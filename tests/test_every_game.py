"""The checks every game passes, at every table."""

from typing import Any

import numpy as np
import pytest

from pasch.core.game.position import OVER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import new
from pasch.engine.playouts import QUICK, RANDOM, playouts
from pasch.engine.record import copies
from tests.checker import check_game, every_table, name_of, some_tables
from tests.kits import kit_of, kits


@pytest.mark.parametrize(("game", "seats", "options"), some_tables(), ids=name_of)
def test_a_random_game_holds_from_the_first_event_to_the_last(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    match = check_game(game, seats, options, f"{seats}")
    assert match.player == OVER


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["a", "bb", "ccc"])
@pytest.mark.parametrize(("game", "seats", "options"), every_table(), ids=name_of)
def test_random_games_hold_at_every_table(
    game: Game, seats: int, options: dict[str, Any], seed: str
) -> None:
    match = check_game(game, seats, options, seed)
    assert match.player == OVER


def test_every_game_has_a_kit_for_these_checks() -> None:
    assert set(kits()) == set(games())


def test_a_missing_kit_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(kits(), "mmm")
    with pytest.raises(LookupError, match=r"Mmm! has no kit: add tests/kits/mmm.py, or the entry "):
        kit_of("mmm")


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_many_games_in_one_call_are_the_same_on_one_core_and_on_all(game: Game) -> None:
    seats = game.seats[0]

    def play(cores: int) -> tuple[list[list[float]], list[list[int]]]:
        states = copies(new(game.key, seats, start=0).position(), 10_000)
        minds = [QUICK] + [RANDOM] * (seats - 1)
        shares, events = playouts(game, states, minds, seed=1, cores=cores)
        assert all(game.rules.player(states[i]) == OVER for i in range(9))
        return shares.tolist(), events.tolist()

    shares, events = play(cores=1)
    assert (shares, events) == play(cores=2)
    assert np.min(events) > 0
    assert 0 < np.mean(shares) < 1


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_quick_beats_random(game: Game) -> None:
    """bench/strength.py measures it at length; here it must not be worse by accident."""
    seats = game.seats[0]

    def share_of_seat_0(minds: list[int]) -> float:
        states = copies(new(game.key, seats, start=0).position(), 4_000)
        shares, _ = playouts(game, states, minds, seed=2)
        return float(shares[:, 0].mean())

    rivals = [RANDOM] * (seats - 1)
    assert share_of_seat_0([QUICK, *rivals]) > share_of_seat_0([RANDOM, *rivals]) + 0.2
