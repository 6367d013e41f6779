"""Boards of Mmm! for the solver: laid along a snake, so that any sizes fit."""

from itertools import islice
from string import ascii_letters
from typing import Any

from pasch.games.mmm.board import FOODS, SIDE

# Few pantries, so it is solved in a moment.
SMALL = ((5, 5), (5, 5), (5, 5), (5, 5), (5, 4))
# Every food another mix: more pantries than anybody wants to hold with a slow cat.
LARGE = ((5, 4), (4, 3, 3), (5, 3, 2), (4, 4, 2), (3, 3, 2, 2))


def board(foods: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    """A board whose foods have items of these sizes."""
    letters = iter(ascii_letters)
    named = [[(next(letters), size) for size in sizes] for sizes in foods]
    snake = iter("".join(letter * size for food in named for letter, size in food))
    rows = ["".join(islice(snake, SIDE)) for _ in range(SIDE)]
    return {
        "title": "a snake",
        "pantry": [row if n % 2 == 0 else row[::-1] for n, row in enumerate(rows)],
        "foods": {
            food: "".join(letter for letter, _ in items)
            for food, items in zip(FOODS, named, strict=True)
        },
    }
