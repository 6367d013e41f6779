"""Mmm! solved: against a slow recursion, against the rules, against games played."""

import numpy as np
import pytest

from pasch.core.match import Match, new
from pasch.core.registry import load
from pasch.core.solution import say_nothing
from pasch.games.mmm.board import ours
from pasch.games.mmm.pantry import Plan, Sizes, number_each, sizes_of, unpack
from pasch.games.mmm.solve import Solution, refusal, size, solve, solve_plan
from tests.reference.solutions import win
from tests.solving import LARGE, SMALL, agrees_with_the_rules, board

MMM = load("mmm")
STEPS = 10


@pytest.fixture(scope="module")
def solved() -> Solution:
    options = MMM.read_options({"board": board(SMALL), "cat_steps": STEPS})
    return Solution(options, "win", solve(options, "win", say_nothing))


def small(foods: tuple[Sizes, ...] = SMALL) -> Match:
    return new("mmm", seats=2, start=0, board=board(foods), cat_steps=STEPS)


@pytest.mark.parametrize(
    "foods",
    [
        ((2, 1), (2,), (1,), (), ()),
        ((3, 2), (2, 1), (), (), ()),
        ((2, 2, 1), (1,), (1,), (), ()),
        ((1,), (1,), (1,), (1,), (1,)),
        ((4,), (1, 1), (1,), (), ()),
    ],
)
def test_tiny_pantries_are_worth_what_a_slow_recursion_says(foods: tuple[Sizes, ...]) -> None:
    plan = Plan(foods)
    pantry = plan.lay_out()
    values = solve_plan(plan, 3, say_nothing)
    kinds = sorted(set().union(*plan.members), key=lambda sizes: (sum(sizes), sizes))
    left = np.zeros(5, np.int64)
    for number in range(plan.count):
        unpack(pantry, number, left)
        items = tuple((food, size) for food, n in enumerate(left) for size in kinds[n])
        for steps in range(4):
            assert values[number, steps] == pytest.approx(win(items, steps), abs=1e-12)


@pytest.mark.parametrize("name", ["one-paw", "two-paws"])
def test_every_pantry_of_a_board_has_a_number_of_its_own(name: str) -> None:
    plan = Plan(sizes_of(ours()[name]))
    pantry = plan.lay_out()
    numbers, sorting = np.zeros(1, np.int64), np.zeros(5, np.int64)
    left = np.zeros((1, 5), np.int64)
    for number in range(0, plan.count, 101):
        unpack(pantry, number, left[0])
        number_each(pantry, left, 1, numbers, sorting)
        assert numbers[0] == number
    number_each(pantry, pantry.full[None, :], 1, numbers, sorting)
    assert numbers[0] < plan.count


def test_a_moment_is_worth_what_the_rules_make_of_it(solved: Solution) -> None:
    rng = np.random.default_rng(6)
    for _ in range(3):
        match = small()
        agrees_with_the_rules(solved, match, rng)
        assert solved.value(match.view(0)) == match.returns()[0]


def test_the_order_of_the_foods_does_not_matter(solved: Solution) -> None:
    other = small(tuple(reversed(SMALL)))
    assert solved.value(other.view(0)) == solved.value(small().view(0))


def test_perfect_players_win_as_often_as_the_solution_says(solved: Solution) -> None:
    start = small().view(0)
    exact = solved.value(start)
    won = solved.playouts(start, 4000, seed=1)
    assert set(won) == {0.0, 1.0}
    assert abs(won.mean() - exact) < 3 * (exact * (1 - exact) / len(won)) ** 0.5
    assert (solved.playouts(start, 100, seed=2) == solved.playouts(start, 100, seed=2)).all()


def test_what_would_take_too_much_memory_is_refused_with_the_figures() -> None:
    large = MMM.read_options({"board": board(LARGE), "cat_steps": 99})
    assert size(large).bytes > 4e9
    assert refusal(1, large).startswith("solving this board with 99 steps of the cat takes 4.4 GB")
    assert "495,632,214 states and about" in refusal(1, large)
    assert refusal(1, MMM.read_options({"board": board(LARGE)})) == ""


def test_with_the_line_rule_it_is_refused() -> None:
    assert "the line rule" in refusal(2, MMM.read_options({"line": True}))


@pytest.mark.parametrize("name", ["one-paw", "two-paws"])
def test_our_boards_fit_into_memory_by_far(name: str) -> None:
    needed = size(MMM.read_options({"board": name}))
    assert needed.bytes < 4e9 / 8
    assert needed.states == Plan(sizes_of(ours()[name])).count * 11
