"""Whole games of every other kind in a real terminal, always by the first choice listed."""

import re
from pathlib import Path

import pytest

from pasch.core.log import Log
from pasch.core.record import OVER
from pasch.core.registry import games
from tests.terminal.test_tmux import PROMPT
from tests.terminal.tmux import Terminal

# Kept short by their own options.
GAMES = {
    "compost": "--seats me,quick --set dice=4 --set neutral=1 --set turn_limit=12 --seed yard",
    "mice-to-meet-you": "--seats me --seed yard",
    "mistkaefer": "--seats quick,me --set clovers=1 --set balls=3 --seed yard",
}
ENDS = {"en": "The log: ", "de": "Das Protokoll: "}


def test_every_game_is_played_in_a_terminal() -> None:
    assert {*GAMES, "so-ein-mist", "mmm"} == set(games())


def first_choice(screen: str) -> str:
    """A number where choices are numbered, else the last name in the list of squares."""
    numbered = re.search(r"^ +(\d+)(?: \w)?  \S", screen, re.MULTILINE)
    return numbered[1] if numbered else screen.splitlines()[-4].split()[-1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_typed_in_a_terminal(tmp_path: Path, key: str, language: str) -> None:
    title = games()[key].title
    log = tmp_path / "game.jsonl"
    with Terminal(80, 50, tmp_path) as terminal:
        terminal.type(f"pasch play {key} {GAMES[key]} --language {language} --log {log}")
        asked = 0
        while True:
            screen = terminal.wait_until(
                lambda screen: screen.endswith("\n" + PROMPT) or ENDS[language] in screen,
                "a question or the end",
            )
            if ENDS[language] in screen:
                break
            assert screen.splitlines()[0].strip("─ ") == title, screen
            terminal.type(first_choice(screen))
            asked += 1
    assert asked > 3
    assert Log.open(log).match.player == OVER
