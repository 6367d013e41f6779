"""How a match ended: places, what broke a tie, and the ladder of grades."""

from random import Random
from typing import Any

import pytest

import pasch
from pasch.core.game.position import OVER
from pasch.core.game.registry import games
from pasch.core.match.ending import ending_of
from pasch.core.match.match import Match

SHORT: dict[str, Any] = {
    "compost": {"dice": 5},
    "mistkaefer": {"clovers": 1, "balls": 8},
    "mmm": {"cat_steps": 4},
}


def over(key: str, seats: int | None = None) -> Match:
    """Return a match of this game, played to its end by random choices."""
    match, rng = pasch.new(key, seats=seats, start=0, **SHORT.get(key, {})), Random(1)
    while match.player != OVER:
        match.apply(rng.choice(match.possible()))
    return match


@pytest.mark.parametrize("key", games())
def test_the_winners_come_first_and_who_is_equal_shares_a_place(key: str) -> None:
    match = over(key)
    ending = ending_of(match)
    shares = match.returns()
    assert sorted(place.seat for place in ending.places) == list(range(match.seats))
    assert [place.rank for place in ending.places] == sorted(place.rank for place in ending.places)
    assert {place.seat for place in ending.places if place.share} == {
        seat for seat, share in enumerate(shares) if share
    }
    if any(shares) and not match.game.view.top_grade(match.seats):
        assert all((place.rank == 1) == (place.share > 0) for place in ending.places)
    assert all(place.result for place in ending.places)
    assert all(0 <= place.part <= 1 for place in ending.places)


def test_a_grade_is_a_rung_of_the_ladder() -> None:
    for key, grades in (("mmm", 8), ("mice-to-meet-you", 7)):
        match = over(key, 1)
        ladder = ending_of(match).ladder
        assert len(ladder) == grades
        assert [rung.is_reached for rung in reversed(ladder)].index(True) == match.score()[0]


def test_who_plays_against_others_has_no_ladder() -> None:
    assert ending_of(over("mice-to-meet-you", 2)).ladder == ()


def test_an_ending_is_told_in_german() -> None:
    match = over("so-ein-mist")
    assert "Futter" in ending_of(match, "de").places[0].facts
