"""How good the choices are: `bench/choices.py mmm search:300 level:4 search:1000`.

Positions from games of quick players. What an action is worth there is the mean of many playouts in
which everybody plays quickly from then on. A bot's gain is by how much its choices are worth more
than the quick player's, in hundredths of a victory per choice; random is printed for comparison.
`tree:300` is the search without exact odds, where a game has asked for them.
"""

import argparse
import math
import time
from dataclasses import replace
from typing import Any

import numpy as np

from pasch.bots import Bot, quick, read_bot
from pasch.bots.search.searcher import Budget, Searcher, tuning_of
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.game.rule import Tuning
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, new

# Tries every action equally often, and lets quick players finish the game.
EVENLY = Tuning(explore=1e9, trust=0.0, reach=0)
FROM_ONE_GAME = 4

Worth = dict[int, float]


def positions(key: str, seats: int, count: int, bot: Bot = quick, **options: Any) -> list[Match]:
    """Return matches at a choice, a few from each game that these bots played."""
    rng = np.random.default_rng(5)
    found: list[Match] = []
    while len(found) < count:
        match = new(key, seats=seats, start=int(rng.integers(seats)), **options)
        choices = []
        while match.player != OVER:
            if match.player == CHANCE:
                match.apply(int(rng.integers(match.chance)))
                continue
            if len(match.legal()) > 1:
                choices.append(match.copy())
            match.apply(bot.choose(match, rng))
        some = rng.choice(len(choices), min(FROM_ONE_GAME, len(choices)), replace=False)
        found += [choices[i] for i in some]
    return found[:count]


def worth(searcher: Searcher, match: Match, playouts: int, seed: int) -> Worth:
    budget = Budget(playouts=playouts * len(match.legal()))
    return {f.action: f.value for f in searcher.think(match, budget, seed) if f.visits}


class TreeOnly(Bot):
    """A search that never works out the rest of a turn exactly."""

    def __init__(self, game: Game, playouts: int) -> None:
        self._searcher = Searcher(game, replace(tuning_of(game), exact=False))
        self._budget = Budget(playouts=playouts)

    def choose(self, match: Match, rng: np.random.Generator) -> int:
        return self._searcher.choose(match, self._budget, int(rng.integers(1 << 62)))


def bot_of(game: Game, text: str) -> Bot:
    kind, _, playouts = text.partition(":")
    return TreeOnly(game, int(playouts)) if kind == "tree" else read_bot(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--positions", type=int, default=80)
    parser.add_argument("--playouts", type=int, default=2000, help="for each action")
    parser.add_argument("--seats", type=int)
    given = parser.parse_args()
    game = load(given.game)
    asked = positions(game.key, given.seats or max(2, game.seats[0]), given.positions)
    even = Searcher(game, EVENLY)
    worths = [worth(even, match, given.playouts, i) for i, match in enumerate(asked)]
    rng = np.random.default_rng(0)
    quickly = [w[quick.choose(match, rng)] for match, w in zip(asked, worths, strict=True)]
    by_lot = np.mean([np.mean(list(w.values())) for w in worths]) - np.mean(quickly)
    print(f"{game.key}, {len(asked)} choices: random {100 * by_lot:+.2f} a choice", flush=True)
    for text in given.bots:
        bot = bot_of(game, text)
        bot.choose(asked[0], rng)
        before = time.process_time()
        chosen = [bot.choose(match, rng) for match in asked]
        milliseconds = 1000 * (time.process_time() - before) / len(asked)
        gains = [w[a] - q for w, a, q in zip(worths, chosen, quickly, strict=True) if a in w]
        error = 1.96 * np.std(gains) / math.sqrt(len(gains))
        print(
            f"{game.key}, {text}: {100 * np.mean(gains):+.2f} ± {100 * error:.2f} a choice, "
            f"{milliseconds:.2f} ms each",
            flush=True,
        )


if __name__ == "__main__":
    main()
