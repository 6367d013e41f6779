"""Compost against a slow independent model: counted trees, and whole games side by side."""

from typing import Any

import pytest

from pasch.core.game.position import OVER
from pasch.core.match.match import Match, new
from pasch.games.compost import rules
from tests.checker import walk
from tests.reference import after, count_tree
from tests.reference import compost as slow_model
from tests.trees import breakdown, count


def same(match: Match, slow: slow_model.Position) -> None:
    view = match.view(0)
    assert slow_model.mover(slow) == match.player
    assert [a for a, _ in slow_model.moves(slow)] == match.possible()
    for seat in range(match.seats):
        for place in range(rules.PLACES):
            counts = view.dice[rules.heap_of(seat, place)]
            dice = [
                (kind // rules.FACES, kind % rules.FACES + 1)
                for kind in range(rules.KINDS)
                for _ in range(counts[kind])
            ]
            shown = [die for die in slow.cards[seat][place] if die[1]]
            assert dice == sorted(shown)
        assert [bool(side) for side in view.flipped[seat][:3]] == list(slow.flipped[seat][:3])
    assert sum(view.compost) == len(slow.compost)


def test_the_counted_trees_of_compost_hold() -> None:
    """The second player rolls nine dice, one after the other, and assigns the first."""
    assert count(new("compost", seats=3, start=0), 4) == 6**4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trees_of_compost_are_those_of_the_slow_model(seats: int) -> None:
    match, slow = new("compost", seats=seats, start=0), slow_model.begin(seats, 0)
    for a in list(walk(match.copy(), "into the game"))[:120]:
        match.apply(a)
        slow = after(slow_model, slow, [a])
    assert breakdown(match, 4) == {
        a: count_tree(slow_model, following, 3) for a, following in slow_model.moves(slow)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"dice": 6, "neutral": 2}, {"turn_limit": 9}])
def test_whole_games_of_compost_go_as_in_the_slow_model(
    seats: int, options: dict[str, Any]
) -> None:
    match = new("compost", seats=seats, start=seats - 1, **{"turn_limit": 60, **options})
    slow = slow_model.begin(seats, seats - 1, **{"turn_limit": 60, **options})
    for a in walk(match, f"{seats}{options}"):
        same(match, slow)
        slow = after(slow_model, slow, [a])
    same(match, slow)
    assert slow_model.mover(slow) == OVER
    assert slow_model.shares(slow) == match.returns()
