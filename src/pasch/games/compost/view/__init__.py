"""Compost in words and as data: what a viewer sees, may do and is told."""

from pasch.games.compost import rules
from pasch.games.compost.view.help import HELP
from pasch.games.compost.view.moves import CHANCES, MOVES
from pasch.games.compost.view.scene import scene
from pasch.games.compost.view.story import story
from pasch.sdk import Finish, View, message


class CompostView(View):
    rules = rules
    open_information = True
    end_clause = "CO-7"
    unit = message("dice left")
    moves = MOVES
    chances = CHANCES
    help = HELP
    scene = scene
    story = story

    def winner_prompt(self) -> str:
        if self.s.winner == rules.NOBODY:
            return self.say("The game is drawn.")
        return super().winner_prompt()

    def score(self, seat: int) -> int:
        """CO-7 Return the dice left: the winner has none."""
        return rules.dice_on_cards(self.s, seat)

    def finish(self, seat: int) -> Finish:
        """CO-7 Return how a seat stands.

        There is only a winner; the others go by the dice they have left.
        """
        left = self.score(seat)
        most = max(1, *(self.score(other) for other in range(self.s.seats)))
        order = (seat == self.s.winner, -left)
        return Finish(order, str(left), self.say(self.unit), 1 - left / most)
