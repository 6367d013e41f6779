"""Levels and bots by their text."""

import numpy as np
import pytest

from pasch.bots import BOTS, LEVELS, NAMES, describe, read_bot
from pasch.bots.levels import Quick, Search, quick, random, searcher
from pasch.bots.search.searcher import Budget, Searcher
from pasch.core.errors import BadOption
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.words import LANGUAGES, words
from tests.bots.test_search import a_choice
from tests.checker import name_of


def test_a_bot_is_read_from_its_text() -> None:
    assert read_bot("random") is random
    assert read_bot("quick") is quick
    assert read_bot("search:2000") == Search(playouts=2000)
    assert read_bot("search:50ms") == Search(milliseconds=50)
    assert [read_bot(f"level:{n}") for n in range(1, 6)] == list(LEVELS)


@pytest.mark.parametrize(
    "text", ["", "slow", "Quick", "quick:1", "random:", "level", "level:", "level:x", "search"]
)
def test_an_unknown_bot_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(BadOption, match=r"a bot is one of newcomer, .*, level:1 to level:6"):
        read_bot(text)


@pytest.mark.parametrize("text", ["level:0", "level:7", "level:99"])
def test_a_level_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match=f"from 1 to 6, not {text[6:]}"):
        read_bot(text)


@pytest.mark.parametrize("budget", ["", "0", "0ms", "-5", "2s", "1e3", "99999999", "999999ms"])
def test_a_malformed_budget_is_refused(budget: str) -> None:
    with pytest.raises(BadOption, match=r"1 to 10000000 playouts .* or 1 to 600000 milliseconds"):
        read_bot(f"search:{budget}")


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
@pytest.mark.parametrize("name", [name for name in BOTS if name != "perfect"])
def test_every_bot_plays_every_game_and_the_same_random_numbers_choose_the_same(
    game: Game, name: str
) -> None:
    match = a_choice(game)
    chosen = {BOTS[name].choose(match, np.random.default_rng(4)) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen < set(match.legal()) | {-1}


def test_a_careless_player_takes_any_move_as_often_as_it_says() -> None:
    match = a_choice(games()["mmm"])
    rng = np.random.default_rng(1)
    sensible = quick.choose(match, rng)
    others = sum(Quick(0.5).choose(match, rng) != sensible for _ in range(400))
    expected = 400 * 0.5 * (1 - 1 / len(match.legal()))
    assert abs(others - expected) < 50
    assert all(Quick(0.0).choose(match, rng) == sensible for _ in range(20))


def test_the_champion_takes_as_many_playouts_as_the_game_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = []

    def choose(_: Searcher, match: Match, budget: Budget, __: int) -> int:
        taken.append((match.game.key, budget))
        return -1

    monkeypatch.setattr(Searcher, "choose", choose)
    for key in ("compost", "mmm"):
        BOTS["champion"].choose(a_choice(games()[key]), np.random.default_rng(1))
    assert taken == [("compost", Budget(playouts=6000)), ("mmm", Budget(playouts=1000))]


def test_a_thread_thinks_with_one_searcher_for_each_game() -> None:
    first, second = (a_choice(games()[key]) for key in ("mmm", "so-ein-mist"))
    assert searcher(first) is searcher(first) is not searcher(second)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_levels_are_named_and_described_for_people(language: str) -> None:
    described = describe(words(language))
    assert list(described) == list(NAMES)
    assert all(name and about for name, about in described.values())
