"""Mmm! in words and as data: what a viewer sees, may do and is told."""

from collections.abc import Sequence

from pasch.games.mmm import rules
from pasch.games.mmm.view.help import HELP
from pasch.games.mmm.view.moves import CHANCES, MOVES
from pasch.games.mmm.view.scene import ending, scene
from pasch.games.mmm.view.story import story
from pasch.games.mmm.view.things import grade_ladder
from pasch.sdk import View, Words, message


class MmmView(View):
    rules = rules
    open_information = True
    end_clause = "MMM-12"
    unit = message("grade, 0 to 7")
    moves = MOVES
    chances = CHANCES
    help = HELP
    scene = scene
    story = story
    winner_prompt = ending

    def score(self, seat: int) -> int:
        """MMM-13 Return the grade."""
        return rules.grade(self.s)

    @classmethod
    def grade_ladder(cls, seats: int, say: Words) -> Sequence[tuple[str, str]]:
        return grade_ladder(say)
