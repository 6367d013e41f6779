"""The search: what it finds where the truth is known, the same again, nothing it may not see."""

import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pasch.bots import quick
from pasch.bots.compile_game import make_ready
from pasch.bots.search.searcher import (
    IN_ONE_TREE,
    Budget,
    Finding,
    Searcher,
    best,
    split,
    tuning_alone,
    tuning_of,
)
from pasch.core.errors import BadOption
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, new
from pasch.games.mistkaefer.rules import SCORE
from pasch.games.mmm import rules as mmm
from pasch.games.so_ein_mist.rules import CONTINUE, OPT_OUT
from tests.checker import name_of
from tests.kits.mistkaefer import beetles, give, lay
from tests.moves import pantry

EVERY_GAME = pytest.mark.parametrize("game", list(games().values()), ids=name_of)

# Cow, sheep and pig have the cards +2, +4 and +6. From the cow on, the ring holds −3, +2, the
# sheep, −1, −3 and the pig, so the only food without a figure is two cards further on.
ANIMALS = (0, 0, 0)
CARDS = (3, 4, 5)
RING = (0, 2, 5, 0, 2, 1, 0, 0)


def a_choice(game: Game, number: int = 3) -> Match:
    """Return a match at a real choice, after so many others; chance goes round."""
    match = new(game.key, seats=max(2, game.seats[0]), start=0)
    rng = np.random.default_rng(0)
    chosen = 0
    while match.player == CHANCE or len(match.legal()) == 1 or chosen < number:
        if match.player == CHANCE:
            match.apply(len(match.events) % match.chance)
        else:
            chosen += len(match.legal()) > 1
            match.apply(quick.choose(match, rng))
    return match


def last_turn(die: int) -> Match:
    """Return the last turn of the cow, who has rolled this die; nobody has a card yet."""
    match = new("so-ein-mist", seats=3, start=0)
    for outcome in ANIMALS + CARDS + RING:
        match.apply(outcome)
    state = match._state
    state.turn = state.turns - 1
    state.unseen[0] = 1
    match.apply(die - 1)
    return match


def one_square_left(*, placed: bool = True) -> Match:
    """Return a match of Mmm! with the cat at the door and a die for the last square."""
    match = pantry(seats=1)
    state = match._state
    state.chips = mmm.ALL ^ mmm.BIT[0]
    state.cat = state.cat_steps - 1
    for _ in range(mmm.DICE):
        match.apply(int(state.food_at[0]))
    if placed:
        match.apply(0)
    return match


def one_roll_of_mmm(**options: Any) -> Match:
    """Return the first turn after the first roll: three different foods, and much to come."""
    match = pantry(seats=1, **options)
    for food in range(mmm.DICE):
        match.apply(food)
    return match


def exact(match: Match, seat: int) -> float:
    """Return the share of a seat that chooses best, where nobody else is to choose any more."""
    if match.player == OVER:
        return match.returns()[seat]
    values = []
    for a in match.possible():
        after = match.copy()
        after.apply(a)
        values.append(exact(after, seat))
    return sum(values) / len(values) if match.player == CHANCE else max(values)


def think(match: Match, playouts: int = 300, seed: int = 1, cores: int = 1) -> list[Finding]:
    return Searcher(match.game, cores=cores).think(match, Budget(playouts=playouts), seed)


def test_it_gathers_what_wins_at_once() -> None:
    rolling, gathering = think(one_square_left())
    assert (gathering.action, gathering.value, gathering.error) == (mmm.GATHER, 1.0, 0.0)
    assert rolling.value == 0.0
    assert best([rolling, gathering]) == gathering


@pytest.mark.parametrize(("die", "right"), [(1, CONTINUE), (2, OPT_OUT), (3, CONTINUE)])
def test_it_knows_when_to_roll_on_and_what_that_is_worth(die: int, right: int) -> None:
    match = last_turn(die)
    found = best(think(match, playouts=4000))
    assert found.action == right
    after = match.copy()
    after.apply(right)
    assert found.value == pytest.approx(exact(after, 0), abs=0.03)


def test_one_possible_action_needs_no_thought() -> None:
    match = one_square_left(placed=False)
    assert match.legal() == [0]
    assert [(each.action, each.visits) for each in think(match)] == [(0, 0)]


@EVERY_GAME
def test_it_answers_for_every_legal_action_and_counts_every_playout(game: Game) -> None:
    match = a_choice(game)
    findings = think(match, playouts=200)
    assert [each.action for each in findings] == match.legal()
    assert sum(each.visits for each in findings) == 200
    assert all(0 <= each.value <= 1 for each in findings if each.visits)
    assert best(findings).visits == max(each.visits for each in findings)


@pytest.mark.parametrize("die", range(1, 7))
def test_the_odds_of_a_last_turn_are_exact(die: int) -> None:
    """All its ends are known, so that no playout is needed to be right."""
    match = last_turn(die)
    for found in think(match, playouts=2):
        after = match.copy()
        after.apply(found.action)
        assert found.value == pytest.approx(exact(after, 0), abs=1e-12)
        assert found.error == pytest.approx(0, abs=1e-9)


def test_exact_odds_and_plain_search_agree_in_the_middle_of_a_game() -> None:
    match = a_choice(load("so-ein-mist"))
    tuning = replace(tuning_of(match.game), exact=False)
    plain = Searcher(match.game, tuning).think(match, Budget(playouts=20_000), seed=1)
    for one, other in zip(think(match, 20_000), plain, strict=True):
        assert one.value == pytest.approx(other.value, abs=0.03)
        assert 0 < one.error < 0.02


def test_a_turn_that_is_too_long_for_exact_odds_is_searched_as_any_other() -> None:
    match = one_roll_of_mmm(line=True)
    tuning = tuning_of(match.game)
    assert tuning.exact
    found = [
        str(Searcher(match.game, each).think(match, Budget(playouts=100), seed=1))
        for each in (tuning, replace(tuning, exact=False))
    ]
    assert found[0] == found[1]


def test_an_estimate_that_is_believed_counts_for_more_than_playouts() -> None:
    match = one_roll_of_mmm()
    tuning = tuning_of(match.game)

    def values(belief: int, playouts: int) -> list[float]:
        searcher = Searcher(match.game, replace(tuning, belief=belief))
        found = searcher.think(match, Budget(playouts=playouts), seed=1)
        return [each.value for each in found if each.visits]

    estimated = values(tuning.belief, 16)
    assert values(tuning.belief, 2000) == pytest.approx(estimated, abs=1e-4)
    assert values(1, 2000) != pytest.approx(estimated, abs=5e-4)


@pytest.mark.parametrize("seats", [1, 2])
def test_one_who_plays_alone_thinks_as_the_game_says_for_one(seats: int) -> None:
    game = load("mice-to-meet-you")
    match = new(game.key, seats=seats, start=0)
    while match.player == CHANCE:
        match.apply(len(match.events) % match.chance)
    found, alone, with_others = (
        str(Searcher(game, each).think(match, Budget(playouts=50), seed=1))
        for each in (None, tuning_alone(game), tuning_of(game))
    )
    assert found == (alone if seats == 1 else with_others)
    assert alone != with_others


@EVERY_GAME
def test_it_chooses_what_all_playouts_would_have_led_to(game: Game) -> None:
    searcher = Searcher(game)
    for number in (2, 4, 6):
        match = a_choice(game, number)
        for seed in range(4):
            budget = Budget(playouts=160)
            chosen = searcher.choose(match, budget, seed)
            assert chosen == best(searcher.think(match, budget, seed)).action


def test_a_choice_that_is_settled_is_not_thought_about_any_further() -> None:
    game = load("mmm")
    searcher = Searcher(game, replace(tuning_of(game), exact=False))
    assert searcher.choose(one_square_left(), Budget(playouts=4000), 1) == mmm.GATHER
    (tree,) = searcher._idle
    assert tree.arrays.nodes[0].visits < 2100


@EVERY_GAME
def test_it_leaves_the_match_as_it_was(game: Game) -> None:
    match = a_choice(game)
    before = match.position()
    think(match)
    assert match.position() == before


def test_the_same_seed_finds_the_same_on_any_number_of_cores() -> None:
    match = a_choice(load("so-ein-mist"))
    playouts = 3 * IN_ONE_TREE - 5
    one, two, other = (
        str(think(match, playouts, seed, cores)) for seed, cores in ((1, 1), (1, 2), (2, 2))
    )
    assert one == two != other


def test_a_searcher_forgets_the_last_decision() -> None:
    game = load("mmm")
    first, then = a_choice(game), a_choice(game, 5)
    searcher = Searcher(game)
    searcher.think(first, Budget(playouts=500), seed=3)
    again = searcher.think(then, Budget(playouts=500), seed=4)
    assert str(again) == str(think(then, 500, seed=4))


def test_playouts_are_spread_evenly_over_trees() -> None:
    assert split(IN_ONE_TREE) == [IN_ONE_TREE]
    assert split(IN_ONE_TREE + 1) == [IN_ONE_TREE // 2, IN_ONE_TREE // 2 + 1]
    assert sum(split(10**6 + 1)) == 10**6 + 1


def test_chips_that_others_hold_in_secret_change_nothing() -> None:
    """They own as many chips, of other kinds."""
    balls, clovers = (
        lay(give(give(beetles(3), 1, **chips), 2, two=2), 0, green="12", blue="3")
        for chips in ({"one": 3}, {"clover": 3})
    )
    assert balls.position() != clovers.position()
    assert str(think(balls)) == str(think(clovers))


def test_own_chips_count() -> None:
    """A seat that lacks one ball scores what is there."""
    rich = lay(give(beetles(2), 0, one=1, two=9), 0, green="123")
    found = best(think(rich))
    assert found.action == SCORE
    assert found.value > 0.9


def test_a_budget_in_milliseconds_is_kept() -> None:
    match = a_choice(load("so-ein-mist"))
    searcher = Searcher(match.game)
    searcher.think(match, Budget(playouts=10), seed=1)
    used = time.process_time()
    started = time.perf_counter()
    findings = searcher.think(match, Budget(milliseconds=300), seed=1)
    waited = time.perf_counter() - started
    assert sum(each.visits for each in findings) > 100
    assert time.process_time() - used < 0.6
    assert waited >= 0.15


@pytest.mark.parametrize("given", [(0, 0.0), (-1, 0.0), (10, 5.0)])
def test_a_budget_is_one_of_two(given: tuple[int, float]) -> None:
    with pytest.raises(BadOption, match="either playouts or milliseconds"):
        Budget(*given)


def test_many_searches_need_no_more_memory_than_a_few() -> None:
    match = a_choice(load("so-ein-mist"))
    searcher = Searcher(match.game)

    def most_memory_after(searches: int) -> int:
        for seed in range(searches):
            searcher.think(match, Budget(playouts=20), seed)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    few = most_memory_after(50)
    assert most_memory_after(1500) <= 1.01 * few


SEARCH_IN_A_PROCESS = """
import pasch
from pasch.bots.search import tree
from pasch.bots.search.searcher import Budget, Searcher
from pasch.core.game.rule import Tuning
match = pasch.new("mmm", seats=1)
while match.player == pasch.CHANCE:
    match.apply(0)
print(Searcher(match.game, Tuning()).think(match, Budget(playouts=30), seed=1))
stats = getattr(tree.grow, "stats", None)
print(stats and sum(stats.cache_hits.values()))
"""


def in_a_process(**environment: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SEARCH_IN_A_PROCESS],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


def test_once_compiled_it_is_found_by_every_process_and_the_same_uncompiled() -> None:
    list(make_ready(load("mmm")))
    findings, found_in_cache = in_a_process()
    assert found_in_cache == "1"
    assert in_a_process(NUMBA_DISABLE_JIT="1") == [findings, "None"]


@pytest.mark.soak
def test_it_is_compiled_by_the_first_process_and_found_by_the_next(tmp_path: Path) -> None:
    findings, found_in_cache = in_a_process(PASCH_CACHE=str(tmp_path))
    assert found_in_cache == "0"
    assert in_a_process(PASCH_CACHE=str(tmp_path)) == [findings, "1"]
