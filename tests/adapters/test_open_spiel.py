"""OpenSpiel's own checks and algorithms, on every game."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import pasch.adapters.open_spiel  # noqa: F401 - registers the games
from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.match.match import new
from pasch.solutions import obtain
from tests.adapters.tables import at_every_table, at_whole_games
from tests.kits import kits
from tests.solving import SMALL, board


def loaded(key: str, table: dict[str, Any]) -> Any:
    return pyspiel.load_game(f"pasch_{key.replace('-', '_')}", dict(table))


@at_every_table
def test_random_games(key: str, table: dict[str, Any]) -> None:
    """Every state is also written as text and read again."""
    pyspiel.random_sim_test(loaded(key, table), num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@at_whole_games
def test_random_games_of_full_length(key: str, table: dict[str, Any]) -> None:
    pyspiel.random_sim_test(loaded(key, table), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("key", games())
def test_it_goes_on_like_a_match_in_the_same_words(key: str) -> None:
    table = {"start": 0, **kits()[key].SHORT}
    match, state = new(key, **table), loaded(key, table).new_initial_state()
    rng = np.random.default_rng(1)
    while match.player != OVER:
        assert state.is_chance_node() == (match.player == CHANCE)
        assert pyspiel.State.is_chance_node(state) == state.is_chance_node()
        assert state.legal_actions() == match.possible() == pyspiel.State.legal_actions(state)
        if match.player >= 0:
            assert [bool(state.legal_actions(seat)) for seat in range(match.seats)].count(True) == 1
        assert match.player == CHANCE or state.current_player() == match.player
        a = int(rng.choice(match.possible()))
        assert state.action_to_string(a) == match.text(a)
        match.apply(a)
        state.apply_action(a)
    assert state.is_terminal()
    assert not state.legal_actions()
    assert state.returns() == match.returns()


def test_the_facts_are_true_at_every_seat_count() -> None:
    kind = pyspiel.GameType
    for key, facts in games().items():
        for seats in range(facts.seats[0], facts.seats[1] + 1):
            game = loaded(key, {"seats": seats})
            said = game.get_type()
            together = facts.together or seats == 1
            assert game.num_players() == said.min_num_players == said.max_num_players == seats
            assert (said.utility == kind.Utility.IDENTICAL) == together
            assert game.utility_sum() == (None if together else 1.0)
            imperfect = said.information == kind.Information.IMPERFECT_INFORMATION
            assert imperfect == (key == "mistkaefer")


def test_a_game_is_loaded_by_its_text() -> None:
    game = pyspiel.load_game("pasch_mmm(seats=2,board=two-paws,line=True)")
    first = game.new_initial_state().position
    assert first == new("mmm", 2, 0, board="two-paws", line=True).position()


@pytest.mark.parametrize("part", [", ", "; "])
def test_a_game_of_options_with_commas_is_loaded_by_its_own_text(part: str) -> None:
    given = part.join(["green 1 chip", "blue 2 steal"])
    game = loaded("mistkaefer", {"seats": 2, "bonus": given})
    again = pyspiel.load_game(str(game))
    assert again == game
    first = new("mistkaefer", 2, 0, bonus="green 1 chip, blue 2 steal").position()
    assert again.new_initial_state().position == first


def test_a_seat_with_a_perfect_memory_knows_what_it_saw_and_no_more() -> None:
    """Two games that differ only in a chip that was drawn: its owner can tell them apart."""
    table = {"seats": 2, "bonus": "green 1 chip", "start": 0}
    one, two = (loaded("mistkaefer", table).new_initial_state() for _ in range(2))
    for state, chip in ((one, 0), (two, 40)):
        for action in (0, 2, state_put(3), chip):
            state.apply_action(action)
    for tell in ("observation_string", "information_state_string"):
        assert getattr(one, tell)(0) != getattr(two, tell)(0)
        assert getattr(one, tell)(1) == getattr(two, tell)(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.observation_tensor(0) != two.observation_tensor(0)


def state_put(value: int) -> int:
    from pasch.games.mistkaefer.rules import PUT_ONE

    return PUT_ONE + value - 1


def test_mcts_plays() -> None:
    game = pyspiel.load_game("pasch_mmm(seats=1,cat_steps=1)")
    state = game.new_initial_state()
    for face in (0, 0, 5):
        state.apply_action(face)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 1.0, 30, 10, True, 7, False)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_an_exact_search_finds_the_value_that_ours_has_solved(tmp_path: Path) -> None:
    """OpenSpiel looks through what is left of a turn; what a later turn is worth, ours knows."""
    from open_spiel.python.algorithms.minimax import expectiminimax

    snake = board(SMALL)
    foods = ", ".join(f'{food} = "{items}"' for food, items in snake["foods"].items())
    path = tmp_path / "board.toml"
    path.write_text(f"title = 'snake'\npantry = {snake['pantry']}\nfoods = {{{foods}}}\n")
    game = pyspiel.load_game("pasch_mmm", {"seats": 1, "cat_steps": 1, "board": str(path)})
    facts = load("mmm")
    solved = obtain(facts, 1, facts.read_options({"board": snake, "cat_steps": 1}))
    state = game.new_initial_state()
    for face in (0, 0, 5):
        state.apply_action(face)
    value, best = expectiminimax(state, 3, lambda s: solved.value(s.view(0)), 0)
    assert value == pytest.approx(solved.value(state.view(0)))
    assert solved.choices(state.view(0))[best] == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pasch_mmm(seats=9)", "Mmm! is for 1 to 6 seats, not 9"),
        ("pasch_mmm(cat_steps=0)", "cat_steps is a whole number from 1 to 99, not 0"),
    ],
)
def test_what_can_not_be_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises((PaschError, RuntimeError)) as refused:
        pyspiel.load_game(text)
    assert sentence in str(refused.value)
