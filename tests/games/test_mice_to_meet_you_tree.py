"""Mice to Meet You against a slow independent model: counted trees, whole games side by side."""

from typing import Any

import pytest

from pasch.core.game.position import OVER
from pasch.core.match.match import Match, new
from pasch.games.mice_to_meet_you.cards import VALUES
from tests.checker import walk
from tests.reference import after, count_tree
from tests.reference import mice_to_meet_you as slow_model
from tests.trees import breakdown, count


def same(match: Match, slow: slow_model.Position) -> None:
    view = match.view(0)
    assert slow_model.mover(slow) == match.player
    assert [a for a, _ in slow_model.moves(slow)] == match.possible()
    for seat in range(match.seats):
        hand = {card for card in range(1, 19) if int(view.hand[seat]) >> card & 1}
        assert hand == set(slow.hands[seat])
        cage = view.cage[seat][: view.caged[seat]]
        assert cage == tuple(slow.cages[seat])
        lie_open = {card for i, card in enumerate(VALUES) if view.open[seat] >> i & 1}
        assert lie_open == set(slow.open_cards[seat])
        assert int(view.nuts[seat]) == slow.nuts[seat]
    assert int(view.supply) == slow.supply


def test_the_counted_trees_of_mice_to_meet_you_hold() -> None:
    assert count(new("mice-to-meet-you", seats=2, start=0), 4) == 6**4


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_trees_of_mice_to_meet_you_are_those_of_the_slow_model(seats: int) -> None:
    match, slow = new("mice-to-meet-you", seats=seats, start=0), slow_model.begin(seats, 0)
    for a in list(walk(match.copy(), "into the game"))[:29]:
        match.apply(a)
        slow = after(slow_model, slow, [a])
    assert breakdown(match, 3) == {
        a: count_tree(slow_model, following, 2) for a, following in slow_model.moves(slow)
    }


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
@pytest.mark.parametrize("options", [{}, {"level": 2}, {"nuts": 1, "threshold": 8, "level": 1}])
def test_whole_games_of_mice_to_meet_you_go_as_in_the_slow_model(
    seats: int, options: dict[str, Any]
) -> None:
    match = new("mice-to-meet-you", seats=seats, start=seats - 1, **options)
    slow = slow_model.begin(seats, seats - 1, **options)
    for a in walk(match, f"{seats}{options}"):
        same(match, slow)
        slow = after(slow_model, slow, [a])
    same(match, slow)
    assert slow_model.mover(slow) == OVER
    assert slow_model.shares(slow) == match.returns()
