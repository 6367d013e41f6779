"""What may be done in Mmm!, each choice with what it would bring."""

from collections.abc import Sequence
from functools import cache, lru_cache

from pasch.core.game.numbers import count, counts, each
from pasch.core.game.position import State
from pasch.core.view.scene import Choice
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import square_name
from pasch.games.mmm.tell import ICONS, face_word

# What gathering brings.
STAYS, STEPS, WINS, LOSES = range(4)


def choices(s: State, say: Words, names: Sequence[str]) -> tuple[Choice, ...]:
    out = counts(rules.ACTIONS)
    showing = [0] * rules.FACES
    for die in each(s.hand):
        showing[s.face[die]] |= rules.BIT[die]
    return tuple([choice(s, a, showing, say) for a in out[: rules.legal(s, out)]])


def choice(s: State, a: int, showing: list[int], say: Words) -> Choice:
    """`showing`: by face, the dice in hand that show it."""
    covered = s.chips | s.dice
    if a == rules.ROLL_AGAIN:
        return rolling(tuple(s.face), s.hand, covered == rules.ALL, say)
    if a == rules.GATHER:
        return gathering(s.dice, brings(s, s.dice), say)
    item, food = s.items[s.item_at[a]], s.food_at[a]
    is_last = s.hand & (s.hand - 1) == 0
    brought = brings(s, s.dice | rules.BIT[a]) if is_last else None
    finishes = item & ~covered == rules.BIT[a]
    return placing(a, food, item, showing[food], finishes, brought, say)


@lru_cache(1 << 14)
def placing(
    square: int,
    food: int,
    item: int,
    dice: int,
    finishes: bool,
    brought: int | None,
    say: Words,
) -> Choice:
    """Any of these dice, all that show this food. The last one in hand gathers at once (MMM-7), so
    it asks first where that brings the cat nearer."""
    name = square_name(square)
    return Choice(
        action=square,
        text=say("{food} on {square}", food=face_word(food, say), square=name),
        at=name,
        by=" ".join(f"die:{die}" for die in each(dice)),
        label="" if brought is None else say("Place and gather {n}", n=rules.DICE),
        small="" if brought is None else price(brought, say),
        badge="★" if finishes else "",
        lights=tuple(map(square_name, each(item))),
        asks=brought in (STEPS, LOSES),
    )


@lru_cache(1 << 10)
def rolling(faces: tuple[int, ...], hand: int, is_vain: bool, say: Words) -> Choice:
    dice = list(each(hand))
    return Choice(
        action=rules.ROLL_AGAIN,
        text=say("roll again"),
        at="hand",
        label=say("Roll {n} again", n=len(dice)),
        small=" ".join(ICONS[faces[die]] for die in dice),
        lights=tuple(f"die:{die}" for die in dice),
        quiet=is_vain,
    )


@lru_cache(1 << 10)
def gathering(squares: int, brought: int, say: Words) -> Choice:
    return Choice(
        action=rules.GATHER,
        text=say("gather"),
        at="pantry",
        label=say("Gather {n}", n=count(squares)),
        small=price(brought, say),
        lights=tuple(map(square_name, each(squares))),
        quiet=brought == LOSES,
    )


def brings(s: State, squares: int) -> int:
    """What gathering these brings: MMM-10 whether the cat stays, MMM-12 whether it is the end."""
    chips = s.chips | squares
    if chips == rules.ALL:
        return WINS
    if any(s.items[s.item_at[square]] & ~chips == 0 for square in each(squares)):
        return STAYS
    return LOSES if s.cat + 1 == s.cat_steps else STEPS


@cache
def price(brought: int, say: Words) -> str:
    return (
        say("the cat stays"),
        say("the cat takes a step"),
        say("and you have won!"),
        say("the cat gets in: lost"),
    )[brought]
