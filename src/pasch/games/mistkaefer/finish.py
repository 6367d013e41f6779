"""How a seat of Mistkäfer ended."""

from pasch.core.position import State
from pasch.core.scene import Finish
from pasch.core.words import Words
from pasch.games.mistkaefer import rules


def finish(s: State, seat: int, say: Words) -> Finish:
    """MK-17 there is only a winner; the others go by how near they were to one of the goals."""
    clovers, balls = s.chips[seat, rules.CLOVER], rules.balls_of(s, seat)
    near = max(clovers / s.clovers, balls / s.balls)
    facts = say("{n} of {goal} clovers", n=clovers, goal=s.clovers)
    return Finish((seat == s.winner, near), f"{balls}/{s.balls}", facts, min(1.0, near))
