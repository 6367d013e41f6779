"""Every game by the first choice listed: whole at a keyboard, some moves in a terminal."""

import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pasch.core.log import Log
from pasch.core.position import OVER
from pasch.core.registry import games
from tests.kits import short_table
from tests.terminal.test_play import Evening
from tests.terminal.test_tmux import PROMPT
from tests.terminal.tmux import Terminal

ENDS = {"en": "The log: ", "de": "Das Protokoll: "}
EVERY_GAME = pytest.mark.parametrize("key", games())
BOTH_LANGUAGES = pytest.mark.parametrize("language", ENDS)
WIDTH, HEIGHT = 80, 50
SEED = "yard"
SOME, ALL = 2, 1000


def seats_of(count: int) -> str:
    return ",".join(["me", *["quick"] * (count - 1)])


def first_choice(screen: str, key: str) -> str:
    """A number where choices are numbered, else the last name in the list of squares."""
    assert screen.splitlines()[0].strip("─ ") == games()[key].title, screen
    numbered = re.search(r"^ +(\d+)(?: \w)?  \S", screen, re.MULTILINE)
    return numbered[1] if numbered else screen.splitlines()[-4].split()[-1]


@BOTH_LANGUAGES
@EVERY_GAME
def test_a_whole_game_typed_at_one_keyboard(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, key: str, language: str
) -> None:
    evening = Evening(monkeypatch, tmp_path)
    evening.console = Console(file=evening.file, width=WIDTH, height=HEIGHT)
    seats, options = short_table(key)
    sealed: dict[str, Any] = {"options": options, "start": None, "seed": SEED, "real_dice": False}
    table = evening.start(key, seats_of(seats), **sealed, language=language)
    asked: list[str] = []

    def answer(_: str = "") -> str:
        asked.append(first_choice(evening.file.getvalue(), key))
        evening.file.truncate(evening.file.seek(0))
        return asked[-1]

    monkeypatch.setattr("builtins.input", answer)
    table.play()
    assert len(asked) >= SOME
    assert Log.open(evening.path).match.player == OVER


def typed(folder: Path, key: str, language: str, choices: int) -> Path:
    """In a real terminal; the log after so many choices, or fewer where that was the end."""
    log = folder / "game.jsonl"
    seats, options = short_table(key)
    sets = " ".join(f"--set {name}={value}" for name, value in options.items())
    with Terminal(WIDTH, HEIGHT, folder) as terminal:
        terminal.type(
            f"pasch play {key} --seats {seats_of(seats)} {sets} --seed {SEED} "
            f"--language {language} --log {log}"
        )
        for _ in range(choices):
            screen = look(terminal, language)
            if ENDS[language] in screen:
                break
            terminal.type(first_choice(screen, key))
        look(terminal, language)
    return log


def look(terminal: Terminal, language: str) -> str:
    return terminal.wait_until(
        lambda screen: screen.endswith("\n" + PROMPT) or ENDS[language] in screen,
        "a question or the end",
    )


@pytest.mark.parametrize(("key", "language"), list(zip(games(), cycle(ENDS), strict=False)))
def test_some_choices_typed_in_a_terminal(tmp_path: Path, key: str, language: str) -> None:
    log = typed(tmp_path, key, language, SOME)
    assert log.read_text(encoding="utf-8").count('"seat":0') == SOME


@pytest.mark.soak
@BOTH_LANGUAGES
@EVERY_GAME
def test_a_whole_game_typed_in_a_terminal(tmp_path: Path, key: str, language: str) -> None:
    assert Log.open(typed(tmp_path, key, language, ALL)).match.player == OVER
