"""What may happen in Mistkäfer: dice are rolled, put down and stolen, chips are won and stolen."""

from collections.abc import Iterable
from typing import Any

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import COLOURS
from pasch.games.mistkaefer.view import reasons
from pasch.games.mistkaefer.view.chips import BeginBonus, DrawnChip, StealFrom, StolenChip
from pasch.games.mistkaefer.view.reasons import dice_of, value_of
from pasch.games.mistkaefer.view.things import (
    BEETLE,
    BONUS_ICONS,
    DIE,
    HAND,
    ROLLED_DIE,
    ROW,
    SUPPLY_COLOUR,
    SUPPLY_DIE,
    TABLEAU,
    TILE,
    bonus_word,
    can_put,
    colour_word,
    die,
    faces_in_hand,
    last_die,
    put,
    robbed,
    row_key,
    supply_key,
    victims,
)
from pasch.sdk import (
    Choice,
    Die,
    Key,
    Move,
    Part,
    Piece,
    Refusal,
    State,
    View,
    Words,
    drawn,
    message,
)


class Roll(Move):
    """MK-6 one to four dice of a colour are rolled."""

    phases = (rules.CHOOSE,)
    count = rules.SCORE
    clause = "MK-6, MK-15"
    expected = message(
        "expected dice of one colour to roll (0 to {last}: colour * {most} + dice - 1) "
        "or to score ({score})"
    )
    habit = message("rolling for another row")
    tapped = (SUPPLY_COLOUR, SUPPLY_DIE, ROW, DIE)

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Take 1 to {most} dice, or score", most=rules.MOST_DICE)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        last, most, score = rules.SCORE - 1, rules.MOST_DICE, rules.SCORE
        return view.say(cls.expected, last=last, most=most, score=score), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        """Return the dice up to the one in the supply, or one die for the own row."""
        first, *rest = parts
        if first in COLOURS:
            n = int(rest[0]) if rest else rules.MOST_DICE
            return COLOURS.index(str(first)) * rules.MOST_DICE + n - 1
        if first != view.s.to_move:
            return None
        return COLOURS.index(str(rest[0])) * rules.MOST_DICE

    @property
    def colour(self) -> int:
        return self.a // rules.MOST_DICE

    def record(self) -> dict[str, Any]:
        return {"roll": COLOURS[self.colour], "dice": dice_of(self.a)}

    def text(self) -> str:
        return roll_text(self.say, self.a)

    def is_silent(self) -> bool:
        """Return True: dice are told once all are rolled."""
        return True

    def choice(self) -> Choice:
        return to_roll(self.view, self.a, rules.rightmost(self.s, self.s.to_move, self.colour))

    def refusal(self) -> Refusal:
        s, say = self.s, self.say
        colour = colour_word(say, self.colour)
        if s.filled[s.to_move, self.colour] == s.spaces:
            return say("the {colour} row is full", colour=colour), "MK-8"
        return (
            say.many(
                "the supply has {n} {colour} die",
                "the supply has {n} {colour} dice",
                s.dice[self.colour],
                colour=colour,
            ),
            "MK-6",
        )

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.rolling(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        dice = [supply_key(self.colour, i + 1) for i in range(dice_of(self.a))]
        return (*dice, row_key(self.s.to_move, self.colour))


class Score(Move):
    """MK-15 the tableau is scored."""

    phases = (rules.CHOOSE,)
    first = rules.SCORE
    clause = "MK-15"
    name = message("score")
    habit = message("scoring")

    def record(self) -> dict[str, Any]:
        return {"score": True}

    def choice(self) -> Choice:
        seat = self.s.to_move
        return to_score(self.view, seat, rules.chips_for(self.s, seat))

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.scoring(self.view, other)

    def lights(self) -> Iterable[str]:
        return reasons.dice_beyond_line(self.s)


class RolledDie(Die):
    """MK-6 a die is rolled."""

    phases = (rules.ROLL,)
    clause = "MK-6"

    @classmethod
    def prompt(cls, view: View) -> str:
        rolled = sum(view.s.rolled)
        return view.say("Roll die {n} of {most}", n=rolled + 1, most=rolled + view.s.to_roll)

    def is_silent(self) -> bool:
        """Return whether more dice of this roll are to come."""
        return bool(self.s.to_roll > 1)


class Put(Move):
    """MK-7 all dice of one value go into the row."""

    phases = (rules.PUT,)
    first = rules.PUT_ONE
    count = rules.FACES
    clause = "MK-7"
    expected = message("expected a value from 1 to {faces} ({first} to {last})")
    habit = message("putting dice down")
    tapped = (TILE, ROLLED_DIE)

    @classmethod
    def prompt(cls, view: View) -> str:
        colour = colour_word(view.say, view.s.colour)
        return view.say("Which value goes into {colour}?", colour=colour)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, last = cls.range_in(view)
        return view.say(cls.expected, faces=rules.FACES, first=first, last=last), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        last = int(parts[-1])
        return (last if len(parts) == 1 else faces_in_hand(view.s)[last]) - 1

    @property
    def value(self) -> int:
        return value_of(self.a)

    def record(self) -> dict[str, Any]:
        return {"put": self.value}

    def text(self) -> str:
        return self.say("put down: {value}", value=self.value)

    def choice(self) -> Choice:
        s, text = self.s, self.text()
        brought = ", ".join(brings(self.view, self.value))
        robbable = victims(s, self.value)
        return Choice(
            self.a,
            f"{text} ({brought})" if brought else text,
            at=TILE(self.value),
            lights=tuple(last_die(s, seat) for seat in robbable),
            ghosts=ghosts(s, self.value, put(s, self.value) + len(robbable)),
        )

    def refusal(self) -> Refusal:
        s, say = self.s, self.say
        if not s.rolled[self.value]:
            return say("no die shows {value}", value=self.value), "MK-7"
        return (
            say(
                "{value} is not higher than {end}, the end of the {colour} row",
                value=self.value,
                end=rules.rightmost(s, s.to_move, s.colour),
                colour=colour_word(say, s.colour),
            ),
            "MK-7",
        )

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.putting(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        prey = (last_die(self.s, seat) for seat in victims(self.s, self.value))
        return (TILE(self.value), *prey)


class Take(Move):
    """MK-9 the last die of another row is stolen."""

    phases = (rules.ROB,)
    first = rules.TAKE
    clause = "MK-9"
    name = message("steal the die")
    expected = message("expected to steal the die ({take}) or to leave it ({leave})")
    habit = message("stealing the die")

    @classmethod
    def prompt(cls, view: View) -> str:
        victim = view.names[robbed(view.s)]
        return view.say("Steal the {value} of {victim}?", value=view.s.value, victim=victim)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        return view.say(cls.expected, take=rules.TAKE, leave=rules.LEAVE), cls.clause

    def record(self) -> dict[str, Any]:
        return {"take": robbed(self.s)}

    def choice(self) -> Choice:
        s, victim = self.s, robbed(self.s)
        return Choice(
            self.a,
            self.text(),
            at=BEETLE(victim),
            badge=HAND,
            lights=(last_die(s, victim),),
            ghosts=ghosts(s, s.value, 1),
        )

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.robbing(self.view)

    def lights(self) -> Iterable[str]:
        return (last_die(self.s, robbed(self.s)),)


class Leave(Move):
    """MK-9 the die is left to its owner."""

    phases = (rules.ROB,)
    first = rules.LEAVE
    clause = "MK-9"
    name = message("leave the die")
    habit = message("leaving the die")

    def record(self) -> dict[str, Any]:
        return {"leave": robbed(self.s)}

    def choice(self) -> Choice:
        label = self.say("Leave it")
        return Choice(self.a, self.text(), at=TABLEAU(robbed(self.s)), label=label)


MOVES = (Roll, Score, Put, Take, Leave, BeginBonus, StealFrom)
CHANCES = (RolledDie, DrawnChip, StolenChip)


def roll_text(say: Words, a: int) -> str:
    colour = colour_word(say, a // rules.MOST_DICE)
    return say("roll {n} {colour}", n=dice_of(a), colour=colour)


@drawn
def to_score(say: Words, seat: int, chips: int) -> Choice:
    """MK-15 Return the choice to score, which is allowed even for nothing."""
    return Choice(
        rules.SCORE,
        say.many("score for {n} chip", "score for {n} chips", chips),
        at=TABLEAU(seat),
        label=say("Score"),
        small=say.many("for {n} chip", "for {n} chips", chips),
        asks=chips == 0,
        quiet=chips == 0,
    )


@drawn
def to_roll(say: Words, a: int, end: int) -> Choice:
    """Return the choice of the dice up to the one that is tapped; MK-7 with what they must beat."""
    place, n = a // rules.MOST_DICE, dice_of(a)
    colour = colour_word(say, place)
    if end == rules.FACES:
        small = say("{colour}: bad luck for sure", colour=colour)
    elif end:
        small = say("{colour}, above a {end}", colour=colour, end=end)
    else:
        small = say("{colour}, any number", colour=colour)
    return Choice(
        a,
        roll_text(say, a),
        at=supply_key(place, n),
        label=say("Roll {n}", n=n),
        small=small,
        lights=tuple(supply_key(place, i + 1) for i in range(n)),
        asks=True,
        quiet=end == rules.FACES,
    )


def brings(v: View, value: int) -> tuple[str, ...]:
    """Return what putting down this value would bring.

    That is bonuses, whom one may rob, and bonuses that only the dice stolen reach.
    """
    s = v.s
    if not can_put(s, value):
        return (v.say("too low"),)
    first = s.filled[s.to_move, s.colour]
    reached = first + put(s, value)
    robbable = victims(s, value)
    most = min(reached + len(robbable), s.spaces)
    thefts = (f"{HAND} {', '.join(v.names[seat] for seat in robbable)}",) if robbable else ()
    return (*bonuses(v, first, reached), *thefts, *bonuses(v, reached, most))


def bonuses(v: View, first: int, end: int) -> list[str]:
    row = v.s.bonus[v.s.colour]
    return [f"{BONUS_ICONS[b]} {bonus_word(v.say, b)}" for b in row[first:end] if b]


def ghosts(s: State, value: int, n: int) -> tuple[Piece, ...]:
    """Return so many dice more in the row, as far as there is space."""
    first, row = s.filled[s.to_move, s.colour], row_key(s.to_move, s.colour)
    columns = range(first, min(first + n, s.spaces))
    return tuple(die(f"ghost:{i}", row, s.colour, value, slot=i) for i in columns)
