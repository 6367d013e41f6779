"""What may happen in Mice to Meet You: dice are rolled, cards played, rolls missed or used."""

from collections.abc import Iterable, Sequence
from typing import Any

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view import reasons
from pasch.games.mice_to_meet_you.view.left_over import (
    CardMove,
    NoSecond,
    Pass,
    SecondCard,
    Use,
    price,
)
from pasch.games.mice_to_meet_you.view.things import (
    CARD,
    MARKS,
    TRAY,
    card_of,
    dice_for,
    left_by,
    nuts_for,
    used_keys,
    users,
    yellow_faces,
)
from pasch.sdk import Choice, Die, Key, Move, Part, Refusal, View, Words, drawn, message


class Roll(Die):
    """MTY-4 a die is rolled."""

    phases = (rules.ROLL,)
    clause = "MTY-4"

    @classmethod
    def prompt(cls, view: View) -> str:
        s = view.s
        values = {"n": s.rolled + 1, "dice": s.dice}
        if s.rolled < s.red_dice:
            return view.say("Roll die {n} of {dice}, red", **values)
        return view.say("Roll die {n} of {dice}, yellow", **values)

    def is_silent(self) -> bool:
        """Return whether more dice of this roll are to come."""
        return bool(self.s.rolled + 1 < self.s.dice)


class Play(CardMove):
    """MTY-5, MTY-6 a card is played with the red dice and some of the yellow ones."""

    phases = (rules.ACT,)
    count = rules.TAKE_BACK
    question = message("Play a card, or miss?")
    expected = message("expected a card to play, or a miss ({first} to {last})")
    habit = message("playing a card")

    @classmethod
    def expectation(cls, view: View) -> Refusal:
        if view.s.seats == 1:
            first, last = rules.TURN_DOWN, rules.ACTIONS - 1
            return view.say(cls.expected, first=first, last=last), "MTY-18"
        first, last = rules.TAKE_BACK, rules.NOTHING
        return view.say(cls.expected, first=first, last=last), "MTY-7"

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        """Return the play of an own card to whose value the dice come nearest."""
        n = super().intended(view, thing, *parts)
        if n is None:
            return None
        s = view.s
        sums = (y for y in range(s.yellow + 1) if s.sums >> y & 1)
        nearest: int = min(sums, key=lambda y: abs(n + 1 - s.red - y))
        return nearest * rules.CARDS + n

    @property
    def y(self) -> int:
        """The sum of the yellow dice that are used."""
        return self.a // rules.CARDS

    def record(self) -> dict[str, Any]:
        return {"play": self.card, "yellow": self.y}

    def text(self) -> str:
        """Return the card and its price.

        What the yellow dice leave over is told too, since the others can use it.
        """
        left, words = left_by(self.s, self.a), self.played_with(dice_for(self.s, self.y) or "0")
        return self.say("{play}, leaves {left}", play=words, left=left) if left else words

    def choice(self) -> Choice:
        plays = (a for a in self.view.legal() if a < rules.TAKE_BACK)
        same = (a for a in plays if card_of(self.s, a) == self.card)
        return self.choice_among([nuts_for(self.s, a) for a in same])

    def choice_among(self, prices: Sequence[int]) -> Choice:
        """Return the choice; the ways to pay for the card have these prices."""
        s = self.s
        left, nuts = left_by(s, self.a), nuts_for(s, self.a)
        could = users(s, self.card, left, nuts)
        how, leaves = self.way(s.red + self.y), self.leaves(left, nuts, could)
        only = len(prices) == 1
        return Choice(
            action=self.a,
            text=self.text(),
            at=self.key,
            label=self.verb() if only else how,
            small=f"{how}, {leaves}" if only else leaves,
            badge=price(min(prices)),
            lights=(*used_keys(s, left), *[CARD(seat, left) for seat in could]),
            asks=True,
            quiet=nuts > min(prices),
        )

    def leaves(self, left: int, nuts: int, could: list[int]) -> str:
        """Return what is left, and who could use it just so."""
        s, say = self.s, self.say
        if not left:
            return say("leaves nothing")
        if s.seats > 1:
            return f"{say('leaves {left}', left=left)} {''.join(MARKS[i] for i in could)}".strip()
        if left >= s.threshold and s.supply + nuts:
            return say("leaves {left}: + 1 🥜", left=left)
        if could:
            return say("leaves {left} for the {left}", left=left)
        return say("leaves {left}", left=left)

    def short_name(self) -> str:
        return self.text()

    def refusal(self) -> Refusal:
        s, say = self.s, self.say
        if s.sums >> self.y & 1:
            return self.why_not(s.red + self.y, "MTY-6")
        faces = ", ".join(map(str, yellow_faces(s)))
        if not faces:
            return say("no yellow die was rolled"), "MTY-5"
        text = say("no choice of the yellow dice ({faces}) shows {sum}", faces=faces, sum=self.y)
        return text, "MTY-5"

    def lights(self) -> Iterable[str]:
        s, left = self.s, left_by(self.s, self.a)
        could = (CARD(seat, left) for seat in reasons.users_of(s, self.a))
        return (self.key, *used_keys(s, left), *could)


class Miss(Move):
    """MTY-9, MTY-18 a roll is of no use. It has no place of its own: what it costs is lit."""

    phases = (rules.ACT,)
    clause = "MTY-9"
    habit = message("missing")

    @property
    def card(self) -> int:
        return card_of(self.s, self.a)

    def cost(self) -> str:
        raise NotImplementedError

    def choice(self) -> Choice:
        return missing(self.view, self.a, self.text(), self.s.to_move, self.card, self.cost())

    def lights(self) -> Iterable[str]:
        return (CARD(self.s.to_move, self.card),) if self.card else ()


class TakeBack(Miss):
    """MTY-9 the top card of the cage comes back."""

    first = rules.TAKE_BACK

    def record(self) -> dict[str, Any]:
        return {"miss": "take back"}

    def text(self) -> str:
        return self.say("miss: take {card} back", card=self.card)

    def cost(self) -> str:
        return self.say("the {card} comes back", card=self.card)

    def refusal(self) -> Refusal | None:
        return None if self.s.seats == 1 else (self.say("the cage is empty"), "MTY-9")

    def reason(self, other: int | None) -> Iterable[str]:
        card = self.view.fact("card", self.a, self.card)
        yield self.say("A miss: the {card} comes back into the hand.", card=card)


class TurnUp(Miss):
    """MTY-9 a dice card is turned up."""

    first = rules.TURN_UP
    count = len(VALUES)

    def record(self) -> dict[str, Any]:
        return {"miss": "turn up", "card": self.card}

    def text(self) -> str:
        return self.say("miss: turn {card} up", card=self.card)

    def cost(self) -> str:
        return self.say("the {card} opens again", card=self.card)

    def refusal(self) -> Refusal | None:
        if self.s.seats == 1:
            return None
        return self.say("the {card} lies open", card=self.card), "MTY-9"

    def reason(self, other: int | None) -> Iterable[str]:
        yield reasons.turning(self.view, self.a)


class Nothing(Miss):
    """MTY-9 there is nothing to lose."""

    first = rules.NOTHING
    name = message("miss")

    def record(self) -> dict[str, Any]:
        return {"miss": "nothing"}

    def cost(self) -> str:
        return self.say("costs nothing")

    def refusal(self) -> Refusal | None:
        if self.s.seats == 1:
            return None
        return self.say("a miss takes a card back or turns a dice card up"), "MTY-9"

    def reason(self, other: int | None) -> Iterable[str]:
        yield self.say("Missing costs nothing here.")


class TurnDown(Miss):
    """MTY-18 alone, a dice card is turned down for good."""

    first = rules.TURN_DOWN
    count = len(VALUES)

    def record(self) -> dict[str, Any]:
        return {"miss": "turn down", "card": self.card}

    def text(self) -> str:
        return self.say("miss: turn {card} down", card=self.card)

    def cost(self) -> str:
        return self.say("the {card} is lost", card=self.card)

    def refusal(self) -> Refusal | None:
        if self.s.seats > 1:
            return None
        if self.s.open[0] & rules.BIT[self.n]:
            return self.say("the 6 can only be turned as the last open dice card"), "MTY-18"
        return self.say("the {card} is face down already", card=self.card), "MTY-18"

    def reason(self, other: int | None) -> Iterable[str]:
        yield reasons.turning(self.view, self.a)


MOVES = (Play, TakeBack, TurnUp, Nothing, TurnDown, Use, Pass, SecondCard, NoSecond)
CHANCES = (Roll,)


def choices(v: View) -> tuple[Choice, ...]:
    """Return the legal actions as choices; the ways to pay for one card are compared."""
    legal, prices = v.legal(), dict[int, list[int]]()
    if v.s.phase == rules.ACT:
        for a in legal:
            if a < rules.TAKE_BACK:
                prices.setdefault(card_of(v.s, a), []).append(nuts_for(v.s, a))
    moves = [v.move(a) for a in legal]
    return tuple(
        move.choice_among(prices[move.card]) if isinstance(move, Play) else move.choice()
        for move in moves
    )


@drawn
def missing(say: Words, a: int, text: str, seat: int, card: int, cost: str) -> Choice:
    return Choice(
        action=a,
        text=text,
        at=TRAY(),
        label=say("Miss"),
        small=cost,
        lights=(CARD(seat, card),) if card else (),
        asks=a != rules.NOTHING,
        quiet=True,
    )
