"""How a seat of Mice to Meet You ended, and the grades of who plays alone."""

from functools import cache

from pasch.core.game.numbers import count
from pasch.core.game.position import State
from pasch.core.view.scene import Finish
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.tell import grade_words


def finish(s: State, seat: int, say: Words) -> Finish:
    """MTY-16 the points left, then the dice cards still open, then the nuts."""
    points, still, nuts = rules.points(s, seat), count(s.open[seat]), int(s.nuts[seat])
    facts = say.many("{n} dice card open", "{n} dice cards open", still) + f" · 🥜 {nuts}"
    most = max(1, *(rules.points(s, other) for other in range(s.seats)))
    return Finish((-points, -still, nuts), str(points), facts, 1 - points / most)


@cache
def rungs(seats: int, say: Words) -> tuple[tuple[str, str], ...]:
    """MTY-22"""
    if seats > 1:
        return ()
    takes = (
        say("3 mice left, or more"),
        say("2 mice left"),
        say("1 mouse left, or all caught and no dice card open"),
        say("all caught, 1 dice card open"),
        say("all caught, 2 dice cards open"),
        say("all caught, 3 dice cards open"),
        say("all caught, 4 dice cards open"),
    )
    return tuple(zip(grade_words(say), takes, strict=True))
