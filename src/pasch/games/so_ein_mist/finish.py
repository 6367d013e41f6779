"""How a seat of So ein Mist ended."""

from pasch.core.position import State
from pasch.core.scene import Finish
from pasch.core.words import Words
from pasch.games.so_ein_mist import rules


def finish(s: State, seat: int, say: Words) -> Finish:
    """SEM-16 the sum, then the food."""
    total, food = rules.tally(s, seat)
    facts = say("{food} food, {dung} dung", food=f"+{food}", dung=f"−{food - total}")
    most = max(1, *(rules.tally(s, other)[1] for other in range(s.seats)))
    return Finish((total, food), str(total), facts, max(0, total) / most)
