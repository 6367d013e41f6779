"""Shares of the victory as people read them: a chance in per cent, or a grade in some games."""

from math import ceil

from pasch.core.match.match import Match
from pasch.core.words import Words

INTERVAL = 1.96
"""Standard errors to either side of an estimate: the truth lies within 95 times in 100."""
ROUGH = 0.25
"""An interval wider than this to either side, as a share of the whole, says nothing."""
MINUS = "−"


class ShareFormat:
    """How one table's shares are written.

    A game whose share is a grade returns its best grade from `grades(seats)`, others return 0.
    """

    def __init__(self, match: Match, say: Words) -> None:
        self.best = match.game.view.top_grade(match.seats)
        self.say = say

    def worth(self, share: float) -> str:
        """Return for example 57.3 %, or 4.53 of 6."""
        if self.best:
            return self.say("{grade} of {best}", grade=self._number(share), best=self.best)
        return f"{self._number(share)} %"

    def plain(self, share: float) -> str:
        """Return for example 50 %, or 3."""
        return f"{share * self.best:g}" if self.best else f"{share * 100:.0f} %"

    def plain_loss(self, share: float) -> str:
        """Return for example 3.2 %, or 0.19 of a grade."""
        number = self._number(share)
        return self.say("{n} of a grade", n=number) if self.best else f"{number} %"

    def gain(self, difference: float) -> str:
        """Return for example +3.2 %, or −0.19."""
        number = self._number(abs(difference))
        sign = "" if not any(c in number for c in "123456789") else "+" if difference > 0 else MINUS
        return f"{sign}{number}" + ("" if self.best else " %")

    def interval(self, error: float) -> str:
        """Return for example ± 0.4, rounded up: an estimate is never sure."""
        step = 0.01 / self.best if self.best else 0.001
        return f"± {self._number(ceil(INTERVAL * error / step) * step)}"

    def surety(self, error: float) -> str:
        """Return the interval of one estimate, or that it is a rough guess."""
        return self.say("a rough guess") if is_rough(error) else self.interval(error)

    def _number(self, share: float) -> str:
        text = f"{share * self.best:.2f}" if self.best else f"{share * 100:.1f}"
        return self.say.number(text.replace("-", MINUS))


def is_rough(error: float) -> bool:
    return INTERVAL * error > ROUGH
