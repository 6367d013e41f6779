"""Mmm!, a slow reference model written straight from the clauses MMM-1 to MMM-14."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

FOODS = ("bread", "fish", "cucumber", "cheese", "carrot")  # MMM-1, die outcomes 0..4
FACES = (*FOODS, "X")  # outcome 5 is the red X
DICE = 3  # MMM-1
SIDE = 7  # MMM-2
SQUARES = SIDE * SIDE

CHANCE = -1
OVER = -2

# A choice below SQUARES places a die on that square.
REROLL = 49
GATHER = 50


@dataclass(frozen=True)
class Position:
    """Everything there is to know between two events. Squares run row by row from the top left."""

    seats: int
    items: tuple[str, ...]  # by square: the letter of its item
    food: tuple[int, ...]  # by square: the number of its food
    cat_steps: int  # the steps from the cat's start into the pantry
    line: bool
    chips: frozenset[int]  # squares covered by mouse chips
    cat: int  # the steps the cat has gone
    seat: int  # whose turn it is; when the game is over, whose turn was the last
    on_board: frozenset[int]  # squares with this turn's dice
    to_roll: int  # dice of the present roll still in the hand
    loose: tuple[int, ...]  # faces of the latest roll not placed, ascending
    placed: bool  # whether a die of the latest roll was placed


def begin(
    seats: int,
    start: int,
    pantry: Sequence[str],
    foods: Mapping[str, str],
    cat_steps: int = 11,
    *,
    line: bool = False,
) -> Position:
    """Return the board before the first roll."""
    if not 1 <= seats <= 6:
        raise ValueError(f"Mmm! is for 1 to 6 players, not {seats}")
    if not 0 <= start < seats:
        raise ValueError(f"no seat {start} among {seats}")
    if [len(row) for row in pantry] != [SIDE] * SIDE:
        raise ValueError("a pantry is seven rows of seven squares")
    if set(foods) != set(FOODS):
        raise ValueError(f"the foods are {', '.join(FOODS)}")
    if cat_steps < 1:
        raise ValueError("the cat needs at least one step")
    items = tuple("".join(pantry))
    food_of = {letter: FOODS.index(food) for food, letters in foods.items() for letter in letters}
    if set(food_of) != set(items) or len(food_of) != sum(map(len, foods.values())):
        raise ValueError("every item belongs to exactly one food")
    return Position(
        seats=seats,
        items=items,
        food=tuple(food_of[item] for item in items),
        cat_steps=cat_steps,
        line=line,
        chips=frozenset(),
        cat=0,
        seat=start,
        on_board=frozenset(),
        to_roll=DICE,  # MMM-5
        loose=(),
        placed=False,
    )


def won(p: Position) -> bool:
    """MMM-12: all squares covered by mouse chips."""
    return len(p.chips) == SQUARES


def lost(p: Position) -> bool:
    """MMM-12: the cat in the pantry."""
    return p.cat >= p.cat_steps


def is_over(p: Position) -> bool:
    """MMM-12: the game is won or lost."""
    return won(p) or lost(p)


def shares(p: Position) -> list[float]:
    """MMM-12: everybody wins or everybody loses."""
    if not is_over(p):
        raise ValueError("the game is not over")
    return [1.0 if won(p) else 0.0] * p.seats


def grade(p: Position) -> int:
    """MMM-13: 0 (lost, six or more squares left) to 7 (won, six or more steps left)."""
    if not is_over(p):
        raise ValueError("the game is not over")
    steps_left = p.cat_steps - p.cat
    squares_left = SQUARES - len(p.chips)
    if won(p):
        return {1: 4, 2: 5, 3: 5, 4: 6, 5: 6}.get(steps_left, 7)
    return {1: 3, 2: 2, 3: 2, 4: 1, 5: 1}.get(squares_left, 0)


def in_one_line(squares: frozenset[int]) -> bool:
    """MMM-14: all in one row or all in one column."""
    rows = {square // SIDE for square in squares}
    columns = {square % SIDE for square in squares}
    return len(rows) <= 1 or len(columns) <= 1


def may_take_a_die(p: Position, square: int) -> bool:
    """MMM-6, MMM-14: whether one of the dice of the latest roll may be placed here."""
    if square in p.chips or square in p.on_board:
        return False
    if p.food[square] not in p.loose:  # an X is no square's food
        return False
    return not p.line or in_one_line(p.on_board | {square})


def placeable(p: Position) -> list[int]:
    """Return the squares that may take a die now."""
    return [square for square in range(SQUARES) if may_take_a_die(p, square)]


def roll(p: Position, face: int) -> Position:
    """MMM-5, MMM-8: one more die of this roll shows its face."""
    p = replace(p, to_roll=p.to_roll - 1, loose=tuple(sorted((*p.loose, face))))
    if p.to_roll == 0 and not placeable(p):  # MMM-9: nothing is gathered
        return end_turn(p, cat_moves=True)
    return p


def place(p: Position, square: int) -> Position:
    """MMM-6: a die of the square's food goes onto it."""
    loose = list(p.loose)
    loose.remove(p.food[square])
    p = replace(p, loose=tuple(loose), on_board=p.on_board | {square}, placed=True)
    if len(p.on_board) == DICE:  # MMM-7
        return gather(p)
    return p


def reroll(p: Position) -> Position:
    """MMM-8: take up all dice not yet placed."""
    return replace(p, to_roll=len(p.loose), loose=(), placed=False)


def gather(p: Position) -> Position:
    """MMM-10: each placed die becomes a mouse chip; the cat stays if an item was completed."""
    chips = p.chips | p.on_board
    open_items = {p.items[square] for square in range(SQUARES) if square not in chips}
    completed = {p.items[square] for square in p.on_board} - open_items
    return end_turn(replace(p, chips=chips), cat_moves=not completed)


def end_turn(p: Position, *, cat_moves: bool) -> Position:
    """Take the dice off the board, move the cat or not, and give the dice to the next seat."""
    p = replace(
        p,
        cat=p.cat + (1 if cat_moves else 0),
        on_board=frozenset(),
        to_roll=DICE,
        loose=(),
        placed=False,
    )
    if is_over(p):  # MMM-12
        return replace(p, to_roll=0)
    return replace(p, seat=(p.seat + 1) % p.seats)  # MMM-11


def mover(p: Position) -> int:
    """Return the seat to choose, CHANCE or OVER."""
    if is_over(p):
        return OVER
    return CHANCE if p.to_roll else p.seat


def moves(p: Position) -> list[tuple[int, Position]]:
    """Return every possible next event with the position after it."""
    if is_over(p):
        return []
    if p.to_roll:
        return [(face, roll(p, face)) for face in range(len(FACES))]
    choices = [(square, place(p, square)) for square in placeable(p)]
    if p.placed:  # MMM-8
        choices += [(REROLL, reroll(p)), (GATHER, gather(p))]
    return choices
