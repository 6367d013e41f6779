"""`pasch solve`, and the perfect player at a table, as they are typed."""

import json
import re
from pathlib import Path

import pytest

from tests.command import Pasch
from tests.solving import SMALL, board


@pytest.fixture
def small_board(tmp_path: Path) -> Path:
    laid = board(SMALL)
    rows = "\n".join(laid["pantry"])
    foods = "\n".join(f'{food} = "{items}"' for food, items in laid["foods"].items())
    path = tmp_path / "small.toml"
    path.write_text(f'title = "small"\npantry = """\n{rows}\n"""\n[foods]\n{foods}\n')
    return path


def test_a_board_is_solved_and_then_known(pasch: Pasch, small_board: Path) -> None:
    solve = ("solve", "mmm", "--set", f"board={small_board}", "--set", "cat_steps=9")
    answer = pasch(*solve)
    assert answer.code == 0
    assert answer.err == ""
    assert re.search(r"small, 9 steps +\d+\.\d\d%", answer.out)
    assert re.search("478,170 states (solved|known, loaded) in", answer.out)
    found = json.loads(pasch(*solve, "--json").out)
    assert found["known"] is True
    fewer = json.loads(pasch(*solve[:-1], "cat_steps=8", "--json").out)
    assert fewer["known"] is True
    assert fewer["answers"][0]["value"] < found["answers"][0]["value"]
    assert found["answers"][0]["goal"] == "win"
    assert 0 < found["answers"][0]["value"] < 1
    german = pasch(*solve, "--language", "de").out
    assert "Aussicht auf den Sieg" in german
    assert re.search(r"small, 9 Schritte +\d+,\d\d %", german)
    assert "478.170 Zustände bekannt, geladen in" in german


def test_the_perfect_player_sits_down_where_it_exists(pasch: Pasch, small_board: Path) -> None:
    options = ("--set", f"board={small_board}", "--set", "cat_steps=9")
    answer = pasch("play", "mmm", "--seats", "perfect,quick", "--seed", "a", *options)
    assert answer.code == 0
    found = json.loads(pasch("arena", "mmm", "perfect", "--games", 2, *options, "--json").out)
    assert found["bots"][0]["bot"] == "perfect"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("solve", "compost"), "Compost has no exact solution"),
        (("solve", "mmm", "--set", "line=yes"), "can't be solved exactly with the line rule"),
        (("solve", "mmm", "--set", "level=1"), "Mmm! has no option 'level'"),
        (("solve", "mmm", "--set", "board=none.toml"), "expected one-paw, two-paws or the path"),
        (("solve", "mice-to-meet-you", "--set", "level=4"), "level is a whole number from 0 to 3"),
        (("play", "so-ein-mist", "--seats", "me,quick,perfect"), "the perfect player can't play"),
        (("arena", "mice-to-meet-you", "perfect", "quick"), "only for one player, not for 2"),
    ],
)
def test_what_cannot_be_solved_says_why(
    pasch: Pasch, arguments: tuple[object, ...], problem: str
) -> None:
    answer = pasch(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert problem in answer.err
