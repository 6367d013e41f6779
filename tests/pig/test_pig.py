"""Pig, clause by clause: a game that comes in a package of its own."""

import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match, new
from tests.moves import play


def pig(seats: int = 2, start: int = 0, goal: int = 100) -> Match:
    return new("pig", seats=seats, start=start, goal=goal)


def points(match: Match) -> list[int]:
    return [int(n) for n in match.view(0).score[: match.seats]]


@pytest.mark.clause("PIG-1")
def test_the_starting_player_begins_and_turns_go_clockwise() -> None:
    match = pig(seats=3, start=2)
    movers = []
    for _ in range(4):
        play(match, "2")
        movers.append(match.player)
        play(match, "hold")
    assert movers == [2, 0, 1, 2]


@pytest.mark.clause("PIG-2")
def test_a_turn_begins_with_a_roll() -> None:
    match = pig()
    assert (match.player, match.chance) == (CHANCE, 6)


@pytest.mark.clause("PIG-3", "PIG-5")
def test_pips_add_up_until_the_player_holds() -> None:
    match = play(pig(), "6", "roll on", "2", "roll on", "5")
    assert points(match) == [0, 0]
    assert [match.text(a) for a in match.legal()] == ["roll on", "hold"]
    assert points(play(match, "hold")) == [13, 0]


@pytest.mark.clause("PIG-4")
def test_a_one_loses_the_turn_and_nothing_else() -> None:
    match = play(pig(), "6", "hold", "1", "5", "roll on", "1", "3")
    assert points(match) == [6, 0]
    assert match.player == 1


@pytest.mark.clause("PIG-6")
def test_who_holds_with_enough_has_won() -> None:
    match = play(pig(goal=10), "6", "hold", "5", "hold", "4")
    assert match.player == 0
    play(match, "hold")
    assert match.player == OVER
    assert match.returns() == [1.0, 0.0]
    assert match.score() == [10, 5]
