"""Whole games in a real terminal."""

import re
from pathlib import Path

import pytest

from tests.terminal.tmux import Terminal

NARROW, WIDE = (80, 40), (120, 45)
PROMPT = ">"
HEIGHT = {"So ein Mist": 11, "Mmm!": 16}  # of the drawn table
MIST = "pasch play so-ein-mist --seats me,quick,quick --seed yard"
MIST_SAYS = {"en": ("m", "The game is over;"), "de": ("z", "Das Spiel ist aus;")}
MMM = "pasch play mmm --set cat_steps=2 --seed mice"
MMM_SAYS = {
    "en": ("g  gather", "g", "Lost:", "bites left"),
    "de": ("e  einsammeln", "e", "Verloren:", "49 übrig"),
}


def next_look(terminal: Terminal, result: str) -> str:
    """The screen when the person is asked again, or shows the result."""
    return terminal.wait_until(
        lambda screen: screen.endswith("\n" + PROMPT) or (result in screen and "ready$" in screen),
        f"a question or {result!r}",
    )


def is_asked(screen: str) -> bool:
    return screen.endswith("\n" + PROMPT)


def table_of(screen: str, title: str) -> list[str]:
    """The title and the drawn table. Nothing scrolled away, so they stand at the very top."""
    lines = screen.splitlines()
    assert re.fullmatch(f"──+ {title} ──+", lines[0]), screen
    table = lines[: 1 + HEIGHT[title]]
    assert "╰──────╯" in table[-1] or "┘" in table[-1], screen
    assert lines[len(table)] == "", screen
    return table


def play_mist(terminal: Terminal, language: str, screen: str) -> str:
    answer, result = MIST_SAYS[language]
    while is_asked(screen):
        table_of(screen, "So ein Mist")
        terminal.type(answer)
        screen = next_look(terminal, result)
    return screen


@pytest.mark.parametrize(
    ("size", "language"),
    [
        (NARROW, "en"),
        pytest.param(NARROW, "de", marks=pytest.mark.soak),
        pytest.param(WIDE, "en", marks=pytest.mark.soak),
        pytest.param(WIDE, "de", marks=pytest.mark.soak),
    ],
)
def test_a_whole_game_of_so_ein_mist(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with Terminal(*size, tmp_path) as terminal:
        terminal.type(f"{MIST} --language {language}")
        screen = next_look(terminal, MIST_SAYS[language][1])
        assert is_asked(screen)
        screen = play_mist(terminal, language, screen)
        table_of(screen, "So ein Mist")
        assert MIST_SAYS[language][1] in screen
        assert "★" in screen
        assert f"{tmp_path}/pasch/games/" in terminal.unwrapped()


def answer_mmm(screen: str, language: str) -> str:
    offer, gather, _, _ = MMM_SAYS[language]
    if offer in screen:
        return gather
    square = re.search(r"^  \S+ (?:on|auf) ([a-g][1-7])\b", screen, re.MULTILINE)
    assert square, screen
    return square[1]


@pytest.mark.parametrize(
    ("size", "language"),
    [
        (WIDE, "de"),
        pytest.param(NARROW, "en", marks=pytest.mark.soak),
        pytest.param(NARROW, "de", marks=pytest.mark.soak),
        pytest.param(WIDE, "en", marks=pytest.mark.soak),
    ],
)
def test_a_whole_short_game_of_mmm(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    _, _, result, squares_left = MMM_SAYS[language]
    with Terminal(*size, tmp_path) as terminal:
        terminal.type(f"{MMM} --language {language}")
        screen = next_look(terminal, result)
        assert squares_left in screen.replace("\xa0", " ")
        while is_asked(screen):
            table_of(screen, "Mmm!")
            terminal.type(answer_mmm(screen, language))
            screen = next_look(terminal, result)
        assert result in screen
        assert f"{tmp_path}/pasch/games/" in terminal.unwrapped()


@pytest.mark.parametrize("size", [NARROW, pytest.param(WIDE, marks=pytest.mark.soak)])
def test_a_game_interrupted_by_ctrl_c_is_resumed_at_the_same_table_and_finished(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    result = MIST_SAYS["en"][1]
    with Terminal(*size, tmp_path) as terminal:
        terminal.type(f"{MIST} --language en")
        next_look(terminal, result)
        terminal.type("m")
        before = next_look(terminal, result)
        assert is_asked(before)
        terminal.press("C-c")
        terminal.wait_for("The game is kept. Go on with:")
        terminal.wait_until(lambda screen: screen.endswith("ready$"), "the shell")
        line = re.search(r"^  (pasch play --resume .*\.jsonl)\s*$", terminal.unwrapped(), re.M)
        assert line, terminal.unwrapped()
        terminal.type("echo code $?")
        terminal.wait_for("\ncode 130")
        terminal.type("clear")
        terminal.wait_until(lambda screen: screen == "ready$", "an empty screen")
        terminal.type(f"{line[1]} --language en")
        screen = next_look(terminal, result)
        assert table_of(screen, "So ein Mist") == table_of(before, "So ein Mist")
        screen = play_mist(terminal, "en", screen)
        assert result in screen


def test_in_a_terminal_the_table_has_colours_unless_no_color_is_set(tmp_path: Path) -> None:
    colours = {}
    for no_color in ("", "1"):
        with Terminal(80, 40, tmp_path, NO_COLOR=no_color) as terminal:
            terminal.type(MIST)
            next_look(terminal, MIST_SAYS["en"][1])
            codes = re.findall(r"\x1b\[([\d;:]*)m", terminal.screen(escapes=True))
            numbers = {int(code) for run in codes for code in re.split("[;:]", run) if code}
            colours[no_color] = numbers & {*range(30, 39), *range(40, 49), *range(90, 108)}
    assert colours[""]
    assert not colours["1"]
