"""Steps a second in random games, by our environments and by others: one run, one core.

So ein Mist with four seats (the OpenSpiel game by hand has three). A step is an event, chance or
choice; an OpenSpiel game is driven event by event from Python, a PettingZoo environment as its
documentation says. Seconds are the processor's; figures are medians of rounds in turns.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

try:
    import openspiel_so_ein_mist  # noqa: F401 - registers the game
    import pyspiel
    from pettingzoo_so_ein_mist import ByHand
except ImportError:
    sys.exit("bench/peers.py needs the environments: pip install 'pasch[env]'")

import plain_so_ein_mist as plain

import pasch.adapters.open_spiel  # noqa: F401 - likewise
from pasch.adapters import pettingzoo
from pasch.adapters.batch import Batch
from pasch.core.game.registry import load
from pasch.core.match.match import new
from pasch.engine.playouts import RANDOM, playouts
from pasch.engine.record import copies

KEY, SEATS = "so-ein-mist", 4
ROUNDS = 5
MATCHES, STEPS = 4096, 150
RNG = Random(1)

BATCH = Batch(KEY, MATCHES, seats=SEATS, cores=1)
BLIND = Batch(KEY, MATCHES, seats=SEATS, cores=1, observed=False)


def by_playouts() -> int:
    states = copies(new(KEY, SEATS, start=0).position(), 20_000)
    return int(playouts(load(KEY), states, [RANDOM] * SEATS, seed=1, cores=1)[1].sum())


def by_batch(env: Batch) -> int:
    before = int(env.steps.sum())
    for _ in range(STEPS):
        env.step(env.sample())
    return int(env.steps.sum()) - before


def as_documented(env: Any, events: Callable[[Any], int]) -> int:
    """Play one game as the documentation of PettingZoo does; return its events."""
    env.reset()
    for agent in env.agent_iter():
        seen, _, is_over, is_cut, _ = env.last()
        over = is_over or is_cut
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return events(env)


def lean(env: ByHand) -> int:
    """Play one game, and ask the environment only what cannot be known otherwise."""
    env.reset()
    while env.model.ways:
        env.observe(env.agent_selection)
        env.step(RNG.random() < 0.5)
    return env.events


spiel = cache(pyspiel.load_game)


def by_open_spiel(name: str) -> int:
    """Play one game of OpenSpiel; return its events."""
    state = spiel(name).new_initial_state()
    events = 0
    while not state.is_terminal():
        if state.is_chance_node():
            ways = state.chance_outcomes()
            state.apply_action(ways[int(RNG.random() * len(ways))][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(RNG.random() * len(legal))])
        events += 1
    return events


def in_plain_python() -> int:
    return plain.driven_playout(plain.SoEinMist(SEATS), RNG)


OURS, HAND = pettingzoo.env(KEY, seats=SEATS), ByHand()
PEERS: dict[str, tuple[int, Callable[[], int]]] = {
    "our playouts": (1, by_playouts),
    "our batch environment, with observations": (1, lambda: by_batch(BATCH)),
    "our batch environment, without observations": (1, lambda: by_batch(BLIND)),
    "plain Python": (1000, in_plain_python),
    "our PettingZoo adapter": (
        20,
        lambda: as_documented(OURS, lambda e: len(e.unwrapped.match.events)),
    ),
    "PettingZoo by hand, as documented": (60, lambda: as_documented(HAND, lambda e: e.events)),
    "PettingZoo by hand, lean": (300, lambda: lean(HAND)),
    "our OpenSpiel adapter": (150, lambda: by_open_spiel("pasch_so_ein_mist")),
    "OpenSpiel by hand, in Python": (150, lambda: by_open_spiel("python_so_ein_mist")),
    "OpenSpiel's C++ pig": (600, lambda: by_open_spiel("pig")),
    "OpenSpiel's C++ yacht": (25, lambda: by_open_spiel("yacht")),
}


def rate(times: int, play: Callable[[], int]) -> float:
    before = time.process_time()
    events = sum(play() for _ in range(times))
    return events / (time.process_time() - before)


def main() -> None:
    for times, play in PEERS.values():
        rate(min(times, 2), play)  # compiles what is needed
    rounds = [{name: rate(*peer) for name, peer in PEERS.items()} for _ in range(ROUNDS)]
    speed = {name: statistics.median(each[name] for each in rounds) for name in PEERS}
    print("| million steps a second, one core | |\n| --- | --- |")
    for name, steps in speed.items():
        print(f"| {name} | {steps / 1e6:.3f} |")
    print()
    batch = speed["our batch environment, with observations"]
    for name in (
        "PettingZoo by hand, as documented",
        "PettingZoo by hand, lean",
        "OpenSpiel's C++ pig",
    ):
        print(f"- the batch environment with observations: {batch / speed[name]:.1f} times {name}")
    share = speed["our OpenSpiel adapter"] / speed["OpenSpiel by hand, in Python"]
    print(f"- our OpenSpiel adapter: {share:.2f} times OpenSpiel by hand, in Python")


if __name__ == "__main__":
    main()
