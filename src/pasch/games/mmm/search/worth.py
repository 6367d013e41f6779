"""The value of any moment of a match, from the values of the turns at their starts."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.engine.compile import kernel
from pasch.engine.playouts import pick
from pasch.engine.record import blank, dtype_of
from pasch.games.mmm.board_files import FOODS, LARGEST
from pasch.games.mmm.rules import (
    ACTIONS,
    ALL_DICE,
    BIT,
    DICE,
    FACES,
    IN_HAND,
    ITEMS,
    LOST,
    PLACE,
    ROLL,
    SQUARES,
    STATE,
    UNROLLED,
    WON,
    X,
    apply,
    legal,
)
from pasch.games.mmm.search.lookahead import (
    NOT,
    Floats,
    Lookahead,
    best_of_three,
    blank_lookahead,
    decide,
    look_ahead,
)
from pasch.games.mmm.search.pantry import NONE, Ints, Pantry, number_each
from pasch.sdk import Numbers, State, count, first, rule

NOW, THEN = range(2)


class Workspace(NamedTuple):
    """The arrays to evaluate one moment with."""

    states: npt.NDArray[np.void]  # the moment, and what a choice makes of it
    words: npt.NDArray[np.uint64]  # their bytes
    turn: Lookahead
    faces: Ints  # of the dice in hand, sorted; by place in the pantry, not by food
    out: Numbers
    alike: Ints  # by place and squares left: an action on such an item, or NONE


def blank_workspace() -> Workspace:
    states = blank(dtype_of(STATE), 2)
    return Workspace(
        states=states,
        words=states.view(np.uint8).reshape(2, -1).view(np.uint64),
        turn=blank_lookahead(1),
        faces=np.zeros(DICE, np.int64),
        out=np.zeros(ACTIONS, np.int64),
        alike=np.zeros((len(FOODS), LARGEST + 1), np.int64),
    )


@rule
def foods_left(pantry: Pantry, s: State, foods: Ints) -> None:
    """Write the sizes left under the chips, by place."""
    for place in range(len(foods)):
        foods[place] = pantry.full[place]
    for item in range(ITEMS):
        squares = s.items[item]
        if squares:
            place = pantry.place[s.food_at[first(squares)]]
            left = count(squares)
            while left > count(squares & ~s.chips):
                foods[place] = pantry.fewer[foods[place], left]
                left -= 1


@kernel
def happen(workspace: Workspace, which: int, a: int) -> None:
    apply(workspace.states[which], a)


@kernel
def at_start(pantry: Pantry, values: Floats, s: State, turn: Lookahead) -> float:
    """Return the value at the start of a turn, or at the end."""
    if s.phase == WON:
        return 1.0
    if s.phase == LOST:
        return 0.0
    foods_left(pantry, s, turn.end[0])
    number_each(pantry, turn.end, 1, turn.number, turn.sorting)
    return values[turn.number[0], s.cat_steps - s.cat]


@rule
def is_at_start(s: State) -> bool:
    return s.phase in (WON, LOST) or (s.phase == ROLL and s.rolling == ALL_DICE)


@kernel
def think(pantry: Pantry, values: Floats, s: State, turn: Lookahead) -> None:
    """Look ahead through the turn that this moment is in."""
    foods_left(pantry, s, turn.foods)
    turn.end[0] = turn.foods
    number_each(pantry, turn.end, 1, turn.number, turn.sorting)
    steps = s.cat_steps - s.cat
    lost = values[turn.number[0], steps - 1]
    look_ahead(pantry, values, turn, steps)
    decide(turn, turn.gain.shape[1] - 1, lost)


@rule
def placed_pair(pantry: Pantry, s: State, turn: Lookahead) -> tuple[int, int]:
    """Return the first of one die on the board and NONE, or NONE and the pair of two."""
    found = -1
    found_place = -1
    found_item = -1
    for die in range(DICE):
        square = s.lies[die]
        if square != IN_HAND:
            item = s.item_at[square]
            left = count(s.items[item] & ~s.chips)
            place = pantry.place[s.food_at[square]]
            if found < 0:
                found = turn.first[place, left]
                found_place = place
                found_item = item
            elif place == found_place:
                return -1, turn.pair_in[found, left - 1 if item == found_item else left]
            else:
                return -1, turn.pair[found, turn.first[place, left]]
    return found, -1


@rule
def best_of_hand(
    turn: Lookahead, faces: Ints, dice: int, single: int, pair: int, placed: bool
) -> float:
    """Return the best value with these faces in hand, if one of them is or has to be placed."""
    if dice == DICE:
        low, high = min(faces), max(faces)
        best = best_of_three(turn.one, turn.two, turn.three, low, faces.sum() - low - high, high)
    elif dice == 2:
        f, g = faces[0], faces[1]
        best = max(turn.second[single, f], turn.second[single, g], turn.second_two[single, f, g])
        if placed:
            best = max(best, turn.best_first[single])
    else:
        best = turn.last[pair, faces[0], 0]
        if placed:
            best = max(best, turn.best_pair[pair])
    return turn.lost[0] if best == NOT else best


@kernel
def in_turn(pantry: Pantry, s: State, turn: Lookahead, faces: Ints) -> float:
    """Return the value inside a turn: the mean over all rolls of the dice not yet rolled."""
    single, pair = placed_pair(pantry, s, turn)
    dice = 0
    known = 0
    for die in range(DICE):
        if s.hand & BIT[die]:
            dice += 1
            if s.face[die] != UNROLLED:
                faces[known] = X if s.face[die] == X else pantry.place[s.face[die]]
                known += 1
    placed = s.phase == PLACE and s.placed != 0
    ways = FACES ** (dice - known)
    total = 0.0
    for way in range(ways):
        rest = way
        for i in range(known, dice):
            faces[i] = rest % FACES
            rest //= FACES
        total += best_of_hand(turn, faces, dice, single, pair, placed)
    return total / ways


@kernel
def weigh(pantry: Pantry, values: Floats, workspace: Workspace, weights: Floats) -> int:
    """Compute the value of each legal action in `workspace.out`; return how many there are.

    `think` has to be called before. Squares of like items have the same value.
    """
    s = workspace.states[NOW]
    workspace.alike[:] = NONE
    n = legal(s, workspace.out)
    for i in range(n):
        a = workspace.out[i]
        if a < SQUARES:
            left = count(s.items[s.item_at[a]] & ~(s.chips | s.dice))
            place = pantry.place[s.food_at[a]]
            if workspace.alike[place, left] != NONE:
                weights[i] = weights[workspace.alike[place, left]]
                continue
            workspace.alike[place, left] = i
        workspace.words[THEN] = workspace.words[NOW]
        happen(workspace, THEN, a)
        then = workspace.states[THEN]
        if is_at_start(then):
            weights[i] = at_start(pantry, values, then, workspace.turn)
        else:
            weights[i] = in_turn(pantry, then, workspace.turn, workspace.faces)
    return n


@kernel
def study(pantry: Pantry, values: Floats, workspace: Workspace, weights: Floats) -> int:
    """Compute the value of each action at the workspace's moment; return how many there are.

    If nobody is to choose there are none, and the first weight is the value of the moment.
    """
    s = workspace.states[NOW]
    if is_at_start(s):
        weights[0] = at_start(pantry, values, s, workspace.turn)
        return 0
    think(pantry, values, s, workspace.turn)
    if s.phase == PLACE:
        return weigh(pantry, values, workspace, weights)
    weights[0] = in_turn(pantry, s, workspace.turn, workspace.faces)
    return 0


@kernel
def play_on(
    pantry: Pantry, values: Floats, workspace: Workspace, rng: np.random.Generator, weights: Floats
) -> float:
    """Play the moment at the workspace perfectly to its end; return 1.0 if the mice win."""
    s = workspace.states[NOW]
    thought_of = -1
    while s.phase in (ROLL, PLACE):
        if s.phase == ROLL:
            a = pick(rng, FACES)
        else:
            if thought_of != s.turn:
                think(pantry, values, s, workspace.turn)
                thought_of = s.turn
            n = weigh(pantry, values, workspace, weights)
            a = workspace.out[np.argmax(weights[:n])]
        happen(workspace, NOW, a)
    return 1.0 if s.phase == WON else 0.0


@kernel
def play_games(
    pantry: Pantry,
    values: Floats,
    workspace: Workspace,
    rng: np.random.Generator,
    weights: Floats,
    won: Floats,
) -> None:
    """Play the moment at the workspace perfectly, again and again."""
    begin = workspace.words[NOW].copy()
    for game in range(len(won)):
        workspace.words[NOW] = begin
        won[game] = play_on(pantry, values, workspace, rng, weights)
