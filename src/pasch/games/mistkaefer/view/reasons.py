"""What is counted for the coach: what a roll may bring, and what it may cost."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.view.things import colour_word, die_key, put, robbed, victims
from pasch.sdk import State, View, percent

WORTH_A_WORD = Fraction(1, 10)


# Roll or score


def rolling(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how likely bad luck is, and what scoring or other dice would be worth."""
    s, say = v.s, v.say
    yield f"{luck(v, a)}{hope(v, a)}."
    if other == rules.SCORE:
        chips = v.fact("chips", other, rules.chips_for(s, s.to_move))
        yield say.many(
            "Scoring now would bring {n} chip.", "Scoring now would bring {n} chips.", chips
        )
    elif other is not None and bad_luck(s, other) > bad_luck(s, a):
        yield say("With {n} {colour} bad luck would come in {chance}.", **risk(v, other))


def luck(v: View, a: int) -> str:
    """MK-11 Return how likely no value fits, and how many dice would go back then."""
    s, say = v.s, v.say
    if bad_luck(s, a) == 0:
        return say("Every number fits")
    chance = v.fact("bust", a, bad_luck(s, a))
    lost = v.fact("lost", a, dice_on(s) - dice_on(after_bad_luck(s, a)))
    return say.many(
        "In {chance} of cases bad luck would cost {n} die",
        "In {chance} of cases bad luck would cost {n} dice",
        lost,
        chance=percent(chance),
    )


def hope(v: View, a: int) -> str:
    """Return the likelier of a bonus and a theft."""
    bonus, theft = chances(v.s, a)
    if max(bonus, theft) < WORTH_A_WORD:
        return ""
    if bonus >= theft:
        chance = percent(v.fact("bonus", a, bonus))
        return v.say("; in {chance} a bonus space is reached", chance=chance)
    return v.say("; in {chance} a die can be stolen", chance=percent(v.fact("theft", a, theft)))


def scoring(v: View, other: int | None) -> Iterator[str]:
    """Yield what scoring brings, and what rolling would risk."""
    s, say = v.s, v.say
    chips = v.fact("chips", rules.SCORE, rules.chips_for(s, s.to_move))
    if chips == 0:
        yield say("Scoring brings nothing now, but nothing is risked.")
        return
    yield say.many("Scoring brings {n} chip for sure.", "Scoring brings {n} chips for sure.", chips)
    if other is not None and bad_luck(s, other):
        left = v.fact("left", other, rules.chips_for(after_bad_luck(s, other), s.to_move))
        yield say(
            "With {n} {colour} bad luck would come in {chance} of cases and leave {left}.",
            left=left,
            **risk(v, other),
        )


def risk(v: View, a: int) -> dict[str, object]:
    dice = v.fact("dice", a, dice_of(a))
    chance = v.fact("bust", a, bad_luck(v.s, a))
    colour = colour_word(v.say, a // rules.MOST_DICE)
    return {"n": dice, "colour": colour, "chance": percent(chance)}


def dice_of(a: int) -> int:
    return a % rules.MOST_DICE + 1


def dice_on(s: State) -> int:
    return sum(s.filled[s.to_move])


def bad_luck(s: State, a: int) -> Fraction:
    """MK-11 Return the chance that no die is higher than the end of the row."""
    end = rules.rightmost(s, s.to_move, a // rules.MOST_DICE)
    return Fraction(end, rules.FACES) ** dice_of(a)


def after_bad_luck(s: State, a: int) -> State:
    then = s.copy()
    then.colour = a // rules.MOST_DICE
    rules.bad_luck(then)
    return then


def chances(s: State, a: int) -> tuple[Fraction, Fraction]:
    """Return the chances to reach a bonus space, and to steal a die (MK-9, MK-10)."""
    colour = a // rules.MOST_DICE
    first = s.filled[s.to_move, colour]
    rivals = (rules.to_the_left(s, n) for n in range(1, s.seats))
    prey = frozenset(() if s.newcomers else (rules.rightmost(s, i, colour) for i in rivals))
    ahead = tuple(bool(bonus) for bonus in s.bonus[colour][first : s.spaces])
    return gains(dice_of(a), rules.rightmost(s, s.to_move, colour), ahead, prey)


@lru_cache(1 << 10)
def gains(
    dice: int, end: int, ahead: tuple[bool, ...], prey: frozenset[int]
) -> tuple[Fraction, Fraction]:
    """Return the chances that these dice reach a bonus space, and a die to steal."""
    bonus = theft = 0
    for faces, ways in falls(dice).items():
        piles = {value: faces.count(value) for value in set(faces) if value > end}
        bonus += ways * any(any(ahead[:n]) for n in piles.values())
        theft += ways * any(value in prey and n < len(ahead) for value, n in piles.items())
    return Fraction(bonus, rules.FACES**dice), Fraction(theft, rules.FACES**dice)


@cache
def falls(dice: int) -> Counter[tuple[int, ...]]:
    """Return in how many ways dice show the same faces."""
    rolls = product(range(1, rules.FACES + 1), repeat=dice)
    return Counter(tuple(sorted(faces)) for faces in rolls)


def dice_beyond_line(s: State) -> list[str]:
    """MK-15 Return the keys of the dice that bring a chip each."""
    return [
        die_key(s.to_move, colour, column)
        for colour in range(rules.COLOURS)
        for column in range(s.line, s.filled[s.to_move, colour])
    ]


# What follows a roll


def putting(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how many dice go down, who may be robbed, and how the next roll would fare."""
    s, say, value = v.s, v.say, value_of(a)
    dice = v.fact("put", a, put(s, value))
    prey = [v.names[seat] for seat in victims(s, value)]
    if prey:
        yield say.many(
            "{n} die goes down, and one may be stolen from {names}.",
            "{n} dice go down, and one may be stolen from {names}.",
            dice,
            names=", ".join(prey),
        )
    else:
        yield say.many("{n} die goes down.", "{n} dice go down.", dice)
    if s.filled[s.to_move, s.colour] + dice < s.spaces:
        yield next_roll(v, a, other)


def next_roll(v: View, a: int, other: int | None) -> str:
    """Return how likely a roll of four fails after this value, and after a higher one."""
    say, value = v.say, v.fact("value", a, value_of(a))
    chance = percent(v.fact("fail", a, fail(value)))
    if other is None or value_of(other) < value:
        return say(
            "After a {value} a roll of four fails in {chance} of cases.", value=value, chance=chance
        )
    worse = v.fact("value", other, value_of(other))
    return say(
        "After a {value} a roll of four fails in {chance} of cases, after a {worse} in {then}.",
        value=value,
        chance=chance,
        worse=worse,
        then=percent(v.fact("fail", other, fail(worse))),
    )


def value_of(a: int) -> int:
    return a - rules.PUT_ONE + 1


def fail(end: int) -> Fraction:
    """Return how likely a roll of four dice brings bad luck behind this die."""
    return Fraction(end, rules.FACES) ** rules.MOST_DICE


def robbing(v: View) -> Iterator[str]:
    """Yield what the tableaus of both would score before and after the theft."""
    s, victim, then = v.s, robbed(v.s), v.s.copy()
    rules.take_rightmost(then, victim, s.colour)
    rules.lay(then)
    yield v.say(
        "Scoring would then bring {own} chips instead of {before}, "
        "and {name} {left} instead of {was}.",
        own=v.fact("own", rules.TAKE, rules.chips_for(then, s.to_move)),
        before=v.fact("own", rules.LEAVE, rules.chips_for(s, s.to_move)),
        name=v.names[victim],
        left=v.fact("theirs", rules.TAKE, rules.chips_for(then, victim)),
        was=v.fact("theirs", rules.LEAVE, rules.chips_for(s, victim)),
    )


def stealing(v: View, a: int, other: int | None) -> Iterator[str]:
    """Yield how many chips the victim has, and how many fewer another one has."""
    s, victim = v.s, a - rules.STEAL_FROM
    chips = v.fact("owned", a, s.owned[victim])
    fewer = chips if other is None else s.owned[other - rules.STEAL_FROM]
    name = v.names[victim]
    if other is None or fewer >= chips:
        yield v.say.many("{name} has {n} chip.", "{name} has {n} chips.", chips, name=name)
    else:
        yield v.say(
            "{name} has {n} chips, {other} only {fewer}.",
            name=name,
            n=chips,
            other=v.names[other - rules.STEAL_FROM],
            fewer=v.fact("owned", other, fewer),
        )
