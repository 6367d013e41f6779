"""The shown error is larger than that of sampling; comparisons of choices are not affected."""

import numpy as np
import pytest

from pasch import solutions
from pasch.coach.calibration import Calibration, calibration_of, openness
from pasch.coach.formatting import INTERVAL
from pasch.coach.judge import SearchJudge, advise, chances
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.match.match import Match, new
from tests.solving import SMALL, board

FEW = 256
MANY = 1024


def pantries() -> list[Match]:
    """Return every third choice of a quick player, whose dice show one face after the other."""
    match = new("mmm", seats=1, start=0, board=board(SMALL), cat_steps=11)
    found = []
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(len(match.events) % match.chance)
            continue
        found.append(match.copy())
        match.apply(match.game.quick_player.quick(match.position()))
    return found[::3]


def sampled(match: Match, playouts: int) -> SearchJudge:
    return SearchJudge(match.game, playouts, 0, Calibration())


def test_the_error_shown_is_of_sampling_and_of_what_sampling_can_not_tell() -> None:
    match = pantries()[1]
    known = calibration_of(match)
    plain = sampled(match, FEW).choices(match.view(0), 0, match.legal())
    shown = advise(match, playouts=FEW)
    for choice in shown.choices:
        raw = plain[choice.action]
        put_right = known.corrected(raw, match.turn)
        besides = np.interp(match.turn, known.turns, known.spread)
        besides *= max(openness(put_right.shares)[0], 0.05)
        assert choice.value == put_right.shares[0]
        assert choice.error == pytest.approx(np.hypot(raw.errors[0], besides))
        assert choice.error > raw.errors[0]
    assert shown.errors[0] == shown.choices[0].error
    glance = sampled(match, FEW).outlook(match.view(0), 0)
    assert chances(match, 0, playouts=FEW).errors[0] > glance.errors[0]


def test_the_advice_is_the_same_as_without() -> None:
    for match in pantries():
        plain = sampled(match, FEW).choices(match.view(0), 0, match.legal())
        ranked = sorted(plain, key=lambda a: -plain[a].shares[0])
        assert [choice.action for choice in advise(match, playouts=FEW).choices] == ranked


def test_choices_are_compared_by_sampling_alone() -> None:
    match = pantries()[0]
    known = calibration_of(match)
    judge = SearchJudge(match.game, FEW, 0, known)
    found = judge.choices(match.view(0), 0, match.legal())
    plain = sampled(match, FEW).choices(match.view(0), 0, match.legal())
    assert all(found[a].errors.tolist() == plain[a].errors.tolist() for a in found)


def test_the_interval_shown_holds_the_truth_where_sampling_alone_does_not() -> None:
    asked = pantries()
    known = calibration_of(asked[0])
    plain = [sampled(match, MANY).choices(match.view(0), 0, match.legal()) for match in asked]
    solved = solutions.obtain(asked[0].game, 1, asked[0].options)
    truths = [solved.choices(match.view(0)) for match in asked]
    held, held_by_sampling = 0, 0
    for match, raw, truth in zip(asked, plain, truths, strict=True):
        best = max(raw, key=lambda a: raw[a].shares[0])
        true, one = truth[best], raw[best]
        shown = known.corrected(one, match.turn)
        held += abs(shown.shares[0] - true) <= INTERVAL * known.errors(shown, match.turn)[0]
        held_by_sampling += abs(one.shares[0] - true) <= INTERVAL * one.errors[0]
    assert held >= 0.8 * len(asked)
    assert held_by_sampling < 0.4 * len(asked)


def test_what_is_decided_stays_so_and_between_two_turns_it_is_in_proportion() -> None:
    from pasch.bots.search.searcher import Outlook

    known = Calibration(turns=(0, 10), bias=(-0.2, 0.0), spread=(0.1, 0.3))
    found = Outlook(np.array([0.0, 0.5, 1.0]), np.zeros(3))
    assert known.corrected(found, 5).shares == pytest.approx([0.0, 0.525, 1.0])
    assert known.errors(found, 5) == pytest.approx([0.01, 0.05, 0.01])
    assert known.errors(found, 99)[1] == pytest.approx(0.075)


def test_a_game_that_was_not_measured_has_the_errors_of_sampling() -> None:
    assert calibration_of(new("pig", seats=2)) == Calibration()


@pytest.mark.parametrize("key", list(games()))
def test_what_a_game_tells_of_it_is_whole(key: str) -> None:
    game = load(key)
    for seats in range(game.seats[0], game.seats[1] + 1):
        known = calibration_of(new(key, seats=seats))
        assert len(known.turns) == len(known.bias) == len(known.spread)
        assert list(known.turns) == sorted(known.turns)
        assert all(spread >= 0 for spread in known.spread)
        # so that a larger share stays larger
        assert all(abs(bias) < 1 for bias in known.bias)
