"""Plays until the shares are known as well as one wants, and no longer.

To look again and again, and to stop when one likes what one sees, would spoil an interval. Here
only its width is looked at, seldom, and never before there are blocks enough to tell it:
bench/intervals.py counts how often the intervals of runs that stopped like this hold.
"""

import math
import re
from collections.abc import Callable
from typing import TypeVar

from pasch.arena.figures import Figures
from pasch.arena.intervals import Estimate
from pasch.arena.plan import Plan
from pasch.arena.study import Study
from pasch.core.errors import BadOption

Found = TypeVar("Found")

FIRST_LOOK = 60  # blocks
AT_LEAST, AT_MOST = 1.2, 4.0
"""Times as many games as at the last look."""


def read_width(text: str) -> float:
    """`±1%`: a share of the victory, to either side."""
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
    """What is found once every share is known so exactly, or the most games are played.

    A look takes whole blocks from the first on, so the same seed stops at the same game.
    """
    games = FIRST_LOOK * block
    while True:
        found = play(min(games, most))
        if widest(found) <= width or games >= most:
            return found
        games = next_look(games, widest(found), width)


def block_size(plan: Plan) -> int:
    """At most: fewer matches where bots sit as before after fewer moves."""
    return len(plan.bots) if plan.alone else plan.seats


def next_look(games: int, widest: float, width: float) -> int:
    """When it would be wide enough if it went on like this."""
    times = (widest / width) ** 2
    return math.ceil(games * min(max(times, AT_LEAST), AT_MOST))


def widest_of(figures: Figures) -> float:
    return max(half_width(line.share) for line in figures.bots)


def widest_in(study: Study) -> float:
    """Of the seats where the bot plays itself, and of the bots where it meets others."""
    seats = (seat.share for each in study.variants for seat in each.mirror.seats)
    bots = (bot.share for each in study.variants for bot in each.field.bots)
    return max(map(half_width, (*seats, *bots)))


def half_width(estimate: Estimate) -> float:
    """Beyond the mean, on the side where it is more."""
    if estimate.low is None or estimate.high is None:
        return math.inf
    return max(estimate.high - estimate.mean, estimate.mean - estimate.low)
