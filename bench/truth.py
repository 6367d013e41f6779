"""Bots against exact truth: `bench/truth.py`, or `bench/truth.py mmm level:5 quick --games 100`.

At every table there is a solution for: Mmm! on both boards with 10 to 12 steps and on boards that
owners may have; Mice alone at every level and with other options. The search's estimates were
trained on none of the odd ones. `--table two-paws` picks those whose name has this in it.

The perfect result is known, and so is what every choice gives away. A bot's own result is the
perfect one less what it gave away on average in games of its own: the dice's luck is left out, so
few games tell it closely. What it really reached is printed beside it. `tree:1000` is the search
without exact odds, as in bench/choices.py, and in Mice without the estimate.
"""

import argparse
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from choices import bot_of

from pasch.core.game.contract import Solution
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match, new
from pasch.solutions import obtain

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.solving import board

# The share of the perfect result that level 5 must reach.
ENOUGH = {"mmm": 0.97, "mice-to-meet-you": 0.96}
# The sizes of the items of each food.
ODD = (
    (*[(2, 2, 2, 2, 2)] * 3, (5, 5), (5, 4)),
    (*[(4, 3, 3)] * 4, (3, 3, 3)),
    (*[(4, 4, 2)] * 4, (4, 3, 2)),
    (*[(5, 3, 2)] * 4, (5, 2, 2)),
    ((5, 5), (4, 3, 3), (3, 3, 2, 2), (2, 2, 2, 2, 2), (3, 3, 3)),
)
ODD_MICE: tuple[dict[str, Any], ...] = (
    {"nuts": 4, "threshold": 10, "level": 2},
    {"nuts": 2, "dice_cards": "15 red, 12 red yellow, 9 yellow, 6 yellow"},
    {"threshold": 5, "dice_cards": "15 red red, 12 yellow, 9 yellow, 6 yellow", "level": 3},
    {"nuts": 9, "threshold": 1, "level": 3},
    {"nuts": 0, "threshold": 19},
)
TABLES: dict[str, dict[str, dict[str, Any]]] = {
    "mmm": {
        **{
            f"{name}, {steps} steps": {"board": name, "cat_steps": steps}
            for name in ("one-paw", "two-paws")
            for steps in (10, 11, 12)
        },
        **{f"odd board {n}": {"board": board(foods)} for n, foods in enumerate(ODD, 1)},
    },
    "mice-to-meet-you": {
        **{f"level {n}": {"level": n} for n in range(4)},
        **{f"odd options {n}": options for n, options in enumerate(ODD_MICE, 1)},
    },
}


class Played(NamedTuple):
    reached: float
    given_away: float
    choices: int
    seconds: float
    longest: float


def solved(key: str, table: str) -> tuple[Match, Solution]:
    match = new(key, seats=1, start=0, **TABLES[key][table])
    return match, obtain(match.game, match.seats, match.options)


def play(key: str, table: str, text: str, i: int) -> Played:
    match, solution = solved(key, table)
    bot = bot_of(match.game, text)
    dice = Dice(f"truth/{i}")
    rng = np.random.default_rng(i)
    given_away, seconds, longest = 0.0, 0.0, 0.0
    choices = 0
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
            continue
        worth = solution.choices(match.view(0))
        a = match.legal()[0]
        if len(match.legal()) > 1:
            before = time.process_time()
            a = bot.choose(match, rng)
            took = time.process_time() - before
            seconds, longest = seconds + took, max(longest, took)
            choices += 1
        given_away += max(worth.values()) - worth[a]
        match.apply(a)
    return Played(match.returns()[0], given_away, choices, seconds, longest)


def line(key: str, table: str, text: str, perfect: float, played: list[Played]) -> str:
    lost = np.array([each.given_away for each in played])
    ratio = 1 - lost.mean() / perfect
    error = 1.96 * lost.std(ddof=1) / math.sqrt(len(lost)) / perfect
    reached = np.mean([each.reached for each in played])
    ms = 1000 * sum(each.seconds for each in played) / sum(each.choices for each in played)
    worst = 1000 * max(each.longest for each in played)
    verdict = "" if ratio - error >= ENOUGH[key] else "not "
    return (
        f"{key} alone, {table}, {text}, {len(played)} games: {ratio:.1%} ± {error:.1%} of the "
        f"perfect {perfect:.4f}, {verdict}clear of {ENOUGH[key]:.0%}; reached {reached:.3f}; "
        f"{ms:.1f} ms a choice, {worst:.0f} at most"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(ENOUGH))
    parser.add_argument("bots", nargs="*", default=["level:5"])
    parser.add_argument("--table", default="", help="only those with this in their name")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--cores", type=int, default=1)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.cores) as pool:
        for key in [given.game] if given.game else list(ENOUGH):
            for table in (name for name in TABLES[key] if given.table in name):
                match, solution = solved(key, table)
                perfect = solution.value(match.view(0))
                for text in given.bots:
                    played = list(pool.map(partial(play, key, table, text), range(given.games)))
                    print(line(key, table, text, perfect, played), flush=True)


if __name__ == "__main__":
    main()
