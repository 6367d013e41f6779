"""Why to place a die here, to roll again or to gather: whether the cat stays this turn, counted to
its end, and what is left for later."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pasch.core.game.numbers import count, each
from pasch.core.game.position import State
from pasch.core.view.scene import Facts, Reason, percent
from pasch.core.words import Words
from pasch.games.mmm import rules
from pasch.games.mmm.board import FOODS, square_name
from pasch.games.mmm.choices import LOSES, STAYS, WINS, brings
from pasch.games.mmm.tell import face_word, text


def called(s: State, a: int, say: Words, names: Sequence[str]) -> str:  # noqa: ARG001
    """Squares of one item are as good as each other, but for the line (MMM-14)."""
    if a >= rules.SQUARES:
        return text(s, a, say)
    food = face_word(s.food_at[a], say)
    missing = missing_after(s, a)
    if missing == 0:
        return say("{food}: an item finished", food=food)
    return say.many(
        "{food}: {n} bite missing then", "{food}: {n} bites missing then", missing, food=food
    )


def why(s: State, a: int, other: int | None, say: Words, names: Sequence[str]) -> Reason | None:  # noqa: ARG001
    facts = Facts()
    if a == rules.GATHER:
        sentences, lit = gathering(s, other, facts, say), squares(s.dice)
    elif a == rules.ROLL_AGAIN:
        sentences, lit = rolling(s, other, facts, say), [f"die:{die}" for die in each(s.hand)]
    else:
        sentences, lit = placing(s, a, other, facts, say), squares(s.items[s.item_at[a]])
    said = " ".join(sentences)
    return Reason(said, tuple(lit), facts) if said else None


def squares(some: int) -> list[str]:
    return [square_name(square) for square in each(some)]


def gathering(s: State, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    outcome, bites = brings(s, s.dice), count(s.dice)
    facts["bites", rules.GATHER] = bites
    if outcome == LOSES:
        yield say("Then the cat is in the pantry.")
    elif outcome == WINS:
        yield say.many("{n} bite, and all is gathered.", "{n} bites, and all is gathered.", bites)
    elif outcome == STAYS:
        yield say.many(
            "{n} bite is safe, and the cat stays.", "{n} bites are safe, and the cat stays.", bites
        )
    else:
        yield say.many(
            "{n} bite is safe, for one step of the cat.",
            "{n} bites are safe, for one step of the cat.",
            bites,
        )
    if other == rules.ROLL_AGAIN:
        facts["fails", other] = fails(s)
        yield say(
            "Rolling again would fit nowhere in {chance} of cases: no bite, and the cat comes.",
            chance=percent(fails(s)),
        )


def rolling(s: State, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    facts["fits", rules.ROLL_AGAIN] = fits = 1 - fails(s)
    stays = chance_to_stay(s, rules.ROLL_AGAIN)
    if stays is None or would_complete(s):
        yield say("A die fits in {chance} of cases.", chance=percent(fits))
    else:
        facts["stays", rules.ROLL_AGAIN] = stays
        yield say(
            "A die fits in {chance} of cases, and the cat can be made to stay in {stays}.",
            chance=percent(fits),
            stays=percent(stays),
        )
    if other == rules.GATHER and not would_complete(s):
        yield say("Gathering now would let her come nearer.")


def placing(s: State, a: int, other: int | None, facts: Facts, say: Words) -> Iterator[str]:
    stays = chance_to_stay(s, a)
    if stays is not None:
        facts["stays", a] = stays
    if missing_after(s, a) == 0:
        yield say("That finishes an item: the cat stays.")
    elif would_complete(s):
        yield say("The cat stays anyway: an item is finished.")
    elif stays == 1:
        yield say("The cat is sure to stay.")
    elif stays == 0:
        yield say("No item can be finished this turn.")
    elif stays is not None:
        yield say("The cat can be made to stay in {stays} of cases.", stays=percent(stays))
    if other is not None and other < rules.SQUARES:
        yield from against(s, a, other, facts, say)


def against(s: State, a: int, other: int, facts: Facts, say: Words) -> Iterator[str]:
    """The cat stays less often, more is missing, or it would take what there is less of."""
    food, rare = s.food_at[a], s.food_at[other]
    stays, then = chance_to_stay(s, a), chance_to_stay(s, other)
    if stays is not None and then is not None and then < stays:
        facts["stays", other] = then
        yield say(
            "With {food} elsewhere she stays in {stays}.",
            food=face_word(rare, say),
            stays=percent(then),
        )
    elif food == rare:
        if 0 < missing_after(s, a) < missing_after(s, other):
            facts["missing", a] = missing_after(s, a)
            facts["missing", other] = missing_after(s, other)
            yield say(
                "This item lacks {n} more then, the other one {more}.",
                n=missing_after(s, a),
                more=missing_after(s, other),
            )
    elif free(s, food) >= 2 * free(s, rare):
        facts["free", a], facts["free", other] = free(s, food), free(s, rare)
        yield say(
            "There are {n} free squares for {food}, but {few} for {rare}: spare those.",
            n=free(s, food),
            food=face_word(food, say),
            few=free(s, rare),
            rare=face_word(rare, say),
        )


def missing_after(s: State, square: int) -> int:
    """How many bites the item of this square lacks once a die lies here."""
    return count(s.items[s.item_at[square]] & ~(s.chips | s.dice)) - 1


def free(s: State, food: int) -> int:
    return count(s.foods[food] & ~(s.chips | s.dice))


def fails(s: State) -> Fraction:
    """MMM-9 how likely none of the dice in hand fits when they are rolled again."""
    open_to = ~(s.chips | s.dice) & (rules.in_line(s) if s.line else rules.ALL)
    closed = sum(food & open_to == 0 for food in s.foods)
    return Fraction(closed, rules.FACES) ** count(s.hand)


# Whether the cat can be made to stay, by who wants nothing else

Counts = tuple[int, ...]
"""By food."""


def chance_to_stay(s: State, a: int) -> Fraction | None:
    """Once this was chosen; with the line (MMM-14) it would take every square to know."""
    if s.line:
        return None
    then = s.copy()
    rules.apply(then, a)
    if then.turn != s.turn:
        return Fraction(then.cat == s.cat)
    needs = tuple(fewest_missing(then, food) for food in range(len(FOODS)))
    room = tuple(min(free(then, food), rules.DICE) for food in range(len(FOODS)))
    is_done = would_complete(then)
    if a == rules.ROLL_AGAIN:
        return by_rolling(needs, room, is_done, count(then.hand))
    faces = tuple(sorted(then.face[die] for die in each(then.hand)))
    return by_placing(needs, room, is_done, faces, True)


def fewest_missing(s: State, food: int) -> int:
    """Of the items of a food that are not gathered whole; more than there are dice: too many."""
    left = (count(item & ~(s.chips | s.dice)) for item in s.items if item & s.foods[food])
    return min((n for n in left if n), default=rules.DICE + 1)


def would_complete(s: State) -> bool:
    """Whether gathering now would complete an item (MMM-10)."""
    return brings(s, s.dice) in (STAYS, WINS)


@lru_cache(1 << 14)
def by_rolling(needs: Counts, room: Counts, is_done: bool, dice: int) -> Fraction:
    ways = product(range(rules.FACES), repeat=dice)
    total = sum(by_placing(needs, room, is_done, tuple(sorted(roll)), False) for roll in ways)
    return Fraction(total, rules.FACES**dice)


@lru_cache(1 << 16)
def by_placing(
    needs: Counts, room: Counts, is_done: bool, faces: Counts, has_placed: bool
) -> Fraction:
    """The best of what can be done with these dice in hand: each goes where least is missing."""
    if has_placed and is_done:
        return Fraction(1)
    best = Fraction(0)
    if has_placed and faces:
        best = by_rolling(needs, room, is_done, len(faces))
    for face in set(faces):
        if face != rules.X and room[face]:
            rest = list(faces)
            rest.remove(face)
            done = is_done or needs[face] == 1
            best = max(
                best,
                by_placing(one_less(needs, face), one_less(room, face), done, tuple(rest), True),
            )
    return best


def one_less(counts: Counts, food: int) -> Counts:
    return tuple(n - (i == food) for i, n in enumerate(counts))


def habits(say: Words) -> dict[str, str]:
    return {
        "place": say("placing dice"),
        "roll": say("rolling again"),
        "gather": say("gathering"),
    }
