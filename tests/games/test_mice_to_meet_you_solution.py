"""Mice to Meet You alone, solved: against a slow recursion, the rules, and games played."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pasch.core.game.position import Position
from pasch.core.game.registry import load
from pasch.core.words import words
from pasch.games.mice_to_meet_you.cards import DICE_CARDS, VALUES, dice_of
from pasch.games.mice_to_meet_you.quick import estimate
from pasch.games.mice_to_meet_you.rules import END
from pasch.games.mice_to_meet_you.search.hands import (
    CARD,
    HANDS,
    INDEX,
    OPEN,
    blank_values,
    solve_hands,
    tray_of,
)
from pasch.games.mice_to_meet_you.search.solve import (
    GOALS,
    Solution,
    refusal,
    size,
    solve,
    variants,
)
from pasch.solutions import say_nothing
from tests.kits.mice_to_meet_you import OTHER_CARDS, give, mice
from tests.reference.solutions import Solo, alone
from tests.solving import agrees_with_the_rules

MICE = load("mice-to-meet-you")


@pytest.fixture(scope="module", params=GOALS)
def solved(request: pytest.FixtureRequest) -> Solution:
    options = MICE.read_options({})
    return Solution(options, request.param, solve(options, request.param, say_nothing))


@pytest.mark.parametrize(
    ("cards", "dice_cards", "nuts", "threshold", "goal"),
    [
        ((1, 18), DICE_CARDS, 3, 15, "grade"),
        ((3, 8, 14), DICE_CARDS, 2, 9, "grade"),
        ((2, 7, 11), OTHER_CARDS, 2, 5, "empty"),
    ],
)
def test_tiny_hands_are_worth_what_a_slow_recursion_says(
    cards: tuple[int, ...], dice_cards: str, nuts: int, threshold: int, goal: str
) -> None:
    values = blank_values(nuts, goal)
    hands = np.array(sorted(parts_of(sum(1 << int(INDEX[card]) for card in cards)))[1:])
    solve_hands(tray_of(dice_cards, threshold, goal), values, hands)
    dice = tuple((card, *dice_of(dice_cards)[i]) for i, card in enumerate(VALUES))
    game = Solo(dice, nuts, threshold, goal)
    for hand in hands:
        held = frozenset(int(card) for i, card in enumerate(CARD) if hand >> i & 1)
        for others in range(OPEN):
            up = frozenset({6, *(VALUES[i + 1] for i in range(3) if others >> i & 1)})
            for own in range(nuts + 1):
                expected = alone(game, held, up, own)
                assert values[hand, others, own] == pytest.approx(expected, abs=1e-12)


# Options that the estimate was not trained with.
ODD: dict[str, Any] = {
    "dice_cards": "15 red, 12 red yellow, 9 yellow, 6 yellow",
    "nuts": 2,
    "threshold": 10,
}


def test_the_estimate_is_close_to_the_truth_with_other_options() -> None:
    """It is tried for every hand of some cards."""
    match = mice(1, **ODD)
    options = match.options
    values = blank_values(options.nuts, "grade")
    hands = np.array(sorted(parts_of(int(sum(1 << INDEX[[1, 4, 7, 10, 13, 16, 18]]))))[1:])
    solve_hands(tray_of(options.dice_cards, options.threshold, "grade"), values, hands)
    off = []
    for hand in map(int, hands):
        held = tuple(int(card) for i, card in enumerate(CARD) if hand >> i & 1)
        for others in range(OPEN):
            up = (6, *(VALUES[i + 1] for i in range(3) if others >> i & 1))
            for own in range(options.nuts + 1):
                s = give(match, 0, hand=held, up=up, nuts=own).view(0)
                off.append(estimated(s) - values[hand, others, own])
    assert np.sqrt(np.mean(np.square(off))) < 0.04


def estimated(s: Position) -> float:
    guess = np.zeros(5)
    estimate(s, guess)
    return float(guess[0])


def parts_of(hand: int) -> Iterator[int]:
    part = hand
    while part:
        yield part
        part = (part - 1) & hand
    yield 0


def test_a_moment_is_worth_what_the_rules_make_of_it(solved: Solution) -> None:
    rng = np.random.default_rng(3)
    for level in (0, 2):
        agrees_with_the_rules(solved, mice(1, level=level), rng)


@pytest.mark.parametrize(("hand", "up", "grade"), [((), (6, 9), 4), ((3, 8), (), 1), ((), (6,), 3)])
def test_the_end_is_worth_its_grade(hand: tuple[int, ...], up: tuple[int, ...], grade: int) -> None:
    options = MICE.read_options({})
    arrays = {"values": blank_values(3, "grade")}
    match = give(mice(1), 0, hand=hand, up=up)
    match._state.phase = END
    assert (
        Solution(options, "grade", arrays).value(match.view(0)) == match.returns()[0] == grade / 6
    )


@pytest.mark.parametrize("level", range(4))
def test_the_perfect_player_reaches_what_the_solution_says(solved: Solution, level: int) -> None:
    start = mice(1, level=level).view(0)
    shares = solved.playouts(start, 1000, seed=level)
    error = float(shares.std()) / len(shares) ** 0.5
    assert abs(shares.mean() - solved.value(start)) < 3 * error


def test_a_higher_level_is_worth_less(solved: Solution) -> None:
    worths = [solved.value(mice(1, level=level).view(0)) for level in range(4)]
    assert worths == sorted(worths, reverse=True)


def test_only_the_solo_game_is_solved() -> None:
    options = MICE.read_options({})
    assert refusal(1, options) is None
    assert "only for one player, not for 3" in str(refusal(3, options))


def test_one_solution_holds_every_level() -> None:
    options = MICE.read_options({"level": 2})
    assert size(options).states == HANDS * OPEN * 4
    levels = [name for name, _ in variants(options, set(), words("en"))]
    assert levels == [f"level {n}" for n in range(4)]
    assert list(variants(options, {"level"}, words("de", MICE.folder))) == [("Stufe 2", options)]
