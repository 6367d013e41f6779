"""How much a game's estimate knows: its log loss at the starts of turns, against an equal share's.

The positions come from games of quick players who move at random now and then.
"""

import math
from collections.abc import Sequence

import numpy as np

from pasch.bots import quick, random
from pasch.core.facts import Game
from pasch.core.match import new
from pasch.core.record import CHANCE, OVER, State
from pasch.core.registry import games

GAMES = 600
NOISE = 0.05


def one_game(game: Game, seats: int, rng: np.random.Generator) -> tuple[State, list[float]]:
    """A position at the start of a turn, any of the game's, and how the game ended."""
    match = new(game.key, seats=seats, start=int(rng.integers(seats)))
    kept = match.copy()
    turns = 0
    while match.player != OVER:
        if match.turn > turns:
            turns = match.turn
            if rng.random() * turns < 1:
                kept = match.copy()
        if match.player == CHANCE:
            match.apply(int(rng.integers(match.chance)))
        else:
            match.apply((random if rng.random() < NOISE else quick)(match, rng))
    return kept._state, match.returns()


def loss(ended: Sequence[float], shares: Sequence[float]) -> float:
    return -sum(e * math.log(p) for e, p in zip(ended, shares, strict=True) if e)


def losses(game: Game, seats: int) -> list[float]:
    rng = np.random.default_rng(1)
    found = []
    for _ in range(GAMES):
        state, ended = one_game(game, seats, rng)
        shares = np.zeros(seats)
        game.play.estimate(state, shares)
        if game.together:  # won or lost
            found.append(loss([ended[0], 1 - ended[0]], [shares[0], 1 - shares[0]]))
        else:
            found.append(loss(ended, shares.tolist()))
    return found


def main() -> None:
    for game in games().values():
        if hasattr(game.play, "estimate"):
            for seats in range(game.seats[0], game.seats[1] + 1):
                found = losses(game, seats)
                error = 1.96 * np.std(found) / math.sqrt(len(found))
                sides = 2 if game.together else seats
                print(
                    f"{game.key}, {seats} seats: log loss {np.mean(found):.3f} ± {error:.3f}, "
                    f"of an equal share {math.log(sides):.3f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
