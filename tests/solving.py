"""Helpers to test solutions: boards of Mmm!, laid along a snake, and one proof for all games."""

from itertools import islice
from string import ascii_letters
from typing import Any

import numpy as np
import pytest

from pasch.core.game.contract import Solution
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match
from pasch.games.mmm.board_files import FOODS, SIDE

# A board with few pantries, which is solved in a moment.
SMALL = ((5, 5), (5, 5), (5, 5), (5, 5), (5, 4))
# A board where every food has other sizes: with a slow cat, more pantries than memory should hold.
LARGE = ((5, 4), (4, 3, 3), (5, 3, 2), (4, 4, 2), (3, 3, 2, 2))


def board(foods: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    """Return a board whose foods have items of these sizes."""
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


def agrees_with_the_rules(solved: Solution, match: Match, rng: np.random.Generator) -> None:
    """Assert that a value is the mean of what chance may bring, and the best before a choice."""
    while match.player != OVER:
        worth = solved.value(match.view(0))
        after = {a: solved.value(follow(match, a).view(0)) for a in match.possible()}
        if match.player == CHANCE:
            assert worth == pytest.approx(np.mean(list(after.values())), abs=1e-12)
        else:
            assert solved.choices(match.view(0)) == pytest.approx(after, abs=1e-12)
            assert worth == pytest.approx(max(after.values()), abs=1e-12)
        match.apply(int(rng.choice(match.possible())))


def follow(match: Match, a: int) -> Match:
    then = match.copy()
    then.apply(a)
    return then
