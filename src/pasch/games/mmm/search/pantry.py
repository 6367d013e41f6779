"""Pantries: everything that can be left on a board, each with a number.

Without the line rule only the squares left of an item matter, so a food is the sizes of its items
left, and a pantry is the sizes of all five foods. Foods that can come to the same sizes are
interchangeable: they form a group and are sorted, and a group's sizes get the number of their
multiset. Fewer squares in any food give a smaller number; the empty pantry is number 0.
"""

from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.engine.compile import kernel
from pasch.games.mmm.board_files import FOODS, LARGEST, Board
from pasch.sdk import rule

NONE = -1

Sizes = tuple[int, ...]  # of the items of a food, in squares left, the largest first
Ints = npt.NDArray[np.int64]


class Pantry(NamedTuple):
    """The tables with which compiled code walks through pantries; a food has a place in a group."""

    fewer: Ints  # by sizes and the squares left of an item: the sizes with one of it less, or NONE
    items: Ints  # by sizes: items left
    squares: Ints  # by sizes: squares left
    within: Ints  # by group and sizes: their place among those of the group, or NONE
    sizes: Ints  # by group and that place: the sizes
    first: Ints  # by group: the place of its first food; then the number of foods
    radix: Ints  # by group: what its number is multiplied with
    ways: Ints  # binomial coefficients
    place: Ints  # by food: its place
    full: Ints  # by place: the sizes at the start


def sizes_of(board: Board) -> tuple[Sizes, ...]:
    """Return the sizes of the items, by food."""
    items: list[list[int]] = [[] for _ in FOODS]
    for food, squares in board.items():
        items[food].append(len(squares))
    return tuple(tuple(sorted(each, reverse=True)) for each in items)


def left_of(sizes: Sizes) -> set[Sizes]:
    """Return everything that can be left of a food."""
    seen = {sizes}
    edge = [sizes]
    while edge:
        for fewer in set(one_less(edge.pop()).values()) - seen:
            seen.add(fewer)
            edge.append(fewer)
    return seen


def one_less(sizes: Sizes) -> dict[int, Sizes]:
    """Return what is left when a square is taken, by the squares left of the item."""
    found = {}
    for i, size in enumerate(sizes):
        rest = sizes[:i] + ((size - 1,) if size > 1 else ()) + sizes[i + 1 :]
        found[size] = tuple(sorted(rest, reverse=True))
    return found


class Numbering:
    """The numbering of a board's pantries, by the grouping of its foods that has the fewest."""

    def __init__(self, foods: Sequence[Sizes]) -> None:
        self.foods = tuple(foods)
        left = {sizes: left_of(sizes) for sizes in set(foods)}
        kinds = sorted(left)
        groupings = (
            [tuple(f for f, sizes in enumerate(foods) if sizes in part) for part in parts]
            for parts in partitions(kinds)
        )
        self.groups, self.members = min(
            ((groups, [set().union(*(left[foods[f]] for f in part)) for part in groups])
             for groups in groupings),
            key=lambda each: numbers_of(*each),
        )  # fmt: skip
        self.count = numbers_of(self.groups, self.members)

    def lay_out(self) -> Pantry:
        everything = sorted(set().union(*self.members), key=lambda sizes: (sum(sizes), sizes))
        number = {sizes: n for n, sizes in enumerate(everything)}
        fewer = np.full((len(everything), LARGEST + 1), NONE)
        for sizes, n in number.items():
            for size, rest in one_less(sizes).items():
                fewer[n, size] = number[rest]
        most = max(map(len, self.members))
        within = np.full((len(self.groups), len(everything)), NONE)
        sizes_in = np.full((len(self.groups), most), NONE)
        for g, member in enumerate(self.members):
            ids = sorted(number[sizes] for sizes in member)
            within[g, ids] = np.arange(len(ids))
            sizes_in[g, : len(ids)] = ids
        order = [food for group in self.groups for food in group]
        counts = [comb(len(m) + len(g) - 1, len(g)) for g, m in zip(*self.parts, strict=True)]
        return Pantry(
            fewer=fewer,
            items=np.array([len(sizes) for sizes in everything]),
            squares=np.array([sum(sizes) for sizes in everything]),
            within=within,
            sizes=sizes_in,
            first=np.cumsum([0, *map(len, self.groups)]),
            radix=np.array([prod(counts[:g]) for g in range(len(counts))]),
            ways=np.array(
                [[comb(n, k) for k in range(len(order) + 1)] for n in range(most + len(order))]
            ),
            place=np.argsort(order),
            full=np.array([number[self.foods[food]] for food in order]),
        )

    @property
    def parts(self) -> tuple[list[tuple[int, ...]], list[set[Sizes]]]:
        return self.groups, self.members


def numbers_of(groups: Sequence[tuple[int, ...]], members: Sequence[set[Sizes]]) -> int:
    return prod(comb(len(m) + len(g) - 1, len(g)) for g, m in zip(groups, members, strict=True))


def partitions(things: list[Sizes]) -> Iterator[list[list[Sizes]]]:
    """Yield every way to put these into groups."""
    if not things:
        yield []
        return
    one, *others = things
    for parts in partitions(others):
        yield [[one], *parts]
        for i, part in enumerate(parts):
            yield [*parts[:i], [one, *part], *parts[i + 1 :]]


@kernel
def number_each(pantry: Pantry, foods: Ints, count: int, numbers: Ints, sorting: Ints) -> None:
    """Compute the numbers of the first so many pantries, given by the sizes at each place."""
    within, first, radix, ways = pantry.within, pantry.first, pantry.radix, pantry.ways
    for n in range(count):
        number = 0
        for g in range(len(radix)):
            start = first[g]
            in_group = 0
            for i in range(first[g + 1] - start):
                high = within[g, foods[n, start + i]]
                for j in range(i):
                    low = min(sorting[j], high)
                    high = max(sorting[j], high)
                    sorting[j] = low
                sorting[i] = high
            for i in range(first[g + 1] - start):
                in_group += ways[sorting[i] + i, i + 1]
            number += radix[g] * in_group
        numbers[n] = number


@rule
def unpack(pantry: Pantry, number: int, foods: Ints) -> None:
    """Write the sizes at each place of the pantry with this number."""
    for g in range(len(pantry.radix) - 1, -1, -1):
        in_group = number // pantry.radix[g]
        number -= in_group * pantry.radix[g]
        start = pantry.first[g]
        n = len(pantry.ways) - 1
        for i in range(pantry.first[g + 1] - start - 1, -1, -1):
            while pantry.ways[n, i + 1] > in_group:
                n -= 1
            in_group -= pantry.ways[n, i + 1]
            foods[start + i] = pantry.sizes[g, n - i]


@kernel
def count_squares(pantry: Pantry, squares: npt.NDArray[np.uint8]) -> None:
    """Compute the squares left, by number."""
    foods = np.zeros(len(pantry.full), np.int64)
    for n in range(len(squares)):
        unpack(pantry, n, foods)
        total = 0
        for place in range(len(foods)):
            total += pantry.squares[foods[place]]
        squares[n] = total
