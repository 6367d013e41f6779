"""How sure the coach may be: `bench/calibration.py`, or `bench/calibration.py mmm --positions 600`.

Solved games: at positions of careless players' games the coach estimates, as for a hint, what its
advice is worth, and the solution tells the truth. It prints how often the interval holds the truth,
with sampling alone and as it is shown; how wide it is; by how much the advice is worse than the
best choice; and how often the lead over the next choice lies within its sampling error alone, since
what is off for all choices of a position cancels there. The numbers in coach.toml are fitted to
some tables of a game; the others were kept back from them. `--write` fits anew and writes
coach.toml.
"""

import argparse
import sys
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from choices import positions

from pasch.bots import read_bot
from pasch.bots.search.searcher import Outlook
from pasch.coach.calibration import FILE, LEAST, Calibration, calibration_of, openness
from pasch.coach.formatting import INTERVAL
from pasch.coach.judge import SearchJudge, error_between
from pasch.core.game.registry import load
from pasch.core.match.match import Match, new
from pasch.solutions import obtain

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.solving import SMALL, board

PLAYERS = "steady"
AS_A_HINT = 2048
COVERED = 0.96  # at the tables it is fitted to; elsewhere it is a little less
ENOUGH = (0.92, 0.98)  # the share of truths within the interval, at the tables kept back
DIGIT = 0.0005  # the rounding error of the last digit shown
KNOTS = (0, 2, 4, 6, 8, 11, 14, 18)  # turns played
FEWEST = 20  # positions near a knot that a fit needs
HEADER = """\
# How far the coach's estimates are off beside sampling, in parts of share x (1 - share), by the
# turns played: written by bench/calibration.py and bench/rollouts.py with --write.
"""

# The sizes of the items of each food.
FIVES = board(SMALL)
FOURS = board((*[(4, 4, 2)] * 4, (5, 4)))
THREES = board((*[(4, 3, 3)] * 4, (3, 3, 3)))
MIXED = board(((5, 5), (4, 3, 3), (4, 3, 3), (5, 5), (5, 4)))


class Table(NamedTuple):
    name: str
    key: str
    options: dict[str, Any]
    fits: dict[str, Any] | None = None
    """The options of the tables that it is fitted for; none where it is kept back to be checked."""

    def match(self) -> Match:
        return new(self.key, seats=1, start=0, **self.options)


ALL: dict[str, Any] = {}
NO_NUTS = {"level": 3}
MICE = "mice-to-meet-you"
TABLES = [
    Table("mixed, 12 steps", "mmm", {"board": MIXED, "cat_steps": 12}, ALL),
    Table("fours, 12 steps", "mmm", {"board": FOURS, "cat_steps": 12}, ALL),
    Table("two paws, 13 steps", "mmm", {"board": "two-paws", "cat_steps": 13}, ALL),
    Table("one paw", "mmm", {"board": "one-paw"}),
    Table("two paws", "mmm", {"board": "two-paws"}),
    Table("threes, 10 steps", "mmm", {"board": THREES, "cat_steps": 10}),
    Table("fives, 11 steps", "mmm", {"board": FIVES}),
    Table("no nut of one", MICE, {"nuts": 1, "level": 3}, NO_NUTS),
    Table("no nut of two", MICE, {"nuts": 2, "level": 3}, NO_NUTS),
    Table("two nuts", MICE, {"nuts": 2}, ALL),
    Table("two nuts of four", MICE, {"nuts": 4, "level": 2}, ALL),
    Table("two nuts, one back from 14 on", MICE, {"threshold": 14, "level": 1}, ALL),
    *(Table(f"level {n}", MICE, {"level": n}) for n in range(4)),
    Table("level 2, a nut back from 12 on", MICE, {"level": 2, "threshold": 12}),
]


class Look(NamedTuple):
    """The coach's first choice at one position, before calibration, and the truth."""

    turn: int
    share: float
    error: float
    truth: float
    regret: float
    lead_off: float
    """The error of the lead over the next choice, in its standard errors."""


Numbers = npt.NDArray[np.float64]


def look_at(match: Match, truth: dict[int, float], playouts: int, seed: int) -> Look:
    judge = SearchJudge(match.game, playouts, seed, Calibration())
    found = judge.choices(match.view(0), 0, match.legal())
    first, second = sorted(found, key=lambda a: -found[a].shares[0])[:2]
    lead = found[first].shares[0] - found[second].shares[0]
    off = lead - (truth[first] - truth[second])
    return Look(
        turn=match.turn,
        share=float(found[first].shares[0]),
        error=float(found[first].errors[0]),
        truth=truth[first],
        regret=max(truth.values()) - truth[first],
        lead_off=float(off / max(error_between(found[first], found[second], 0), DIGIT)),
    )


def looks_at(table: Table, count: int, playouts: int) -> Numbers:
    """Return a row for each position."""
    match = table.match()
    solution = obtain(match.game, match.seats, match.options)
    asked = positions(table.key, 1, count, read_bot(PLAYERS), **table.options)
    return np.array(
        [look_at(each, solution.choices(each.view(0)), playouts, i) for i, each in enumerate(asked)]
    )


def told(looks: Numbers, calibration: Calibration) -> tuple[Numbers, Numbers]:
    """Return how far off the shown shares are, and half the width of their intervals."""
    turn, share, error, truth = looks[:, :4].T
    found = calibration.corrected(Outlook(share, error), turn)
    return np.abs(found.shares - truth), INTERVAL * calibration.errors(found, turn) + DIGIT


def coverage(looks: Numbers, calibration: Calibration) -> float:
    off, half = told(looks, calibration)
    return float(np.mean(off <= half))


def fit(looks: Numbers) -> Calibration:
    """Fit at each knot the mean error, and a spread around it that holds the truth often enough."""
    nearest = np.abs(looks[:, :1] - np.array(KNOTS)).argmin(axis=1)
    knots = [looks[nearest == i] for i in range(len(KNOTS))]
    known = [
        (turn, *fit_some(some))
        for turn, some in zip(KNOTS, knots, strict=True)
        if len(some) >= FEWEST
    ]
    turns, bias, spread = zip(*known, strict=True)
    return Calibration(turns, bias, spread)


def fit_some(looks: Numbers) -> tuple[float, float]:
    share, error, truth = looks[:, 1:4].T
    bias = float((share - truth) @ openness(share) / (openness(share) @ openness(share)))
    shown = share - bias * openness(share)
    off = (np.abs(shown - truth) - DIGIT).clip(0) / INTERVAL
    needed = np.sqrt((off**2 - error**2).clip(0)) / openness(shown).clip(LEAST)
    return round(bias, 3), round(float(np.quantile(needed, COVERED)), 3)


def line(table: Table, looks: Numbers, calibration: Calibration) -> str:
    half = told(looks, calibration)[1]
    held = coverage(looks, calibration)
    verdict = "held out" if table.fits is None else "fitted"
    if table.fits is None:
        verdict += ", within" if ENOUGH[0] <= held <= ENOUGH[1] else ", NOT within"
        verdict += f" {ENOUGH[0]:.0%} to {ENOUGH[1]:.0%}"
    return (
        f"{table.key}, {table.name}, {len(looks)} positions: sampling alone holds the truth in "
        f"{coverage(looks, Calibration()):.1%}, the interval shown in {held:.1%} ({verdict}); "
        f"± {half.mean():.2%}, off by {np.mean(looks[:, 1] - looks[:, 3]):+.2%} before; "
        f"the advice gives away {looks[:, 4].mean():.3%}; "
        f"leads within their sampling error {np.mean(np.abs(looks[:, 5]) <= INTERVAL):.1%}"
    )


def write(key: str, kind: str, parts: list[tuple[dict[str, Any], Calibration]]) -> None:
    """Write the calibrations of this kind into the game's file, and keep those of the other."""
    path = load(key).folder / FILE
    told = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    told[kind] = [{"options": options, **vars(calibration)} for options, calibration in parts]
    text = HEADER
    for name, each in ((name, each) for name, some in told.items() for each in some):
        options = ", ".join(f"{word} = {value}" for word, value in each["options"].items())
        text += f"\n[[{name}]]\noptions = {{ {options} }}\n".replace("{  }", "{}")
        text += "".join(f"{word} = {list(each[word])}\n" for word in ("turns", "bias", "spread"))
    path.write_text(text, encoding="utf-8")


def fit_all(tables: list[Table], found: list[Numbers]) -> list[tuple[dict[str, Any], Calibration]]:
    """Fit all calibrations, those for certain options first."""
    parts: list[tuple[dict[str, Any], Calibration]] = []
    for options in (NO_NUTS, ALL):
        looks = [n for table, n in zip(tables, found, strict=True) if table.fits is options]
        if looks:
            parts.append((options, fit(np.concatenate(looks))))
    return parts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    keys = list(dict.fromkeys(table.key for table in TABLES))
    parser.add_argument("game", nargs="?", choices=keys)
    parser.add_argument("--positions", type=int, default=320)
    parser.add_argument("--playouts", type=int, default=AS_A_HINT)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    for key in [given.game] if given.game else keys:
        tables = [table for table in TABLES if table.key == key]
        look = partial(looks_at, count=given.positions, playouts=given.playouts)
        with ProcessPoolExecutor(given.cores) as pool:
            found = list(pool.map(look, tables))
        if given.write:
            write(key, "as_one", fit_all(tables, found))
        for table, looks in zip(tables, found, strict=True):
            print(line(table, looks, calibration_of(table.match())), flush=True)


if __name__ == "__main__":
    main()
