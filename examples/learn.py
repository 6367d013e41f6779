"""Learn Mmm! from who won and nothing else: a policy gradient on the batch environment.

    python learn.py

Hundreds of games are played at once. After each round, what was chosen in games that went better
than most becomes likelier (REINFORCE, with Adam's steps). On this board and with this cat, random
players win about a fifth of their games and the quick player about four fifths.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from agent import WEIGHTS, Floats, chances

from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import NOTHING

BOARD, STEPS = str(Path(__file__).with_name("small.toml")), 20
RATE, KEEP, KEEP_SQUARES = 0.05, 0.9, 0.99


def play(env: Batch, weights: Floats, rng: np.random.Generator) -> tuple[float, Floats]:
    """Play a game in each match; return the share won, and the gradient of the weights."""
    moments = []
    while (on := env.player >= 0).any():
        seen = env.observation[on].astype(np.float32)
        likely = chances(seen, env.legal[on], weights)
        chosen = drawn(likely, rng)
        moments.append((on, seen, (np.arange(likely.shape[1]) == chosen[:, None]) - likely))
        actions = np.full(env.count, NOTHING)
        actions[on] = chosen
        env.step(actions)
    won = env.returns[:, 0]
    better = (won - won.mean()).astype(np.float32)
    pulls = [seen.T @ (pull * better[on, None]) for on, seen, pull in moments]
    return float(won.mean()), np.sum(pulls, axis=0) / env.count


def drawn(likely: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Draw an action for each row by these probabilities."""
    up_to = likely.cumsum(axis=1, dtype=np.float64)
    luck = rng.random((len(likely), 1)) * up_to[:, -1:]
    chosen: npt.NDArray[np.int64] = (up_to > luck).argmax(axis=1)
    return chosen


def learn(count: int = 512, rounds: int = 40) -> list[float]:
    """Learn, save the weights for agent.py, and return what was won in each round."""
    env = Batch("mmm", count, seats=1, again=False, board=BOARD, cat_steps=STEPS)
    rng = np.random.default_rng(1)
    weights = np.zeros((env.observation.shape[1], env.legal.shape[1]), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    won = []
    for n in range(1, rounds + 1):
        env.reset(seed=n)
        share, pull = play(env, weights, rng)
        mean = KEEP * mean + (1 - KEEP) * pull
        square = KEEP_SQUARES * square + (1 - KEEP_SQUARES) * pull**2
        step = mean / (1 - KEEP**n) / (np.sqrt(square / (1 - KEEP_SQUARES**n)) + 1e-8)
        weights += RATE * step
        won.append(share)
        print(f"round {n:2}: {share:.1%} won", flush=True)
    np.save(WEIGHTS, weights)
    return won


if __name__ == "__main__":
    learn()
