"""How a seat of Mistkäfer ended."""

from pasch.core.game.position import State
from pasch.core.view.scene import Finish
from pasch.core.words import Words
from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.board import chips_face_up


def finish(s: State, seat: int, say: Words) -> Finish:
    """MK-17 there is only a winner; the others go by how near they were to one of the goals."""
    one, two, clovers = (
        int(s.chips[seat, kind]) for kind in (rules.ONE_BALL, rules.TWO_BALLS, rules.CLOVER)
    )
    balls = rules.balls_of(s, seat)
    near = max(clovers / s.clovers, balls / s.balls)
    facts = say("{n} of {goal} clovers", n=clovers, goal=s.clovers)
    chips = chips_face_up(seat, one, two, clovers, int(s.balls))
    return Finish((seat == s.winner, near), f"{balls}/{s.balls}", facts, min(1.0, near), chips)
