"""Every game by the first choice listed, whole at a keyboard and in a real terminal.

In the terminal all that matters is in sight at every decision.
"""

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pasch.core.game.position import OVER
from pasch.core.game.registry import games
from pasch.core.match.log import Log
from pasch.core.words import LANGUAGES
from tests.kits import short_table
from tests.terminal.player import SEED, play
from tests.terminal.test_frame import SIZES
from tests.terminal.test_play import Evening

EVERY_GAME = pytest.mark.parametrize("key", games())
BOTH_LANGUAGES = pytest.mark.parametrize("language", LANGUAGES)
WIDTH, HEIGHT = 80, 50
SOME = 2


def seats_of(count: int) -> str:
    return ",".join(["me", *["quick"] * (count - 1)])


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
        replies = table.keyring.replies(table.match.scene(0, language))
        assert f" {replies[0].shown} " in evening.file.getvalue()
        evening.file.truncate(evening.file.seek(0))
        asked.append(replies[0].shown)
        return asked[-1]

    monkeypatch.setattr("builtins.input", answer)
    table.play()
    assert len(asked) >= SOME
    assert Log.open(evening.path).match.player == OVER


@pytest.mark.parametrize(
    ("key", "size", "language"),
    list(zip(games(), cycle(SIZES), cycle(LANGUAGES), strict=False)),
)
def test_some_choices_typed_in_a_terminal(
    tmp_path: Path, key: str, size: tuple[int, int], language: str
) -> None:
    match = play(tmp_path, size, key, language, SOME)
    assert sum(match.player_at(n) == 0 for n in range(len(match.events))) == SOME


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
@BOTH_LANGUAGES
@EVERY_GAME
def test_a_whole_game_typed_in_a_terminal(
    tmp_path: Path, key: str, language: str, size: tuple[int, int]
) -> None:
    assert play(tmp_path, size, key, language).player == OVER
