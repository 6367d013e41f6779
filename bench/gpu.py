"""Random games on an NVIDIA GPU: whether they are the CPU's, and million steps a second.

A step is an event, chance or choice. "Whole games" are played in one call; else every choice is the
caller's, drawn by `sample`, with observations and without. Beside them pgx's games on the same GPU,
if pgx is installed: a step is a call there, and brings observations. Every figure is the best of
several, after everything is compiled; games may be named: `python bench/gpu.py mmm compost`.
"""

import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import BEGIN
from pasch.core.errors import PaschError
from pasch.core.game.position import OVER
from pasch.core.game.registry import games, load

GAMES = 10_000
"""The number of matches of each kind that are compared at every step."""
MATCHES = 1 << 20
SEVERAL = 3
STEPS = 20
AIMED, TIMES = 1000, 20
"""The least speed: million steps a second in whole games, and times pgx's backgammon."""
PGX = ("backgammon", "2048", "connect_four", "tic_tac_toe")
PGX_SIZES = (1 << 14, 1 << 17)
PGX_STEPS = 50
COMPARED = ("state", "observation", "legal", "player", "ways", "done", "returns", "steps")


def here(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def difference(cpu: Batch, gpu: Batch) -> str | None:
    for name in COMPARED:
        if here(getattr(cpu, name)).tobytes() != here(getattr(gpu, name)).tobytes():
            return name
    return None


def agreement(key: str) -> str:
    """Compare both: step by step where the caller draws, at the end for quick players' games."""
    cpu, gpu = (Batch(key, GAMES, seed=1, again=False, device=d) for d in ("cpu", "cuda"))
    steps = 0
    while (cpu.player != OVER).any():
        cpu.step(cpu.sample())
        gpu.step(gpu.sample())
        steps += 1
        if differs := difference(cpu, gpu):
            return f"NO: {differs} differs after {steps} steps"
    events = int(cpu.steps.sum())
    seats = cpu.seats
    quick = ["quick"] * seats
    cpu, gpu = (
        Batch(key, GAMES, seed=1, again=False, players=quick, device=d) for d in ("cpu", "cuda")
    )
    if differs := difference(cpu, gpu):
        return f"NO: {differs} differs after games of quick players"
    return f"yes, {events:,} events, and {int(cpu.steps.sum()):,} of quick players"


def device_name() -> str:
    from numba import cuda  # noqa: PLC0415 - an extra

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def rate(play: Callable[[], None], events: Callable[[], int]) -> float:
    """Return millions a second."""
    from numba import cuda  # noqa: PLC0415 - an extra

    play()
    found = []
    for _ in range(SEVERAL):
        before = events()
        cuda.synchronize()
        start = time.perf_counter()
        play()
        cuda.synchronize()
        seconds = time.perf_counter() - start
        found.append((events() - before) / seconds / 1e6)
    return max(found)


def events_of(env: Batch) -> int:
    return int(env.steps.copy_to_host().sum())


def whole_games(key: str, mind: str) -> float:
    players = [mind] * len(load(key).table)
    env = Batch(
        key, MATCHES, players=players, again=False, observed=False, checked=False, device="cuda"
    )
    begin = env._machine.put(np.full(MATCHES, BEGIN))
    return rate(lambda: env.step(begin), lambda: events_of(env))


def step_by_step(key: str, observed: bool) -> float:
    env = Batch(key, MATCHES, observed=observed, checked=False, device="cuda")

    def play() -> None:
        for _ in range(STEPS):
            env.step(env.sample())

    return rate(play, lambda: events_of(env))


def by_pgx(name: str) -> float:
    return max(pgx_rate(name, size) for size in PGX_SIZES)


def pgx_rate(name: str, size: int) -> float:
    import jax  # noqa: PLC0415 - an extra
    import pgx  # noqa: PLC0415 - likewise
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415 - likewise

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def choose(state: Any, key: Any) -> Any:
        return jax.random.categorical(
            key, jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf), axis=-1
        )

    def one(state: Any, key: Any) -> Any:
        drawn, rolled = jax.random.split(key)
        return step(state, choose(state, drawn), jax.random.split(rolled, size)), None

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS))[0]

    state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), size))
    state = jax.block_until_ready(play(state, jax.random.PRNGKey(1)))
    found = []
    for i in range(SEVERAL):
        start = time.perf_counter()
        state = jax.block_until_ready(play(state, jax.random.PRNGKey(2 + i)))
        found.append(size * PGX_STEPS / (time.perf_counter() - start) / 1e6)
    return max(found)


def rows(keys: list[str]) -> Iterator[tuple[str, list[float]]]:
    for key in keys:
        yield (
            key,
            [
                whole_games(key, "random"),
                whole_games(key, "quick"),
                step_by_step(key, observed=False),
                step_by_step(key, observed=True),
            ],
        )


def main(keys: list[str]) -> None:
    try:
        Batch(keys[0], 1, device="cuda")
    except PaschError as problem:
        sys.exit(f"bench/gpu.py: {problem}")
    print(f"{device_name()}, {MATCHES:,} matches at once\n")
    for key in keys:
        print(f"- {key}: CPU and GPU agree on {GAMES:,} games: {agreement(key)}", flush=True)
    print("\n| million steps a second | whole games | of quick players | by steps | observed |")
    print("| --- | --- | --- | --- | --- |")
    speeds = {}
    for key, speed in rows(keys):
        speeds[key] = speed
        print(f"| {key} | {' | '.join(f'{each:,.0f}' for each in speed)} |", flush=True)
    slowest = min(speeds.values())[0]
    print(f"\n- whole games: at least {slowest:,.0f} million steps a second; aimed at {AIMED:,}")
    if find_spec("pgx") is None:
        print("- pgx is not installed")
        return
    print("\n| million steps a second | pgx, observed |\n| --- | --- |")
    peers = {}
    for name in PGX:
        peers[name] = by_pgx(name)
        print(f"| {name} | {peers[name]:,.1f} |", flush=True)
    times = min(speed[-1] for speed in speeds.values()) / peers["backgammon"]
    print(f"\n- observed: at least {times:.1f} times pgx's backgammon; aimed at {TIMES}")


if __name__ == "__main__":
    main(sys.argv[1:] or list(games()))
