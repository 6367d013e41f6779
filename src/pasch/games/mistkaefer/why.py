"""Why to take these dice, this value, that die: what a roll may bring, and what it may cost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

from pasch.core.game.position import State
from pasch.core.view.scene import Facts, Reason, percent
from pasch.core.words import Words
from pasch.games.mistkaefer import board, rules
from pasch.games.mistkaefer.tell import colour_word, die_key, last_die, put, robbed, victims

WORTH_A_WORD = Fraction(1, 10)


def why(s: State, a: int, other: int | None, say: Words, names: Sequence[str]) -> Reason | None:
    facts = Facts()
    if s.phase == rules.CHOOSE and a == rules.SCORE:
        said, lights = scoring(s, other, facts, say), beyond_line(s)
    elif s.phase == rules.CHOOSE:
        said, lights = rolling(s, a, other, facts, say), taken(s, a)
    elif s.phase == rules.PUT:
        prey = victims(s, value_of(a))
        said = putting(s, a, other, facts, say, [names[i] for i in prey])
        lights = [board.tile_key(value_of(a)), *(last_die(s, i) for i in prey)]
    elif s.phase == rules.ROB and a == rules.TAKE:
        said, lights = robbing(s, facts, say, names), [last_die(s, robbed(s))]
    elif s.phase == rules.VICTIM:
        said = stealing(s, a, other, facts, say, names)
        lights = [board.beetle_key(a - rules.STEAL_FROM)]
    else:
        return None
    return Reason(" ".join(said), tuple(lights), facts)


# Roll or score


def rolling(s: State, a: int, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    yield f"{luck(s, a, facts, say)}{hope(s, a, facts, say)}."
    if other == rules.SCORE:
        facts["chips", other] = chips = rules.chips_for(s, s.to_move)
        yield say.many(
            "Scoring now would bring {n} chip.", "Scoring now would bring {n} chips.", chips
        )
    elif other is not None and bad_luck(s, other) > bad_luck(s, a):
        yield say(
            "With {n} {colour} bad luck would come in {chance}.", **risk(s, other, facts, say)
        )


def luck(s: State, a: int, facts: Facts, say: Words) -> str:
    """MK-11 how likely no value fits, and how many dice would go back then."""
    if bad_luck(s, a) == 0:
        return say("Every number fits")
    facts["bust", a] = bad_luck(s, a)
    facts["lost", a] = lost = dice_on(s) - dice_on(after_bad_luck(s, a))
    return say.many(
        "In {chance} of cases bad luck would cost {n} die",
        "In {chance} of cases bad luck would cost {n} dice",
        lost,
        chance=percent(bad_luck(s, a)),
    )


def hope(s: State, a: int, facts: Facts, say: Words) -> str:
    """The likelier of a bonus and a theft."""
    bonus, theft = chances(s, a)
    if max(bonus, theft) < WORTH_A_WORD:
        return ""
    if bonus >= theft:
        facts["bonus", a] = bonus
        return say("; in {chance} a bonus space is reached", chance=percent(bonus))
    facts["theft", a] = theft
    return say("; in {chance} a die can be stolen", chance=percent(theft))


def scoring(s: State, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    facts["chips", rules.SCORE] = chips = rules.chips_for(s, s.to_move)
    if chips == 0:
        yield say("Scoring brings nothing now, but nothing is risked.")
        return
    yield say.many("Scoring brings {n} chip for sure.", "Scoring brings {n} chips for sure.", chips)
    if other is not None and bad_luck(s, other):
        facts["left", other] = left = rules.chips_for(after_bad_luck(s, other), s.to_move)
        yield say(
            "With {n} {colour} bad luck would come in {chance} of cases and leave {left}.",
            left=left,
            **risk(s, other, facts, say),
        )


def risk(s: State, a: int, facts: Facts, say: Words) -> dict[str, object]:
    facts["dice", a], facts["bust", a] = dice_of(a), bad_luck(s, a)
    colour = colour_word(a // rules.MOST_DICE, say)
    return {"n": dice_of(a), "colour": colour, "chance": percent(bad_luck(s, a))}


def dice_of(a: int) -> int:
    return a % rules.MOST_DICE + 1


def dice_on(s: State) -> int:
    return sum(s.filled[s.to_move])


def bad_luck(s: State, a: int) -> Fraction:
    """MK-11 no die is higher than the end of the row."""
    end = rules.rightmost(s, s.to_move, a // rules.MOST_DICE)
    return Fraction(end, rules.FACES) ** dice_of(a)


def after_bad_luck(s: State, a: int) -> State:
    then = s.copy()
    then.colour = a // rules.MOST_DICE
    rules.bad_luck(then)
    return then


def chances(s: State, a: int) -> tuple[Fraction, Fraction]:
    """Of a bonus space, and of a die to steal (MK-9, MK-10)."""
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
    """Of every way the dice can fall, those with a value that gets there."""
    bonus = theft = 0
    for faces, ways in falls(dice).items():
        piles = {value: faces.count(value) for value in set(faces) if value > end}
        bonus += ways * any(any(ahead[:n]) for n in piles.values())
        theft += ways * any(value in prey and n < len(ahead) for value, n in piles.items())
    return Fraction(bonus, rules.FACES**dice), Fraction(theft, rules.FACES**dice)


@cache
def falls(dice: int) -> Counter[tuple[int, ...]]:
    """In how many ways dice show the same faces."""
    rolls = product(range(1, rules.FACES + 1), repeat=dice)
    return Counter(tuple(sorted(faces)) for faces in rolls)


def taken(s: State, a: int) -> list[str]:
    colour = a // rules.MOST_DICE
    dice = [board.supply_key(colour, i + 1) for i in range(dice_of(a))]
    return [*dice, board.row_key(s.to_move, colour)]


def beyond_line(s: State) -> list[str]:
    """MK-15 the dice that bring a chip each."""
    return [
        die_key(s.to_move, colour, column)
        for colour in range(rules.COLOURS)
        for column in range(s.line, s.filled[s.to_move, colour])
    ]


# What follows a roll


def putting(
    s: State, a: int, other: int | None, facts: Facts, say: Words, prey: Sequence[str]
) -> Iterator[str]:
    facts["put", a] = dice = put(s, value_of(a))
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
        yield next_roll(
            value_of(a), None if other is None else value_of(other), a, other, facts, say
        )


def next_roll(
    value: int, worse: int | None, a: int, other: int | None, facts: Facts, say: Words
) -> str:
    facts["value", a], facts["fail", a] = value, fail(value)
    told = {"value": value, "chance": percent(fail(value))}
    if other is None or worse is None or worse < value:
        return say("After a {value} a roll of four fails in {chance} of cases.", **told)
    facts["value", other], facts["fail", other] = worse, fail(worse)
    return say(
        "After a {value} a roll of four fails in {chance} of cases, after a {worse} in {then}.",
        worse=worse,
        then=percent(fail(worse)),
        **told,
    )


def value_of(a: int) -> int:
    return a - rules.PUT_ONE + 1


def fail(end: int) -> Fraction:
    """How likely a roll of four dice brings bad luck behind this die."""
    return Fraction(end, rules.FACES) ** rules.MOST_DICE


def robbing(s: State, facts: Facts, say: Words, names: Sequence[str]) -> Iterator[str]:
    victim, then = robbed(s), s.copy()
    rules.take_rightmost(then, victim, s.colour)
    rules.lay(then)
    facts["own", rules.TAKE], facts["own", rules.LEAVE] = (
        rules.chips_for(each, s.to_move) for each in (then, s)
    )
    facts["theirs", rules.TAKE], facts["theirs", rules.LEAVE] = (
        rules.chips_for(each, victim) for each in (then, s)
    )
    yield say(
        "Scoring would then bring {own} chips instead of {before}, "
        "and {name} {left} instead of {was}.",
        own=facts["own", rules.TAKE],
        before=facts["own", rules.LEAVE],
        name=names[victim],
        left=facts["theirs", rules.TAKE],
        was=facts["theirs", rules.LEAVE],
    )


def stealing(
    s: State, a: int, other: int | None, facts: Facts, say: Words, names: Sequence[str]
) -> Iterator[str]:
    victim = a - rules.STEAL_FROM
    facts["owned", a] = chips = s.owned[victim]
    fewer = chips if other is None else s.owned[other - rules.STEAL_FROM]
    if other is None or fewer >= chips:
        yield say.many("{name} has {n} chip.", "{name} has {n} chips.", chips, name=names[victim])
    else:
        facts["owned", other] = fewer
        yield say(
            "{name} has {n} chips, {other} only {fewer}.",
            name=names[victim],
            n=chips,
            other=names[other - rules.STEAL_FROM],
            fewer=fewer,
        )


def habits(say: Words) -> dict[str, str]:
    return {
        "roll": say("rolling for another row"),
        "score": say("scoring"),
        "put": say("putting dice down"),
        "take": say("stealing the die"),
        "leave": say("leaving the die"),
        "steal from": say("stealing a chip"),
    }
