"""Moves of Compost with a card that is activated: its dice are given away, set or laid anew."""

from collections.abc import Iterable
from typing import Any

from pasch.games.compost import rules
from pasch.games.compost.view import reasons
from pasch.games.compost.view.cards import on_card
from pasch.games.compost.view.things import (
    CARD,
    CARD_DIE,
    CARDS,
    COLOUR_NAMES,
    COMPOST_ICON,
    DIE_NAMES,
    FACE,
    ICONS,
    KIND_OF,
    KINDS,
    TAKER,
    TRAY_DIE,
    asked_for,
    card_name,
    card_word,
    colour_word,
    die_word,
)
from pasch.sdk import Choice, Key, Move, Part, Refusal, View, message


class Activate(Move):
    """CO-6 a complete card is activated, or none."""

    phases = (rules.ACTIVATE,)
    first = rules.USE
    count = rules.USE_NONE - rules.USE + 1
    clause = "CO-6"
    question = message("Which card do you activate?")
    expected = message("expected a card ({first} to {last}) or none ({none})")
    habit = message("activating a card")
    tapped = (CARD, CARD_DIE)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, none = rules.USE, rules.USE_NONE
        return view.say(cls.expected, first=first, last=none - 1, none=none), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        place = own_place(view, *parts)
        return None if place == rules.STOVE else place

    @property
    def is_none(self) -> bool:
        return self.a == rules.USE_NONE

    def record(self) -> dict[str, Any]:
        if self.is_none:
            return {"activate": "none"}
        return {"activate": card_name(self.s, self.view.player, self.n)}

    def text(self) -> str:
        v = self.view
        if self.is_none:
            return v.say("activate nothing")
        return v.say("activate {card}", card=card_word(v.say, self.s, v.player, self.n))

    def choice(self) -> Choice:
        say = self.say
        if self.is_none:
            label, small = say("Activate nothing"), say("end the turn")
            at = CARDS(self.view.player)
            return Choice(self.a, self.text(), at=at, label=label, small=small, quiet=True)
        dice = on_card(self.s, self.n)
        badge, small = self.effect(len(dice))
        return Choice(
            self.a,
            self.text(),
            at=own_card(self.view, self.n),
            label=badge + " · " + dice_count(self.view, len(dice)),
            small=small,
            badge=badge,
            lights=tuple(piece.key for piece in dice),
            asks=True,
        )

    def effect(self, dice: int) -> tuple[str, str]:
        """Return what the card does with so many dice, in short and in full."""
        say, side = self.say, rules.side_up(self.s, self.s.to_move, self.n)
        if side == rules.CONTROL:
            return say("Set faces"), say("then lay them anew")
        if side == rules.TARGET:
            return say("Give both"), say("to one player")
        return say("Deal out"), shares(self.view, dice)

    def refusal(self) -> Refusal:
        v = self.view
        card = card_word(v.say, self.s, v.player, self.n)
        return v.say("{card} is not complete", card=card), "CO-10"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.activating(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        if self.is_none:
            return ()
        return (own_card(self.view, self.n), *(die.key for die in on_card(self.s, self.n)))


class Give(Move):
    """CO-11 a die of the card activated goes to the seat due, or to the Compost."""

    phases = (rules.DISTRIBUTE,)
    first = rules.GIVE
    count = rules.KINDS
    clause = "CO-11"
    expected = message("expected a die to give ({first} to {last})")
    habit = message("giving dice away")
    tapped = (TRAY_DIE,)

    @classmethod
    def prompt(cls, view: View) -> str:
        if view.s.due == view.s.to_move:
            return view.say("Which die goes to the Compost?")
        return view.say("Which die for {taker}?", taker=view.names[view.s.due])

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        return KIND_OF[str(parts[0])]

    def record(self) -> dict[str, Any]:
        return {"give": DIE_NAMES[self.n]}

    def text(self) -> str:
        return self.say("give {die}", die=die_word(self.say, self.n))

    def choice(self) -> Choice:
        return Choice(self.a, self.text(), at=TRAY_DIE(KINDS[self.n], 0))

    def refusal(self) -> Refusal:
        say = self.say
        if self.s.dice[rules.TRAY, self.n]:
            text = say("nobody is given a die of the own colour while there is another")
            return text, "CO-14"
        return say("no {die} is left to be given", die=die_word(say, self.n)), "CO-11"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.giving(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return reasons.given_die(self.s, self.a)


class Aim(Move):
    """CO-12 both dice of Target go to one player."""

    phases = (rules.AIM,)
    first = rules.AIM_AT
    count = rules.SEATS
    clause = "CO-12"
    question = message("Who gets both dice?")
    expected = message("expected another player ({first} to {last})")
    tapped = (TAKER,)

    @classmethod
    def range_in(cls, view: View) -> tuple[int, int]:
        return rules.AIM_AT, rules.AIM_AT + view.s.seats - 1

    def record(self) -> dict[str, Any]:
        return {"give both": COLOUR_NAMES[self.n]}

    def text(self) -> str:
        return self.say("both dice to {name}", name=colour_word(self.say, self.n))

    def choice(self) -> Choice:
        text = self.say("both dice to {name}", name=self.view.names[self.n])
        return Choice(self.a, text, at=TAKER(self.n))

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.aiming(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return (TAKER(self.n),)


class Set(Move):
    """CO-13 a die of Control is set to a face."""

    phases = (rules.TURN_DICE,)
    first = rules.TURN_TO
    count = rules.FACES
    clause = "CO-13"
    expected = message("expected a face of the die ({first} to {last})")
    habit = message("setting faces")
    tapped = (FACE,)

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Set {die} to which face?", die=die_word(view.say, asked_for(view.s)))

    def record(self) -> dict[str, Any]:
        return {"set": DIE_NAMES[asked_for(self.s)], "to": self.n + 1}

    def text(self) -> str:
        die = die_word(self.say, asked_for(self.s))
        return self.say("set {die} to {face}", die=die, face=self.n + 1)

    def choice(self) -> Choice:
        return Choice(self.a, self.text(), at=FACE(self.n))

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.setting(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return reasons.set_face(self.s, self.a)


class Lift(Move):
    """CO-13 another die is lifted to be laid anew, or no more."""

    phases = (rules.LIFT,)
    first = rules.LIFT_FROM
    count = rules.LIFTED - rules.LIFT_FROM + 1
    clause = "CO-13"
    question = message("Which dice do you lay anew?")
    expected = message("expected a die to lift ({first} to {last}) or no more ({none})")
    habit = message("lifting dice")
    tapped = (CARD_DIE,)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, none = rules.LIFT_FROM, rules.LIFTED
        return view.say(cls.expected, first=first, last=none - 1, none=none), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        place = own_place(view, *parts)
        return None if place is None else place * rules.KINDS + KIND_OF[str(parts[2])]

    @property
    def is_none(self) -> bool:
        return self.a == rules.LIFTED

    @property
    def place(self) -> int:
        return self.n // rules.KINDS

    @property
    def kind(self) -> int:
        return self.n % rules.KINDS

    def record(self) -> dict[str, Any]:
        if self.is_none:
            return {"lift": "none"}
        card = card_name(self.s, self.view.player, self.place)
        return {"lift": DIE_NAMES[self.kind], "from": card}

    def text(self) -> str:
        say = self.say
        if self.is_none:
            return say("lift no more")
        return say("lift {die} from {card}", **self.words())

    def words(self) -> dict[str, str]:
        say = self.say
        card = card_word(say, self.s, self.view.player, self.place)
        return {"die": die_word(say, self.kind), "card": card}

    def choice(self) -> Choice:
        v = self.view
        if self.is_none:
            small = v.say.many("lay {n} die", "lay {n} dice", self.s.many[rules.HAND])
            label = v.say("Done lifting")
            return Choice(self.a, self.text(), at=CARDS(v.player), label=label, small=small)
        return Choice(self.a, self.text(), at=self.die())

    def die(self) -> str:
        return CARD_DIE(self.view.player, self.place, KINDS[self.kind], 0)

    def refusal(self) -> Refusal:
        return self.say("no {die} lies on {card}", **self.words()), "CO-13"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.lifting(self.view, self.a)

    def lights(self) -> Iterable[str]:
        return () if self.is_none else (self.die(),)


def own_card(v: View, place: int) -> str:
    return CARD(v.player, place)


def own_place(v: View, *parts: Part) -> int | None:
    """Return the place of a card of the seat to choose, None for a card of another seat."""
    seat, place, *_ = parts
    return int(place) if seat == v.player else None


def dice_count(v: View, n: int) -> str:
    return v.say.many("{n} die", "{n} dice", n)


def shares(v: View, n: int) -> str:
    """Return who gets how many of so many dice dealt out."""
    s, parts = v.s, []
    for i in range(min(n, s.seats)):
        seat = (s.to_move + i) % s.seats
        taker = f"{ICONS[seat]} {v.names[seat]}" if i else COMPOST_ICON
        parts.append(f"{taker} {(n - i - 1) // s.seats + 1}")
    return " · ".join(parts)
