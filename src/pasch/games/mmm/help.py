"""What a thing of Mmm!'s table is, and what it is for."""

from pasch.core.game.numbers import count
from pasch.core.game.position import State
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.tell import SQUARE, chip_key, face_word

CHIPS = {chip_key(name): square for name, square in SQUARE.items()}
DICE = {f"die:{die}": die for die in range(rules.DICE)}


def help(s: State, key: str, say: Words) -> str:
    if key in SQUARE:
        return square_help(s, SQUARE[key], say)
    if key in CHIPS:
        return chip_help(s, CHIPS[key], say)
    if key in DICE:
        return die_help(s, DICE[key], say)
    if key == "cat":
        return cat_help(s.cat_steps - s.cat, say)
    if key == f"step:{s.cat_steps}":
        return say("The pantry: once the cat is here, the game is lost.")
    if key == "pantry":
        return pantry_help(s, say)
    if key == "hand":
        return say(
            "The dice in hand. Of each roll place at least one; then roll the others again, or "
            "gather. If none fits, the turn is lost and the cat comes."
        )
    return ""


def square_help(s: State, square: int, say: Words) -> str:
    """MMM-6, MMM-10"""
    squares = s.items[s.item_at[square]]
    left = count(squares & ~(s.chips | s.dice))
    values = {"food": face_word(s.food_at[square], say).capitalize(), "n": count(squares)}
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


def chip_help(s: State, square: int, say: Words) -> str:
    """MMM-10"""
    if not s.chips & rules.BIT[square]:
        return ""
    squares = s.items[s.item_at[square]]
    left = count(squares & ~s.chips)
    food = face_word(s.food_at[square], say)
    if not left:
        return say("A mouse chip: this bite is gathered, and with it the whole item.")
    return say.many(
        "A mouse chip: this bite is gathered. The item ({food}) lacks {n} more bite.",
        "A mouse chip: this bite is gathered. The item ({food}) lacks {n} more bites.",
        left,
        food=food,
    )


def die_help(s: State, die: int, say: Words) -> str:
    """MMM-6, MMM-9"""
    face = s.face[die]
    if face == rules.UNROLLED:
        return ""
    if face == rules.X:
        return say("A red X: it fits nowhere. It can only be rolled again.")
    food = face_word(face, say).capitalize()
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


def cat_help(steps: int, say: Words) -> str:
    """MMM-10, MMM-12"""
    if not steps:
        return say("The cat is in the pantry: the game is lost.")
    return say.many(
        "The cat: {n} more step, and she is in the pantry. She takes one after every turn that "
        "finishes no item.",
        "The cat: {n} more steps, and she is in the pantry. She takes one after every turn that "
        "finishes no item.",
        steps,
    )


def pantry_help(s: State, say: Words) -> str:
    """MMM-12, MMM-14"""
    said = say(
        "The pantry: {n} of {of} bites are still there. Dice fit on free squares of their food.",
        n=rules.squares_left(s),
        of=rules.SQUARES,
    )
    if s.line:
        more = say("All dice of a turn must lie in one row or one column.")
    else:
        more = say("With a mouse chip on every square the game is won.")
    return f"{said} {more}"
