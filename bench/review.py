"""How long a review takes: a match of four clever players of So ein Mist, on all cores."""

import os
import time

import numpy as np

from pasch.bots import read_bot
from pasch.coach.review import review
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match, new

SEATS = 4


def played() -> Match:
    match = new("so-ein-mist", seats=SEATS, start=0)
    dice, rng, bot = Dice("bench"), np.random.default_rng(1), read_bot("clever")
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
        else:
            match.apply(bot.choose(match, rng))
    return match


def main() -> None:
    match = played()
    review(match, playouts=64)
    begin = time.perf_counter()
    found = review(match)
    seconds = time.perf_counter() - begin
    print(
        f"review of So ein Mist, {SEATS} players: {seconds:.1f} s for {len(match.events)} events, "
        f"{len(found.decisions)} choices; {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main()
