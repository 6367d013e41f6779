"""Playouts: whole games at full speed, one or many in one call on all cores."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from pasch.core.game.position import CHANCE, OVER, Numbers, State
from pasch.core.game.rule import rule
from pasch.core.game.spec import Game
from pasch.engine.compile import kernel
from pasch.engine.dispatch import apply, chance, legal, player, quick, returns

RANDOM = 0
QUICK = 1
BY_CHANCE, BY_CHOICE = range(2)
CHUNK = 4096


@rule
def pick(rng: np.random.Generator, n: int) -> int:
    """Return a number below n, all equally likely (ten times faster than Generator.integers)."""
    return int(rng.random() * n)


@rule
def playout(
    s: State, minds: npt.NDArray[np.int8], rng: np.random.Generator, out: Numbers, events: Numbers
) -> None:
    """Play to the end, each seat as its mind says, and count the events by kind."""
    while True:
        seat = player(s)
        if seat == OVER:
            return
        if seat == CHANCE:
            apply(s, pick(rng, chance(s)))
            events[BY_CHANCE] += 1
        else:
            if minds[seat] == QUICK:
                apply(s, quick(s))
            else:
                apply(s, out[pick(rng, legal(s, out))])
            events[BY_CHOICE] += 1


@kernel
def playout_each(
    states: npt.NDArray[np.void],
    minds: npt.NDArray[np.int8],
    rng: np.random.Generator,
    out: Numbers,
    shares: npt.NDArray[np.float64],
    events: npt.NDArray[np.int64],
) -> None:
    for i in range(len(states)):
        playout(states[i], minds, rng, out, events[i])
        returns(states[i], shares[i])


def playouts(
    game: Game,
    states: npt.NDArray[np.void],
    minds: list[int],
    seed: int,
    cores: int | None = None,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Play every record to its end, in place; return each game's shares and its events.

    Events are counted by kind: `events[i, BY_CHANCE]` and `events[i, BY_CHOICE]`. The same seed
    gives the same games on any number of cores.
    """
    seats = len(minds)
    shares = np.zeros((len(states), seats))
    events = np.zeros((len(states), 2), np.int64)
    starts = range(0, len(states), CHUNK)
    streams = np.random.SeedSequence(seed).spawn(len(starts))

    def chunk(job: tuple[int, np.random.SeedSequence]) -> None:
        start, stream = job
        part = slice(start, start + CHUNK)
        playout_each(
            states[part],
            np.array(minds, np.int8),
            np.random.Generator(np.random.SFC64(stream)),
            np.empty(game.rules.ACTIONS, np.int64),
            shares[part],
            events[part],
        )

    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        list(pool.map(chunk, zip(starts, streams, strict=True)))
    return shares, events
