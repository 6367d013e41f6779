"""The notes of a scorebook agree with who won."""

import pytest

from pasch.arena.plan import Seating
from pasch.arena.play import Result, play
from pasch.core.game.registry import load
from pasch.core.words import words
from tests.arena.kit import plan


def finished(key: str, seats: int, games: int = 6) -> list[Result]:
    asked = plan(key, "random", "quick", seats=seats)
    sits = tuple(seat % 2 for seat in range(seats))
    return [play(asked, Seating(i, i, sits)).result for i in range(games)]


def winners(result: Result) -> set[int]:
    return {seat for seat, share in enumerate(result.returns) if share > 0}


def test_the_most_points_win_so_ein_mist() -> None:
    for result in finished("so-ein-mist", 4):
        assert all(result.score[seat] == max(result.score) for seat in winners(result))


def test_all_mice_have_the_same_grade_and_4_is_the_least_that_wins() -> None:
    for result in finished("mmm", 3):
        assert len(set(result.score)) == 1
        assert (result.score[0] >= 4) == (winners(result) == {0, 1, 2})


def test_who_has_dung_for_20_wins_mistkaefer_unless_clovers_do() -> None:
    goal = 20
    for result in finished("mistkaefer", 2):
        others = [n for seat, n in enumerate(result.score) if seat not in winners(result)]
        assert max(others) < goal


def test_no_dice_left_wins_compost() -> None:
    for result in finished("compost", 2):
        for seat, left in enumerate(result.score):
            assert (left == 0) == (result.returns[seat] == 1)


def test_the_fewest_points_left_win_mice_to_meet_you() -> None:
    for result in finished("mice-to-meet-you", 3):
        assert all(result.score[seat] == min(result.score) for seat in winners(result))


def test_alone_mice_to_meet_you_is_graded() -> None:
    for result in finished("mice-to-meet-you", 1):
        assert result.returns == [result.score[0] / 6]


@pytest.mark.parametrize(
    ("key", "seats", "english", "german"),
    [
        ("so-ein-mist", 3, "points", "Punkte"),
        ("mmm", 1, "grade, 0 to 7", "Note, 0 bis 7"),
        ("mistkaefer", 2, "dung balls", "Mistkugeln"),
        ("compost", 2, "dice left", "Würfel übrig"),
        ("mice-to-meet-you", 2, "points left", "Punkte übrig"),
        ("mice-to-meet-you", 1, "grade, 0 to 6", "Note, 0 bis 6"),
    ],
)
def test_a_score_has_a_unit(key: str, seats: int, english: str, german: str) -> None:
    game = load(key)
    for language, unit in (("en", english), ("de", german)):
        assert game.view.score_unit(seats, words(language, game.folder)) == unit
