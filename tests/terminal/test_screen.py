"""Keys, clicks and pages, without a terminal around them."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from pasch.core.words import words
from pasch.terminal.screen.frame import answer_at, frame
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.prompt import Prompt, Quit
from pasch.terminal.screen.screen import DOWN, PAGE_DOWN, UP, Click, Keys, ScreenFrontend, edited
from tests.moves import pantry, play
from tests.terminal.test_draw import cells_of
from tests.terminal.test_frame import moment_of


@pytest.fixture
def wire() -> Iterator[tuple[int, Keys]]:
    """Yield the end of a pipe where a terminal writes, and the keys that read the other end."""
    ours, theirs = os.pipe()
    yield theirs, Keys(ours)
    os.close(ours)


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"a1\r", ["a", "1", "\r"]),
        ("ü🐭".encode(), ["ü", "🐭"]),
        (b"\x1b[A\x1b[B\x1b[6~", [UP, DOWN, PAGE_DOWN]),
        (b"\x1b[<0;5;7M\x1b[<0;5;7m", [Click(4, 6)]),
        (b"\x1b[<64;1;1M\x1b[<65;1;1M", [UP, DOWN]),
        (b"\x1b[<2;5;7Mx", ["x"]),
        (b"\x1bOP\x1b[15~x", ["\x1bOP", "\x1b[15~", "x"]),
        (b"\xffx", ["\N{REPLACEMENT CHARACTER}", "x"]),
    ],
)
def test_keys_and_clicks_are_read_as_they_come(
    wire: tuple[int, Keys], sent: bytes, keys: list[str | Click]
) -> None:
    end, reader = wire
    os.write(end, sent)
    assert [reader.next(1) for _ in keys] == keys
    assert reader.next(0) is None


def test_a_key_that_comes_in_two_parts_is_one(wire: tuple[int, Keys]) -> None:
    end, reader = wire
    parts = iter([b"\x1b[", b"<0;5;7M"])
    reader.read = lambda: next(parts).decode()  # type: ignore[method-assign]
    os.write(end, b"anything, so that there is something to read")
    assert reader.next(1) == Click(4, 6)


def test_who_closes_the_terminal_leaves(wire: tuple[int, Keys]) -> None:
    end, reader = wire
    os.close(end)
    with pytest.raises(Quit):
        reader.next(1)


@pytest.mark.parametrize(
    ("typed", "key", "then"),
    [("a", "1", "a1"), ("a1", "\x7f", "a"), ("a1", "\x15", ""), ("a1", "\x1b", ""), ("a", UP, "a")],
)
def test_what_is_typed_can_be_mended(typed: str, key: str, then: str) -> None:
    assert edited(typed, key) == then


def test_a_click_on_a_choice_types_its_key_and_elsewhere_nothing() -> None:
    match = play(pantry(), "carrot", "carrot", "X", "carrot on a1")
    replies = Keyring().replies(match.scene(0))
    lines = frame(moment_of(match, 0, replies, "en"), 80, 24, words("en"))
    answers = {(y, x): answer_at(line, x) for y, line in enumerate(lines) for x in range(80)}
    assert {*answers.values()} == {None, *(reply.shown for reply in replies)}
    for (y, x), answer in answers.items():
        if answer and len(answer) > 1:
            assert answer in "".join(cells_of(lines[y].plain)[x - 1 : x + 2])
        elif answer:
            assert f"  {answer}  " in lines[y].plain


def test_only_what_changed_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        file = io.StringIO()
        screen = ScreenFrontend(Console(file=file, width=80, height=24), words("en"))
        table = [f"line {n}" for n in range(23)]
        screen.put([*table, "> "], 2)
        assert all(line in file.getvalue() for line in table)
        file.truncate(file.seek(0))
        screen.put([*table, "> a"], 3)
        assert file.getvalue() == "\x1b[24;1H> a\x1b[K\x1b[24;4H"


def test_every_moment_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment is drawn even if it lies in memory where the one before lay."""
    scene = pantry().scene(0)
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        screen = ScreenFrontend(Console(file=io.StringIO(), width=80, height=24), words("en"))
        for n in range(20):
            lines = screen.draw(Prompt("Mmm!", scene, 0, "sure?", [f"event {n}"]))
            assert any(line.plain.endswith(f"event {n}") for line in lines)
