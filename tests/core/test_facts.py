"""The facts that are known of a game before its rules are compiled."""

from importlib.metadata import entry_points
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pasch
from pasch.core.errors import BadOption, PaschError, UnknownGame
from pasch.core.game.registry import GROUP, OURS


def test_the_registry_finds_every_game_folder_and_every_package_that_declares_one() -> None:
    folders = {path.parent.name.replace("_", "-") for path in OURS.glob("*/__init__.py")}
    declared = {point.name for point in entry_points(group=GROUP)}
    assert declared
    assert set(pasch.games()) == folders | declared
    titles = [game.title for game in pasch.games().values()]
    assert titles == sorted(titles)


def test_a_game_tells_its_title_seats_and_options() -> None:
    game = pasch.load("so-ein-mist")
    assert (game.title, game.author, game.seats) == ("So ein Mist", "Rüdiger Dorn", (3, 6))
    doubling = game.option_facts()[0]
    assert (doubling.name, doubling.default) == ("doubling", False)
    assert "SEM-17" in doubling.meaning


def test_an_unknown_game_names_the_nearest_and_all() -> None:
    with pytest.raises(UnknownGame, match=r"'so-ein-mits'. Did you mean 'so-ein-mist'\?.*mmm"):
        pasch.load("so-ein-mits")


@pytest.mark.parametrize("seats", [2, 7, "4", True, None])
def test_a_wrong_seat_count_says_how_many(seats: Any) -> None:
    with pytest.raises(BadOption, match="So ein Mist is for 3 to 6 seats, not "):
        pasch.load("so-ein-mist").check_seats(seats)


def test_an_unknown_option_names_the_known_ones() -> None:
    with pytest.raises(BadOption, match="no option 'cats'; it has: board, cat_steps, line"):
        pasch.new("mmm", seats=1, cats=9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"line": "perhaps"}, "line is yes or no, not 'perhaps'"),
        ({"line": 1}, "line is yes or no, not 1"),
        ({"cat_steps": 0}, "cat_steps is a whole number from 1 to 99, not 0"),
        ({"cat_steps": "ten"}, "cat_steps is a whole number from 1 to 99, not 'ten'"),
        ({"cat_steps": True}, "cat_steps is a whole number from 1 to 99, not True"),
        ({"cat_steps": 2.5}, "cat_steps is a whole number from 1 to 99, not 2.5"),
    ],
)
def test_a_bad_value_says_what_was_expected(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refused:
        pasch.new("mmm", seats=1, **options)
    assert str(refused.value) == message


@pytest.mark.parametrize(("typed", "value"), [("yes", True), ("On", True), ("FALSE", False)])
def test_yes_and_no_may_be_typed(typed: str, value: bool) -> None:
    assert pasch.new("mmm", seats=1, line=typed).options.line is value


def test_a_number_may_be_typed() -> None:
    assert pasch.new("mmm", seats=1, cat_steps="9").options.cat_steps == 9


@given(
    st.dictionaries(
        st.sampled_from(["doubling", "passing", "another_round", "open_scores", "x", ""]),
        st.one_of(st.booleans(), st.integers(), st.text(max_size=5), st.none(), st.floats()),
    )
)
def test_broken_options_are_refused_and_nothing_else_happens(options: dict[str, Any]) -> None:
    try:
        read = pasch.load("so-ein-mist").read_options(options)
    except PaschError:
        return
    assert all(isinstance(value, bool) for value in vars(read).values())
