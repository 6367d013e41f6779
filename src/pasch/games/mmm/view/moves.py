"""What may happen in Mmm!: a die is rolled or placed, dice are rolled again, bites are gathered."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from pasch.games.mmm import rules
from pasch.games.mmm.board_files import square_name
from pasch.games.mmm.view import reasons
from pasch.games.mmm.view.reasons import LOSES, STEPS, brings
from pasch.games.mmm.view.things import (
    CHIP,
    DIE,
    FACES,
    HAND,
    ICONS,
    PANTRY,
    SQUARE,
    SQUARE_AT,
    face_word,
)
from pasch.sdk import (
    Choice,
    Die,
    Key,
    Move,
    Part,
    Refusal,
    View,
    Words,
    count,
    drawn,
    each,
    first,
    message,
)


class Roll(Die):
    """MMM-5, MMM-8 a die is rolled."""

    phases = (rules.ROLL,)
    clause = "MMM-5"

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Roll die {n} of 3", n=first(view.s.rolling) + 1)

    def record(self) -> dict[str, Any]:
        return {"die": FACES[self.a]}

    def text(self) -> str:
        return face_word(self.say, self.a)

    def is_silent(self) -> bool:
        """Return whether more dice of this roll are to come."""
        rolling: int = self.s.rolling
        return rolling & (rolling - 1) != 0


class Place(Move):
    """MMM-6 a die just rolled goes on a free square of its food."""

    phases = (rules.PLACE,)
    count = rules.SQUARES
    clause = "MMM-6, MMM-8"
    expected = message(
        "expected a square (0 to {last}), to roll again ({again}) or to gather ({gather}), "
        "as far as these are open now"
    )
    habit = message("placing dice")
    tapped = (SQUARE, CHIP, DIE)

    @classmethod
    def prompt(cls, view: View) -> str:
        if not view.s.placed:
            return view.say("Place at least one die")
        if rules.open_squares(view.s):
            return view.say("Place more, roll again or gather?")
        return view.say("Roll again or gather?")

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        last, again, gather = rules.SQUARES - 1, rules.ROLL_AGAIN, rules.GATHER
        return view.say(cls.expected, last=last, again=again, gather=gather), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        """Return a square for whatever lies on it; nothing for a die in hand."""
        (part,) = parts
        if isinstance(part, str):
            return SQUARE_AT[part]
        square: int = view.s.lies[part]
        return None if square == rules.IN_HAND else square

    def record(self) -> dict[str, Any]:
        return {"place": square_name(self.a)}

    def text(self) -> str:
        return placing_text(self.view, self.a, self.s.food_at[self.a])

    def choice(self) -> Choice:
        """Ask first where the last die brings the cat nearer, since it gathers at once (MMM-7)."""
        s, square = self.s, self.a
        item, food = s.items[s.item_at[square]], s.food_at[square]
        dice = showing(food, s.hand, tuple(s.face))
        is_last = s.hand & (s.hand - 1) == 0
        brought = brings(s, s.dice | rules.BIT[square]) if is_last else None
        finishes = item & ~(s.chips | s.dice) == rules.BIT[square]
        return placing(self.view, square, food, item, dice, finishes, brought)

    def short_name(self) -> str:
        """Return the name of the choice by its food.

        Squares of one item are as good as each other, but for the line (MMM-14).
        """
        say, food = self.say, face_word(self.say, self.s.food_at[self.a])
        missing = reasons.missing_after(self.s, self.a)
        if missing == 0:
            return say("{food}: an item finished", food=food)
        return say.many(
            "{food}: {n} bite missing then", "{food}: {n} bites missing then", missing, food=food
        )

    def refusal(self) -> Refusal:
        s, say, square = self.s, self.say, self.a
        if (s.chips | s.dice) & rules.BIT[square]:
            return say("this square is covered"), "MMM-6"
        if rules.first_showing(s, s.food_at[square]) == rules.DICE:
            food = face_word(say, s.food_at[square])
            return say("no die in hand shows {food}", food=food), "MMM-6"
        return say("this square is not in line with the dice of this turn"), "MMM-14"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.placing(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return squares(self.s.items[self.s.item_at[self.a]])


class RollAgain(Move):
    """MMM-8 all dice not yet placed are rolled again."""

    phases = (rules.PLACE,)
    first = rules.ROLL_AGAIN
    clause = "MMM-8"
    name = message("roll again")
    habit = message("rolling again")
    tapped = (DIE,)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        """Return this move for a die in hand that fits nowhere."""
        (die,) = parts
        return 0 if view.s.lies[die] == rules.IN_HAND else None

    def record(self) -> dict[str, Any]:
        return {"roll": "again"}

    def choice(self) -> Choice:
        s = self.s
        return rolling(self.view, tuple(s.face), s.hand, s.chips | s.dice == rules.ALL)

    def short_name(self) -> str:
        return self.text()

    def refusal(self) -> Refusal:
        return place_first(self.view)

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.rolling(self.view, other)

    def lights(self) -> Iterable[str]:
        return dice_keys(self.s.hand)


class Gather(Move):
    """MMM-8, MMM-10 the placed dice become mouse chips."""

    phases = (rules.PLACE,)
    first = rules.GATHER
    clause = "MMM-8"
    name = message("gather")
    habit = message("gathering")

    def record(self) -> dict[str, Any]:
        return {"gather": True}

    def choice(self) -> Choice:
        return gathering(self.view, self.s.dice, brings(self.s, self.s.dice))

    def short_name(self) -> str:
        return self.text()

    def refusal(self) -> Refusal:
        return place_first(self.view)

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.gathering(self.view, other)

    def lights(self) -> Iterable[str]:
        return squares(self.s.dice)


MOVES = (Place, RollAgain, Gather)
CHANCES = (Roll,)


@lru_cache(1 << 10)
def showing(food: int, hand: int, faces: tuple[int, ...]) -> int:
    """Return the dice in hand that show a food."""
    return sum(rules.BIT[die] for die in each(hand) if faces[die] == food)


def place_first(v: View) -> Refusal:
    return v.say("first place at least one of the dice just rolled"), "MMM-6"


def squares(some: int) -> tuple[str, ...]:
    return tuple(square_name(square) for square in each(some))


def dice_keys(dice: int) -> tuple[str, ...]:
    return tuple(DIE(die) for die in each(dice))


@drawn
def placing_text(say: Words, square: int, food: int) -> str:
    return say("{food} on {square}", food=face_word(say, food), square=square_name(square))


@drawn
def placing(
    say: Words,
    square: int,
    food: int,
    item: int,
    dice: int,
    finishes: bool,
    brought: int | None,
) -> Choice:
    """Return the choice to place one of these dice, all of which show this food, on a square."""
    name = square_name(square)
    return Choice(
        action=square,
        text=say("{food} on {square}", food=face_word(say, food), square=name),
        at=name,
        by=" ".join(dice_keys(dice)),
        label="" if brought is None else say("Place and gather {n}", n=rules.DICE),
        small="" if brought is None else price(say, brought),
        badge="★" if finishes else "",
        lights=squares(item),
        asks=brought in (STEPS, LOSES),
    )


@drawn
def rolling(say: Words, faces: tuple[int, ...], hand: int, is_vain: bool) -> Choice:
    return Choice(
        action=rules.ROLL_AGAIN,
        text=say("roll again"),
        at=HAND(),
        label=say("Roll {n} again", n=count(hand)),
        small=" ".join(ICONS[faces[die]] for die in each(hand)),
        lights=dice_keys(hand),
        quiet=is_vain,
    )


@drawn
def gathering(say: Words, dice: int, brought: int) -> Choice:
    return Choice(
        action=rules.GATHER,
        text=say("gather"),
        at=PANTRY(),
        label=say("Gather {n}", n=count(dice)),
        small=price(say, brought),
        lights=squares(dice),
        quiet=brought == LOSES,
    )


@cache
def price(say: Words, brought: int) -> str:
    return (
        say("the cat stays"),
        say("the cat takes a step"),
        say("and you have won!"),
        say("the cat gets in: lost"),
    )[brought]
