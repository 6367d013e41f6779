"""What is said of Mmm!: its moves, what happened, how well it ended."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from pasch.core.game.numbers import each, first
from pasch.core.game.position import CHANCE, OVER, State
from pasch.core.view.scene import Mood, Told
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import FOODS, square_name

KEYS = (*FOODS, "x")
ICONS = ("🍞", "🐟", "🥒", "🧀", "🥕", "❌")
SQUARE = {square_name(square): square for square in range(rules.SQUARES)}


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


@cache
def rungs(seats: int, say: Words) -> tuple[tuple[str, str], ...]:
    """MMM-13 our own words for the eight grades, the best one last, and what each takes; the score
    counts from 0 which of them was reached."""
    return (
        (say("The cat licks her whiskers"), say("lost, 6 or more bites left")),
        (say("Crumbs for supper"), say("lost, 4 or 5 bites left")),
        (say("A full corner"), say("lost, 2 or 3 bites left")),
        (say("One bite short"), say("lost, 1 bite left")),
        (say("By a whisker"), say("won, 1 step left")),
        (say("Well nibbled"), say("won, 2 or 3 steps left")),
        (say("A feast"), say("won, 4 or 5 steps left")),
        (say("The pantry is ours"), say("won, 6 or more steps left")),
    )


def grade_word(s: State, say: Words) -> str:
    name, _ = rungs(s.seats, say)[rules.grade(s)]
    return name


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
    if (s.chips | s.dice) & rules.BIT[a]:
        return say("this square is covered"), "MMM-6"
    if rules.first_showing(s, s.food_at[a]) == rules.DICE:
        return say("no die in hand shows {food}", food=face_word(s.food_at[a], say)), "MMM-6"
    return say("this square is not in line with the dice of this turn"), "MMM-14"


def meant(s: State, key: str) -> int | None:
    """A square, whatever lies on it; a die in hand that fits nowhere wants to be rolled again."""
    kind, _, name = key.rpartition(":")
    if kind == "die":
        square: int = s.lies[int(name)]
        return rules.ROLL_AGAIN if square == rules.IN_HAND else square
    return SQUARE.get(name) if kind in ("", "chip") else None


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
        pieces=tuple(chip_key(square_name(square)) for square in squares),
        mood="good",
    )


def chip_key(square: str) -> str:
    return f"chip:{square}"


def cat_told(text: str, kind: str, seat: int, mood: Mood) -> Told:
    return Told(text, kind=kind, seat=seat, icon="🐈", pieces=("cat",), mood=mood)


def ending(s: State, say: Words) -> list[Told]:
    if s.phase == rules.WON:
        return [Told(say("All is gathered!"), kind="end", icon="🏆", mood="good")]
    if s.phase == rules.LOST:
        text = say("The cat is in the pantry!")
        return [Told(text, kind="end", icon="🐈", pieces=("cat",), mood="bad")]
    return []
