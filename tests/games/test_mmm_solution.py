"""Mmm! solved: against a slow recursion, against the rules, against games played."""

from collections.abc import Iterator

import numpy as np
import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import load
from pasch.core.match.match import Match, new
from pasch.games.mmm.board_files import ours
from pasch.games.mmm.quick import choices, estimate, quick
from pasch.games.mmm.rules import ACTIONS, ALL_DICE, DICE, IN_HAND, ROLL, UNROLLED
from pasch.games.mmm.search.pantry import Numbering, Sizes, number_each, sizes_of, unpack
from pasch.games.mmm.search.solve import Solution, refusal, size, solve, solve_pantries, wider
from pasch.solutions import say_nothing
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
    numbering = Numbering(foods)
    pantry = numbering.lay_out()
    values = solve_pantries(numbering, 3, say_nothing)
    kinds = sorted(set().union(*numbering.members), key=lambda sizes: (sum(sizes), sizes))
    left = np.zeros(5, np.int64)
    for number in range(numbering.count):
        unpack(pantry, number, left)
        items = tuple((food, size) for food, n in enumerate(left) for size in kinds[n])
        for steps in range(4):
            assert values[number, steps] == pytest.approx(win(items, steps), abs=1e-12)


@pytest.mark.parametrize("name", ["one-paw", "two-paws"])
def test_every_pantry_of_a_board_has_a_number_of_its_own(name: str) -> None:
    numbering = Numbering(sizes_of(ours()[name]))
    pantry = numbering.lay_out()
    numbers, sorting = np.zeros(1, np.int64), np.zeros(5, np.int64)
    left = np.zeros((1, 5), np.int64)
    for number in range(0, numbering.count, 101):
        unpack(pantry, number, left[0])
        number_each(pantry, left, 1, numbers, sorting)
        assert numbers[0] == number
    number_each(pantry, pantry.full[None, :], 1, numbers, sorting)
    assert numbers[0] < numbering.count


def test_a_moment_is_worth_what_the_rules_make_of_it(solved: Solution) -> None:
    rng = np.random.default_rng(6)
    for _ in range(3):
        match = small()
        agrees_with_the_rules(solved, match, rng)
        assert solved.value(match.view(0)) == match.returns()[0]


def test_a_solution_knows_every_cat_with_fewer_steps(solved: Solution) -> None:
    fewer = MMM.read_options({"board": board(SMALL), "cat_steps": STEPS - 1})
    assert next(iter(wider(fewer))) == MMM.read_options({"board": board(SMALL), "cat_steps": STEPS})
    match = new("mmm", seats=2, start=0, board=board(SMALL), cat_steps=STEPS - 1)
    own = Solution(fewer, "win", {"values": solved.values[:, :STEPS].copy()})
    assert solved.value(match.view(0)) == own.value(match.view(0))
    agrees_with_the_rules(solved, match, np.random.default_rng(3))


def test_the_order_of_the_foods_does_not_matter(solved: Solution) -> None:
    other = small(tuple(reversed(SMALL)))
    assert solved.value(other.view(0)) == solved.value(small().view(0))


def test_perfect_players_win_as_often_as_the_solution_says(solved: Solution) -> None:
    start = small().view(0)
    exact = solved.value(start)
    won = solved.playouts(start, 300, seed=1)
    assert set(won) == {0.0, 1.0}
    assert abs(won.mean() - exact) < 3 * (exact * (1 - exact) / len(won)) ** 0.5
    assert (solved.playouts(start, 20, seed=2) == solved.playouts(start, 20, seed=2)).all()


def positions(games: int) -> Iterator[Match]:
    """Yield every choice in some games of a random player."""
    rng = np.random.default_rng(8)
    for _ in range(games):
        match = small()
        while match.player != OVER:
            if match.player != CHANCE:
                yield match
            match.apply(int(rng.choice(match.possible())))


def test_what_the_search_leaves_out_is_worth_what_it_looks_at(solved: Solution) -> None:
    out = np.zeros(ACTIONS, np.int64)
    left_out = 0
    for match in positions(4):
        s = match.view(0)
        worth = solved.choices(s)
        kept = out[: choices(s, out)].tolist()
        assert set(kept) <= set(match.legal())
        assert {worth[a] for a in kept} == set(worth.values())
        assert quick(s) in kept
        left_out += len(worth) - len(kept)
    assert left_out > 0


def test_the_estimate_is_close_to_the_truth(solved: Solution) -> None:
    """The net was not trained with this board."""
    guess = np.zeros(6)
    off = []
    for match in positions(40):
        s = match.view(0)
        s.phase, s.hand, s.rolling, s.placed, s.dice = ROLL, ALL_DICE, ALL_DICE, 0, 0
        s.lies, s.face = [IN_HAND] * DICE, [UNROLLED] * DICE
        estimate(s, guess)
        off.append(guess[0] - solved.value(s))
    assert np.sqrt(np.mean(np.square(off))) < 0.03


def test_what_would_take_too_much_memory_is_refused_with_the_figures() -> None:
    large = MMM.read_options({"board": board(LARGE), "cat_steps": 99})
    assert size(large).bytes > 4e9
    reason = str(refusal(1, large))
    assert reason.startswith("solving this board with 99 steps of the cat takes 4.4 GB")
    assert "495,632,214 states and about" in reason
    assert refusal(1, MMM.read_options({"board": board(LARGE)})) is None


def test_with_the_line_rule_it_is_refused() -> None:
    assert "the line rule" in str(refusal(2, MMM.read_options({"line": True})))


@pytest.mark.parametrize("name", ["one-paw", "two-paws"])
def test_our_boards_fit_into_memory_by_far(name: str) -> None:
    needed = size(MMM.read_options({"board": name}))
    assert needed.bytes < 4e9 / 8
    assert needed.states == Numbering(sizes_of(ours()[name])).count * 11
