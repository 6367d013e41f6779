"""The rules against slow independent models: counted trees, and whole games side by side."""

from itertools import product
from typing import Any

import pytest

from pasch.core.game.position import OVER
from pasch.core.match.match import Match, new
from pasch.games.mmm import rules as mmm_rules
from pasch.games.mmm.board_files import ours
from pasch.games.so_ein_mist import rules as sem
from tests.checker import walk
from tests.reference import after, count_tree
from tests.reference import mmm as slow_mmm
from tests.reference import so_ein_mist as slow_sem
from tests.trees import breakdown, count


def so_ein_mist(
    seats: int, start: int, *events: int, **options: Any
) -> tuple[Match, slow_sem.Position]:
    match = new("so-ein-mist", seats=seats, start=start, **options)
    for a in events:
        match.apply(a)
    return match, after(slow_sem, slow_sem.begin(seats, start, **options), events)


def mmm(
    seats: int, start: int, board: str, *events: int, **options: Any
) -> tuple[Match, slow_mmm.Position]:
    match = new("mmm", seats=seats, start=start, board=board, **options)
    for a in events:
        match.apply(a)
    layout = ours()[board]
    begun = slow_mmm.begin(seats, start, layout.pantry, layout.foods, **options)
    return match, after(slow_mmm, begun, events)


# Set-up events that lay a ring with every figure in another place.
LAID_3 = (0, 0, 0, 7, 3, 0, 0, 2, 0, 3, 0, 1, 2, 0)
LAID_5 = (5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 9, 0, 7, 0, 5, 0, 3, 0, 1, 0)


def test_the_counted_trees_of_so_ein_mist_hold() -> None:
    assert count(new("so-ein-mist", seats=3), 4) == 6 * 5 * 4 * 8
    match, slow = so_ein_mist(3, 1, *LAID_3)
    by_event = breakdown(match, 5)
    assert by_event == {
        a: count_tree(slow_sem, following, 4) for a, following in slow_sem.moves(slow)
    }
    # After the roll, moving brings a refill, a roll and a decision; continuing may repeat a face.
    move = 7 * 6 * 2
    go_on = 5 * (7 + 6) + 1 * 7 * 6
    assert by_event == dict.fromkeys(range(6), move + go_on)


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("options", [{}, {"another_round": True, "passing": False}])
def test_trees_of_so_ein_mist_are_those_of_the_slow_model(
    seats: int, options: dict[str, Any]
) -> None:
    match, slow = so_ein_mist(seats, 0, *(LAID_3 if seats == 3 else LAID_5), **options)
    assert breakdown(match, 6) == {
        a: count_tree(slow_sem, following, 5) for a, following in slow_sem.moves(slow)
    }


@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize("board", ["one-paw", "two-paws"])
def test_trees_of_mmm_are_those_of_the_slow_model(board: str, line: bool) -> None:
    match, slow = mmm(2, 1, board, 0, 0, 3, line=line)
    assert breakdown(match, 3) == {
        a: count_tree(slow_mmm, following, 2) for a, following in slow_mmm.moves(slow)
    }


def test_the_counted_trees_of_mmm_hold() -> None:
    assert count(new("mmm", seats=1), 3) == 6**3
    match, _ = mmm(1, 0, "one-paw", 0, 5, 5)
    assert breakdown(match, 2) == dict.fromkeys(match.legal(), 2)
    assert count(match, 3) == 10 * (6 + 6)


def same_as_so_ein_mist(match: Match, slow: slow_sem.Position) -> None:
    view = match.view(0)
    assert [a for a, _ in slow_sem.moves(slow)] == match.possible()
    assert slow_sem.mover(slow) == match.player
    for place, card in enumerate(slow.ring):
        number = int(view.ring[place])
        animal = number // sem.OWN if number < sem.ANIMALS * sem.OWN else None
        shown = None if number == sem.GAP else (animal, int(sem.VALUE[number]))
        assert shown == card
    if view.phase > sem.LAYOUT:
        assert view.at[: match.seats] == list(slow.at)
    assert [sem.tally(view, seat)[0] for seat in range(match.seats)] == [
        slow_sem.score(slow, seat) for seat in range(match.seats)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("flags", list(product([False, True], repeat=3)))
def test_whole_games_of_so_ein_mist_go_as_in_the_slow_model(
    seats: int, flags: tuple[bool, bool, bool]
) -> None:
    options = dict(zip(("doubling", "passing", "another_round"), flags, strict=True))
    match, slow = so_ein_mist(seats, seats - 1, **options)
    for a in walk(match, f"{seats}{flags}"):
        same_as_so_ein_mist(match, slow)
        slow = after(slow_sem, slow, [a])
    assert slow_sem.mover(slow) == OVER
    assert slow_sem.shares(slow) == match.returns()
    same_as_so_ein_mist(match, slow)


def same_as_mmm(match: Match, slow: slow_mmm.Position) -> None:
    view = match.view(0)
    assert slow_mmm.mover(slow) == match.player
    assert [a for a, _ in slow_mmm.moves(slow)] == match.possible()
    assert {square for square in range(49) if int(view.chips) >> square & 1} == slow.chips
    assert {square for square in range(49) if int(view.dice) >> square & 1} == slow.on_board
    assert int(view.cat) == slow.cat


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("board", ["one-paw", "two-paws"])
@pytest.mark.parametrize("line", [False, True])
@pytest.mark.parametrize("cat_steps", [3, 40])
def test_whole_games_of_mmm_go_as_in_the_slow_model(
    seats: int, board: str, line: bool, cat_steps: int
) -> None:
    match, slow = mmm(seats, seats - 1, board, line=line, cat_steps=cat_steps)
    for a in walk(match, f"{seats}{board}{line}"):
        same_as_mmm(match, slow)
        assert int(match.view(0).to_move) == slow.seat
        slow = after(slow_mmm, slow, [a])
    same_as_mmm(match, slow)
    assert slow_mmm.shares(slow) == match.returns()
    assert slow_mmm.grade(slow) == mmm_rules.grade(match.view(0))
