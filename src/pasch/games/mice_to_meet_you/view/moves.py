"""What may happen in Mice to Meet You: dice are rolled, cards played, rolls missed or used."""

from collections.abc import Iterable, Sequence
from typing import Any

from pasch.core.view.keys import Key, Part
from pasch.core.view.moves import Die, Move, Refusal
from pasch.core.view.scene import Choice
from pasch.core.view.view import View, drawn
from pasch.core.words import Words, message
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.cards import VALUES
from pasch.games.mice_to_meet_you.view import reasons
from pasch.games.mice_to_meet_you.view.things import (
    CARD,
    MARKS,
    TRAY,
    card_of,
    dice_for,
    left_by,
    left_keys,
    nuts_for,
    nuts_word,
    used_keys,
    users,
    yellow_faces,
)


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

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.playing(self.view, self.a, other)


class Play(CardMove):
    """MTY-5, MTY-6 a card is played with the red dice and some of the yellow ones."""

    phases = (rules.ACT,)
    count = rules.TAKE_BACK
    expected = message("expected a card to play, or a miss ({first} to {last})")
    habit = message("playing a card")

    @classmethod
    def prompt(cls, view: View) -> str:
        return view.say("Play a card, or miss?")

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
        """Return the card and its price; what the yellow dice leave over is told too, since the
        others can use it."""
        s, say, card = self.s, self.say, self.card
        left = left_by(s, self.a)
        words = play_text(self.view, self.is_mouse, card, dice_for(s, self.y) or "0")
        words = for_nuts(self.view, words, nuts_for(s, self.a))
        return say("{play}, leaves {left}", play=words, left=left) if left else words

    @property
    def is_mouse(self) -> bool:
        return bool(self.s.hand[self.s.to_move] & rules.BIT[self.card])

    def choice(self) -> Choice:
        plays = (a for a in self.view.legal() if a < rules.TAKE_BACK)
        same = (a for a in plays if card_of(self.s, a) == self.card)
        return self.choice_among([nuts_for(self.s, a) for a in same])

    def choice_among(self, prices: Sequence[int]) -> Choice:
        """Return the choice; the ways to pay for the card have these prices."""
        s, (y, n) = self.s, divmod(self.a, rules.CARDS)
        card, left, nuts = n + 1, s.yellow - y, nuts_for(s, self.a)
        could = users(s, card, left, nuts)
        how = way(self.view, s.red + y, card)
        leaves = leaves_text(self.view, left, nuts, could)
        only = len(prices) == 1
        return Choice(
            action=self.a,
            text=self.text(),
            at=CARD(s.to_move, card),
            label=verb(self.view, card) if only else how,
            small=f"{how}, {leaves}" if only else leaves,
            badge=price(min(prices)),
            lights=(*used_keys(s, left), *[CARD(seat, left) for seat in could]),
            asks=True,
            quiet=nuts > min(prices),
        )

    def short_name(self) -> str:
        return self.text()

    def refusal(self) -> Refusal:
        s, say = self.s, self.say
        if s.sums >> self.y & 1:
            return why_not(self.view, self.card, s.red + self.y, "MTY-6")
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

    def record(self) -> dict[str, Any]:
        return {"miss": "nothing"}

    def text(self) -> str:
        return self.say("miss")

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
    """MTY-11, MTY-12 a passive player uses what is left for a card, which brings the active one a
    nut: where none is in the middle, it is one's own."""

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
        is_mouse = bool(self.s.hand[self.s.to_move] & rules.BIT[self.card])
        words = play_text(self.view, is_mouse, self.card, str(self.s.standing))
        return for_nuts(self.view, words, nuts_for(self.s, self.a))

    def choice(self) -> Choice:
        s, how = self.s, way(self.view, self.s.standing, self.card)
        if s.supply:
            return self.left_choice(verb(self.view, self.card), how)
        paid = self.say("{how}, 1 🥜 for {name}", how=how, name=self.view.names[s.active])
        return self.left_choice(verb(self.view, self.card), paid, fee=1)

    def refusal(self) -> Refusal:
        s = self.s
        return why_not(self.view, self.card, s.standing, "MTY-13", is_priced=not s.supply)


class Pass(LeftDice):
    """MTY-10 a passive player uses nothing."""

    phases = (rules.REACT,)
    first = rules.PASS
    habit = message("passing")

    def record(self) -> dict[str, Any]:
        return {"pass": True}

    def text(self) -> str:
        return self.say("pass")

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
        return for_nuts(self.view, words, nuts_for(self.s, self.a))

    def choice(self) -> Choice:
        label = self.say("Also cage the {card}", card=self.card)
        return self.left_choice(label, self.say("costs {n} 🥜", n=nuts_for(self.s, self.a)))

    def refusal(self) -> Refusal:
        return why_not(self.view, self.card, self.s.standing, "MTY-19", is_priced=True)


class NoSecond(LeftDice):
    """MTY-19, MTY-20 no second card is played; a nut may come back."""

    phases = (rules.SECOND,)
    first = rules.NO_SECOND
    clause = "MTY-19"

    def record(self) -> dict[str, Any]:
        return {"second": "none"}

    def text(self) -> str:
        return self.say("no second card")

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


def play_text(v: View, is_mouse: bool, card: int, dice: str) -> str:
    if is_mouse:
        return v.say("play {card}: {dice}", card=card, dice=dice)
    return v.say("{card} down: {dice}", card=card, dice=dice)


def for_nuts(v: View, words: str, nuts: int) -> str:
    return v.say("{play}, {n} 🥜", play=words, n=nuts) if nuts else words


def verb(v: View, card: int) -> str:
    if v.s.hand[v.s.to_move] & rules.BIT[card]:
        return v.say("Cage the {card}", card=card)
    return v.say("Turn the {card} down", card=card)


def way(v: View, total: int, card: int) -> str:
    return f"{total} {nuts_word(card - total)}" if card != total else v.say("free")


def price(nuts: int) -> str:
    return f"{nuts} 🥜" if nuts else ""


def leaves_text(v: View, left: int, nuts: int, could: list[int]) -> str:
    """Return what is left, and who could use it just so."""
    s, say = v.s, v.say
    if not left:
        return say("leaves nothing")
    if s.seats > 1:
        return f"{say('leaves {left}', left=left)} {''.join(MARKS[i] for i in could)}".strip()
    if left >= s.threshold and s.supply + nuts:
        return say("leaves {left}: + 1 🥜", left=left)
    if could:
        return say("leaves {left} for the {left}", left=left)
    return say("leaves {left}", left=left)


def why_not(v: View, card: int, total: int, clause: str, is_priced: bool = False) -> Refusal:
    """Return why a seat can't play this card with this sum."""
    s, say = v.s, v.say
    if s.seats == 1 and card in VALUES:
        return say("{card} is a dice card: alone, only a miss turns it", card=card), "MTY-18"
    if card == VALUES[rules.SIX] and s.open[s.to_move] & rules.BIT[rules.SIX]:
        if s.open[s.to_move] != rules.BIT[rules.SIX]:
            return say("the 6 can only be turned as the last open dice card"), "MTY-7"
    elif not rules.playable_by(s, s.to_move) & rules.BIT[card]:
        return say("{card} is neither in the hand nor an open dice card", card=card), "MTY-7"
    return too_far(v, card, total, is_priced), clause


def too_far(v: View, card: int, total: int, is_priced: bool) -> str:
    nuts = v.s.nuts[v.s.to_move]
    values = {"total": total, "off": abs(card - total), "card": card}
    if is_priced:
        return v.say.many(
            "{total} is {off} off {card} and the price, with {n} nut",
            "{total} is {off} off {card} and the price, with {n} nuts",
            nuts,
            **values,
        )
    return v.say.many(
        "{total} is {off} off {card}, with {n} nut",
        "{total} is {off} off {card}, with {n} nuts",
        nuts,
        **values,
    )
