"""Check that every level beats the one below.

Run `bench/ladder.py`, or `bench/ladder.py mmm --games 200`.

Each step is an arena of two bots with two seats, or as few as the game has: the same dice for every
seating of a block, errors between blocks (docs/arena.md). Par is an equal share for a seat.
Together, each plays as a team of its own with the same dice, and par is what the lower one reaches.

What was played is kept, and the same command goes on from there. `--bots quick search:500` climbs
another ladder.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pasch.arena.plan import Plan, make_plan
from pasch.arena.results import Results, usual_path
from pasch.arena.run import on_cores, run
from pasch.arena.statistics.figures import Figures, figures
from pasch.arena.statistics.intervals import Estimate
from pasch.bots import LEVELS
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game

LEVEL_TEXTS = [f"level:{n}" for n in range(1, len(LEVELS) + 1)]
HEAD = "| game | seats | step | games | share | 95 % interval | par | verdict | ms a choice |"
RULE = "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"


@dataclass(frozen=True)
class Step:
    """The result of one step of the ladder."""

    plan: Plan
    games: int
    share: Estimate
    par: float
    clear: bool
    ms: float

    def line(self) -> str:
        low, high = self.plan.bots
        assert self.share.low is not None
        assert self.share.high is not None
        cells = (
            self.plan.game,
            self.plan.seats,
            f"{high} over {low}",
            self.games,
            f"{self.share.mean:.1%}",
            f"{self.share.low:.1%} to {self.share.high:.1%}",
            f"{self.par:.1%}",
            "above par" if self.clear else "**not clear of par**",
            f"{self.ms:.2f}",
        )
        return f"| {' | '.join(map(str, cells))} |"


def plan_of(game: Game, low: str, high: str, count: int) -> Plan:
    """Plan this many games of the higher bot, twice as many where each bot has its own table."""
    seats = max(2, game.seats[0])
    return make_plan(game, [low, high], 2 * count if game.together else count, seats, seed="ladder")


def climb(plan: Plan, folder: Path | None, cores: int | None) -> Step:
    path = usual_path(plan)
    results = Results.open(folder / path.name if folder else path, plan)
    run([(plan, results)], on_cores(cores))
    return found(plan, figures(plan, results.of(plan)))


def found(plan: Plan, figures: Figures) -> Step:
    """Return the result of a step; in a game played together, par is the lower bot's mean."""
    lower, higher = figures.bots
    share, par = higher.share, 1 / plan.seats
    if plan.alone:
        par = lower.share.mean
        lead = figures.leads[0].share
        assert lead.low is not None
        assert lead.high is not None
        share = Estimate(par + lead.mean, par + lead.low, par + lead.high)
    assert share.low is not None
    return Step(plan, higher.games, share, par, share.low > par, higher.ms or 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games())}")
    parser.add_argument("--games", type=int, default=2000, dest="count")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--out", type=Path, help="the folder of the results")
    parser.add_argument("--bots", nargs="+", default=LEVEL_TEXTS, help="from the weakest")
    given = parser.parse_args()
    began = time.perf_counter()
    print(f"{HEAD}\n{RULE}", flush=True)
    for game in [load(key) for key in given.games] or games().values():
        for low, high in pairwise(given.bots):
            step = climb(plan_of(game, low, high, given.count), given.out, given.cores)
            print(step.line(), flush=True)
    minutes = (time.perf_counter() - began) / 60
    print(f"{minutes:.0f} minutes here, for what was not yet played", file=sys.stderr)


if __name__ == "__main__":
    main()
