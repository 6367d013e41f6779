"""Mmm! in words and as a scene: the pantry, the cat's way, the dice in hand."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pasch.core.bits import each, first
from pasch.core.grid import counts
from pasch.core.position import CHANCE, OVER, State
from pasch.core.scene import Area, Choice, Colour, Mood, Piece, Scene, SeatLine, Told, cell, piece
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import FOODS, SIDE, square_name

ALIKE = True
KEYS = (*FOODS, "x")
ICONS = ("🍞", "🐟", "🥒", "🧀", "🥕", "❌")
COLOURS: tuple[Colour, ...] = ("brown", "blue", "green", "yellow", "orange", "red")


@cache
def face_word(face: int, say: Words) -> str:
    return (
        say("bread"),
        say("fish"),
        say("cucumber"),
        say("cheese"),
        say("carrot"),
        say("X"),
    )[face]


@cache
def bite_word(food: int, say: Words) -> str:
    return (
        say("some bread"),
        say("a fish"),
        say("a cucumber"),
        say("some cheese"),
        say("a carrot"),
    )[food]


def grade_word(s: State, say: Words) -> str:
    """MMM-13 our own words for the eight grades."""
    return (
        say("The cat licks her whiskers"),
        say("Crumbs for supper"),
        say("A full corner"),
        say("One bite short"),
        say("By a whisker"),
        say("Well nibbled"),
        say("A feast"),
        say("The pantry is ours"),
    )[rules.grade(s)]


def action(s: State, a: int) -> dict[str, Any]:
    if s.phase == rules.ROLL:
        return {"die": KEYS[a]}
    if a == rules.ROLL_AGAIN:
        return {"roll": "again"}
    if a == rules.GATHER:
        return {"gather": True}
    return {"place": square_name(a)}


def text(s: State, a: int, say: Words) -> str:
    if s.phase == rules.ROLL:
        return face_word(a, say)
    if a == rules.ROLL_AGAIN:
        return say("roll again")
    if a == rules.GATHER:
        return say("gather")
    return say("{food} on {square}", food=face_word(s.food_at[a], say), square=square_name(a))


def refusal(s: State, a: int | None, say: Words) -> tuple[str, str]:
    seat = rules.player(s)
    if seat == OVER:
        return say("the game is over"), "MMM-12"
    if seat == CHANCE:
        last = rules.FACES - 1
        return say("a die is rolled: expected an outcome from 0 to {last}", last=last), "MMM-5"
    if a in (rules.ROLL_AGAIN, rules.GATHER):
        return say("first place at least one of the dice just rolled"), "MMM-6"
    if a is None or not 0 <= a < rules.SQUARES:
        return (
            say(
                "expected a square (0 to {last}), to roll again ({again}) or to gather ({gather}), "
                "as far as these are open now",
                last=rules.SQUARES - 1,
                again=rules.ROLL_AGAIN,
                gather=rules.GATHER,
            ),
            "MMM-6, MMM-8",
        )
    square = square_name(a)
    if (s.chips | s.dice) & rules.BIT[a]:
        return say("{square} is covered", square=square), "MMM-6"
    if rules.first_showing(s, s.food_at[a]) == rules.DICE:
        food = face_word(s.food_at[a], say)
        said = say("no die in hand shows {food}, the food of {square}", food=food, square=square)
        return said, "MMM-6"
    return say("{square} is not in line with the dice of this turn", square=square), "MMM-14"


def story(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> list[Told]:
    if before.phase == rules.ROLL:
        if after.rolling and after.phase == rules.ROLL and after.cat == before.cat:
            return []
        told = [rolled(before, a, after, say, names)]
        if after.cat > before.cat:
            text = say("Nothing fits: the cat takes a step.")
            told.append(cat_told(text, "bust", before.to_move, "bad"))
        return told + ending(after, say)
    if a == rules.ROLL_AGAIN:
        return []
    told = []
    if a != rules.GATHER:
        told.append(placed(before, a, after, say, names))
    if after.chips != before.chips:
        told.append(gathered(before, after, say, names))
        if after.cat == before.cat:
            text = say("An item is complete: the cat stays.")
            told.append(cat_told(text, "cat", before.to_move, "good"))
        else:
            text = say("No item is complete: the cat takes a step.")
            told.append(cat_told(text, "cat", before.to_move, "bad"))
    return told + ending(after, say)


def rolled(before: State, a: int, after: State, say: Words, names: Sequence[str]) -> Told:
    faces = before.face[:]
    faces[first(before.rolling)] = a
    dice = list(each(before.hand))
    words = ", ".join(face_word(faces[die], say) for die in dice)
    seat = before.to_move
    return Told(
        say("{name} rolled: {faces}.", name=names[seat], faces=words),
        kind="roll",
        seat=seat,
        icon="🎲",
        pieces=tuple(f"die:{die}" for die in dice) if after.phase == rules.PLACE else (),
    )


def placed(before: State, square: int, after: State, say: Words, names: Sequence[str]) -> Told:
    seat, food = before.to_move, before.food_at[square]
    lying = (die for die in range(rules.DICE) if after.lies[die] == square)
    return Told(
        say("{name} placed {food}.", name=names[seat], food=bite_word(food, say)),
        kind="place",
        seat=seat,
        icon=ICONS[food],
        pieces=tuple(f"die:{die}" for die in lying),
    )


def gathered(before: State, after: State, say: Words, names: Sequence[str]) -> Told:
    seat = before.to_move
    squares = list(each(after.chips ^ before.chips))
    name = names[seat]
    return Told(
        say.many(
            "{name} gathered {n} bite.", "{name} gathered {n} bites.", len(squares), name=name
        ),
        kind="gather",
        seat=seat,
        icon="🐭",
        pieces=tuple(CHIPS[square].key for square in squares),
        mood="good",
    )


def cat_told(text: str, kind: str, seat: int, mood: Mood) -> Told:
    return Told(text, kind=kind, seat=seat, icon="🐈", pieces=("cat",), mood=mood)


def ending(s: State, say: Words) -> list[Told]:
    if s.phase == rules.WON:
        return [Told(say("All is gathered!"), kind="end", icon="🏆", mood="good")]
    if s.phase == rules.LOST:
        text = say("The cat is in the pantry!")
        return [Told(text, kind="end", icon="🐈", pieces=("cat",), mood="bad")]
    return []


def scene(s: State, seat: int, say: Words, names: Sequence[str]) -> Scene:
    over = rules.player(s) == OVER
    return Scene(
        prompt=prompt(s, say),
        areas=(
            pantry_area(tuple(s.item_at), tuple(s.food_at), say),
            cat_area(s.cat_steps, say),
            hand_area(say),
        ),
        pieces=(*pantry_pieces(s), cat_piece(s), *hand_pieces(s)),
        seats=tuple(
            SeatLine(
                name=names[i],
                icon="🐭",
                text="",
                to_move=bool(not over and i == s.to_move),
                share=1.0 if s.phase == rules.WON else 0.0,
            )
            for i in range(s.seats)
        ),
        choices=choices(s, say, names) if rules.player(s) == seat else (),
        remarks=remarks(s, say),
    )


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


def remarks(s: State, say: Words) -> tuple[str, ...]:
    squares = rules.squares_left(s)
    steps = s.cat_steps - s.cat
    return (
        say.many("{n} square left", "{n} squares left", squares),
        say.many("{n} step for the cat", "{n} steps for the cat", steps),
    )


@cache
def pantry_area(item_at: tuple[int, ...], food_at: tuple[int, ...], say: Words) -> Area:
    cells = tuple(
        cell(
            key=square_name(square),
            label=square_name(square),
            group=f"item:{item}",
            icon=ICONS[food],
            colour=COLOURS[food],
        )
        for square, (item, food) in enumerate(zip(item_at, food_at, strict=True))
    )
    return Area(key="pantry", layout="grid", title=say("The pantry"), cells=cells, columns=SIDE)


CHIPS = [
    piece(key=f"chip:{name}", kind="chip", cell=name, icon="🐭")
    for name in map(square_name, range(rules.SQUARES))
]


def pantry_pieces(s: State) -> list[Piece]:
    chips = [CHIPS[square] for square in each(s.chips)]
    dice = [
        die_piece(s, die, square_name(s.lies[die]))
        for die in range(rules.DICE)
        if s.lies[die] != rules.IN_HAND
    ]
    return chips + dice


@cache
def cat_area(steps: int, say: Words) -> Area:
    cells = tuple(cell(key=f"step:{i}", icon="🧺" if i == steps else "") for i in range(steps + 1))
    return Area(key="cat", layout="track", title=say("The cat's way to the pantry"), cells=cells)


def cat_piece(s: State) -> Piece:
    return piece(key="cat", kind="figure", cell=f"step:{s.cat}", icon="🐈", text="cat")


@cache
def hand_area(say: Words) -> Area:
    cells = tuple(cell(key=f"hand:{die}") for die in range(rules.DICE))
    return Area(key="hand", layout="row", title=say("Dice in hand"), cells=cells)


def hand_pieces(s: State) -> list[Piece]:
    return [
        die_piece(s, die, f"hand:{die}")
        for die in range(rules.DICE)
        if s.lies[die] == rules.IN_HAND and s.face[die] != rules.UNROLLED
    ]


def die_piece(s: State, die: int, cell: str) -> Piece:
    face = s.face[die]
    return piece(
        key=f"die:{die}",
        kind="die",
        cell=cell,
        icon=ICONS[face],
        text=KEYS[face],
        colour=COLOURS[face],
    )


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    legal = out[: rules.legal(s, out)]
    return tuple(Choice(action=a, text=text(s, a, say), at=place_of(a)) for a in legal)


def place_of(a: int) -> str:
    """The dice to roll again, the pantry to gather, or the square to place a die on."""
    if a == rules.ROLL_AGAIN:
        return "hand"
    return "pantry" if a == rules.GATHER else square_name(a)


def score(s: State, seat: int) -> int:
    """MMM-13 the grade."""
    return rules.grade(s)


def score_unit(seats: int, say: Words) -> str:
    return say("grade, 0 to 7")
