"""Lessons in the terminal: each is played to its end, in both languages."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from pasch.core.game.registry import games, load
from pasch.core.match.lesson import LEARNER, Lesson
from pasch.core.match.match import Match
from pasch.core.words import LANGUAGES
from pasch.terminal.commands.learn import BACK, DONE, Learned, LessonSession, run_lesson
from pasch.terminal.screen.frame import SMALLEST, LastTime, frame
from pasch.terminal.screen.keys import Keyring
from pasch.terminal.screen.prompt import Quit
from tests.core.test_lesson import OURS
from tests.terminal.sight import missing_choices, missing_position, squeezed

NONE = ""
FIRST = "mmm/1-first"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of what the learner will type."""
    lines: list[str] = []

    def read_line(_: Console) -> str:
        if not lines:
            raise Quit
        return lines.pop(0)

    monkeypatch.setattr("pasch.terminal.screen.plain.read_line", read_line)
    return lines


@pytest.fixture(autouse=True)
def learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(tmp_path / "here"))
    return tmp_path / "here" / "lessons.json"


def answers(lesson: Lesson, language: str) -> list[str]:
    """Return what leads through a lesson: Enter, or the choice by its words."""
    return [
        NONE if step.choice is None else key_of(lesson.match, step.event, step.choice, language)
        for step in lesson.steps[:-1]
    ]


def key_of(match: Match, event: int, choice: int, language: str) -> str:
    replies = Keyring().replies(match.scene(LEARNER, language, event))
    return next(reply.keys[-1] for reply in replies if reply.action == choice)


def page() -> Console:
    return Console(file=io.StringIO(), width=100, height=40)


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return " ".join(console.file.getvalue().split())


@pytest.mark.parametrize("lesson", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_can_be_taken_to_its_end(
    lesson: Lesson, language: str, typed: list[str]
) -> None:
    typed += answers(lesson, language)
    console, learned, game = page(), Learned(), lesson.match.game
    LessonSession(console, game, lesson, language, learned).hold()
    assert typed == []
    assert learned.steps == {f"{game.key}/{lesson.head.name}": DONE}
    for step in lesson.steps:
        first_words = step.text(language).replace("**", "").split()[:3]
        assert " ".join(first_words) in text_of(console)


@pytest.mark.parametrize("lesson", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_lesson_fits_the_window(lesson: Lesson, language: str) -> None:
    """In the smallest one choices may give way: the teacher names the one to make."""
    lesson_session = LessonSession(page(), lesson.match.game, lesson, language, Learned())
    last_time = LastTime()
    for n, step in enumerate(lesson.steps):
        moment = lesson_session.prompt(n)
        for size in ((80, 24), SMALLEST):
            lines = frame(
                moment, *size, lesson_session.say, last_time if size == SMALLEST else None
            )
            screen = "\n".join(line.plain for line in lines)
            said = [step.text(language), *([step.do(language)] if step.do else [])]
            for word in " ".join(said).replace("**", "").split():
                assert squeezed(word) in squeezed(screen), screen
            assert not list(missing_position(screen, moment.scene, LEARNER)), screen
            replies = [reply for reply in moment.replies if reply.text]
            if size == SMALLEST:
                keys = [reply.shown for reply in replies if reply.action == step.choice]
                assert all(f"({key})" in screen for key in keys)
            else:
                assert not list(missing_choices(screen, replies))


def test_another_choice_is_answered_with_the_reason(typed: list[str]) -> None:
    typed += ["", "b3", "g3", BACK, "", "f3", "g"]
    console = page()
    with pytest.raises(SystemExit) as left:
        run_lesson(console, load("mmm"), None, "en")
    assert left.value.code == 0
    seen = text_of(console)
    assert "what is small gets finished first" in seen
    assert "The other half of it is just as good" in seen
    assert "Put the bread there (f3)" in seen
    assert "the cat would come a step closer" in seen
    assert seen.endswith("pasch learn mmm 1-first")


def test_who_leaves_goes_on_where_they_were(typed: list[str], learned: Path) -> None:
    typed += ["", "f3"]
    with pytest.raises(SystemExit):
        run_lesson(page(), load("mmm"), None, "en")
    assert Learned().steps == {FIRST: 2}
    console = page()
    with pytest.raises(SystemExit):
        run_lesson(console, load("mmm"), None, "en")
    assert "Roll on or stop? 3/9" in text_of(console)
    assert "A full pantry" not in text_of(console)
    learned.write_text("{broken", encoding="utf-8")
    assert Learned().steps == {}


def test_where_nothing_can_be_kept_one_learns_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    learned = Learned(tmp_path / "file" / "lessons.json")
    learned.keep(FIRST, 3)
    assert learned.steps == {FIRST: 3}


def test_the_first_lesson_not_finished_comes_next(typed: list[str]) -> None:
    game = load("mmm")
    Learned().keep(FIRST, DONE)
    console = page()
    with pytest.raises(SystemExit):
        run_lesson(console, game, None, "en")
    assert typed == []
    assert "A first supper" not in text_of(console)
    assert len(games()) > 1
