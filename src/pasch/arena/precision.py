"""Playing until the shares are known precisely enough.

Looking often, and stopping at a result one likes, would spoil an interval. This looks only at the
interval's width, seldom, and never before there are enough blocks. bench/intervals.py counts how
often the intervals of runs that stopped like this hold.
"""

import math
import re
from collections.abc import Callable
from typing import TypeVar

from pasch.arena.plan import Plan
from pasch.arena.statistics.figures import Figures
from pasch.arena.statistics.intervals import Estimate
from pasch.arena.study import Study
from pasch.core.errors import BadOption

Found = TypeVar("Found")

FIRST_LOOK = 60  # blocks
AT_LEAST, AT_MOST = 1.2, 4.0
"""Bounds of the growth from one look to the next, as a multiple of the games."""


def read_width(text: str) -> float:
    """Read a width like `±1%`: a share of the victory, to either side."""
    asked = re.fullmatch(r"(?:±|\+-|\+/-)?\s*(\d+(?:[.,]\d+)?)\s*%", text.strip())
    width = float(asked[1].replace(",", ".")) / 100 if asked else 0.0
    if not 0 < width < 0.5:
        raise BadOption(
            "--until expects how exactly to know the shares, ±1% say; got {text!r}", text=text
        )
    return width


def play_until(
    block: int,
    most: int,
    width: float,
    play: Callable[[int], Found],
    widest: Callable[[Found], float],
) -> Found:
    """Play until every share is known within the width, or the most games are played.

    Each look takes whole blocks from the first on, so the same seed stops at the same game.
    """
    games = FIRST_LOOK * block
    while True:
        found = play(min(games, most))
        if widest(found) <= width or games >= most:
            return found
        games = next_look(games, widest(found), width)


def block_size(plan: Plan) -> int:
    """Return the most matches a block can have; it has fewer where bots repeat at the seats."""
    return len(plan.bots) if plan.alone else plan.seats


def next_look(games: int, widest: float, width: float) -> int:
    """Return how many games would narrow the interval to this width at the present rate."""
    times = (widest / width) ** 2
    return math.ceil(games * min(max(times, AT_LEAST), AT_MOST))


def widest_of(figures: Figures) -> float:
    return max(half_width(line.share) for line in figures.bots)


def widest_in(study: Study) -> float:
    """Return the widest interval of the mirrors' seats and the fields' bots."""
    seats = (seat.share for each in study.variants for seat in each.mirror.seats)
    bots = (bot.share for each in study.variants for bot in each.field.bots)
    return max(map(half_width, (*seats, *bots)))


def half_width(estimate: Estimate) -> float:
    """Return how far the interval reaches from the mean, on the wider side."""
    if estimate.low is None or estimate.high is None:
        return math.inf
    return max(estimate.high - estimate.mean, estimate.mean - estimate.low)
