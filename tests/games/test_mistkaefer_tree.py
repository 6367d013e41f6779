"""Mistkäfer against a slow independent model: counted trees, and whole games side by side."""

from typing import Any

import pytest

from pasch.core.game.position import OVER
from pasch.core.match.match import Match, new
from pasch.games.mistkaefer import rules
from tests.checker import walk
from tests.reference import after, count_tree
from tests.reference import mistkaefer as slow_model
from tests.trees import breakdown, count


def same(match: Match, slow: slow_model.Position) -> None:
    view = match._state
    assert slow_model.mover(slow) == match.player
    assert [a for a, _ in slow_model.moves(slow)] == match.possible()
    for seat in range(match.seats):
        rows = tuple(
            tuple(view.row[seat, colour][: view.filled[seat, colour]])
            for colour in range(rules.COLOURS)
        )
        assert rows == slow.rows[seat]
        assert view.chips[seat] == tuple(slow.chips[seat])
    assert view.dice == list(slow.supply)
    assert view.heap == list(slow.pile)


def test_the_counted_trees_of_mistkaefer_hold() -> None:
    match = new("mistkaefer", seats=4, start=2)
    assert [count(match, depth) for depth in range(4)] == [1, 13, 85, 427]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trees_of_mistkaefer_are_those_of_the_slow_model(seats: int) -> None:
    match, slow = new("mistkaefer", seats=seats, start=0), slow_model.begin(seats, 0)
    for a in list(walk(match.copy(), "into the game"))[:60]:
        match.apply(a)
        slow = after(slow_model, slow, [a])
    assert breakdown(match, 3) == {
        a: count_tree(slow_model, following, 2) for a, following in slow_model.moves(slow)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("short", [False, True])
def test_whole_games_of_mistkaefer_go_as_in_the_slow_model(seats: int, short: bool) -> None:
    options: dict[str, Any] = {"clovers": 2, "balls": 6, "line": 3} if short else {}
    match = new("mistkaefer", seats=seats, start=seats - 1, **options)
    slow = slow_model.begin(seats, seats - 1, **options)
    for a in walk(match, f"{seats}"):
        same(match, slow)
        slow = after(slow_model, slow, [a])
    same(match, slow)
    assert slow_model.mover(slow) == OVER
    assert slow_model.shares(slow) == match.returns()
