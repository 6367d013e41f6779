"""The quick player holds at twenty, or when that wins."""

from pasch.sdk import State, rule
from pasch_pig.rules import HOLD, ROLL_ON

ENOUGH = 20


@rule
def quick(s: State) -> int:
    wins = s.score[s.to_move] + s.total >= s.goal
    return HOLD if wins or s.total >= ENOUGH else ROLL_ON
