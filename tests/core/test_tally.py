"""The tally of what was rolled, compared with what was to be expected."""

import pytest

import pasch
from pasch.core.match.log import write
from pasch.core.match.tally import Face, chance_beyond, fit, group_of, tally
from tests.checker import walk
from tests.kits import short_table
from tests.moves import finish, pantry, play


def test_dice_are_counted_by_their_faces() -> None:
    match = play(pantry(), "bread", "X", "X", "bread on f3", "gather", "fish", "X", "cheese")
    [dice] = tally(match)
    assert (dice.label, dice.outcomes, dice.rolls) == ("Dice with 6 faces", 6, 6)
    assert dice.faces == (
        Face("bread", 1, 1.0),
        Face("fish", 1, 1.0),
        Face("cucumber", 0, 1.0),
        Face("cheese", 1, 1.0),
        Face("carrot", 0, 1.0),
        Face("X", 3, 1.0),
    )


def test_a_few_rolls_prove_nothing() -> None:
    assert tally(pantry()) == []
    assert group_of("coin", ("heads", "tails"), [5, 4]).p is None
    assert group_of("coin", ("heads", "tails"), [5, 5]).p == 1


def test_draws_find_another_pile_each_time_and_are_only_counted() -> None:
    match = finish(pasch.new("so-ein-mist", seats=3, start=0))
    dice, draws = tally(match)
    assert [face.text for face in dice.faces] == ["1", "2", "3", "4", "5", "6"]
    assert (draws.label, draws.outcomes, draws.faces, draws.p) == (
        "Draws from cards or chips",
        0,
        (),
        None,
    )
    assert dice.rolls + draws.rolls == write(match).count('"chance"')


@pytest.mark.parametrize("key", list(pasch.games()))
def test_every_die_of_a_game_shows_the_same_faces_throughout(key: str) -> None:
    seats, options = short_table(key)
    match = pasch.new(key, seats=seats, start=0, **options)
    assert list(walk(match, key)) == match.events
    groups = tally(match, "de")
    assert [group.outcomes for group in groups if group.faces] == [6]


@pytest.mark.parametrize(
    ("counts", "p"),
    [  # from tables of the chi-square distribution
        ([10, 10, 10, 10, 10, 10], 1.0),
        ([60, 40], 0.0455003),
        ([5, 8, 9, 8, 10, 20], 0.0199052),
        ([50, 30, 20, 20], 0.0001697),
        ([1000, 0], 0.0),
    ],
)
def test_the_fit_is_that_of_pearson(counts: list[int], p: float) -> None:
    assert fit(counts) == pytest.approx(p, abs=2e-7)


@pytest.mark.parametrize(
    ("square", "freedom", "p"),
    [  # from the usual table: 5 % and 0.1 % lie beyond
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (62.830, 46, 0.05),
        (10.828, 1, 0.001),
        (13.816, 2, 0.001),
        (20.515, 5, 0.001),
        (81.400, 46, 0.001),
    ],
)
def test_the_chances_are_those_of_the_table(square: float, freedom: int, p: float) -> None:
    assert chance_beyond(square, freedom) == pytest.approx(p, rel=0.002)


def test_the_chances_keep_their_bounds() -> None:
    assert [chance_beyond(0, freedom) for freedom in (1, 2, 5)] == [1, 1, 1]
    assert [chance_beyond(1e5, freedom) for freedom in (1, 2, 5)] == [0, 0, 0]
