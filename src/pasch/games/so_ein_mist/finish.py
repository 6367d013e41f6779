"""How a seat of So ein Mist ended."""

from pasch.core.game.position import State
from pasch.core.view.scene import Finish
from pasch.core.words import Words
from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.board import pile, signed


def finish(s: State, seat: int, say: Words) -> Finish:
    """SEM-16 the sum, then the food."""
    total, food = rules.tally(s, seat)
    most = max(1, *(rules.tally(s, other)[1] for other in range(s.seats)))
    made_of = facts(total, food, say)
    return Finish((total, food), signed(total), made_of, max(0, total) / most, pile(s, seat))


def facts(total: int, food: int, say: Words) -> str:
    return say("{food} food, {dung} dung", food=signed(food), dung=signed(total - food))
