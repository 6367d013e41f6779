"""A real terminal: what its frame does besides asking."""

import re
from pathlib import Path

import pytest

from pasch.core.game.position import OVER
from tests.terminal.player import ENDS, START, Player
from tests.terminal.tmux import Terminal

MIST = "pasch play so-ein-mist --seats me,quick,quick --seed yard --pace 0"
SHELL = "ready$"


def at_the_shell(screen: str) -> bool:
    return screen.endswith(SHELL)


def asks(screen: str) -> bool:
    return screen.endswith("\n>")


def test_a_whole_game_then_a_look_back_and_another_game(tmp_path: Path) -> None:
    with Terminal(60, 20, tmp_path) as terminal:
        player = Player(terminal, "so-ein-mist", "de")
        assert player.play().player == OVER
        screen = terminal.wait_until(asks, "what next")
        assert "★" in screen
        assert "Das Spiel ist aus;" in screen
        terminal.type("c")
        terminal.wait_for("Zurück mit der Eingabetaste")
        terminal.press("Enter")
        terminal.wait_for(ENDS["de"])
        terminal.type("a")
        terminal.wait_until(lambda shown: asks(shown) and ENDS["de"] not in shown, "a new game")
        terminal.type("q")
        shown = terminal.wait_until(at_the_shell, "the shell")
        assert "Das Spiel ist gesichert." in shown
        assert f"pasch play --resume {tmp_path}/pasch/games/" in terminal.unwrapped()


def test_a_game_interrupted_by_ctrl_c_is_resumed_at_the_same_table(tmp_path: Path) -> None:
    with Terminal(80, 24, tmp_path) as terminal:
        terminal.type(f"{MIST} --language en")
        before = terminal.wait_until(asks, "a question")
        terminal.press("C-c")
        terminal.wait_until(at_the_shell, "the shell")
        line = re.search(r"^  (pasch play --resume .*\.jsonl)\s*$", terminal.unwrapped(), re.M)
        assert line, terminal.unwrapped()
        terminal.type("echo code $?")
        terminal.wait_for("\ncode 130")
        terminal.type("clear")
        terminal.wait_until(lambda screen: screen == SHELL, "an empty screen")
        terminal.type(f"{line[1]} --language de")
        screen = terminal.wait_until(asks, "a question")
        assert "Gast" in screen
        assert "Guest" not in screen
        board = slice(1, 12)
        ring = [[line[:36] for line in shown.splitlines()[board]] for shown in (before, screen)]
        assert ring[0] == ring[1]


def test_a_choice_is_taken_back_and_a_click_chooses(tmp_path: Path) -> None:
    with Terminal(80, 24, tmp_path) as terminal:
        player = Player(terminal, "mmm", "en")
        asked = player.after(START)
        first = player.look(asked)[0]
        terminal.type(first.shown)
        terminal.wait_for("u undo")
        terminal.type("u")
        player.look(asked)
        assert player.after(START).events == asked.events
        lines = terminal.screen().splitlines()
        y, line = next((y, line) for y, line in enumerate(lines) if f" on {first.shown}" in line)
        x = line.index(f" {first.shown}") + 1
        for end in "Mm":
            terminal.tmux("send-keys", "-l", f"\x1b[<0;{x + 1};{y + 1}{end}")
        terminal.wait_for("u undo")
        assert player.after(len(asked.events)).events == [*asked.events, first.action]


def test_the_frame_follows_the_window(tmp_path: Path) -> None:
    with Terminal(80, 24, tmp_path) as terminal:
        player = Player(terminal, "mmm", "en")
        asked = player.after(START)
        player.look(asked)
        for width, height in ((60, 20), (30, 10), (100, 30)):
            terminal.tmux("resize-window", "-x", str(width), "-y", str(height))
            if width < 60:
                terminal.wait_for("too small")
            else:
                player.look(asked)


@pytest.mark.parametrize("how", ["--plain", "TERM=dumb"])
def test_who_wants_plain_lines_gets_them(tmp_path: Path, how: str) -> None:
    with Terminal(80, 50, tmp_path) as terminal:
        terminal.type(f"{how} {MIST}" if "=" in how else f"{MIST} {how}")
        screen = terminal.wait_until(asks, "a question")
        assert screen.startswith(SHELL)
        assert "c chronicle" in screen
        assert "t whole table" not in screen


def test_in_a_terminal_the_table_has_colours_unless_no_color_is_set(tmp_path: Path) -> None:
    colours = {}
    for no_color in ("", "1"):
        with Terminal(80, 40, tmp_path, NO_COLOR=no_color) as terminal:
            terminal.type(MIST)
            terminal.wait_until(asks, "a question")
            codes = re.findall(r"\x1b\[([\d;:]*)m", terminal.screen(escapes=True))
            numbers = {int(code) for run in codes for code in re.split("[;:]", run) if code}
            colours[no_color] = numbers & {*range(30, 39), *range(40, 49), *range(90, 108)}
    assert colours[""]
    assert not colours["1"]
