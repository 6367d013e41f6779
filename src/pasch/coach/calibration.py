"""The error of estimates beyond their sampling, as measured for each game.

The players of playouts are not perfect, and a playout may end with a guess of who will win: the
estimate stays a little off, however many playouts there are. `coach.toml` in a game's folder says
by how much, in parts of share x (1 - share) and by the turns played: `bias` is the mean error,
which is corrected, and `spread` the error around it. bench/calibration.py measures both. Without
the file a game's errors are those of sampling alone.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.bots.search.searcher import Outlook
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

FILE = "coach.toml"
LEAST = 0.05
"""Share x (1 - share) where all seems decided: what playouts miss may be more than they tell."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Calibration:
    """Errors by turn: interpolated between these turns, constant before and after them."""

    turns: Sequence[float] = (0,)
    bias: Sequence[float] = (0.0,)
    spread: Sequence[float] = (0.0,)

    def corrected(self, found: Outlook, turn: float | Numbers) -> Outlook:
        """Remove the bias. What is surely won or lost stays so, and no choice overtakes another."""
        bias = np.interp(turn, self.turns, self.bias)
        return Outlook(found.shares - bias * openness(found.shares), found.errors)

    def errors(self, found: Outlook, turn: float | Numbers) -> Numbers:
        """Return the whole error: of sampling, and of what no sampling could show."""
        spread = np.interp(turn, self.turns, self.spread)
        return np.hypot(found.errors, spread * openness(found.shares).clip(LEAST))


def openness(shares: Numbers) -> Numbers:
    return shares * (1 - shares)


def calibration_of(match: Match) -> Calibration:
    """Return what was measured for a table like this.

    Where all win or lose as one, the truth is perfect play; else it is what champions reach.
    """
    kind = "as_one" if match.game.together or match.seats == 1 else "against_others"
    for each in measured(match.game).get(kind, []):
        options = each.get("options", {})
        if all(getattr(match.options, name) == value for name, value in options.items()):
            return Calibration(each["turns"], each["bias"], each["spread"])
    return Calibration()


@cache
def measured(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Return the parts of the file by kind of table; the first one whose options match counts."""
    path = game.folder / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
