"""Mmm!: what a turn can still finish, with every item on its own; the rest from the scene."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

from pasch.core.match.match import Match
from pasch.games.mmm import rules
from pasch.games.mmm.board_files import square_name
from tests.recounts import Count, after, rolled_out

Left = tuple[tuple[int, int], ...]
"""The food of every item, and how many of its squares are free."""


def stays(match: Match, a: int) -> Fraction:
    s = match.position()
    then = after(match, s, a)
    if then.turn != s.turn:
        return Fraction(then.cat == s.cat)
    covered = then.chips | then.dice
    items = [(item, free_of(item, covered)) for item in then.items if item]
    foods = [next(f for f in range(5) if item & then.foods[f]) for item, _ in items]
    left = tuple(sorted((food, n) for food, (_, n) in zip(foods, items, strict=True)))
    done = any(item & then.dice and not n for item, n in items)
    hand = [then.face[die] for die in range(3) if then.lies[die] == rules.IN_HAND]
    if a == rules.ROLL_AGAIN:
        return rolling(left, done, len(hand))
    return placing(left, done, tuple(sorted(hand)), True)


def free_of(item: int, covered: int) -> int:
    return (item & ~covered).bit_count()


@cache
def rolling(left: Left, done: bool, dice: int) -> Fraction:
    rolls = [tuple(sorted(roll)) for roll in product(range(6), repeat=dice)]
    return Fraction(sum(placing(left, done, roll, False) for roll in rolls), len(rolls))


@cache
def placing(left: Left, done: bool, hand: tuple[int, ...], placed: bool) -> Fraction:
    """Return the best chance after each way to place a die, roll again or gather."""
    ends = [Fraction(done)] if placed else []
    if placed and hand:
        ends.append(rolling(left, done, len(hand)))
    for i, face in enumerate(hand):
        for item, (food, n) in enumerate(left):
            if food == face and n:
                rest = tuple(sorted([*left[:item], (food, n - 1), *left[item + 1 :]]))
                ends.append(placing(rest, done or n == 1, hand[:i] + hand[i + 1 :], True))
    return max(ends, default=Fraction(0))


def fails(match: Match, _: int) -> Fraction:
    s = match.position()
    ends = rolled_out(match, after(match, s, rules.ROLL_AGAIN))
    return sum((chance for chance, then in ends if then.turn > s.turn), Fraction(0))


def bites(match: Match, a: int) -> int:
    s = match.position()
    return int(after(match, s, a).chips ^ s.chips).bit_count()


def missing(match: Match, a: int) -> int:
    """Count the free squares of the same item, less one."""
    scene = match.scene(match.player)
    cells = {cell.key: cell.group for area in scene.areas for cell in area.cells}
    return empty(match, lambda key: cells[key] == cells[square_name(a)]) - 1


def free(match: Match, a: int) -> int:
    """Count the free squares of the same food."""
    scene = match.scene(match.player)
    cells = {cell.key: cell.icon for area in scene.areas for cell in area.cells}
    return empty(match, lambda key: cells[key] == cells[square_name(a)])


def empty(match: Match, counts: Callable[[str], bool]) -> int:
    scene = match.scene(match.player)
    taken = {piece.cell for piece in scene.pieces}
    pantry = next(area for area in scene.areas if area.key == "pantry")
    return sum(counts(cell.key) and cell.key not in taken for cell in pantry.cells)


COUNTS: dict[str, Count] = {
    "stays": stays,
    "fails": fails,
    "fits": lambda match, a: 1 - fails(match, a),
    "bites": bites,
    "missing": missing,
    "free": free,
}
