"""What may happen in So ein Mist: what chance deals, draws and rolls, and the choice of a turn."""

from collections.abc import Iterable
from typing import Any

from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.view import reasons
from pasch.games.so_ein_mist.view.things import (
    ANIMAL_KEYS,
    CARD,
    DICE,
    DIE,
    FACES,
    FIGURE,
    PLACE,
    ROLL,
    animal_drawn,
    animal_word,
    card_drawn,
    card_key,
    card_word,
    figure,
    look_word,
    place_ahead,
    place_of,
    signed,
    taker_ahead,
)
from pasch.sdk import (
    Chance,
    Choice,
    Die,
    Key,
    Move,
    Part,
    Piece,
    Refusal,
    View,
    Words,
    drawn,
    message,
)


class DealAnimal(Chance):
    phases = (rules.ANIMAL,)
    clause = "SEM-3"
    question = message("Deal an animal")
    expected = message("an animal is dealt: expected an outcome from 0 to {last}")

    def record(self) -> dict[str, Any]:
        return {"animal": ANIMAL_KEYS[animal_drawn(self.s, self.a)]}

    def text(self) -> str:
        return animal_word(self.say, animal_drawn(self.s, self.a))


class DrawCard(Chance):
    """A card that comes from a pile; its kinds differ in where it goes."""

    def record(self) -> dict[str, Any]:
        return {"card": card_key(card_drawn(self.s, self.a))}

    def text(self) -> str:
        return card_word(self.say, card_drawn(self.s, self.a))


class DrawForMiddle(DrawCard):
    phases = (rules.MIDDLE,)
    clause = "SEM-5"
    question = message("Draw a card for the middle")
    expected = message("a card for the middle is drawn: expected one from 0 to {last}")


class LayOut(DrawCard):
    phases = (rules.LAYOUT,)
    clause = "SEM-5"
    expected = message("the ring is laid out: expected a card from 0 to {last}")

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Which card lies at place {n}?", n=view.s.laid + 1)


class Refill(DrawCard):
    phases = (rules.REFILL,)
    clause = "SEM-13"
    question = message("Refill the gap")
    expected = message("the gap is refilled: expected a card from 0 to {last}")


class Reveal(DrawCard):
    phases = (rules.REVEAL,)
    clause = "SEM-4"
    question = message("Which card went to the left?")
    expected = message("the cards passed on are revealed: expected one from 0 to {last}")

    def record(self) -> dict[str, Any]:
        return {"passed left": card_key(card_drawn(self.s, self.a))}


class Roll(Die):
    phases = (rules.ROLL,)
    clause = "SEM-7"

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Roll {n} of {most}", n=view.s.rolls + 1, most=rules.ROLLS)


class Go(Move):
    """Move as far as the latest die shows."""

    phases = (rules.DECIDE,)
    first = rules.OPT_OUT
    clause = "SEM-7"
    expected = message("expected to move {steps} ({move}) or to roll on ({roll})")
    habit = message("moving at once")
    tapped = (DIE, PLACE, FIGURE, CARD)

    @classmethod
    def prompt(cls, view: View) -> str:
        s = view.s
        taker = taker_ahead(s, s.die)
        value = signed(rules.VALUE[s.ring[place_ahead(s, s.die)]])
        if taker == s.to_move:
            return view.say("Take the {value}, or roll on?", value=value)
        values = {"value": value, "taker": view.names[taker]}
        return view.say("Give the {value} to {taker}, or roll on?", **values)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        steps, move, roll = view.s.die, rules.OPT_OUT, rules.CONTINUE
        return view.say(cls.expected, steps=steps, move=move, roll=roll), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        s = view.s
        if thing is DIE:
            return 0 if parts == (s.die,) else None
        return 0 if place_of(s, thing, *parts) == place_ahead(s, s.die) else None

    def record(self) -> dict[str, Any]:
        return {"move": self.s.die}

    def text(self) -> str:
        return self.say("move {steps}", steps=self.s.die)

    def choice(self) -> Choice:
        s, names = self.s, self.view.names
        mover, there, taker = s.to_move, place_ahead(s, s.die), taker_ahead(s, s.die)
        stands = figure(mover, s.animal[mover], there, "", names[mover])
        name = None if taker == mover else names[taker]
        return going(self.view, self.text(), s.ring[there], there, taker, name, stands)

    def reason(self, other: int | None) -> Iterable[str]:
        return [reasons.moving(self.view, self.a)]

    def lights(self) -> Iterable[str]:
        return reasons.worse_places(self.s)


@drawn
def going(
    say: Words, move: str, card: int, there: int, taker: int, name: str | None, stands: Piece
) -> Choice:
    """Return the choice to move there; `name` is that of another player who must take the card."""
    look = look_word(say, card)
    if name is None:
        text = say("{move}: take {card}", move=move, card=look)
    else:
        text = say("{move}: {taker} must take {card}", move=move, taker=name, card=look)
    lights = (FIGURE(taker),)
    return Choice(rules.OPT_OUT, text, at=PLACE(there), lights=lights, ghosts=(stands,))


class RollOn(Move):
    phases = (rules.DECIDE,)
    first = rules.CONTINUE
    clause = "SEM-7"
    name = message("roll on")
    habit = message("rolling on")
    tapped = (ROLL,)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        return 0

    def record(self) -> dict[str, Any]:
        return {"continue": True}

    def choice(self) -> Choice:
        aside = self.s.aside | rules.BIT[self.s.die]
        return rolling_on(self.view, aside, self.s.rolls, self.text())

    def reason(self, other: int | None) -> Iterable[str]:
        return [reasons.rolling_on(self.view, self.a)]

    def lights(self) -> Iterable[str]:
        return reasons.better_places(self.s)


@drawn
def rolling_on(say: Words, aside: int, rolls: int, text: str) -> Choice:
    small = risk(say, aside, rolls)
    return Choice(rules.CONTINUE, text, at=DICE(), label=say("Roll on"), small=small)


def risk(say: Words, aside: int, rolls: int) -> str:
    """Return what may happen to a player who rolls on.

    SEM-8 a face that lies aside then decides, SEM-9 so does the last roll.
    """
    if rolls == rules.ROLLS - 1:
        return say("the last die counts, whatever it shows")
    *first, last = [str(face) for face in FACES if aside & rules.BIT[face]]
    if not first:
        return say("another {face} would count at once", face=last)
    faces = ", ".join(first)
    return say("another {faces} or {last} would count at once", faces=faces, last=last)


class GoElsewhere(Move):
    """A tap on another place: nobody can go there now, but somebody may try."""

    phases = (rules.DECIDE,)
    first = rules.ACTIONS
    clause = "SEM-10"
    tapped = (PLACE, FIGURE, CARD)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        return None if place_of(view.s, thing, *parts) is None else 0

    def refusal(self) -> Refusal:
        steps = self.s.die
        said = self.say("the die shows {steps}: your animal moves exactly that far", steps=steps)
        return said, self.clause


class TakeEarlierDie(Move):
    """A tap on a die that lies aside."""

    phases = (rules.DECIDE,)
    first = rules.ACTIONS + 1
    clause = "SEM-7"
    tapped = (DIE,)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        return 0

    def refusal(self) -> Refusal:
        return self.say("this die lies aside: only the latest one counts"), self.clause


MOVES = (Go, RollOn, GoElsewhere, TakeEarlierDie)
CHANCES = (DealAnimal, DrawForMiddle, LayOut, Roll, Refill, Reveal)
