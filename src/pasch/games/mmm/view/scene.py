"""Mmm! as a scene: the pantry, the cat's way and the dice in hand. Everybody sees the same."""

from collections.abc import Iterator
from functools import cache, lru_cache

from pasch.games.mmm import rules
from pasch.games.mmm.board_files import SIDE, square_name
from pasch.games.mmm.view.things import (
    CAT,
    CHIP,
    COLOURS,
    DIE,
    HAND,
    ICONS,
    PANTRY,
    PLACE_IN_HAND,
    SQUARE_AT,
    STEP,
    face_word,
    grade_ladder,
)
from pasch.sdk import (
    Area,
    Colour,
    Piece,
    Progress,
    Scene,
    SeatLine,
    View,
    Words,
    cell,
    drawn,
    each,
    piece,
)

BLANK = "\N{NO-BREAK SPACE}"
MICE: tuple[Colour, ...] = ("red", "blue", "purple", "green", "orange", "brown")


def scene(v: View) -> Scene:
    s, whole = v.s, gathered_whole(tuple(v.s.items), v.s.chips)
    return Scene(
        prompt=v.prompt(),
        areas=(
            pantry_area(v, bytes(s.item_at), bytes(s.food_at), whole),
            cat_area(v, s.cat_steps, s.cat),
            hand_area(v.say),
        ),
        pieces=(*chips(s.chips), cat_piece(v, s.cat), *dice(v)),
        seats=tuple(seats(v)),
        goal=v.say("Gather every bite before the cat comes"),
        progress=progress(v, rules.squares_left(s), s.cat_steps - s.cat),
    )


def ending(v: View) -> str:
    """Return how the game ended, for everybody: all win or all lose (MMM-12)."""
    grade, _ = grade_ladder(v.say)[rules.grade(v.s)]
    if v.s.phase == rules.WON:
        return v.say("Won: {grade}!", grade=grade)
    return v.say("Lost: {grade}.", grade=grade)


def seats(v: View) -> Iterator[SeatLine]:
    """Yield the line of each mouse; with three or more of them, one says who is next."""
    after = -1 if v.over or v.s.seats <= 2 else (v.mover + 1) % v.s.seats
    for seat in range(v.s.seats):
        text = v.say("next") if seat == after else ""
        yield v.seat_line(seat, "🐭", text, colour=MICE[seat])


@drawn
def progress(say: Words, bites: int, steps: int) -> Progress:
    left = say.many("{n} bite left", "{n} bites left", bites)
    way = say.many("{n} step", "{n} steps", steps)
    text = " ".join(part.replace(" ", BLANK) for part in (f"🐭 {left}", f"🐈 {way}"))
    return Progress(text, done=rules.SQUARES - bites, of=rules.SQUARES)


# The pantry


@lru_cache(1 << 10)
def gathered_whole(items: tuple[int, ...], chips: int) -> int:
    """Return the squares of the items that are gathered whole."""
    return sum(squares for squares in items if squares & ~chips == 0)


@drawn
def pantry_area(say: Words, item_at: bytes, food_at: bytes, whole: int) -> Area:
    """Return the pantry; `whole` has the squares of the items that are gathered whole."""
    cells = tuple(
        cell(
            key=name,
            label=name,
            group=f"item:{item_at[square]}",
            icon=ICONS[food_at[square]],
            colour=COLOURS[food_at[square]],
            look="done" if whole & rules.BIT[square] else "",
        )
        for name, square in SQUARE_AT.items()
    )
    return Area(key=PANTRY(), layout="grid", title=say("The pantry"), cells=cells, columns=SIDE)


CHIPS = [piece(key=CHIP(name), kind="chip", cell=name, icon="🐭") for name in SQUARE_AT]


@lru_cache(1 << 10)
def chips(covered: int) -> tuple[Piece, ...]:
    return tuple(CHIPS[square] for square in each(covered))


# The cat's way


@drawn
def cat_area(say: Words, steps: int, cat: int) -> Area:
    """Return the cat's way: behind her lie her prints, at the end stands the basket."""
    stones = tuple(cell(key=STEP(i), look="been" if i < cat else "") for i in range(steps))
    cells = (*stones, cell(key=STEP(steps), icon="🧺"))
    return Area(key=CAT(), layout="track", title=say("The cat's way to the pantry"), cells=cells)


@drawn
def cat_piece(say: Words, steps: int) -> Piece:
    text = say("cat")
    return piece(key=CAT(), kind="figure", cell=STEP(steps), icon="🐈", text=text, look="prowling")


# The dice


@cache
def hand_area(say: Words) -> Area:
    legend = (say("★ finishes an item: the cat stays"),)
    places = tuple(
        cell(key=PLACE_IN_HAND(die), lines=legend if die == rules.DICE - 1 else ())
        for die in range(rules.DICE)
    )
    return Area(key=HAND(), layout="row", title=say("Dice in hand"), cells=places)


def dice(v: View) -> Iterator[Piece]:
    """Yield the dice; those in hand that fit nowhere are idle."""
    s = v.s
    room = rules.open_squares(s) if s.phase == rules.PLACE else rules.ALL
    for die, face in enumerate(s.face):
        if face != rules.UNROLLED:
            yield die_piece(v, die, face, s.lies[die], s.foods[face] & room == 0)


@drawn
def die_piece(say: Words, die: int, face: int, square: int, is_idle: bool) -> Piece:
    is_in_hand = square == rules.IN_HAND
    return piece(
        key=DIE(die),
        kind="die",
        cell=PLACE_IN_HAND(die) if is_in_hand else square_name(square),
        icon=ICONS[face],
        text=face_word(say, face),
        colour=COLOURS[face],
        look="idle" if is_in_hand and is_idle else "",
    )
