"""Playing until the shares are known precisely enough.

Looking often, and stopping at a result one likes, would spoil an interval. This looks only at the
interval's width, seldom, and never before there are enough blocks. bench/intervals.py counts how
often the intervals of runs that stopped like this hold.
"""

import math
import re
from collections.abc import Callable
from typing import TypeVar

from pasch.arena.statistics.figures import Figures
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
    width: float | None,
    play: Callable[[int], Found],
    widest: Callable[[Found], float],
) -> Found:
    """Play until every share is known within the width, or the most games are played.

    Without a width all games are played at once. Each look takes whole blocks from the first on, so
    the same seed stops at the same game.
    """
    if width is None:
        return play(most)
    games = FIRST_LOOK * block
    while True:
        found = play(min(games, most))
        if widest(found) <= width or games >= most:
            return found
        games = next_look(games, widest(found), width)


def next_look(games: int, widest: float, width: float) -> int:
    """Return how many games would narrow the interval to this width at the present rate."""
    times = (widest / width) ** 2
    return math.ceil(games * min(max(times, AT_LEAST), AT_MOST))


def widest_of(figures: Figures) -> float:
    return max(bot.share.half_width for bot in figures.bots)


def widest_in(study: Study) -> float:
    """Return the widest interval of the mirrors' seats and the fields' bots."""
    seats = (seat.share.half_width for each in study.variants for seat in each.mirror.seats)
    bots = (bot.share.half_width for each in study.variants for bot in each.field.bots)
    return max(*seats, *bots)
