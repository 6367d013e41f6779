"""Mice to Meet You as people see it: this module names the parts, the others make them."""

from collections.abc import Sequence

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.view.help import HELP
from pasch.games.mice_to_meet_you.view.moves import CHANCES, MOVES, choices
from pasch.games.mice_to_meet_you.view.scene import ending, scene
from pasch.games.mice_to_meet_you.view.story import story
from pasch.games.mice_to_meet_you.view.things import grade_ladder
from pasch.sdk import Finish, Refusal, View, Words, count, message


class MiceView(View):
    rules = rules
    open_information = True
    end_clause = "MTY-15"
    unit = message("points left")
    moves = MOVES
    chances = CHANCES
    help = HELP
    scene = scene
    story = story
    choices = choices

    def winner_prompt(self) -> str:
        return ending(self) if self.s.seats == 1 else super().winner_prompt()

    def refusal(self, a: int | None) -> Refusal:
        """MTY-21 Return the clause of a game alone where it is over."""
        text, clause = super().refusal(a)
        return text, "MTY-21" if self.over and self.s.seats == 1 else clause

    def score(self, seat: int) -> int:
        """MTY-16 Return the points, of which the fewest win; MTY-22 alone, the grade."""
        return rules.grade(self.s) if self.s.seats == 1 else rules.points(self.s, seat)

    @classmethod
    def score_unit(cls, seats: int, say: Words) -> str:
        return say("grade, 0 to 6") if seats == 1 else super().score_unit(seats, say)

    def finish(self, seat: int) -> Finish:
        """MTY-16 Return how a seat stands.

        The points left decide, then the dice cards still open, then the nuts.
        """
        s = self.s
        points, still, nuts = rules.points(s, seat), count(s.open[seat]), int(s.nuts[seat])
        cards = self.say.many("{n} dice card open", "{n} dice cards open", still)
        most = max(1, *(rules.points(s, other) for other in range(s.seats)))
        order = (-points, -still, nuts)
        return Finish(order, str(points), f"{cards} · 🥜 {nuts}", 1 - points / most)

    @classmethod
    def grade_ladder(cls, seats: int, say: Words) -> Sequence[tuple[str, str]]:
        return grade_ladder(say) if seats == 1 else ()

    @classmethod
    def top_grade(cls, seats: int) -> int:
        """MTY-22 Return the best grade alone, where a share is a grade; 0 where it is a chance."""
        return rules.BEST if seats == 1 else 0
