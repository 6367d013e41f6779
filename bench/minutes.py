"""Estimate how long a game takes: the number of its events, at the pace of people.

python bench/minutes.py [--games 40]
"""

import argparse
from itertools import groupby
from statistics import mean

import numpy as np

import pasch
from pasch.bots import BOTS
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match

DECISION, ROLL = 6, 3  # seconds that people take


def played(key: str, rng: np.random.Generator) -> Match:
    """Play a game of the usual table, by bots that know what they do."""
    match = pasch.new(key)
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(int(rng.integers(match.chance)))
        else:
            match.apply(BOTS["quick"].choose(match, rng))
    return match


def counted(match: Match) -> tuple[int, int]:
    """Count decisions between several choices, and rolls: events of chance in a row are one."""
    again = match.at(0)
    kinds = []
    for event in match.events:
        kinds.append(
            "roll" if again.player == CHANCE else "choice" if len(again.legal()) > 1 else ""
        )
        again.apply(event)
    rolls = sum(kind == "roll" for kind, _ in groupby(kinds))
    return kinds.count("choice"), rolls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    games = parser.parse_args().games
    rng = np.random.default_rng(1)
    print(f"{games} games each of the usual table; {DECISION} s a decision, {ROLL} s a roll")
    print(f"{'':20}{'seats':>6}{'decisions':>11}{'rolls':>8}{'minutes':>9}{'said':>6}")
    for key, game in pasch.games().items():
        counts = [counted(played(key, rng)) for _ in range(games)]
        decisions, rolls = (mean(each) for each in zip(*counts, strict=True))
        minutes = (DECISION * decisions + ROLL * rolls) / 60
        row = f"{len(game.table):>6}{decisions:>11.1f}{rolls:>8.1f}{minutes:>9.1f}{game.minutes:>6}"
        print(f"{game.title:20}{row}")


if __name__ == "__main__":
    main()
