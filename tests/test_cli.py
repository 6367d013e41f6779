"""The command line in this process: what it lists, tells, asks for and refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pasch.core.game.registry import games, load
from tests.command import Pasch, refused


def test_games_lists_keys_seats_and_options(pasch: Pasch) -> None:
    out = pasch("games").out
    assert "mmm  Mmm! by Reiner Knizia, 2015" in out
    assert "so-ein-mist  So ein Mist by Rüdiger Dorn, 2019" in out
    assert "1 to 6 players" in out
    assert "3 to 6 players" in out
    for option in (
        "board=one-paw",
        "cat_steps=11",
        "level=0",
        "line=no",
        "passing=yes",
        "open_scores=no",
    ):
        assert option in out


def test_what_a_game_says_of_itself_is_listed_as_it_stands(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Markup of the terminal is not interpreted, and a long line goes on under itself."""
    odd = replace(load("mmm"), title="Mmm [/b]!", summary="[red]" + " more" * 24)
    monkeypatch.setattr("pasch.terminal.commands.games.games", lambda: {"mmm": odd})
    lines = pasch("games").out.splitlines()
    assert lines[0].startswith("mmm  Mmm [/b]! by Reiner Knizia")
    assert lines[1].startswith("  [red] more")
    assert lines[2].startswith("  more")


def test_games_are_listed_in_german_with_options_as_they_are_typed(pasch: Pasch) -> None:
    out = pasch("games", "--language", "de").out
    assert "mmm  Mmm! von Reiner Knizia, 2015" in out
    assert "1 bis 6 Spieler" in out
    assert "line=no" in out
    assert "Schritte, die die Katze in die Kammer braucht" in out


@pytest.mark.parametrize("game", ["mmm", "so-ein-mist"])
def test_rules_are_told_in_english_and_german(pasch: Pasch, game: str) -> None:
    english = pasch("rules", game).out
    german = pasch("rules", game, "--language", "de").out
    assert " the " in english
    assert " und " in german
    assert " the " not in german


@pytest.mark.parametrize(
    ("shell", "tongue"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "C.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LANGUAGE": "de:en"}, "de"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "nonsense!"}, "en"),
    ],
)
def test_the_language_is_the_systems_if_it_is_spoken_here(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch, shell: dict[str, str], tongue: str
) -> None:
    expected = pasch("rules", "mmm", "--language", tongue)
    for name, value in shell.items():
        monkeypatch.setenv(name, value)
    assert pasch("rules", "mmm") == expected


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("play mmmm", ["'mmmm'", "Did you mean 'mmm'?", ", ".join(games())]),
        ("play chess", ["no game 'chess'", f"There are: {', '.join(games())}"]),
        ("play mmm --set cats=2", ["no option 'cats'", "board, cat_steps, line"]),
        ("play mmm --set cat_steps=0", ["cat_steps", "a whole number from 1 to 99, not 0"]),
        ("play mmm --set cat_steps=--5", ["a whole number from 1 to 99, not '--5'"]),
        ("play mmm --set line=maybe", ["line is yes or no, not 'maybe'"]),
        ("play mmm --set line", ["--set expects name=value, not 'line'"]),
        ("play so-ein-mist --seats me,quick", ["3 to 6 seats, not 2"]),
        ("play mmm --seats me,quick,me,me,me,me,me", ["1 to 6 seats, not 7"]),
        ("play mmm --seats me,slow", ["a seat is me", "quick", "not 'slow'"]),
        ("play mmm --start 0", ["a number from 1 to 1, not 0"]),
        ("play mmm --seats me,me --start 3", ["a number from 1 to 2, not 3"]),
        ("play mmm --language fr", ["one of en, de, not 'fr'"]),
        ("play mmm --real-dice --seed 1", ["--real-dice", "--seed"]),
        ("play --resume missing.jsonl", ["missing.jsonl can't be read: No such file"]),
        ("replay missing.jsonl", ["missing.jsonl can't be read: No such file"]),
        ("replay .", [". can't be read: Is a directory"]),
        ("verify missing.jsonl", ["missing.jsonl can't be read: No such file"]),
    ],
)
def test_a_wrong_request_is_refused_with_what_was_expected_and_what_came(
    pasch: Pasch, tmp_path: Path, arguments: str, parts: list[str]
) -> None:
    refused(pasch(*arguments.split()), *parts)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("play chess --language de", "kein Spiel 'chess'. Es gibt: compost"),
        (
            "play mmm --seats me,slow --language=de",
            "ein Platz ist me (oder me:NAME) oder ein Bot: ein Bot ist einer von newcomer",
        ),
        ("play mmm --set cat_steps=0 --language de", "cat_steps ist eine ganze Zahl von 1 bis 99"),
        ("replay missing.jsonl --language de", "missing.jsonl ist nicht zu lesen: "),
        ("play mmm --language fr", "the language is one of en, de, not 'fr'"),
    ],
)
def test_a_request_is_refused_in_the_language_that_was_asked_for(
    pasch: Pasch, arguments: str, said: str
) -> None:
    refused(pasch(*arguments.split()), f"pasch: {said}")


def test_a_request_is_refused_in_the_language_of_the_system(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    refused(pasch("play", "chess"), "pasch: kein Spiel 'chess'")
    refused(pasch("play", "chess", "--language", "en"), "pasch: no game 'chess'")


@pytest.mark.parametrize("board", ["nowhere.toml", "x" * 300])
def test_a_board_that_is_not_there_is_refused_with_those_that_are(pasch: Pasch, board: str) -> None:
    answer = pasch("play", "mmm", "--set", f"board={board}")
    assert answer.code == 2
    assert answer.err.startswith(f"pasch: the board '{board}' can't be used:\n")
    assert "one-paw, two-paws" in answer.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("play mmm --start first", ["--start", "'first' is not a valid int"]),
        ("replay kept.jsonl --at end", ["--at", "'end' is not a valid int"]),
        ("play mmm --dice 3", ["--dice"]),
        ("watch", ["watch"]),
        ("rules", ["GAME"]),
        ("replay", ["FILE"]),
        ("verify", ["FILE"]),
    ],
)
def test_a_command_line_that_cannot_be_read_is_refused(
    pasch: Pasch, arguments: str, parts: list[str]
) -> None:
    answer = pasch(*arguments.split())
    assert answer.code == 2
    for part in parts:
        assert part.casefold() in answer.err.casefold()


@pytest.mark.parametrize(("typed", "seats"), [("4", 1), ("mmm", 1), ("So-ein-Mist", 4)])
def test_without_a_game_one_is_asked_for(
    pasch: Pasch, tmp_path: Path, typed: str, seats: int
) -> None:
    answer = pasch("play", "--log", tmp_path / "log", typed=(typed,))
    assert "Which game?\n> " in answer.out
    assert json.loads((tmp_path / "log").read_text().splitlines()[0])["seats"] == seats
