"""Learn the exact value of a position of Mmm! from what a seat can see.

    python exact_values.py

Random players meet positions in the batch environment. Each is labelled with the chance that
perfect players win from there, by the exact solution; weights are fitted to some, and tried on
others.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

import pasch
from pasch import solutions
from pasch.adapters.batch import Batch
from pasch.engine.record import position_of

BOARD, STEPS = str(Path(__file__).with_name("small.toml")), 14
Floats = npt.NDArray[np.float64]


def labelled(seed: int, matches: int, moments: int) -> tuple[Floats, Floats]:
    """Return the views at so many moments of each match, and their exact values."""
    env = Batch("mmm", matches, seats=1, seed=seed, board=BOARD, cat_steps=STEPS)
    exact = solutions.obtain(pasch.load("mmm"), 1, env.options)
    seen, worth = [], []
    for _ in range(moments):
        for _ in range(7):  # so that the next moment differs
            env.step(env.sample())
        seen.append(env.observation.astype(np.float64))
        worth += [exact.value(position_of(env.game.rules.STATE, each)) for each in env.state]
    return np.concatenate(seen), np.array(worth)


def fitted(seen: Floats, worth: Floats) -> Floats:
    """Return the weights of a least-squares fit."""
    return np.asarray(np.linalg.lstsq(with_one(seen), worth, rcond=None)[0], np.float64)


def with_one(seen: Floats) -> Floats:
    return np.hstack([seen, np.ones((len(seen), 1))])


def learn(matches: int = 200, moments: int = 20) -> float:
    """Return the share of the variance that the weights explain, in games not learned from."""
    weights = fitted(*labelled(1, matches, moments))
    seen, worth = labelled(2, matches, moments)
    off = worth - with_one(seen) @ weights
    explained = 1 - float(off.var() / worth.var())
    print(f"{len(worth)} positions, worth {worth.mean():.1%} on average")
    print(f"off by {np.abs(off).mean():.1%} on average; {explained:.0%} explained")
    return explained


if __name__ == "__main__":
    learn()
