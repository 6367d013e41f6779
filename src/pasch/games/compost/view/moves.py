"""What may happen in Compost: dice are rolled, laid, given away, set and lifted."""

from collections.abc import Iterable
from typing import Any

from pasch.games.compost import rules
from pasch.games.compost.view import reasons
from pasch.games.compost.view.cards import free_slot, on_card
from pasch.games.compost.view.effects import (
    Activate,
    Aim,
    Give,
    Lift,
    Set,
    dice_count,
    own_card,
    own_place,
)
from pasch.games.compost.view.things import (
    CARD,
    CARD_DIE,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    DIE_NAMES,
    HAND_DIE,
    KINDS,
    LAYING,
    asked_for,
    card_name,
    card_word,
    colour_word,
    die,
    die_word,
    heap,
    side_word,
)
from pasch.sdk import Choice, Die, Key, Move, Part, Refusal, View, Words, drawn, message


class Roll(Die):
    """CO-4 a die is rolled."""

    phases = (rules.ROLL,)
    clause = "CO-4"

    @classmethod
    def prompt(cls, view: View) -> str:
        colour = colour_word(view.say, rules.next_colour(view.s))
        return view.say("Roll a die: {colour}", colour=colour)


class Reroll(Move):
    """CO-4 the dice of one card, or all of one colour, are rolled again."""

    phases = (rules.REROLL,)
    count = rules.REROLLS
    clause = "CO-4"
    question = message("Which dice do you reroll?")
    expected = message("expected a card (0 to {card}) or a colour ({first} to {last})")
    habit = message("rolling again")
    tapped = (CARD, CARD_DIE, COLOUR)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, last = rules.PLACES, rules.REROLLS - 1
        return view.say(cls.expected, card=rules.PLACES - 1, first=first, last=last), cls.clause

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        if len(parts) == 1:
            return rules.PLACES + int(parts[0])
        return own_place(view, *parts)

    def record(self) -> dict[str, Any]:
        if self.a < rules.PLACES:
            return {"reroll": card_name(self.s, self.view.player, self.a)}
        return {"reroll": COLOUR_NAMES[self.a - rules.PLACES]}

    def text(self) -> str:
        v = self.view
        if self.a < rules.PLACES:
            return v.say("reroll {card}", card=card_word(v.say, self.s, v.player, self.a))
        colour = colour_word(v.say, self.a - rules.PLACES)
        return v.say("reroll all {colour} dice", colour=colour)

    def choice(self) -> Choice:
        """Ask first for a colour, which is spread over several cards; a card takes one tap."""
        if self.a < rules.PLACES:
            return Choice(self.a, self.text(), at=own_card(self.view, self.a))
        colour = self.a - rules.PLACES
        lying = [piece for place in range(rules.PLACES) for piece in on_card(self.s, place)]
        dice = [piece.key for piece in lying if piece.colour == COLOURS[colour]]
        return Choice(
            self.a,
            self.text(),
            at=COLOUR(colour),
            label=self.say("Roll these again"),
            small=dice_count(self.view, len(dice)),
            lights=tuple(dice),
            asks=True,
        )

    def refusal(self) -> Refusal:
        v = self.view
        if self.a < rules.PLACES:
            card = card_word(v.say, self.s, v.player, self.a)
            return v.say("no die lies on {card}", card=card), "CO-4"
        colour = colour_word(v.say, self.a - rules.PLACES)
        return v.say("no {colour} die lies on your cards", colour=colour), "CO-4"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.rerolling(self.view, self.a)

    def lights(self) -> Iterable[str]:
        return reasons.rerolled_dice(self.s, self.a)


class Put(Move):
    """CO-5, CO-8, CO-13 the die asked for goes onto a card."""

    phases = LAYING
    first = rules.PUT_ON
    count = rules.PLACES
    expected = message("expected a card for {die} ({first} to {last})")
    habit = message("laying dice")
    tapped = (CARD, CARD_DIE)

    @classmethod
    def prompt(cls, view: View) -> str:
        s, say = view.s, view.say
        die = die_word(say, asked_for(s))
        if s.phase == rules.RECEIVE:
            giver = view.names[s.to_move]
            return say("{giver} gives you {die}. Where to?", giver=giver, die=die)
        return say("Where does {die} go?", die=die)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, last = cls.range_in(view)
        clause = {rules.ASSIGN: "CO-5", rules.RECEIVE: "CO-8", rules.LAY_DOWN: "CO-13"}
        die = die_word(view.say, asked_for(view.s))
        return view.say(cls.expected, die=die, first=first, last=last), clause[view.s.phase]

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        return own_place(view, *parts)

    def record(self) -> dict[str, Any]:
        card = card_name(self.s, self.view.player, self.n)
        return {"put": DIE_NAMES[asked_for(self.s)], "on": card}

    def text(self) -> str:
        side = rules.side_up(self.s, self.view.player, self.n)
        return put_words(self.say, asked_for(self.s), side)

    def choice(self) -> Choice:
        v, s, kind = self.view, self.s, asked_for(self.s)
        side = rules.side_up(s, v.player, self.n)
        return laid(v, self.a, v.player, kind, side, free_slot(side, heap(s, self.n), kind))

    def refusal(self) -> Refusal:
        v = self.view
        die = die_word(v.say, asked_for(self.s))
        card = card_word(v.say, self.s, v.player, self.n)
        return v.say("{die} does not fit on {card}", die=die, card=card), "CO-9"

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.laying(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return (own_card(self.view, self.n),)


MOVES = (Reroll, Put, Activate, Give, Aim, Set, Lift)
CHANCES = (Roll,)


def put_words(say: Words, kind: int, side: int) -> str:
    return say("{die} on {card}", die=die_word(say, kind), card=side_word(say, side))


@drawn
def laid(say: Words, a: int, seat: int, kind: int, side: int, slot: int) -> Choice:
    """Return the choice of a card for a die, with the die as it would lie there."""
    where = CARD(seat, a - rules.PUT_ON)
    ghost = die("ghost", kind, where, slot=slot)
    by = HAND_DIE(KINDS[kind], 0)
    return Choice(a, put_words(say, kind, side), at=where, by=by, ghosts=(ghost,))
