"""Why to roll, lay, activate or give these dice: what becomes ready, here and at the neighbours."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pasch.core.game.position import State
from pasch.core.view.scene import Facts, Reason, percent
from pasch.core.words import Words
from pasch.games.compost import rules
from pasch.games.compost.cards import Dice, by_face, card, kinds_of, with_one_more
from pasch.games.compost.choices import LAYING, card_of, heap, on_card
from pasch.games.compost.tell import asked_for, card_word, die_piece_key, die_word

FEW = 4  # dice of which every way to fall is tried
CARDS = range(rules.STOVE)  # those that can be ready

Tell = Callable[[State, int, int | None, Facts, Words, Sequence[str]], Iterator[str]]


def why(s: State, a: int, other: int | None, say: Words, names: Sequence[str]) -> Reason | None:
    facts = Facts()
    said = " ".join(TELL[s.phase](s, a, other, facts, say, names))
    return Reason(said, LIGHTS[s.phase](s, a), facts) if said else None


# Rolling again


def rerolling(
    s: State, a: int, _: int | None, facts: Facts, say: Words, __: Sequence[str]
) -> Iterator[str]:
    taken, left = (
        [some(s, a, place, which) for place in range(rules.PLACES)] for which in (True, False)
    )
    facts["rolled", a] = rolled = sum(map(sum, taken))
    told = say.many("{n} die is rolled again.", "{n} dice are rolled again.", rolled)
    from_stove = sum(taken[rules.STOVE])
    if from_stove:
        facts["stove", a] = from_stove
        told = say.many(
            "{n} die is rolled again, from the Stove: {stove}.",
            "{n} dice are rolled again, from the Stove: {stove}.",
            rolled,
            stove=from_stove,
        )
    yield told
    ready = [place for place in CARDS if ready_with(s, place, left[place])]
    if ready:
        yield say("Ready as before: {cards}.", cards=names_of(s, s.to_move, ready, say))
    elif rolled <= FEW:
        facts["ready", a] = chance = chance_of_ready(s, rolled, left)
        yield say("In {chance} of cases a card can be made ready then.", chance=percent(chance))


def names_of(s: State, seat: int, places: Sequence[int], say: Words) -> str:
    return ", ".join(card_word(s, seat, place, say) for place in places)


def some(s: State, a: int, place: int, taken: bool) -> Dice:
    """Of the dice of a card, those rolled again, or the others (CO-4)."""
    kinds = rules.REROLLED[a, place]
    return bytes(
        n if bool(kinds >> kind & 1) == taken else 0 for kind, n in enumerate(heap(s, place))
    )


def ready_with(s: State, place: int, dice: Dice) -> bool:
    return card(place, s.flipped[s.to_move, place], by_face(dice)).is_complete


def chance_of_ready(s: State, dice: int, left: Sequence[Dice]) -> Fraction:
    return chance_with(
        dice,
        tuple((place, s.flipped[s.to_move, place], by_face(left[place])) for place in CARDS),
    )


@lru_cache(1 << 10)
def chance_with(dice: int, cards: tuple[tuple[int, int, Dice], ...]) -> Fraction:
    """That some of the dice rolled make one of these cards ready."""
    rolls = product(range(rules.FACES), repeat=dice)
    hands = (bytes(roll.count(face) for face in range(rules.FACES)) for roll in rolls)
    found = sum(any(most_ready(*each, hand) for each in cards) for hand in hands)
    return Fraction(found, rules.FACES**dice)


# Laying


def laying(
    s: State, a: int, other: int | None, facts: Facts, say: Words, _: Sequence[str]
) -> Iterator[str]:
    yield laid(s, a, facts, say)
    if other is not None and promise(s, other) < promise(s, a):
        yield laid(s, other, facts, say)


def promise(s: State, a: int) -> tuple[int, int]:
    """How far a card comes with the die asked for: the dice it can get rid of, or what it lacks to
    be ready."""
    seat, place = rules.player(s), a - rules.PUT_ON
    side = rules.side_up(s, seat, place)
    if side in (rules.STOVE, rules.CONTROL):
        return 0, -rules.UNBOUNDED
    faces = with_one_more(by_face(heap(s, place)), asked_for(s) % rules.FACES)
    missing = lacking(side, faces)
    return most_ready(place, s.flipped[seat, place], faces, others_in_hand(s)), -missing


def laid(s: State, a: int, facts: Facts, say: Words) -> str:
    """What comes of a card with the die asked for."""
    place = a - rules.PUT_ON
    if place == rules.STOVE:
        return say("On the Stove it just waits for another roll.")
    if rules.side_up(s, rules.player(s), place) == rules.CONTROL:
        return say("Control sets dice anew, but gets rid of none.")
    dice, lack = promise(s, a)
    told = {"card": card_word(s, rules.player(s), place, say)}
    if dice == 0:
        facts["lacks", a] = missing = -lack
        return say.many(
            "{card} lacks {n} more die then.", "{card} lacks {n} more dice then.", missing, **told
        )
    facts["dice", a] = dice
    if dice == sum(heap(s, place)) + 1:
        return say.many(
            "{card} is ready with {n} die.", "{card} is ready with {n} dice.", dice, **told
        )
    return say("{card} can be ready with the other dice, {n} in all.", n=dice, **told)


def others_in_hand(s: State) -> Dice:
    """The faces of the dice that are asked for later."""
    dice = bytearray(s.dice[rules.HAND])
    dice[asked_for(s)] -= 1
    return by_face(bytes(dice))


@lru_cache(1 << 14)
def most_ready(place: int, flipped: int, faces: Dice, hand: Dice) -> int:
    """With how many dice at most a card is ready, if some of those in hand join it; 0: never."""
    most = 0
    for added in product(*(range(n + 1) for n in hand)):
        lying: Dice | None = faces
        for face in kinds_of(bytes(added)):
            lying = joined(place, flipped, lying, face)
        if lying and card(place, flipped, lying).is_complete:
            most = max(most, sum(lying))
    return most


def joined(place: int, flipped: int, faces: Dice | None, face: int) -> Dice | None:
    """A card with one die more; None where it does not fit (CO-9)."""
    if faces is None or face not in card(place, flipped, faces).fitting:
        return None
    return with_one_more(faces, face)


def lacking(side: int, faces: Dice) -> int:
    """The fewest dice more that complete a card with dice (CO-10)."""
    shown = [face for face, n in enumerate(faces) if n]
    if side == rules.RUN and len(shown) > 1:
        return shown[-1] - shown[0] + 1 - len(shown)
    if side == rules.PAIRS:
        return sum(n % 2 for n in faces)
    return max(rules.LEAST[side] - sum(faces), 0)


# Activating and giving


def activating(
    s: State, a: int, other: int | None, facts: Facts, say: Words, _: Sequence[str]
) -> Iterator[str]:
    dice = 0 if a == rules.USE_NONE else sum(heap(s, a - rules.USE))
    if dice:
        yield activated(s, a, dice, facts, say)
    if other is None or other == rules.USE_NONE:
        return
    name, fewer = card_word(s, s.to_move, other - rules.USE, say), sum(heap(s, other - rules.USE))
    if not dice:
        facts["dice", other] = fewer
        yield say.many(
            "{card} has {n} die now and can still grow.",
            "{card} has {n} dice now and can still grow.",
            fewer,
            card=name,
        )
    elif fewer < dice:
        facts["dice", other] = fewer
        yield say("With {card} it would be {n}.", card=name, n=fewer)


def activated(s: State, a: int, dice: int, facts: Facts, say: Words) -> str:
    facts["dice", a] = dice
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
    facts["left", a] = left
    return say.many("{n} die goes, {left} stay.", "{n} dice go, {left} stay.", dice, left=left)


def giving(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    yield given(s, a, facts, say, names)
    if other is not None and gladness(s, other) > gladness(s, a):
        yield given(s, other, facts, say, names)


def gladness(s: State, a: int) -> int:
    """How much a die helps who gets it."""
    kind = a - rules.GIVE
    if s.due in (s.to_move, kind // rules.FACES):
        return 0
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    return 2 if ready else 1 if fitting else 0


def given(s: State, a: int, facts: Facts, say: Words, names: Sequence[str]) -> str:
    """CO-8, CO-14 what the receiver can do with a die."""
    kind = a - rules.GIVE
    facts["face", a] = kind % rules.FACES + 1
    told = {"die": die_word(kind, say), "name": names[s.due]}
    if s.due == s.to_move:
        if kind // rules.FACES == s.to_move:
            return say("The {die} is out of the game then.", **told)
        return say(
            "The {die} is out of the game then; given to others, it could come back.", **told
        )
    if kind // rules.FACES == s.due:
        return say("The {die} goes to the Compost: it has the colour of {name}.", **told)
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    facts["made ready", a] = len(ready)
    if ready:
        cards = names_of(s, s.due, ready, say)
        return say("With the {die} {name} gets ready: {cards}.", cards=cards, **told)
    if not fitting:
        return say("The {die} has to go onto the Stove of {name}.", **told)
    facts["fits", a] = len(fitting)
    return say.many(
        "The {die} fits {n} card of {name}.",
        "The {die} fits {n} cards of {name}.",
        len(fitting),
        **told,
    )


def welcome(s: State, seat: int, face: int) -> tuple[list[int], list[int]]:
    """The cards of a seat that a die with this face makes ready, and all that it fits."""
    fitting = [place for place in CARDS if rules.fits(s, seat, place, face)]
    ready = [place for place in fitting if is_made_ready(s, seat, place, face)]
    return ready, fitting


def is_made_ready(s: State, seat: int, place: int, face: int) -> bool:
    lying = by_face(bytes(s.dice[rules.heap_of(seat, place)]))
    flipped = s.flipped[seat, place]
    return (
        card(place, flipped, with_one_more(lying, face)).is_complete
        and not card(place, flipped, lying).is_complete
    )


def aiming(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    facts["dice", a] = dice = rules.dice_on_cards(s, a - rules.AIM_AT)
    told = {"name": names[a - rules.AIM_AT]}
    if other is None or rules.dice_on_cards(s, other - rules.AIM_AT) <= dice:
        yield say.many("{name} has {n} die left.", "{name} has {n} dice left.", dice, **told)
        return
    facts["dice", other] = more = rules.dice_on_cards(s, other - rules.AIM_AT)
    yield say.many(
        "{name} is nearer to the end: {n} die, {other} has {others}.",
        "{name} is nearer to the end: {n} dice, {other} has {others}.",
        dice,
        other=names[other - rules.AIM_AT],
        others=more,
        **told,
    )


# Control


def setting(
    s: State, a: int, other: int | None, facts: Facts, say: Words, _: Sequence[str]
) -> Iterator[str]:
    yield fitted(s, a, a - rules.TURN_TO, facts, say)
    if other is not None and welcome(s, s.to_move, a - rules.TURN_TO)[0]:
        yield fitted(s, other, other - rules.TURN_TO, facts, say)


def lifting(
    s: State, a: int, _: int | None, facts: Facts, say: Words, __: Sequence[str]
) -> Iterator[str]:
    if a == rules.LIFTED:
        facts["laid", a] = dice = s.many[rules.HAND]
        yield say.many("{n} die is laid anew.", "{n} dice are laid anew.", dice)
        return
    then = s.copy()
    rules.lift(then, a)
    yield fitted(then, a, (a - rules.LIFT_FROM) % rules.FACES, facts, say)


def fitted(s: State, a: int, face: int, facts: Facts, say: Words) -> str:
    """What a die with this face could do on the own cards."""
    facts["face", a] = face + 1
    ready, fitting = welcome(s, s.to_move, face)
    facts["made ready", a] = len(ready)
    if ready:
        return say(
            "A {face} makes {card} ready.", face=face + 1, card=names_of(s, s.to_move, ready, say)
        )
    if not fitting:
        return say("A {face} fits the Stove only.", face=face + 1)
    return say("A {face} fits {card}.", face=face + 1, card=names_of(s, s.to_move, fitting, say))


TELL: dict[int, Tell] = {
    **dict.fromkeys(LAYING, laying),
    rules.REROLL: rerolling,
    rules.ACTIVATE: activating,
    rules.DISTRIBUTE: giving,
    rules.AIM: aiming,
    rules.TURN_DICE: setting,
    rules.LIFT: lifting,
}


# What is lit


def lit_reroll(s: State, a: int) -> tuple[str, ...]:
    return tuple(
        die_piece_key(card_of(s, place), kind, i)
        for place in range(rules.PLACES)
        for kind, n in enumerate(some(s, a, place, taken=True))
        for i in range(n)
    )


def lit_gift(s: State, a: int) -> tuple[str, ...]:
    kind = a - rules.GIVE
    die = die_piece_key("tray", kind)
    if s.due == s.to_move or kind // rules.FACES == s.due:
        return (die,)
    ready, fitting = welcome(s, s.due, kind % rules.FACES)
    return (die, *(f"card:{s.due}:{place}" for place in ready or fitting or [rules.STOVE]))


def lit_setting(s: State, a: int) -> tuple[str, ...]:
    ready, fitting = welcome(s, s.to_move, a - rules.TURN_TO)
    return (f"face:{a - rules.TURN_TO}", *(card_of(s, place) for place in ready or fitting))


def lit_lift(s: State, a: int) -> tuple[str, ...]:
    if a == rules.LIFTED:
        return ()
    place, kind = divmod(a - rules.LIFT_FROM, rules.KINDS)
    return (die_piece_key(card_of(s, place), kind),)


def lit_card(s: State, a: int) -> tuple[str, ...]:
    if a == rules.USE_NONE:
        return ()
    return (card_of(s, a - rules.USE), *(die.key for die in on_card(s, a - rules.USE)))


def lit_place(s: State, a: int) -> tuple[str, ...]:
    return (card_of(s, a - rules.PUT_ON),)


def lit_taker(_: State, a: int) -> tuple[str, ...]:
    return (f"taker:{a - rules.AIM_AT}",)


LIGHTS: dict[int, Callable[[State, int], tuple[str, ...]]] = {
    **dict.fromkeys(LAYING, lit_place),
    rules.REROLL: lit_reroll,
    rules.ACTIVATE: lit_card,
    rules.DISTRIBUTE: lit_gift,
    rules.AIM: lit_taker,
    rules.TURN_DICE: lit_setting,
    rules.LIFT: lit_lift,
}


def habits(say: Words) -> dict[str, str]:
    return {
        "put": say("laying dice"),
        "reroll": say("rolling again"),
        "activate": say("activating a card"),
        "give": say("giving dice away"),
        "set": say("setting faces"),
        "lift": say("lifting dice"),
    }
