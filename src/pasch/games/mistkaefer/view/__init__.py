"""Mistkäfer in words and as data: what a viewer sees, may do and is told."""

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.view.help import HELP
from pasch.games.mistkaefer.view.moves import CHANCES, MOVES
from pasch.games.mistkaefer.view.scene import chips_face_up, scene
from pasch.games.mistkaefer.view.story import story
from pasch.sdk import Finish, View, message


class MistkaeferView(View):
    rules = rules
    open_information = False
    end_clause = "MK-17"
    unit = message("dung balls")
    moves = MOVES
    chances = CHANCES
    help = HELP
    scene = scene
    story = story

    def winner_prompt(self) -> str:
        if self.s.winner == rules.NOBODY:
            return self.say("The game is over; nobody wins.")
        return super().winner_prompt()

    def score(self, seat: int) -> int:
        """MK-17 Return the dung balls: clovers win too, but dung is what piles up."""
        return rules.balls_of(self.s, seat)

    def finish(self, seat: int) -> Finish:
        """MK-17 Return how a seat stands.

        There is only a winner; the others go by how near they were to one of the goals.
        """
        s = self.s
        one, two, clovers = (
            int(s.chips[seat, kind]) for kind in (rules.ONE_BALL, rules.TWO_BALLS, rules.CLOVER)
        )
        balls = rules.balls_of(s, seat)
        near = max(clovers / s.clovers, balls / s.balls)
        facts = self.say("{n} of {goal} clovers", n=clovers, goal=s.clovers)
        chips = chips_face_up(seat, one, two, clovers, int(s.balls))
        return Finish((seat == s.winner, near), f"{balls}/{s.balls}", facts, min(1.0, near), chips)
