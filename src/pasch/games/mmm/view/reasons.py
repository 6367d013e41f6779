"""What is counted for the coach: whether the cat stays this turn, and what is left for later."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pasch.games.mmm import rules
from pasch.games.mmm.board_files import FOODS
from pasch.games.mmm.view.things import face_word
from pasch.sdk import State, View, count, each, percent

# What gathering brings.
STAYS, STEPS, WINS, LOSES = range(4)


def brings(s: State, squares: int) -> int:
    """Return what gathering these brings.

    MMM-10 says whether the cat stays, MMM-12 whether the game ends.
    """
    chips = s.chips | squares
    if chips == rules.ALL:
        return WINS
    if any(s.items[s.item_at[square]] & ~chips == 0 for square in each(squares)):
        return STAYS
    return LOSES if s.cat + 1 == s.cat_steps else STEPS


def gathering(v: View, other: int | None) -> Iterator[str]:
    """Yield what gathering now is worth, and what rolling again would risk."""
    s, say = v.s, v.say
    outcome, bites = brings(s, s.dice), count(s.dice)
    v.fact("bites", rules.GATHER, bites)
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
        yield say(
            "Rolling again would fit nowhere in {chance} of cases: no bite, and the cat comes.",
            chance=percent(v.fact("fails", other, fails(s))),
        )


def rolling(v: View, other: int | None) -> Iterator[str]:
    """Yield how likely a die fits, and how likely the cat can be made to stay."""
    s, say = v.s, v.say
    fits = v.fact("fits", rules.ROLL_AGAIN, 1 - fails(s))
    stays = chance_to_stay(s, rules.ROLL_AGAIN)
    if stays is None or would_complete(s):
        yield say("A die fits in {chance} of cases.", chance=percent(fits))
    else:
        v.fact("stays", rules.ROLL_AGAIN, stays)
        yield say(
            "A die fits in {chance} of cases, and the cat can be made to stay in {stays}.",
            chance=percent(fits),
            stays=percent(stays),
        )
    if other == rules.GATHER and not would_complete(s):
        yield say("Gathering now would let her come nearer.")


def placing(v: View, square: int, other: int | None) -> Iterator[str]:
    """Yield whether the cat stays after a die is placed here, and what is worse elsewhere."""
    s, say = v.s, v.say
    stays = chance_to_stay(s, square)
    if stays is not None:
        v.fact("stays", square, stays)
    if missing_after(s, square) == 0:
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
        yield from against(v, square, other)


def against(v: View, square: int, other: int) -> Iterator[str]:
    """Yield why the other square is worse.

    The cat stays less often, more is missing, or the food is rarer.
    """
    s, say = v.s, v.say
    food, rare = s.food_at[square], s.food_at[other]
    stays, then = chance_to_stay(s, square), chance_to_stay(s, other)
    if stays is not None and then is not None and then < stays:
        yield say(
            "With {food} elsewhere she stays in {stays}.",
            food=face_word(say, rare),
            stays=percent(v.fact("stays", other, then)),
        )
    elif food == rare:
        if 0 < missing_after(s, square) < missing_after(s, other):
            yield say(
                "This item lacks {n} more then, the other one {more}.",
                n=v.fact("missing", square, missing_after(s, square)),
                more=v.fact("missing", other, missing_after(s, other)),
            )
    elif free(s, food) >= 2 * free(s, rare):
        yield say(
            "There are {n} free squares for {food}, but {few} for {rare}: spare those.",
            n=v.fact("free", square, free(s, food)),
            food=face_word(say, food),
            few=v.fact("free", other, free(s, rare)),
            rare=face_word(say, rare),
        )


def missing_after(s: State, square: int) -> int:
    """Return how many bites the item of this square lacks once a die lies here."""
    return count(s.items[s.item_at[square]] & ~(s.chips | s.dice)) - 1


def free(s: State, food: int) -> int:
    """Return how many squares of a food are free."""
    return count(s.foods[food] & ~(s.chips | s.dice))


def fails(s: State) -> Fraction:
    """MMM-9 Return how likely none of the dice in hand fits when they are rolled again."""
    open_to = ~(s.chips | s.dice) & (rules.in_line(s) if s.line else rules.ALL)
    closed = sum(food & open_to == 0 for food in s.foods)
    return Fraction(closed, rules.FACES) ** count(s.hand)


# How likely the cat can be made to stay by a player who wants nothing else

Counts = tuple[int, ...]
"""A number for each food."""


def chance_to_stay(s: State, a: int) -> Fraction | None:
    """Return the chance once this was chosen.

    It is None with the line (MMM-14), where it would take every square to know.
    """
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
    """Return the fewest bites that an item of a food lacks.

    It is more than there are dice if all are gathered.
    """
    left = (count(item & ~(s.chips | s.dice)) for item in s.items if item & s.foods[food])
    return min((n for n in left if n), default=rules.DICE + 1)


def would_complete(s: State) -> bool:
    """Return whether gathering now would complete an item (MMM-10)."""
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
    """Return the best chance with these dice in hand: each goes where least is missing."""
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
