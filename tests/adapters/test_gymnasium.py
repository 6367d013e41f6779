"""Gymnasium's own checks, games against bots, and many tables at once."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pasch.adapters.gymnasium as adapter
from pasch.core.errors import PaschError
from pasch.core.game.registry import games
from tests.adapters.tables import at_every_table
from tests.kits import kits


@at_every_table
def test_check_env(key: str, table: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(f"pasch/{key}-v{games()[key].version}", **table)
    with warnings.catch_warnings():
        # Gymnasium asks for a Box with narrower bounds than those of a byte
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped)
    assert capsys.readouterr().out  # check_env has rendered the table as text too


@pytest.mark.parametrize("key", games())
def test_a_game_against_bots_to_its_end(key: str) -> None:
    table = dict(kits()[key].SHORT)
    seats = table["seats"]
    bots = (["random", "steady", "quick"] * 2)[: seats - 1]
    env = adapter.SeatEnv(key, seat=seats - 1, bots=bots, **table)
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(3)
    is_over = False
    while not is_over:
        assert env.match.player == env.seat
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == env.match.legal()
        seen, reward, is_over, _, _ = env.step(rng.choice(legal))
    assert reward == env.match.returns()[env.seat]


def test_an_action_the_rules_do_not_allow_loses_the_game_and_says_why() -> None:
    env = adapter.SeatEnv("mmm")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(50)
    assert (reward, is_over) == (0.0, True)
    assert info["refusal"].startswith("50 is not possible: ")
    assert "(MMM-" in info["refusal"]


def test_games_for_one_are_played_alone() -> None:
    for key in ("mmm", "mice-to-meet-you"):
        assert gymnasium.make(f"pasch/{key}-v1").unwrapped.seats == 1  # type: ignore[attr-defined]


def test_many_tables_in_one_call_begin_anew_after_their_end() -> None:
    env = gymnasium.make_vec(
        "pasch/mmm-v1", num_envs=6, vectorization_mode="vector_entry_point", cat_steps=1
    )
    seen, _ = env.reset(seed=2)
    again, _ = env.reset(seed=2)
    assert seen["observation"].tobytes() == again["observation"].tobytes()
    ended = np.zeros(6, bool)
    begun = np.zeros(6, int)
    for _ in range(60):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"].any(1) != ended).all()
        begun += ended
        actions = seen["action_mask"].argmax(1)
        seen, reward, done, truncated, _ = env.step(actions)
        assert not truncated.any()
        assert (reward[~done] == 0).all()
        ended = done
    assert begun.min() > 1


def test_the_others_at_many_tables_play_by_themselves() -> None:
    env = adapter.SeatVectorEnv(200, "mmm", seats=3, seat=1, others="random")
    assert set(env.batch.player) == {1}


def test_what_can_not_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        PaschError, match="expected a seat from 0 to 2 and 2 bots, got seat 5 and 2"
    ):
        adapter.SeatEnv("mmm", seats=3, seat=5)
    with pytest.raises(PaschError, match="a bot is one of newcomer"):
        adapter.SeatEnv("mmm", seats=2, bots=["genius"])
