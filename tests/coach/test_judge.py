"""The judgement of the coach about a position."""

import numpy as np
import pytest

from pasch import solutions
from pasch.bots.search.searcher import Searcher
from pasch.bots.search.tree import ALL_KNOWING
from pasch.coach.judge import advise, chances
from pasch.coach.solved import can_be_solved_soon, could_be_solved, find
from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.match.match import Match, new
from tests.coach.played import played
from tests.solving import SMALL, board

FEW = 256


def small_pantry() -> Match:
    match = new("mmm", seats=2, start=0, board=board(SMALL), cat_steps=4)
    while match.player == CHANCE:
        match.apply(0)
    return match


def farm() -> Match:
    """Return a choice between a card worth having and the dice."""
    match = new("so-ein-mist", seats=3, start=0)
    while match.player == CHANCE:
        match.apply(0)
    return match


def test_every_legal_choice_is_weighed_and_the_best_stands_first() -> None:
    match = farm()
    advice = advise(match, playouts=FEW)
    assert advice.seat == match.player
    assert not advice.exact
    assert sorted(choice.action for choice in advice.choices) == match.legal()
    values = [choice.value for choice in advice.choices]
    assert values == sorted(values, reverse=True)
    assert all(choice.error > 0 for choice in advice.choices)
    assert advice.chances[advice.seat] == values[0]
    assert sum(advice.chances) == pytest.approx(1)


def test_the_same_seed_gives_the_same_advice_on_any_number_of_cores() -> None:
    match = farm()
    assert advise(match, playouts=FEW, cores=1) == advise(match, playouts=FEW, cores=2)


def test_the_coach_knows_no_more_than_the_seat() -> None:
    """Two matches that look alike to the seat to choose get the same advice."""
    one = played("mistkaefer", 3)
    for events in range(len(one.events), 0, -1):
        match = Match(one.game, 3, 0, one.options)
        for a in one.events[:events]:
            match.apply(a)
        seat = match.player
        if seat >= 0 and match.view(seat) != match.position():
            break
    other = match.copy()
    other._state = match.guess(seat, np.random.default_rng(5))
    assert other.position() != match.position()
    assert advise(match, playouts=FEW).choices == advise(other, playouts=FEW).choices


def test_where_the_game_is_solved_the_advice_is_exact() -> None:
    match = small_pantry()
    assert could_be_solved(match)
    assert can_be_solved_soon(match)
    assert not advise(match, playouts=FEW).exact
    solved = solutions.obtain(match.game, match.seats, match.options)
    assert find(match) is solved
    assert not could_be_solved(match)
    advice = advise(match)
    assert advice.exact
    assert {each.action: each.value for each in advice.choices} == solved.choices(match.view(0))
    assert all(each.error == 0 for each in advice.choices)
    assert advice.chances == [advice.choices[0].value] * 2
    assert chances(match).shares == [solved.value(match.view(0))] * 2


def test_an_estimate_of_a_solved_game_is_near_the_truth() -> None:
    match = small_pantry()
    truth = solutions.obtain(match.game, match.seats, match.options).value(match.view(0))
    found = Searcher(match.game).weigh(match.view(0), ALL_KNOWING, 4096, seed=1)
    assert found.shares[0] == pytest.approx(truth, abs=0.1)
    assert found.errors[0] < 0.02


def test_errors_tell_how_much_estimates_differ() -> None:
    match = farm()
    view = match.view(0)
    found = [Searcher(match.game).weigh(view, WATCHER, 1024, seed, 0) for seed in range(12)]
    spread = np.std([each.shares for each in found], axis=0, ddof=1)
    told = np.mean([each.errors for each in found], axis=0)
    assert np.all(spread < 2.5 * told)
    assert np.all(told < 4 * spread)


def test_chances_are_told_while_the_dice_are_due_and_when_all_is_over() -> None:
    due = chances(new("so-ein-mist", seats=3, start=0), playouts=FEW)
    assert sum(due.shares) == pytest.approx(1)
    match = played("so-ein-mist", 3)
    over = chances(match)
    assert over.exact
    assert over.shares == match.returns()


def test_who_does_not_choose_gets_no_advice() -> None:
    with pytest.raises(PaschError, match="over"):
        advise(played("so-ein-mist", 3))
    with pytest.raises(PaschError, match="come next"):
        advise(new("so-ein-mist", seats=3))
    with pytest.raises(PaschError, match="64 playouts or more, not 3"):
        advise(farm(), playouts=3)
