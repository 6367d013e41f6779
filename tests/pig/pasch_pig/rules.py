"""The rules of Pig, clause by clause."""

from pasch.sdk import CHANCE, OVER, WATCHER, Layout, Numbers, Random, Shares, State, rule
from pasch_pig import Options

ROLL, DECIDE, END = range(3)
ROLL_ON, HOLD = range(2)
ACTIONS = 2
FACES = 6

STATE = Layout(
    "pig",
    [
        ("seats", "i8"),
        ("start", "i8"),
        ("goal", "i8"),
        ("phase", "i8"),
        ("to_move", "i8"),
        ("turn", "i8"),
        ("die", "i8"),  # the face rolled last in this turn, or 0
        ("total", "i8"),  # of this turn
        ("score", "i8", 4),  # by seat
    ],
)


# PIG-1 the starting player begins, with nothing
def setup(s: State, seats: int, start: int, options: Options) -> None:
    s.seats = seats
    s.start = start
    s.goal = options.goal
    s.to_move = start
    s.phase = ROLL


@rule
def player(s: State) -> int:
    if s.phase == END:
        return OVER
    return CHANCE if s.phase == ROLL else s.to_move


@rule
def mover(s: State) -> int:
    return WATCHER if s.phase == END else s.to_move


@rule
def chance(s: State) -> int:
    return FACES


# PIG-3 roll on, or hold
@rule
def legal(s: State, out: Numbers) -> int:
    out[0] = ROLL_ON
    out[1] = HOLD
    return 2


@rule
def apply(s: State, a: int) -> None:
    if s.phase == ROLL:
        rolled(s, a + 1)
    elif a == HOLD:
        hold(s)
    else:
        s.phase = ROLL


# PIG-2, PIG-3 the pips are added; PIG-4 a one, and the turn was for nothing
@rule
def rolled(s: State, face: int) -> None:
    if face == 1:
        next_turn(s)
    else:
        s.die = face
        s.total += face
        s.phase = DECIDE


# PIG-5 the turn's points are safe; PIG-6 enough of them win
@rule
def hold(s: State) -> None:
    s.score[s.to_move] += s.total
    if s.score[s.to_move] >= s.goal:
        s.phase = END
    else:
        next_turn(s)


@rule
def next_turn(s: State) -> None:
    s.to_move = (s.to_move + 1) % s.seats
    s.turn += 1
    s.total = 0
    s.die = 0
    s.phase = ROLL


# PIG-6 whoever held last
@rule
def returns(s: State, out: Shares) -> None:
    for seat in range(s.seats):
        out[seat] = 1.0 if seat == s.to_move else 0.0


# All lies open.
@rule
def hide(s: State, seat: int) -> None:
    pass


@rule
def resample(s: State, seat: int, rng: Random) -> None:
    pass


@rule
def reveals(before: State, after: State) -> bool:
    return False
