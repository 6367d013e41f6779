"""What is counted for the coach: which cards become ready, here and at the neighbours."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pasch.games.compost import rules
from pasch.games.compost.view.cards import card
from pasch.games.compost.view.things import (
    CARD,
    CARD_DIE,
    FACE,
    KINDS,
    TRAY_DIE,
    Dice,
    asked_for,
    by_face,
    card_word,
    dice_with_keys,
    die_word,
    heap,
    kinds_of,
    with_one_more,
)
from pasch.sdk import State, View, percent

FEW = 4  # dice of which every way to fall is tried
READY_PLACES = range(rules.STOVE)  # those whose cards can be ready


# Rolling again


def rerolling(v: View, a: int) -> Iterator[str]:
    """Yield how many dice are rolled again, and which cards can be ready then."""
    s, say = v.s, v.say
    taken, left = (
        [some(s, a, place, which) for place in range(rules.PLACES)] for which in (True, False)
    )
    rolled = v.fact("rolled", a, sum(map(sum, taken)))
    from_stove = sum(taken[rules.STOVE])
    if from_stove:
        yield say.many(
            "{n} die is rolled again, from the Stove: {stove}.",
            "{n} dice are rolled again, from the Stove: {stove}.",
            rolled,
            stove=v.fact("stove", a, from_stove),
        )
    else:
        yield say.many("{n} die is rolled again.", "{n} dice are rolled again.", rolled)
    ready = [place for place in READY_PLACES if ready_with(s, place, left[place])]
    if ready:
        yield say("Ready as before: {cards}.", cards=names_of(v, s.to_move, ready))
    elif rolled <= FEW:
        chance = v.fact("ready", a, chance_of_ready(s, rolled, left))
        yield say("In {chance} of cases a card can be made ready then.", chance=percent(chance))


def names_of(v: View, seat: int, places: Sequence[int]) -> str:
    return ", ".join(card_word(v.say, v.s, seat, place) for place in places)


def some(s: State, a: int, place: int, taken: bool) -> Dice:
    """Return the dice of a card that are rolled again, or the others (CO-4)."""
    kinds = rules.REROLLED[a, place]
    return bytes(
        n if bool(kinds >> kind & 1) == taken else 0 for kind, n in enumerate(heap(s, place))
    )


def ready_with(s: State, place: int, dice: Dice) -> bool:
    return card(place, s.flipped[s.to_move, place], by_face(dice)).is_complete


def chance_of_ready(s: State, dice: int, left: Sequence[Dice]) -> Fraction:
    return chance_with(
        dice,
        tuple((place, s.flipped[s.to_move, place], by_face(left[place])) for place in READY_PLACES),
    )


@lru_cache(1 << 10)
def chance_with(dice: int, cards: tuple[tuple[int, int, Dice], ...]) -> Fraction:
    """Return the chance that some of the dice rolled make one of these cards ready."""
    rolls = product(range(rules.FACES), repeat=dice)
    hands = (bytes(roll.count(face) for face in range(rules.FACES)) for roll in rolls)
    found = sum(any(most_ready(*each, hand) for each in cards) for hand in hands)
    return Fraction(found, rules.FACES**dice)


def rerolled_dice(s: State, a: int) -> Iterable[str]:
    """Return the keys of the dice that a choice rolls again."""
    seat = s.to_move
    return [
        key
        for place in range(rules.PLACES)
        for _, key in dice_with_keys(some(s, a, place, taken=True), CARD_DIE, seat, place)
    ]


# Laying


def laying(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how far a card comes with the die, and how much less far another one."""
    yield laid(v, a)
    if other is not None and promise(v.s, other) < promise(v.s, a):
        yield laid(v, other)


def promise(s: State, a: int) -> tuple[int, int]:
    """Return how far a card comes with the die asked for.

    That is the dice it can get rid of, or what it lacks to be ready.
    """
    seat, place = rules.player(s), a - rules.PUT_ON
    side = rules.side_up(s, seat, place)
    if side in (rules.STOVE, rules.CONTROL):
        return 0, -rules.UNBOUNDED
    faces = with_one_more(by_face(heap(s, place)), asked_for(s) % rules.FACES)
    missing = lacking(side, faces)
    return most_ready(place, s.flipped[seat, place], faces, others_in_hand(s)), -missing


def laid(v: View, a: int) -> str:
    """Return what comes of a card with the die asked for."""
    s, say, place = v.s, v.say, a - rules.PUT_ON
    if place == rules.STOVE:
        return say("On the Stove it just waits for another roll.")
    if rules.side_up(s, v.player, place) == rules.CONTROL:
        return say("Control sets dice anew, but gets rid of none.")
    dice, lack = promise(s, a)
    values = {"card": card_word(say, s, v.player, place)}
    if dice == 0:
        return say.many(
            "{card} lacks {n} more die then.",
            "{card} lacks {n} more dice then.",
            v.fact("lacks", a, -lack),
            **values,
        )
    v.fact("dice", a, dice)
    if dice == sum(heap(s, place)) + 1:
        return say.many(
            "{card} is ready with {n} die.", "{card} is ready with {n} dice.", dice, **values
        )
    return say("{card} can be ready with the other dice, {n} in all.", n=dice, **values)


def others_in_hand(s: State) -> Dice:
    """Return the faces of the dice that are asked for later."""
    dice = bytearray(s.dice[rules.HAND])
    dice[asked_for(s)] -= 1
    return by_face(bytes(dice))


@lru_cache(1 << 14)
def most_ready(place: int, flipped: int, faces: Dice, hand: Dice) -> int:
    """Return with how many dice at most a card is ready, if some of those in hand join it.

    It is 0 if the card is never ready.
    """
    most = 0
    for added in product(*(range(n + 1) for n in hand)):
        lying: Dice | None = faces
        for face in kinds_of(bytes(added)):
            lying = joined(place, flipped, lying, face)
        if lying and card(place, flipped, lying).is_complete:
            most = max(most, sum(lying))
    return most


def joined(place: int, flipped: int, faces: Dice | None, face: int) -> Dice | None:
    """Return a card with one die more; None where it does not fit (CO-9)."""
    if faces is None or face not in card(place, flipped, faces).fitting:
        return None
    return with_one_more(faces, face)


def lacking(side: int, faces: Dice) -> int:
    """Return the fewest dice more that complete a card with dice (CO-10)."""
    shown = [face for face, n in enumerate(faces) if n]
    if side == rules.RUN and len(shown) > 1:
        return shown[-1] - shown[0] + 1 - len(shown)
    if side == rules.PAIRS:
        return sum(n % 2 for n in faces)
    return max(rules.LEAST[side] - sum(faces), 0)


# Activating and giving


def activating(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how many dice go, and how many would go with another card."""
    s, say = v.s, v.say
    dice = 0 if a == rules.USE_NONE else sum(heap(s, a - rules.USE))
    if dice:
        yield activated(v, a, dice)
    if other is None or other == rules.USE_NONE:
        return
    name, fewer = card_word(say, s, s.to_move, other - rules.USE), sum(heap(s, other - rules.USE))
    if not dice:
        yield say.many(
            "{card} has {n} die now and can still grow.",
            "{card} has {n} dice now and can still grow.",
            v.fact("dice", other, fewer),
            card=name,
        )
    elif fewer < dice:
        yield say("With {card} it would be {n}.", card=name, n=v.fact("dice", other, fewer))


def activated(v: View, a: int, dice: int) -> str:
    s, say = v.s, v.say
    v.fact("dice", a, dice)
    left = rules.dice_on_cards(s, s.to_move) - dice
    if rules.side_up(s, s.to_move, a - rules.USE) == rules.CONTROL:
        return say.many(
            "{n} die is set to any face and laid anew.",
            "{n} dice are set to any faces and laid anew.",
            dice,
        )
    if left == 0:
        return say.many(
            "{n} die goes, and none is left: won!", "{n} dice go, and none is left: won!", dice
        )
    return say.many(
        "{n} die goes, {left} stay.",
        "{n} dice go, {left} stay.",
        dice,
        left=v.fact("left", a, left),
    )


def giving(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield what the receiver can do with a die, and how much more with another one."""
    yield given(v, a)
    if other is not None and gladness(v.s, other) > gladness(v.s, a):
        yield given(v, other)


def gladness(s: State, a: int) -> int:
    """Return how much a die helps the seat that gets it."""
    kind = a - rules.GIVE
    if s.due in (s.to_move, kind // rules.FACES):
        return 0
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    return 2 if ready else 1 if fitting else 0


def given(v: View, a: int) -> str:
    """CO-8, CO-14 Return what the receiver can do with a die."""
    s, say, kind = v.s, v.say, a - rules.GIVE
    v.fact("face", a, kind % rules.FACES + 1)
    values = {"die": die_word(say, kind), "name": v.names[s.due]}
    if s.due == s.to_move:
        if kind // rules.FACES == s.to_move:
            return say("The {die} is out of the game then.", **values)
        return say(
            "The {die} is out of the game then; given to others, it could come back.", **values
        )
    if kind // rules.FACES == s.due:
        return say("The {die} goes to the Compost: it has the colour of {name}.", **values)
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    v.fact("made ready", a, len(ready))
    if ready:
        cards = names_of(v, s.due, ready)
        return say("With the {die} {name} gets ready: {cards}.", cards=cards, **values)
    if not fitting:
        return say("The {die} has to go onto the Stove of {name}.", **values)
    return say.many(
        "The {die} fits {n} card of {name}.",
        "The {die} fits {n} cards of {name}.",
        v.fact("fits", a, len(fitting)),
        **values,
    )


def given_die(s: State, a: int) -> Iterable[str]:
    """Return the keys of a die to be given and of the cards where it is welcome."""
    kind = a - rules.GIVE
    die = TRAY_DIE(KINDS[kind], 0)
    if s.due == s.to_move or kind // rules.FACES == s.due:
        return (die,)
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    return (die, *(CARD(s.due, place) for place in ready or fitting or [rules.STOVE]))


def welcome(s: State, seat: int, face: int) -> tuple[list[int], list[int]]:
    """Return the cards of a seat that a die with this face makes ready, and all that it fits."""
    fitting = [place for place in READY_PLACES if rules.fits(s, seat, place, face)]
    ready = [place for place in fitting if is_made_ready(s, seat, place, face)]
    return ready, fitting


def is_made_ready(s: State, seat: int, place: int, face: int) -> bool:
    lying = by_face(bytes(s.dice[rules.heap_of(seat, place)]))
    flipped = s.flipped[seat, place]
    return (
        card(place, flipped, with_one_more(lying, face)).is_complete
        and not card(place, flipped, lying).is_complete
    )


def aiming(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how many dice the receiver has left, and whether another one has more."""
    s, say = v.s, v.say
    dice = v.fact("dice", a, rules.dice_on_cards(s, a - rules.AIM_AT))
    values = {"name": v.names[a - rules.AIM_AT]}
    if other is None or rules.dice_on_cards(s, other - rules.AIM_AT) <= dice:
        yield say.many("{name} has {n} die left.", "{name} has {n} dice left.", dice, **values)
        return
    yield say.many(
        "{name} is nearer to the end: {n} die, {other} has {others}.",
        "{name} is nearer to the end: {n} dice, {other} has {others}.",
        dice,
        other=v.names[other - rules.AIM_AT],
        others=v.fact("dice", other, rules.dice_on_cards(s, other - rules.AIM_AT)),
        **values,
    )


# Control


def setting(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield where a face fits, and where another one does."""
    yield fitted(v, v.s, a, a - rules.TURN_TO)
    if other is not None and welcome(v.s, v.s.to_move, a - rules.TURN_TO)[0]:
        yield fitted(v, v.s, other, other - rules.TURN_TO)


def set_face(s: State, a: int) -> Iterable[str]:
    """Return the keys of a face and of the cards where it is welcome."""
    seat, face = s.to_move, a - rules.TURN_TO
    ready, fitting = welcome(s, seat, face)
    return (FACE(face), *(CARD(seat, place) for place in ready or fitting))


def lifting(v: View, a: int) -> Iterator[str]:
    """Yield where a lifted die fits, or how many dice are laid anew."""
    if a == rules.LIFTED:
        dice = v.fact("laid", a, v.s.many[rules.HAND])
        yield v.say.many("{n} die is laid anew.", "{n} dice are laid anew.", dice)
        return
    then = v.s.copy()
    rules.lift(then, a)
    yield fitted(v, then, a, (a - rules.LIFT_FROM) % rules.FACES)


def fitted(v: View, s: State, a: int, face: int) -> str:
    """Return what a die with this face could do on the own cards of a position."""
    say = v.say
    v.fact("face", a, face + 1)
    ready, fitting = welcome(s, s.to_move, face)
    v.fact("made ready", a, len(ready))
    if ready:
        cards = names_of(v, s.to_move, ready)
        return say("A {face} makes {card} ready.", face=face + 1, card=cards)
    if not fitting:
        return say("A {face} fits the Stove only.", face=face + 1)
    return say("A {face} fits {card}.", face=face + 1, card=names_of(v, s.to_move, fitting))
