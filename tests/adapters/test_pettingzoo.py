"""PettingZoo's own suites, and games that end as the rules say."""

import warnings
from typing import Any

import numpy as np
import pytest

from pasch.adapters import pettingzoo
from pasch.core.errors import PaschError
from pasch.core.game.registry import games
from tests.adapters.tables import at_every_table, at_one_table
from tests.kits import kits

SHORT = [(key, kits()[key].SHORT) for key in games()]


@at_every_table
def test_api(key: str, table: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        # the suite asks for observations that are pictures, and for equal rewards
        warnings.simplefilter("ignore", UserWarning)
        api_test(pettingzoo.env(key, **table), num_cycles=20)


@at_one_table
def test_seeds(key: str, table: dict[str, Any]) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: pettingzoo.env(key, **table), num_cycles=10)


@at_one_table
def test_rendering(key: str, table: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test.render_test import render_test

    render_test(lambda render_mode: pettingzoo.env(key, render_mode=render_mode, **table))
    assert capsys.readouterr().out


@pytest.mark.parametrize(("key", "table"), SHORT)
def test_a_game_to_its_end(key: str, table: dict[str, Any]) -> None:
    env = pettingzoo.env(key, **table)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    won = {}
    for agent in env.agent_iter():
        seen, reward, is_over, _, _ = env.last()
        match = env.unwrapped.match
        if is_over:
            won[agent] = reward
            env.step(None)
            continue
        assert agent == f"seat_{match.player}"
        assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal()
        env.step(rng.choice(match.legal()))
    assert [won[agent] for agent in env.possible_agents] == match.returns()


def test_who_is_not_to_choose_has_no_choice() -> None:
    env = pettingzoo.env("mmm", seats=2, start=0)
    env.reset(seed=1)
    assert env.observe("seat_0")["action_mask"].any()
    assert not env.observe("seat_1")["action_mask"].any()


def test_what_can_not_be_is_refused_in_a_sentence() -> None:
    env = pettingzoo.env("mmm", seats=1)
    env.reset(seed=1)
    for wrong in (50, 99, "a", None):
        with pytest.raises(PaschError, match=r"is not possible: .* \(MMM-"):
            env.step(wrong)
    with pytest.raises(PaschError, match="a render mode is one of ansi, rgb_array, human, not 'x'"):
        pettingzoo.env("mmm", render_mode="x")
