"""Mmm! as a scene: the pantry, the cat's way, the dice in hand; the same for everybody."""

from collections.abc import Sequence
from functools import cache, lru_cache

from pasch.core.game.numbers import each, first
from pasch.core.game.position import OVER, State
from pasch.core.view.scene import Area, Colour, Piece, Progress, Scene, SeatLine, cell, piece
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import SIDE, square_name
from pasch.games.mmm.choices import choices
from pasch.games.mmm.help import help
from pasch.games.mmm.tell import (
    ICONS,
    SQUARE,
    action,
    chip_key,
    face_word,
    grade_word,
    meant,
    refusal,
    rungs,
    story,
    text,
)
from pasch.games.mmm.why import called, habits, why

__all__ = [
    "ALIKE",
    "action",
    "called",
    "choices",
    "habits",
    "help",
    "meant",
    "refusal",
    "rungs",
    "scene",
    "score",
    "score_unit",
    "story",
    "text",
    "why",
]

ALIKE = True
COLOURS: tuple[Colour, ...] = ("brown", "blue", "green", "yellow", "orange", "red")
BLANK = "\N{NO-BREAK SPACE}"
MICE: tuple[Colour, ...] = ("red", "blue", "purple", "green", "orange", "brown")


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    player = rules.player(s)
    whole = finished(tuple(s.items), s.chips)
    return Scene(
        prompt=prompt(s, say),
        areas=(
            pantry_area(bytes(s.item_at), bytes(s.food_at), whole, say),
            cat_area(s.cat_steps, s.cat, say),
            hand_area(say),
        ),
        pieces=(*chip_pieces(s.chips), cat_piece(s.cat, say), *dice_pieces(s, say)),
        seats=seat_lines(
            tuple(names), OVER if player == OVER else s.to_move, s.phase == rules.WON, say
        ),
        choices=choices(s, say, names) if player == seat else (),
        goal=say("Gather every bite before the cat comes"),
        progress=progress(rules.squares_left(s), s.cat_steps - s.cat, say),
    )


@lru_cache(1 << 10)
def seat_lines(
    names: tuple[str, ...], turn: int, has_won: bool, say: Words
) -> tuple[SeatLine, ...]:
    after = (turn + 1) % len(names) if turn != OVER and len(names) > 2 else None
    return tuple(
        SeatLine(
            name=name,
            icon="🐭",
            text=say("next") if i == after else "",
            to_move=i == turn,
            share=float(has_won),
            colour=MICE[i],
        )
        for i, name in enumerate(names)
    )


@lru_cache(1 << 10)
def progress(bites: int, steps: int, say: Words) -> Progress:
    left = say.many("{n} bite left", "{n} bites left", bites)
    way = say.many("{n} step", "{n} steps", steps)
    text = " ".join(part.replace(" ", BLANK) for part in (f"🐭 {left}", f"🐈 {way}"))
    return Progress(text, done=rules.SQUARES - bites, of=rules.SQUARES)


def prompt(s: State, say: Words) -> str:
    if s.phase == rules.WON:
        return say("Won: {grade}!", grade=grade_word(s, say))
    if s.phase == rules.LOST:
        return say("Lost: {grade}.", grade=grade_word(s, say))
    if s.phase == rules.ROLL:
        return say("Roll die {n} of 3", n=first(s.rolling) + 1)
    if not s.placed:
        return say("Place at least one die")
    if rules.open_squares(s):
        return say("Place more, roll again or gather?")
    return say("Roll again or gather?")


# The pantry


@lru_cache(1 << 10)
def finished(items: tuple[int, ...], chips: int) -> int:
    """The squares of the items that are gathered whole."""
    return sum(squares for squares in items if squares & ~chips == 0)


@lru_cache(1 << 10)
def pantry_area(item_at: bytes, food_at: bytes, whole: int, say: Words) -> Area:
    cells = tuple(
        cell(
            key=name,
            label=name,
            group=f"item:{item_at[square]}",
            icon=ICONS[food_at[square]],
            colour=COLOURS[food_at[square]],
            look="done" if whole & rules.BIT[square] else "",
        )
        for name, square in SQUARE.items()
    )
    return Area(key="pantry", layout="grid", title=say("The pantry"), cells=cells, columns=SIDE)


CHIPS = [piece(key=chip_key(name), kind="chip", cell=name, icon="🐭") for name in SQUARE]


@lru_cache(1 << 10)
def chip_pieces(chips: int) -> tuple[Piece, ...]:
    return tuple(CHIPS[square] for square in each(chips))


# The cat's way


@lru_cache(1 << 10)
def cat_area(steps: int, cat: int, say: Words) -> Area:
    """Behind her lie her prints, at the end stands the basket."""
    stones = tuple(cell(key=f"step:{i}", look="been" if i < cat else "") for i in range(steps))
    cells = (*stones, cell(key=f"step:{steps}", icon="🧺"))
    return Area(key="cat", layout="track", title=say("The cat's way to the pantry"), cells=cells)


@lru_cache(1 << 10)
def cat_piece(steps: int, say: Words) -> Piece:
    text = say("cat")
    return piece(
        key="cat", kind="figure", cell=f"step:{steps}", icon="🐈", text=text, look="prowling"
    )


# The dice


@cache
def hand_area(say: Words) -> Area:
    legend = (say("★ finishes an item: the cat stays"),)
    places = tuple(
        cell(key=f"hand:{die}", lines=legend if die == rules.DICE - 1 else ())
        for die in range(rules.DICE)
    )
    return Area(key="hand", layout="row", title=say("Dice in hand"), cells=places)


def dice_pieces(s: State, say: Words) -> list[Piece]:
    """Those in hand that fit nowhere are idle."""
    room = rules.open_squares(s) if s.phase == rules.PLACE else rules.ALL
    return [
        die_piece(die, face, s.lies[die], s.foods[face] & room == 0, say)
        for die, face in enumerate(s.face)
        if face != rules.UNROLLED
    ]


@lru_cache(1 << 12)
def die_piece(die: int, face: int, square: int, is_idle: bool, say: Words) -> Piece:
    is_in_hand = square == rules.IN_HAND
    return piece(
        key=f"die:{die}",
        kind="die",
        cell=f"hand:{die}" if is_in_hand else square_name(square),
        icon=ICONS[face],
        text=face_word(face, say),
        colour=COLOURS[face],
        look="idle" if is_in_hand and is_idle else "",
    )


# What one may do


def score(s: State, seat: int) -> int:
    """MMM-13 the grade."""
    return rules.grade(s)


def score_unit(seats: int, say: Words) -> str:
    return say("grade, 0 to 7")
