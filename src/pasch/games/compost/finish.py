"""How a seat of Compost ended."""

from pasch.core.game.position import State
from pasch.core.view.scene import Finish
from pasch.core.words import Words
from pasch.games.compost import rules


def finish(s: State, seat: int, say: Words) -> Finish:
    """CO-7 there is only a winner; the others go by the dice they have left."""
    left = rules.dice_on_cards(s, seat)
    most = max(1, *(rules.dice_on_cards(s, other) for other in range(s.seats)))
    return Finish((seat == s.winner, -left), str(left), say("dice left"), 1 - left / most)
