"""A review adds up, and tells luck from skill."""

from typing import Any

import pytest

from pasch import solutions
from pasch.coach.findings import Account, Review
from pasch.coach.review import THRESHOLDS, class_of, review
from pasch.core.errors import PaschError
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new
from tests.coach.played import played
from tests.kits import short_table
from tests.solving import SMALL, board


def solved(match: Match) -> Match:
    solutions.obtain(match.game, match.seats, match.options)
    return match


def total(account: Account) -> float:
    return account.start + account.luck + account.own + account.others


def check(match: Match, found: Review) -> None:
    """Check what holds for every review."""
    assert len(found.chances) == len(match.events) + 1
    assert found.chances[-1] == match.returns()
    for seat, account in enumerate(found.accounts):
        assert account.result == match.returns()[seat]
        assert total(account) == pytest.approx(account.result, abs=1e-9)
        own = [each for each in found.decisions if each.seat == seat]
        assert account.decisions == len(own) == sum(account.classes.values())
        assert account.own == pytest.approx(-sum(each.loss for each in own))
        costs = {each.event: each.loss for each in own}
        assert [costs[event] for event in account.costliest] == sorted(
            costs.values(), reverse=True
        )[: len(account.costliest)]
    for decision in found.decisions:
        assert match.events[decision.event] == decision.chosen.action
        assert decision.loss >= 0
        assert decision.judged == class_of(decision.loss)
        assert decision.effect[decision.seat] == pytest.approx(-decision.loss)


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        ("mmm", 1, {"board": board(SMALL), "cat_steps": 4}),
        ("mmm", 3, {"board": board(SMALL), "cat_steps": 2}),
        ("mice-to-meet-you", 1, {"nuts": 1}),
    ],
)
def test_a_solved_game_adds_up(key: str, seats: int, options: dict[str, Any]) -> None:
    match = solved(played(key, seats, **options))
    found = review(match)
    check(match, found)
    assert found.exact
    for account in found.accounts:
        assert account.luck_error == 0


def test_perfect_play_loses_nothing() -> None:
    start = solved(new("mice-to-meet-you", seats=1, nuts=0))
    match = played("mice-to-meet-you", 1, "perfect", nuts=0)
    found = review(match)
    assert start.options == match.options
    assert found.accounts[0].own == pytest.approx(0, abs=1e-9)
    assert {each.judged for each in found.decisions} == {"fine"}


@pytest.mark.parametrize("key", games())
def test_an_estimated_game_adds_up(key: str) -> None:
    seats, options = short_table(key)
    match = played(key, seats, **options)
    found = review(match, playouts=64)
    check(match, found)
    assert not found.exact
    for chances in found.chances:
        assert len(chances) == seats
        assert sum(chances) == pytest.approx(chances[0] * seats if match.game.together else 1)


def test_luck_is_nobodys_merit() -> None:
    """What chance brings one takes from the others."""
    found = review(played("so-ein-mist", 3), playouts=64)
    for roll in found.rolls:
        assert sum(roll.luck) == pytest.approx(0, abs=1e-9)


def test_who_moves_at_random_loses_more_than_who_plays_sensibly() -> None:
    careless = review(solved(played("mice-to-meet-you", 1, "random", nuts=0)))
    sensible = review(solved(played("mice-to-meet-you", 1, "quick", nuts=0)))
    assert loss_a_choice(careless) > 2 * loss_a_choice(sensible)


def loss_a_choice(found: Review) -> float:
    return sum(each.loss for each in found.decisions) / len(found.decisions)


def test_the_moments_are_told_as_they_are_judged() -> None:
    told: list[tuple[int, int]] = []
    review(played("so-ein-mist", 3), playouts=64, tell=lambda done, of: told.append((done, of)))
    of = told[0][1]
    assert told == [(done, of) for done in range(1, of + 1)]


def test_the_same_seed_gives_the_same_review() -> None:
    match = played("so-ein-mist", 3)
    assert review(match, playouts=64, cores=1) == review(match, playouts=64, cores=2)


def test_a_match_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(PaschError, match="not over after event 0"):
        review(new("so-ein-mist", seats=3))


def test_losses_have_the_classes_of_backgammon() -> None:
    assert [class_of(loss) for loss in (0, 0.019, 0.02, 0.039, 0.04, 0.079, 0.08, 1)] == [
        *("fine", "fine", "inaccuracy", "inaccuracy", "error", "error", "blunder", "blunder")
    ]
    assert THRESHOLDS[-1][0] == 0
