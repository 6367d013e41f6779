"""Every environment is pickled and copied, and the copy goes on like the first."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import pasch.adapters.gymnasium
import pasch.adapters.open_spiel  # noqa: F401 - registers the games
from pasch.adapters import pettingzoo
from pasch.adapters.batch import Batch
from pasch.core.game.registry import games, load
from tests.kits import kits

COUNT = 5
STEPS = 20
EVENTS = 6

Copy = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


at_every_game = pytest.mark.parametrize("key", games())
both_ways = pytest.mark.parametrize("copy", [pickled, deepcopy])


def short(key: str) -> dict[str, Any]:
    return dict(kits()[key].SHORT)


def alike(one: Any, other: Any) -> None:
    """Assert that two environments returned the same from a step."""
    np.testing.assert_equal(other, one)


def choice(rng: np.random.Generator, seen: Any) -> Any:
    """Return a legal action of each row."""
    mask = np.atleast_2d(seen["action_mask"])
    return np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask])


@at_every_game
@both_ways
def test_gymnasium(key: str, copy: Copy) -> None:
    table = short(key)
    bots = (["random", "steady", "quick"] * 2)[: table["seats"] - 1]
    env = gymnasium.make(f"pasch/{key}-v{load(key).version}", bots=bots, **table)
    seen, _ = env.reset(seed=3)
    rng, is_over = np.random.default_rng(3), False
    seen, _, is_over, *_ = env.step(choice(rng, seen)[0])
    again = copy(env)
    while not is_over:
        a = choice(rng, seen)[0]
        step = env.step(a)
        alike(step, again.step(a))
        seen, _, is_over, *_ = step
    alike(env.reset(), again.reset())


@at_every_game
@both_ways
def test_gymnasium_with_many_tables(key: str, copy: Copy) -> None:
    env = gymnasium.make_vec(
        f"pasch/{key}-v{load(key).version}",
        num_envs=COUNT,
        vectorization_mode="vector_entry_point",
        **short(key),
    )
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(3)
    seen, *_ = env.step(choice(rng, seen))
    again = copy(env)
    for _ in range(STEPS):
        a = choice(rng, seen)
        step = env.step(a)
        alike(step, again.step(a))
        seen = step[0]
    alike(env.reset(), again.reset())


@at_every_game
@both_ways
def test_pettingzoo(key: str, copy: Copy) -> None:
    env = pettingzoo.env(key, **short(key))
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    env.step(choice(rng, env.last()[0])[0])
    again = copy(env)
    for _ in range(STEPS):
        assert again.agent_selection == env.agent_selection
        last = env.last()
        alike(last, again.last())
        a = None if last[2] else choice(rng, last[0])[0]
        env.step(a)
        again.step(a)
        if not env.agents:
            break
    env.reset()
    again.reset()
    alike(env.last(), again.last())


@at_every_game
@both_ways
def test_pettingzoo_as_a_parallel_environment(key: str, copy: Copy) -> None:
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    env = turn_based_aec_to_parallel(pettingzoo.env(key, **short(key)))
    seen, _ = env.reset(seed=4)
    again = copy(env)
    rng = np.random.default_rng(4)
    for _ in range(STEPS):
        if not env.agents:
            break
        actions = {agent: int(choice(rng, seen[agent])[0]) for agent in env.agents}
        step = env.step(actions)
        alike(step, again.step(actions))
        seen = step[0]


@at_every_game
@both_ways
def test_the_batch_environment(key: str, copy: Copy) -> None:
    env = Batch(key, COUNT, seed=5, **short(key))
    for _ in range(STEPS):
        env.step(env.sample())
    again = copy(env)
    for _ in range(STEPS):
        actions = env.sample()
        alike(actions, again.sample())
        env.step(actions)
        again.step(actions)
        for name in ("observation", "legal", "player", "done", "returns", "steps"):
            alike(getattr(env, name), getattr(again, name))
        assert env.state.tobytes() == again.state.tobytes()
    env.reset()
    again.reset()
    alike(env.observation, again.observation)


@at_every_game
@both_ways
def test_openspiel(key: str, copy: Copy) -> None:
    game = pyspiel.load_game(f"pasch_{key.replace('-', '_')}", {"start": 0, **short(key)})
    assert copy(game) == game
    state = game.new_initial_state()
    rng = np.random.default_rng(6)
    for _ in range(EVENTS):
        state.apply_action(int(rng.choice(state.legal_actions())))
    told = [state.information_state_string(seat) for seat in range(game.num_players())]
    again = copy(state)
    assert again.get_game() == game
    assert [again.information_state_string(n) for n in range(game.num_players())] == told
    while not state.is_terminal():
        assert again.current_player() == state.current_player()
        assert again.legal_actions() == state.legal_actions()
        a = int(rng.choice(state.legal_actions()))
        state.apply_action(a)
        again.apply_action(a)
        assert str(again) == str(state)
    assert (again.is_terminal(), again.returns()) == (True, state.returns())
    assert again.information_state_string(0) == state.information_state_string(0)
