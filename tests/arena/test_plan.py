"""Plans: the bots at each seat."""

from collections import Counter
from itertools import groupby

import pytest

from pasch.arena.plan import MOST_BOTS, Seating, make_plan, rotations, seatings, usual_seats
from pasch.core.errors import PaschError
from pasch.core.game.registry import load
from tests.arena.kit import plan


def by_block(found: list[Seating]) -> list[list[tuple[int, ...]]]:
    return [[each.sits for each in block] for _, block in groupby(found, lambda each: each.block)]


@pytest.mark.parametrize("bots", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_every_bot_sits_on_every_seat_equally_often(bots: int, seats: int) -> None:
    found = list(seatings(plan("so-ein-mist", *["quick"] * bots, games=500, seats=seats)))
    for bot in range(bots):
        by_seat = [sum(each.sits[seat] == bot for each in found) for seat in range(seats)]
        assert len(set(by_seat)) == 1
        assert by_seat[0] > 0


def test_in_a_block_everybody_moves_on_seat_by_seat() -> None:
    for tables in by_block(
        list(seatings(plan("so-ein-mist", "random", "quick", games=40, seats=4)))
    ):
        first = tables[0]
        assert tables == [first[-n:] + first[:-n] for n in range(len(tables))]
        assert len(set(tables)) == len(tables)


def test_who_sit_as_before_do_not_play_it_again() -> None:
    assert rotations((0, 1, 0, 1)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert rotations((0, 0, 0)) == [(0, 0, 0)]


def test_two_bots_at_four_seats_sit_beside_and_across() -> None:
    found = list(seatings(plan("so-ein-mist", "random", "quick", games=300, seats=4)))
    assert {each.sits for each in found} == {
        sits for first in ((0, 0, 1, 1), (0, 1, 0, 1)) for sits in rotations(first)
    }


def test_two_bots_at_three_seats_are_the_majority_by_turns() -> None:
    blocks = by_block(list(seatings(plan("so-ein-mist", "random", "quick", games=60, seats=3))))
    majority = Counter(sum(tables[0]) > 1 for tables in blocks)
    assert majority == {True: 10, False: 10}


def test_more_bots_than_seats_meet_in_every_combination_before_any_comes_again() -> None:
    five = plan("so-ein-mist", *["quick"] * 5, games=60, seats=3)
    met = [frozenset(tables[0]) for tables in by_block(list(seatings(five)))]
    assert len(met) == 20
    assert len(set(met[:10])) == len(set(met[10:])) == 10


def test_together_each_bot_plays_the_dice_of_a_block_alone() -> None:
    found = list(seatings(plan("mmm", "random", "quick", games=4, seats=2)))
    assert found == [
        Seating(0, 0, (0, 0)),
        Seating(1, 0, (1, 1)),
        Seating(2, 1, (0, 0)),
        Seating(3, 1, (1, 1)),
    ]


def test_alone_too() -> None:
    found = list(seatings(plan("mice-to-meet-you", "random", "quick", games=2, seats=1)))
    assert [each.sits for each in found] == [(0,), (1,)]


def test_a_block_is_played_to_its_end() -> None:
    found = list(seatings(plan("so-ein-mist", "random", "quick", games=4, seats=3)))
    assert [each.i for each in found] == list(range(6))


def test_another_seed_draws_other_neighbours() -> None:
    def drawn(seed: str) -> list[Seating]:
        six = plan("so-ein-mist", *["quick"] * 6, games=60, seats=6, seed=seed)
        return list(seatings(six))

    assert drawn("a") == drawn("a") != drawn("b")


@pytest.mark.parametrize(
    ("key", "bots", "seats"),
    [("so-ein-mist", 2, 3), ("so-ein-mist", 4, 4), ("so-ein-mist", 9, 6), ("mmm", 3, 1)],
)
def test_nobody_says_how_many_seats(key: str, bots: int, seats: int) -> None:
    assert usual_seats(load(key), bots) == seats


@pytest.mark.parametrize(
    ("bots", "games", "more", "message"),
    [
        (["clever?"], 10, {}, "a bot is one of newcomer, .*, not 'clever\\?'"),
        (["search:"], 10, {}, "not ''"),
        ([], 10, {}, f"1 to {MOST_BOTS} bots, not 0"),
        (["quick"] * 21, 10, {}, f"1 to {MOST_BOTS} bots, not 21"),
        (["quick"], 0, {}, "1 to 1000000 games, not 0"),
        (["quick"], 10, {"seats": 2}, "So ein Mist is for 3 to 6 seats, not 2"),
        (["quick"], 10, {"options": {"cat_steps": 3}}, "no option 'cat_steps'"),
        (["quick"], 10, {"options": {"doubling": "maybe"}}, "doubling is yes or no, not 'maybe'"),
        (["quick"], 10, {"seed": "\ud800"}, "a seed is text"),
    ],
)
def test_what_cannot_be_played_is_refused(
    bots: list[str], games: int, more: dict[str, object], message: str
) -> None:
    with pytest.raises(PaschError, match=message):
        make_plan(load("so-ein-mist"), bots, games, **more)  # type: ignore[arg-type]
