"""What is counted for the coach: how seldom a roll shows a card, what it costs, what it leaves."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.view.things import card_of, left_by, nuts_for, users
from pasch.sdk import State, View, count, percent

DECLINED = (rules.PASS, rules.NO_SECOND, rules.NOTHING, rules.TAKE_BACK)


def is_miss(a: int) -> bool:
    """Return whether a dice card is turned up or, alone, down."""
    return rules.TURN_UP <= a < rules.NOTHING or a >= rules.TURN_DOWN


# Playing a card


def playing(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how seldom the card comes, or what turning it means, and what is left or paid."""
    s, say = v.s, v.say
    if s.seats == 1 and s.hand[0] == rules.BIT[card_of(s, a)]:
        yield say("That catches the last mouse.")
        return
    if s.hand[s.to_move] & rules.BIT[card_of(s, a)]:
        yield catching(v, a, other)
    else:
        yield turning(v, a)
        if open_after(s, a) == 0:
            return
    if s.phase == rules.ACT:
        yield from leaving(v, a, other)
    elif s.phase == rules.REACT:
        yield say("It brings {name} a nut.", name=v.names[s.active])
    else:
        yield say.many("It costs {n} nut.", "It costs {n} nuts.", v.fact("nuts", a, price(s, a)))


def catching(v: View, a: int, other: int | None) -> str:
    """Return what speaks for a card of the hand.

    The other card comes more often or costs more.
    """
    s, say = v.s, v.say
    card = v.fact("card", a, card_of(s, a))
    rival = 0 if other is None or other in DECLINED or is_miss(other) else card_of(s, other)
    if other is not None and rival and price(s, other) > price(s, a):
        return cheaper(v, a, other)
    chance = v.fact("shown", a, shown(s, card))
    if (
        other is None
        or not s.hand[s.to_move] & rules.BIT[rival]
        or shown(s, rival) <= shown(s, card)
    ):
        return say("The {card} comes in {chance} of rolls.", card=card, chance=percent(chance))
    return say(
        "The {card} comes in {chance} of rolls, the {other} in {often}.",
        card=card,
        chance=percent(chance),
        other=v.fact("card", other, rival),
        often=percent(v.fact("shown", other, shown(s, rival))),
    )


def cheaper(v: View, a: int, other: int) -> str:
    """Return that the other choice costs more."""
    s, say = v.s, v.say
    more = v.fact("nuts", other, price(s, other))
    rival = v.fact("card", other, card_of(s, other))
    values = {"card": card_of(s, a), "more": more, "other": rival}
    if price(s, a) == 0 and values["card"] == rival:
        return say("The {card} is free this way; the other takes {more} 🥜.", **values)
    if price(s, a) == 0:
        return say("The {card} is free; for the {other} it takes {more} 🥜.", **values)
    nuts = v.fact("nuts", a, price(s, a))
    return say("The {card} takes {n} 🥜; for the {other} it would be {more} 🥜.", n=nuts, **values)


def price(s: State, a: int) -> int:
    """MTY-12 Return what a choice costs.

    It includes the nut for the active player where it is one's own.
    """
    return nuts_for(s, a) + (1 if s.phase == rules.REACT and not s.supply else 0)


def shown(s: State, card: int) -> Fraction:
    """Return how likely a roll of the own dice shows a card without a nut (MTY-4, MTY-5)."""
    cards = s.open[s.to_move]
    reds, yellows = s.reds[cards], s.yellows[cards]
    return Fraction(ways(reds, yellows)[card], rules.FACES ** (reds + yellows))


@cache
def ways(reds: int, yellows: int) -> Counter[int]:
    """Return by card how many of all rolls show it."""
    found: Counter[int] = Counter()
    for faces in product(range(1, rules.FACES + 1), repeat=reds + yellows):
        sums = {sum(faces[:reds])}
        for face in faces[reds:]:
            sums |= {total + face for total in sums}
        found.update(sums)
    return found


# Dice cards


def turning(v: View, a: int) -> str:
    """Return what is left to roll, or how the game ends (MTY-15, MTY-21)."""
    cards = open_after(v.s, a)
    if cards == 0:
        return ending(v, a)
    return v.say.many(
        "{n} dice card is open then, with {dice} dice to roll.",
        "{n} dice cards are open then, with {dice} dice to roll.",
        v.fact("open", a, count(cards)),
        dice=v.fact("dice", a, v.s.reds[cards] + v.s.yellows[cards]),
    )


def open_after(s: State, a: int) -> int:
    return int(s.open[s.to_move] ^ rules.BIT[rules.PLACE[card_of(s, a)]])


def ending(v: View, a: int) -> str:
    s, say = v.s, v.say
    if s.seats == 1:
        return say("That ends the game.")
    others = (rules.points(s, seat) for seat in range(s.seats) if seat != s.to_move)
    own = v.fact("points", a, rules.points(s, s.to_move))
    best = v.fact("best", a, min(others))
    return say("That ends the game, with {own} points against {best} or more.", own=own, best=best)


# What is left over


def leaving(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield what is left over, and who could use it."""
    s, say = v.s, v.say
    left, could = left_by(s, a), users_of(s, a)
    if s.seats == 1:
        yield from leaving_oneself(v, a, other)
        return
    v.fact("users", a, len(could))
    if could:
        yield say(
            "It leaves {left} for {names}: a nut for each use.",
            left=v.fact("left", a, left),
            names=names_of(v, could),
        )
    elif other is not None and other < rules.TAKE_BACK and users_of(s, other):
        v.fact("users", other, len(users_of(s, other)))
        yield say(
            "It leaves nothing of use; with the {card} {names} could use the {left}.",
            card=v.fact("card", other, card_of(s, other)),
            left=v.fact("left", other, left_by(s, other)),
            names=names_of(v, users_of(s, other)),
        )
    elif left:
        v.fact("left", a, left)
        yield say("It leaves {left}, which nobody can use as it is.", left=left)
    else:
        yield say("It leaves nothing for the others.")


def leaving_oneself(v: View, a: int, other: int | None) -> Iterator[str]:
    """MTY-20 Yield that a nut comes back, MTY-19 or that a second card can be played."""
    s, say, left = v.s, v.say, left_by(v.s, a)
    if left >= s.threshold and s.supply + nuts_for(s, a):
        yield say("The {left} left over earn a nut.", left=v.fact("left", a, left))
    elif users_of(s, a):
        v.fact("left", a, left)
        yield say("The {left} left over can catch another mouse for a nut.", left=left)
    elif other is not None and is_miss(other):
        yield say("A miss would cost a dice card for good.")


def users_of(s: State, a: int) -> list[int]:
    left = left_by(s, a)
    return users(s, card_of(s, a), left, nuts_for(s, a)) if left else []


def names_of(v: View, seats: list[int]) -> str:
    return ", ".join(v.names[seat] for seat in seats)


# Playing none


def passing(v: View, other: int | None) -> str:
    """MTY-12, MTY-13 Return what using the roll would bring the active player, and cost."""
    s, name = v.s, v.names[v.s.active]
    nuts = 0 if other is None else price(s, other)
    if other is None or not nuts:
        return v.say("Using it would bring {name} a nut.", name=name)
    v.fact("nuts", other, nuts)
    return v.say("Using it would cost {n} 🥜 and bring {name} a nut.", n=nuts, name=name)


def keeping(v: View, a: int) -> str:
    """MTY-19, MTY-20 Return what it brings to play no second card."""
    s, say = v.s, v.say
    if s.standing >= s.threshold and s.supply:
        left = v.fact("left", a, s.standing)
        return say("The {left} left over earn a nut.", left=left)
    nuts = v.fact("nuts", a, s.nuts[0])
    return say.many("{n} nut stays for later.", "{n} nuts stay for later.", nuts)
