"""Moves of Mice to Meet You with a card, and those with dice left over: a use, a second card."""

from collections.abc import Iterable
from typing import Any

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view import reasons
from pasch.games.mice_to_meet_you.view.things import (
    CARD,
    TRAY,
    card_of,
    left_keys,
    nuts_for,
    nuts_word,
)
from pasch.sdk import Choice, Key, Move, Part, Refusal, View, message


class CardMove(Move):
    """A move with one card of the seat to choose."""

    tapped = (CARD,)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        seat, card = map(int, parts)
        return card - 1 if seat == view.player else None

    @property
    def card(self) -> int:
        return card_of(self.s, self.a)

    @property
    def key(self) -> str:
        return CARD(self.s.to_move, self.card)

    @property
    def is_mouse(self) -> bool:
        return bool(self.s.hand[self.s.to_move] & rules.BIT[self.card])

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.playing(self.view, self.a, other)

    def played_with(self, dice: str) -> str:
        """Return the card, the dice for it, and the nuts."""
        if self.is_mouse:
            return self.with_nuts(self.say("play {card}: {dice}", card=self.card, dice=dice))
        return self.with_nuts(self.say("{card} down: {dice}", card=self.card, dice=dice))

    def with_nuts(self, words: str) -> str:
        nuts = nuts_for(self.s, self.a)
        return self.say("{play}, {n} 🥜", play=words, n=nuts) if nuts else words

    def verb(self) -> str:
        if self.is_mouse:
            return self.say("Cage the {card}", card=self.card)
        return self.say("Turn the {card} down", card=self.card)

    def way(self, total: int) -> str:
        """Return the sum, and the nuts that make it the card."""
        if total == self.card:
            return self.say("free")
        return f"{total} {nuts_word(self.card - total)}"

    def why_not(self, total: int, clause: str, is_priced: bool = False) -> Refusal:
        """Return why this card can't be played with this sum."""
        s, say, card = self.s, self.say, self.card
        if s.seats == 1 and card in VALUES:
            return say("{card} is a dice card: alone, only a miss turns it", card=card), "MTY-18"
        if card == VALUES[rules.SIX] and s.open[s.to_move] & rules.BIT[rules.SIX]:
            if s.open[s.to_move] != rules.BIT[rules.SIX]:
                return say("the 6 can only be turned as the last open dice card"), "MTY-7"
        elif not rules.playable_by(s, s.to_move) & rules.BIT[card]:
            return say("{card} is neither in the hand nor an open dice card", card=card), "MTY-7"
        return self.too_far(total, is_priced), clause

    def too_far(self, total: int, is_priced: bool) -> str:
        nuts = self.s.nuts[self.s.to_move]
        values = {"total": total, "off": abs(self.card - total), "card": self.card}
        if is_priced:
            return self.say.many(
                "{total} is {off} off {card} and the price, with {n} nut",
                "{total} is {off} off {card} and the price, with {n} nuts",
                nuts,
                **values,
            )
        return self.say.many(
            "{total} is {off} off {card}, with {n} nut",
            "{total} is {off} off {card}, with {n} nuts",
            nuts,
            **values,
        )


def price(nuts: int) -> str:
    return f"{nuts} 🥜" if nuts else ""


class LeftDice(Move):
    """A move with the dice that the active player left over."""

    clause = "MTY-10"

    def left_choice(self, label: str, small: str, fee: int = 0) -> Choice:
        card = card_of(self.s, self.a)
        return Choice(
            action=self.a,
            text=self.text(),
            at=CARD(self.s.to_move, card),
            label=label,
            small=small,
            badge=price(nuts_for(self.s, self.a) + fee),
            lights=left_keys(self.s),
            asks=True,
        )

    def lights(self) -> Iterable[str]:
        card = card_of(self.s, self.a)
        return (*((CARD(self.s.to_move, card),) if card else ()), *left_keys(self.s))


class Use(CardMove, LeftDice):
    """MTY-11, MTY-12 a passive player uses what is left for a card.

    It brings the active player a nut: where none is in the middle, it is one's own.
    """

    phases = (rules.REACT,)
    first = rules.USE
    count = rules.CARDS
    expected = message(
        "expected a card to use the {left} for ({first} to {last}), or to pass ({none})"
    )
    habit = message("using what others left")

    @classmethod
    def prompt(cls, view: View) -> str:
        values = {"left": view.s.standing, "active": view.names[view.s.active]}
        if view.s.supply:
            return view.say("Use the {left}? {active} gets a nut.", **values)
        return view.say("Use the {left}? {active} gets a nut of yours.", **values)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, last = cls.range_in(view)
        left, none = view.s.standing, rules.PASS
        return view.say(cls.expected, left=left, first=first, last=last, none=none), cls.clause

    def record(self) -> dict[str, Any]:
        return {"use": self.card}

    def text(self) -> str:
        return self.played_with(str(self.s.standing))

    def choice(self) -> Choice:
        s, how = self.s, self.way(self.s.standing)
        if s.supply:
            return self.left_choice(self.verb(), how)
        paid = self.say("{how}, 1 🥜 for {name}", how=how, name=self.view.names[s.active])
        return self.left_choice(self.verb(), paid, fee=1)

    def refusal(self) -> Refusal:
        return self.why_not(self.s.standing, "MTY-13", is_priced=not self.s.supply)


class Pass(LeftDice):
    """MTY-10 a passive player uses nothing."""

    phases = (rules.REACT,)
    first = rules.PASS
    name = message("pass")
    habit = message("passing")

    def record(self) -> dict[str, Any]:
        return {"pass": True}

    def choice(self) -> Choice:
        return Choice(self.a, self.text(), at=TRAY(), label=self.say("Pass"), quiet=True)

    def reason(self, other: int | None) -> Iterable[str]:
        yield reasons.passing(self.view, other)


class SecondCard(CardMove, LeftDice):
    """MTY-19 alone, a second card is played for a nut."""

    phases = (rules.SECOND,)
    first = rules.SECOND_CARD
    count = rules.CARDS
    clause = "MTY-19"
    expected = message("expected a second card ({first} to {last}) or none ({none})")

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("A second card with the {left} left?", left=view.s.standing)

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        first, last = cls.range_in(view)
        return view.say(cls.expected, first=first, last=last, none=rules.NO_SECOND), cls.clause

    def record(self) -> dict[str, Any]:
        return {"second": self.card}

    def text(self) -> str:
        words = self.say("also play {card}: {dice}", card=self.card, dice=self.s.standing)
        return self.with_nuts(words)

    def choice(self) -> Choice:
        label = self.say("Also cage the {card}", card=self.card)
        return self.left_choice(label, self.say("costs {n} 🥜", n=nuts_for(self.s, self.a)))

    def refusal(self) -> Refusal:
        return self.why_not(self.s.standing, "MTY-19", is_priced=True)


class NoSecond(LeftDice):
    """MTY-19, MTY-20 no second card is played; a nut may come back."""

    phases = (rules.SECOND,)
    first = rules.NO_SECOND
    clause = "MTY-19"
    name = message("no second card")

    def record(self) -> dict[str, Any]:
        return {"second": "none"}

    def choice(self) -> Choice:
        s = self.s
        earned = s.standing >= s.threshold and s.supply
        return Choice(
            action=self.a,
            text=self.text(),
            at=TRAY(),
            label=self.say("No second card"),
            small="+ 1 🥜" if earned else "",
            quiet=True,
        )

    def reason(self, other: int | None) -> Iterable[str]:
        yield reasons.keeping(self.view, self.a)
