"""A player that is nothing but weights: what learn.py teaches, as a bot of one's own.

pasch arena mmm agent:Agent random quick --set board=small.toml --set cat_steps=20
"""

import numpy as np
import numpy.typing as npt

from pasch.adapters.encoding import encoding_of
from pasch.bots import Turn

WEIGHTS = "policy.npy"  # in the working directory
Floats = npt.NDArray[np.float32]


def chances(seen: Floats, legal: npt.NDArray[np.bool_], weights: Floats) -> Floats:
    """Return the probability of each action, by row; that of an illegal one is 0."""
    liking = np.where(legal, seen @ weights, np.float32("-inf"))
    grown = np.exp(liking - liking.max(axis=1, keepdims=True))
    likely: Floats = grown / grown.sum(axis=1, keepdims=True)
    return likely


class Agent:
    """A bot that draws each action with its learned probability."""

    def __init__(self) -> None:
        self.weights = np.load(WEIGHTS)

    def __call__(self, turn: Turn) -> int:
        seen = encoding_of(turn.game).encode(turn.view).astype(np.float32)
        legal = np.isin(np.arange(self.weights.shape[1]), turn.legal)
        likely = chances(seen[None], legal[None], self.weights)[0].astype(np.float64)
        return int(turn.rng.choice(len(likely), p=likely / likely.sum()))
