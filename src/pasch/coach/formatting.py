"""Shares of the victory for people: a chance in per cent, or a grade where a game has grades.

A game whose share is a grade says so with `grades(seats)` in its scene: the best one, or 0.
"""

from math import ceil

from pasch.coach.findings import Account, Class
from pasch.core.match.match import Match
from pasch.core.words import Words

INTERVAL = 1.96
"""Standard errors on either side that hold the truth 95 times in 100."""
ROUGH = 0.25
"""Of the whole, to each side: more would tell nothing."""
MINUS = "−"


class Scale:
    """How one table's shares are told."""

    def __init__(self, match: Match, say: Words) -> None:
        self.best = match.game.grades(match.seats)
        self.say = say

    def worth(self, share: float) -> str:
        """57.3 %, or 4.53 of 6."""
        if self.best:
            return self.say("{grade} of {best}", grade=self._number(share), best=self.best)
        return f"{self._number(share)} %"

    def plain(self, share: float) -> str:
        """50 %, or 3."""
        return f"{share * self.best:g}" if self.best else f"{share * 100:.0f} %"

    def plain_loss(self, share: float) -> str:
        """3.2 %, or 0.19 of a grade."""
        number = self._number(share)
        return self.say("{n} of a grade", n=number) if self.best else f"{number} %"

    def gain(self, difference: float) -> str:
        """+3.2 %, or −0.19."""
        number = self._number(abs(difference))
        sign = "" if not any(c in number for c in "123456789") else "+" if difference > 0 else MINUS
        return f"{sign}{number}" + ("" if self.best else " %")

    def interval(self, error: float) -> str:
        """± 0.4, rounded up: an estimate is never sure."""
        step = 0.01 / self.best if self.best else 0.001
        return f"± {self._number(ceil(INTERVAL * error / step) * step)}"

    def surety(self, error: float) -> str:
        """The interval of one estimate, if it tells anything."""
        return self.say("a rough guess") if is_rough(error) else self.interval(error)

    def _number(self, share: float) -> str:
        text = f"{share * self.best:.2f}" if self.best else f"{share * 100:.1f}"
        return self.say.number(text.replace("-", MINUS))


def is_rough(error: float) -> bool:
    return INTERVAL * error > ROUGH


MARKS: dict[Class, str] = {"fine": "", "inaccuracy": "?!", "error": "?", "blunder": "??"}
"""As chess players write it."""


def tally(account: Account, say: Words) -> str:
    """12 choices: 9 fine, 1 error, 2 blunders"""
    counts = [counted(judged, n, say) for judged, n in reversed(account.classes.items()) if n]
    choices = say.many("{n} choice", "{n} choices", account.decisions)
    return f"{choices}: {', '.join(counts)}" if counts else choices


def counted(judged: Class, n: int, say: Words) -> str:
    return {
        "fine": say("{n} fine", n=n),
        "inaccuracy": say.many("{n} inaccuracy", "{n} inaccuracies", n),
        "error": say.many("{n} error", "{n} errors", n),
        "blunder": say.many("{n} blunder", "{n} blunders", n),
    }[judged]


def name_of_class(judged: Class, say: Words) -> str:
    return {
        "fine": say("fine"),
        "inaccuracy": say("inaccuracy"),
        "error": say("error"),
        "blunder": say("blunder"),
    }[judged]


def without_luck(say: Words) -> str:
    """What the last column of an account tells."""
    return say(
        "Without luck: the result less what luck brought. Who was lucky and still lost is below 0."
    )
