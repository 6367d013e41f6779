"""What a thing of Mmm!'s table is, and what it is for."""

from pasch.games.mmm import rules
from pasch.games.mmm.view.things import (
    CAT,
    CHIP,
    DIE,
    HAND,
    PANTRY,
    SQUARE,
    SQUARE_AT,
    STEP,
    face_word,
)
from pasch.sdk import HelpTable, View, count


def square_help(v: View, name: str) -> str:
    """MMM-6, MMM-10"""
    s, say, square = v.s, v.say, SQUARE_AT[name]
    squares = s.items[s.item_at[square]]
    left = count(squares & ~(s.chips | s.dice))
    values = {"food": face_word(say, s.food_at[square]).capitalize(), "n": count(squares)}
    if left:
        return say(
            "{food}: an item of {n} squares, {left} still free. Gather the last one, and the cat "
            "stays.",
            left=left,
            **values,
        )
    if squares & s.dice:
        return say("{food}: an item of {n} squares, full now. Gather, and the cat stays.", **values)
    return say("{food}: an item of {n} squares, gathered whole.", **values)


def chip_help(v: View, name: str) -> str:
    """MMM-10"""
    s, say, square = v.s, v.say, SQUARE_AT[name]
    if not s.chips & rules.BIT[square]:
        return ""
    left = count(s.items[s.item_at[square]] & ~s.chips)
    if not left:
        return say("A mouse chip: this bite is gathered, and with it the whole item.")
    food = face_word(say, s.food_at[square])
    return say.many(
        "A mouse chip: this bite is gathered. The item ({food}) lacks {n} more bite.",
        "A mouse chip: this bite is gathered. The item ({food}) lacks {n} more bites.",
        left,
        food=food,
    )


def die_help(v: View, die: int) -> str:
    """MMM-6, MMM-9"""
    s, say = v.s, v.say
    face = s.face[die]
    if face == rules.UNROLLED:
        return ""
    if face == rules.X:
        return say("A red X: it fits nowhere. It can only be rolled again.")
    food = face_word(say, face).capitalize()
    if s.lies[die] != rules.IN_HAND:
        return say(
            "{food}, placed in this turn: gathering makes it a mouse chip; if another roll fits "
            "nowhere, it comes off again.",
            food=food,
        )
    room = count(s.foods[face] & rules.open_squares(s))
    if not room:
        return say("{food}: there is no square for it now.", food=food)
    return say.many(
        "{food}: it fits {n} free square. It may also be kept back and rolled again.",
        "{food}: it fits {n} free squares. It may also be kept back and rolled again.",
        room,
        food=food,
    )


def cat_help(v: View) -> str:
    """MMM-10, MMM-12"""
    steps = v.s.cat_steps - v.s.cat
    if not steps:
        return v.say("The cat is in the pantry: the game is lost.")
    return v.say.many(
        "The cat: {n} more step, and she is in the pantry. She takes one after every turn that "
        "finishes no item.",
        "The cat: {n} more steps, and she is in the pantry. She takes one after every turn that "
        "finishes no item.",
        steps,
    )


def step_help(v: View, step: int) -> str:
    """MMM-12"""
    if step < v.s.cat_steps:
        return ""
    return v.say("The pantry: once the cat is here, the game is lost.")


def pantry_help(v: View) -> str:
    """MMM-12, MMM-14"""
    left = v.say(
        "The pantry: {n} of {of} bites are still there. Dice fit on free squares of their food.",
        n=rules.squares_left(v.s),
        of=rules.SQUARES,
    )
    if v.s.line:
        more = v.say("All dice of a turn must lie in one row or one column.")
    else:
        more = v.say("With a mouse chip on every square the game is won.")
    return f"{left} {more}"


def hand_help(v: View) -> str:
    """MMM-8, MMM-9"""
    return v.say(
        "The dice in hand. Of each roll place at least one; then roll the others again, or "
        "gather. If none fits, the turn is lost and the cat comes."
    )


HELP: HelpTable = (
    (SQUARE, square_help),
    (CHIP, chip_help),
    (DIE, die_help),
    (CAT, cat_help),
    (STEP, step_help),
    (PANTRY, pantry_help),
    (HAND, hand_help),
)
