"""The perfect player: where it exists, and what it does."""

from typing import Any

import numpy as np
import pytest

from pasch import solutions
from pasch.arena.plan import make_plan
from pasch.bots import BOTS, NAMES, Need, describe, read_bot
from pasch.bots.levels import perfect
from pasch.core.errors import BadOption
from pasch.core.game.registry import load
from pasch.core.match.match import new
from pasch.core.words import words
from tests.moves import play


def test_it_is_the_level_above_the_others() -> None:
    assert read_bot("perfect") is read_bot("level:6") is BOTS["perfect"] is perfect


def test_it_does_what_the_solution_says_is_best() -> None:
    match = play(new("mice-to-meet-you", seats=1, start=0, nuts=0), *"52612")
    solved = solutions.obtain(match.game, 1, match.options)
    values = solved.choices(match.view(0))
    chosen = perfect.choose(match, np.random.default_rng(0))
    assert values[chosen] == max(values.values())
    assert len(set(values.values())) > 2


@pytest.mark.parametrize(
    ("key", "seats", "options", "reason"),
    [
        ("so-ein-mist", 3, {}, "So ein Mist has no exact solution"),
        ("mice-to-meet-you", 2, {}, "only for one player, not for 2"),
        ("mmm", 1, {"line": True}, "can't be solved exactly with the line rule"),
    ],
)
def test_it_refuses_a_table_that_is_not_solved(
    key: str, seats: int, options: dict[str, Any], reason: str
) -> None:
    game = load(key)
    with pytest.raises(BadOption, match=f"the perfect player can't play here: .*{reason}"):
        read_bot("level:6").check(game, seats, game.read_options(options))
    with pytest.raises(BadOption, match=reason):
        perfect.choose(new(key, seats=seats, start=0, **options), np.random.default_rng(0))
    with pytest.raises(BadOption, match=reason):
        make_plan(game, ["quick", "perfect"], 10, seats, options=options)
    read_bot("quick").check(game, seats, game.read_options(options))


def test_only_games_that_are_solved_offer_it() -> None:
    assert list(describe(words("en"), load("mmm"))) == [*NAMES, "perfect"]
    assert list(describe(words("en"), load("compost"))) == list(NAMES)
    assert make_plan(load("mmm"), ["perfect", "quick"], 1).need is Need.SOLVED
    assert make_plan(load("mmm"), ["level:5", "quick"], 1).need is Need.COMPILED
    assert make_plan(load("mmm"), ["level:3", "quick"], 1).need is Need.NOTHING
