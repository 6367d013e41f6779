"""Why to play this card: how seldom a roll shows it, what it costs, what is left for whom."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from pasch.core.game.numbers import count
from pasch.core.game.position import State
from pasch.core.view.scene import Facts, Reason, percent
from pasch.core.words import Words
from pasch.games.mice_to_meet_you import rules
from pasch.games.mice_to_meet_you.offer import left_dice, lit_dice, users
from pasch.games.mice_to_meet_you.tell import card_key, card_of, nuts_for

DECLINED = (rules.PASS, rules.NO_SECOND, rules.NOTHING, rules.TAKE_BACK)


def why(s: State, a: int, other: int | None, say: Words, names: Sequence[str]) -> Reason:
    facts = Facts()
    if a in DECLINED:
        said = declining(s, a, other, facts, say, names)
    elif is_miss(a):
        said = turning(s, a, facts, say)
    else:
        said = playing(s, a, other, facts, say, names)
    return Reason(" ".join(said), lights(s, a), facts)


def is_miss(a: int) -> bool:
    """A dice card turned up or, alone, down."""
    return rules.TURN_UP <= a < rules.NOTHING or a >= rules.TURN_DOWN


# Playing a card


def playing(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    if s.seats == 1 and s.hand[0] == rules.BIT[card_of(s, a)]:
        yield say("That catches the last mouse.")
        return
    if s.hand[s.to_move] & rules.BIT[card_of(s, a)]:
        yield catching(s, a, other, facts, say)
    else:
        yield from turning(s, a, facts, say)
        if open_after(s, a) == 0:
            return
    if s.phase == rules.ACT:
        yield from leaving(s, a, other, facts, say, names)
    elif s.phase == rules.REACT:
        yield say("It brings {name} a nut.", name=names[s.active])
    else:
        facts["nuts", a] = nuts = price(s, a)
        yield say.many("It costs {n} nut.", "It costs {n} nuts.", nuts)


def catching(s: State, a: int, other: int | None, facts: Facts, say: Words) -> str:
    """A card of the hand, against another that comes more often or costs more."""
    card = card_of(s, a)
    rival = 0 if other is None or other in DECLINED or is_miss(other) else card_of(s, other)
    told: dict[str, object] = {"card": card, "other": rival}
    facts["card", a] = card
    if other is not None and rival and price(s, other) > price(s, a):
        return cheaper(s, a, other, facts, say)
    facts["shown", a] = shown(s, card)
    told["chance"] = percent(shown(s, card))
    if (
        other is None
        or not s.hand[s.to_move] & rules.BIT[rival]
        or shown(s, rival) <= shown(s, card)
    ):
        return say("The {card} comes in {chance} of rolls.", **told)
    facts["card", other], facts["shown", other] = rival, shown(s, rival)
    return say(
        "The {card} comes in {chance} of rolls, the {other} in {often}.",
        often=percent(shown(s, rival)),
        **told,
    )


def cheaper(s: State, a: int, other: int, facts: Facts, say: Words) -> str:
    facts["nuts", other], facts["card", other] = price(s, other), card_of(s, other)
    told = {"card": card_of(s, a), "more": price(s, other), "other": card_of(s, other)}
    if price(s, a) == 0 and told["card"] == told["other"]:
        return say("The {card} is free this way; the other takes {more} 🥜.", **told)
    if price(s, a) == 0:
        return say("The {card} is free; for the {other} it takes {more} 🥜.", **told)
    facts["nuts", a] = price(s, a)
    return say(
        "The {card} takes {n} 🥜; for the {other} it would be {more} 🥜.", n=price(s, a), **told
    )


def price(s: State, a: int) -> int:
    """MTY-12 also the nut for the active player, where it is one's own."""
    return nuts_for(s, a) + (1 if s.phase == rules.REACT and not s.supply else 0)


def shown(s: State, card: int) -> Fraction:
    """How likely a roll of the own dice shows it without a nut (MTY-4, MTY-5)."""
    cards = s.open[s.to_move]
    reds, yellows = s.reds[cards], s.yellows[cards]
    return Fraction(ways(reds, yellows)[card], rules.FACES ** (reds + yellows))


@cache
def ways(reds: int, yellows: int) -> Counter[int]:
    """By card: how many of all rolls show it."""
    found: Counter[int] = Counter()
    for faces in product(range(1, rules.FACES + 1), repeat=reds + yellows):
        sums = {sum(faces[:reds])}
        for face in faces[reds:]:
            sums |= {total + face for total in sums}
        found.update(sums)
    return found


# Dice cards


def turning(s: State, a: int, facts: Facts, say: Words) -> Iterator[str]:
    """What is left to roll, or how the game ends (MTY-15, MTY-21)."""
    cards = open_after(s, a)
    if cards == 0:
        yield ending(s, a, facts, say)
        return
    facts["open", a] = count(cards)
    facts["dice", a] = dice = s.reds[cards] + s.yellows[cards]
    yield say.many(
        "{n} dice card is open then, with {dice} dice to roll.",
        "{n} dice cards are open then, with {dice} dice to roll.",
        count(cards),
        dice=dice,
    )


def open_after(s: State, a: int) -> int:
    return int(s.open[s.to_move] ^ rules.BIT[rules.PLACE[card_of(s, a)]])


def ending(s: State, a: int, facts: Facts, say: Words) -> str:
    if s.seats == 1:
        return say("That ends the game.")
    facts["points", a] = own = rules.points(s, s.to_move)
    facts["best", a] = best = min(
        rules.points(s, seat) for seat in range(s.seats) if seat != s.to_move
    )
    return say("That ends the game, with {own} points against {best} or more.", own=own, best=best)


# What is left over


def leaving(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    left, could = left_by(s, a), users_of(s, a)
    if s.seats == 1:
        yield from leaving_oneself(s, a, other, facts, say)
        return
    facts["users", a] = len(could)
    if could:
        facts["left", a] = left
        yield say(
            "It leaves {left} for {names}: a nut for each use.",
            left=left,
            names=", ".join(names[i] for i in could),
        )
    elif other is not None and other < rules.TAKE_BACK and users_of(s, other):
        facts["card", other], facts["left", other] = card_of(s, other), left_by(s, other)
        facts["users", other] = len(users_of(s, other))
        yield say(
            "It leaves nothing of use; with the {card} {names} could use the {left}.",
            card=card_of(s, other),
            left=left_by(s, other),
            names=", ".join(names[i] for i in users_of(s, other)),
        )
    elif left:
        facts["left", a] = left
        yield say("It leaves {left}, which nobody can use as it is.", left=left)
    else:
        yield say("It leaves nothing for the others.")


def leaving_oneself(s: State, a: int, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    """MTY-20 a nut back, MTY-19 a second card."""
    left = left_by(s, a)
    if left >= s.threshold and s.supply + nuts_for(s, a):
        facts["left", a] = left
        yield say("The {left} left over earn a nut.", left=left)
    elif users_of(s, a):
        facts["left", a] = left
        yield say("The {left} left over can catch another mouse for a nut.", left=left)
    elif other is not None and is_miss(other):
        yield say("A miss would cost a dice card for good.")


def left_by(s: State, a: int) -> int:
    return int(s.yellow - a // rules.CARDS)


def users_of(s: State, a: int) -> list[int]:
    left = left_by(s, a)
    return users(s, card_of(s, a), left, nuts_for(s, a)) if left else []


# Playing none


def declining(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    if a == rules.NOTHING:
        yield say("Missing costs nothing here.")
    elif a == rules.TAKE_BACK:
        facts["card", a] = card = card_of(s, a)
        yield say("A miss: the {card} comes back into the hand.", card=card)
    elif a == rules.PASS:
        yield from passing(s, other, facts, say, names[s.active])
    elif s.standing >= s.threshold and s.supply:
        facts["left", a] = s.standing
        yield say("The {left} left over earn a nut.", left=s.standing)
    else:
        facts["nuts", a] = s.nuts[0]
        yield say.many("{n} nut stays for later.", "{n} nuts stay for later.", s.nuts[0])


def passing(s: State, other: int | None, facts: Facts, say: Words, name: str) -> Iterator[str]:
    """MTY-12, MTY-13"""
    nuts = 0 if other is None else price(s, other)
    if other is None or not nuts:
        yield say("Using it would bring {name} a nut.", name=name)
    else:
        facts["nuts", other] = nuts
        yield say("Using it would cost {n} 🥜 and bring {name} a nut.", n=nuts, name=name)


def lights(s: State, a: int) -> tuple[str, ...]:
    card = card_of(s, a)
    own = (card_key(s.to_move, card),) if card else ()
    if s.phase != rules.ACT:
        return (*own, *left_dice(s))
    if a >= rules.TAKE_BACK:
        return own
    left = left_by(s, a)
    return (*own, *lit_dice(s, left), *(card_key(i, left) for i in users_of(s, a)))


def habits(say: Words) -> dict[str, str]:
    return {
        "play": say("playing a card"),
        "miss": say("missing"),
        "use": say("using what others left"),
        "pass": say("passing"),
    }
