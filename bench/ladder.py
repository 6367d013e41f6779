"""Whether every level beats the one below: `bench/ladder.py mmm --games 200`.

For oneself, one player of the higher level sits among lower ones, at each seat in turn, and par is
an equal share. Together, or alone, both play the same dice, each on its own, and par is what the
lower one reaches. Other bots than the levels can be named: `--bots quick search:500`.
"""

import argparse
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from pasch.bots import LEVELS, Bot, read_bot
from pasch.core.dice import Dice
from pasch.core.facts import Game
from pasch.core.match import new
from pasch.core.record import CHANCE, OVER
from pasch.core.registry import games, load

LEVEL_TEXTS = [f"level:{n}" for n in range(1, len(LEVELS) + 1)]


@dataclass(frozen=True)
class Compared:
    """What came of one comparison: the higher one's share, par, and its time for a choice."""

    share: float
    par: float
    choices: int
    seconds: float


def play(key: str, bots: list[Bot], timed: int, seed: str) -> tuple[float, int, float]:
    """One match: the share of one seat, how many choices it had, and its seconds for them."""
    match = new(key, seats=len(bots), start=0)
    dice = Dice(seed)
    rng = np.random.default_rng(list(seed.encode()))
    choices = 0
    seconds = 0.0
    while match.player != OVER:
        seat = match.player
        if seat == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
            continue
        before = time.process_time()
        a = bots[seat](match, rng)
        if seat == timed and len(match.legal()) > 1:
            choices += 1
            seconds += time.process_time() - before
        match.apply(a)
    return match.returns()[timed], choices, seconds


def compare(key: str, seats: int, low: str, high: str, i: int) -> Compared:
    lower, higher = read_bot(low), read_bot(high)
    if load(key).together or seats == 1:
        share, choices, seconds = play(key, [higher] * seats, 0, f"{i}")
        par, _, _ = play(key, [lower] * seats, 0, f"{i}")
        return Compared(share, par, choices, seconds)
    bots = [lower] * seats
    bots[i % seats] = higher
    share, choices, seconds = play(key, bots, i % seats, f"{i // seats}")
    return Compared(share, 1 / seats, choices, seconds)


def line(game: Game, seats: int, low: str, high: str, played: list[Compared]) -> str:
    above = np.array([each.share - each.par for each in played])
    share = np.mean([each.share for each in played])
    par = np.mean([each.par for each in played])
    error = 1.96 * above.std() / math.sqrt(len(above))
    choices = sum(each.choices for each in played)
    milliseconds = 1000 * sum(each.seconds for each in played) / max(choices, 1)
    verdict = "above par" if above.mean() > error else "not clear of par"
    return (
        f"{game.key}, {seats} seats, {high} over {low}, {len(played)} games: "
        f"{share:.1%} ± {error:.1%}, par {par:.1%}: {verdict}; {milliseconds:.2f} ms a choice"
    )


def steps(bots: list[str] | None) -> Iterator[tuple[str, str]]:
    yield from pairwise(bots or LEVEL_TEXTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(games()))
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--bots", nargs="+", help="from the weakest to the strongest")
    given = parser.parse_args()
    game = load(given.game)
    seats = given.seats or max(2, game.seats[0])
    with ProcessPoolExecutor(given.cores) as pool:
        for low, high in steps(given.bots):
            job = partial(compare, game.key, seats, low, high)
            played = list(pool.map(job, range(given.games), chunksize=8))
            print(line(game, seats, low, high, played), flush=True)


if __name__ == "__main__":
    main()
