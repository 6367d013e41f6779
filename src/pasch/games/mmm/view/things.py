"""The things on the table of Mmm!: their keys, icons, colours and words."""

from functools import cache

from pasch.games.mmm import rules
from pasch.games.mmm.board_files import FOODS, square_name
from pasch.sdk import Colour, Key, Words

FACES = (*FOODS, "x")
"""What the log calls the faces of a die."""
ICONS = ("🍞", "🐟", "🥒", "🧀", "🥕", "❌")
COLOURS: tuple[Colour, ...] = ("brown", "blue", "green", "yellow", "orange", "red")

SQUARE_AT = {square_name(square): square for square in range(rules.SQUARES)}
LONGEST_WAY = 99

PANTRY = Key("pantry")
SQUARE = Key("", SQUARE_AT)
CHIP = Key("chip", SQUARE_AT)
HAND = Key("hand")
PLACE_IN_HAND = Key("hand", range(rules.DICE))
DIE = Key("die", range(rules.DICE))
CAT = Key("cat")
STEP = Key("step", range(LONGEST_WAY + 1))


@cache
def face_word(say: Words, face: int) -> str:
    return (
        say("bread"),
        say("fish"),
        say("cucumber"),
        say("cheese"),
        say("carrot"),
        say("X"),
    )[face]


@cache
def bite_word(say: Words, food: int) -> str:
    return (
        say("some bread"),
        say("a fish"),
        say("a cucumber"),
        say("some cheese"),
        say("a carrot"),
    )[food]


@cache
def grade_ladder(say: Words) -> tuple[tuple[str, str], ...]:
    """MMM-13 Return our own words for the eight grades, the best one last, and what each takes."""
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
