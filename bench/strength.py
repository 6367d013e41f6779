"""How much better the quick player is than random play: 10,000 games a line."""

import math

import numpy as np

from pasch.core.facts import Game
from pasch.core.playout import QUICK, RANDOM, playouts
from pasch.core.record import blank
from pasch.core.registry import games

GAMES = 10_000


def share_of(game: Game, seats: int, mind: int, options: dict[str, object]) -> float:
    """The share of victories of one seat with this mind among random ones, over all seats."""
    shares = []
    for seat in range(seats):
        minds = [RANDOM] * seats
        minds[seat] = mind
        if game.together:
            minds = [mind] * seats
        first = blank(game.rules.STATE, 1)
        game.rules.setup(first[0], seats, 0, game.read_options(options))
        won, _ = playouts(game, np.repeat(first, GAMES // seats), minds, seed=seat)
        shares.append(won[:, seat])
    return float(np.concatenate(shares).mean())


def line(game: Game, seats: int, options: dict[str, object]) -> str:
    """Who wins how often; in games for themselves par is an equal share."""
    quick = share_of(game, seats, QUICK, options)
    random = share_of(game, seats, RANDOM, options)
    error = 2.58 * math.sqrt(quick * (1 - quick) / GAMES)
    table = " ".join([f"{seats} seats", *(f"{name}={value}" for name, value in options.items())])
    who = "all quick" if game.together else "one quick among random"
    return f"{game.key}, {table}: {who} wins {quick:.1%} ± {error:.1%} (99 %), random {random:.1%}"


def main() -> None:
    for game in games().values():
        if game.together:
            for board in ("one-paw", "two-paws"):
                print(line(game, 1, {"board": board}))
            print(line(game, 1, {"line": True}))
        else:
            for seats in range(game.seats[0], game.seats[1] + 1):
                print(line(game, seats, {}))


if __name__ == "__main__":
    main()
