"""How good the quick player is, and how long games last: 10,000 games a line.

In a game for oneself one quick player sits among random ones, at each seat in turn, and par is an
equal share; together, or alone, all are quick or all are random. The length is that of games in
which everybody is quick.
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.engine.playouts import BY_CHANCE, BY_CHOICE, QUICK, RANDOM, playouts
from pasch.engine.record import copies

GAMES = 10_000
# Variants that change how hard a game is for those who play together or alone.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "mmm": [{"board": "two-paws"}, {"line": True}],
    "mice-to-meet-you": [{"level": level} for level in (1, 2, 3)],
}


def play(
    game: Game, minds: list[int], options: dict[str, Any], count: int, seed: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], npt.NDArray[np.void]]:
    states = copies(Match(game, len(minds), 0, game.read_options(options)).position(), count)
    shares, events = playouts(game, states, minds, seed)
    return shares, events, states


def mean_share(game: Game, seats: int, mind: int, options: dict[str, Any]) -> tuple[float, float]:
    """Return the mean share of a player with this mind, and the 99 % interval around it."""
    if game.together or seats == 1:
        won = play(game, [mind] * seats, options, GAMES, seed=0)[0][:, 0]
    else:
        parts = []
        for seat in range(seats):
            minds = [RANDOM] * seats
            minds[seat] = mind
            parts.append(play(game, minds, options, GAMES // seats, seed=seat)[0][:, seat])
        won = np.concatenate(parts)
    return float(won.mean()), 2.58 * float(won.std()) / math.sqrt(len(won))


def line(game: Game, seats: int, options: dict[str, Any]) -> str:
    quick, error = mean_share(game, seats, QUICK, options)
    random, _ = mean_share(game, seats, RANDOM, options)
    shares, events, states = play(game, [QUICK] * seats, options, GAMES, seed=99)
    turns = states["turn"].mean()
    table = " ".join([f"{seats} seats", *(f"{name}={value}" for name, value in options.items())])
    words = [
        f"{game.key}, {table}: quick {quick:.1%} ± {error:.1%}, random {random:.1%}",
        f"{turns:.0f} turns, {events[:, BY_CHOICE].mean():.0f} decisions, "
        f"{events[:, BY_CHANCE].mean():.0f} chance events",
    ]
    if not game.together and seats > 1:
        equal = np.isclose(shares, 1 / seats).all(axis=1).mean()
        words.append(f"{equal:.1%} shared by all")
    return "; ".join(words)


def main() -> None:
    for game in games().values():
        for seats in range(game.seats[0], game.seats[1] + 1):
            print(line(game, seats, {}), flush=True)
        for options in VARIANTS.get(game.key, []):
            print(line(game, 1, options), flush=True)


if __name__ == "__main__":
    main()
