"""Lessons: everything that ours say is true, and a lesson with a mistake is named."""

from itertools import pairwise
from pathlib import Path

import pytest

from pasch.core.errors import PaschError
from pasch.core.game.registry import games, load
from pasch.core.match.lesson import (
    LEARNER,
    BrokenLesson,
    Lesson,
    Said,
    Telling,
    lesson,
    lessons,
    load_lesson,
    read,
)
from pasch.core.words import LANGUAGES

MMM = load("mmm")
LONGEST = 200  # characters of a step's text at most
OURS = [
    pytest.param(lesson(game, head.name), id=f"{game.key}/{head.name}")
    for game in games().values()
    for head in lessons(game)
]

HEAD = """
title = { en = "A lesson", de = "Eine Lektion" }
minutes = 1
seats = 1
"""
STEP = """
[[step]]
title = { en = "One", de = "Eins" }
text = { en = "Put it there.", de = "Leg es dorthin." }
"""
ROLL = 'then = [{ die = "bread" }, { die = "bread" }, { die = "x" }]\n'
TASK = 'do = { en = "Do", de = "Tu" }\nwrong = { en = "No", de = "Nein" }\n'
END = STEP + 'shown = ["bites"]\n'


def told(tmp_path: Path, text: str) -> Lesson:
    path = tmp_path / "mmm" / "lessons" / "1-try.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return load_lesson(MMM, path)


def test_a_lesson_is_a_match_with_steps(tmp_path: Path) -> None:
    found = told(tmp_path, HEAD + STEP + ROLL + STEP + TASK + 'choose = { place = "f3" }\n' + END)
    assert [step.event for step in found.steps] == [0, 3, 4]
    assert [step.choice is None for step in found.steps] == [True, False, True]
    assert found.told_to("Anna").scene(LEARNER).seats[LEARNER].name == "Anna"


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ("title = ", "mmm/lessons/1-try.toml: ", ""),
        (HEAD + END.replace(', de = "Eins"', ""), "try.toml: ", "`de` - at `$.step[0].title`"),
        (HEAD + END + "colour = 3\n", "try.toml: ", "unknown field `colour`"),
        (HEAD.replace("seats = 1", "seats = 9") + END, "try.toml: ", "1 to 6 seats, not 9"),
        (HEAD + STEP + END, "step 1: ", "something that the rules can bear out"),
        (HEAD + END + 'spot = ["h9"]\n', "step 1: ", "expected a piece or a cell, got 'h9'"),
        (HEAD + END.replace("bites", "sheep"), "step 1: ", "expected 'sheep' to be shown"),
        (HEAD + END + END + 'can = [{ place = "f3" }]\n', "step 2: ", "is not possible"),
        (HEAD + END + 'cannot = [{ die = "fish" }]\n', "step 1: ", "to be impossible"),
        (HEAD + STEP + 'then = [{ die = "sheep" }]\n' + END, "step 1: ", "possible: {'die'"),
        (HEAD + STEP + "then = [99]\n" + END, "step 1: ", "99 is not possible"),
        (HEAD + END + ROLL, "step 1: ", "a last step that nothing follows"),
        (HEAD + "step = []\n", "try.toml: ", "a last step that nothing follows"),
        (HEAD + STEP + TASK + 'choose = { place = "f3" }\n', "step 1: ", "the learner's turn"),
        (HEAD + END + TASK, "step 1: ", "expected `choose` where something is wrong"),
        (
            HEAD + STEP + ROLL + STEP + 'choose = { place = "f3" }\n' + END,
            "step 2: ",
            "expected `do` and `wrong`",
        ),
        (
            HEAD + STEP + ROLL + STEP + TASK + 'choose = { place = "e3" }\n' + END,
            "step 2: ",
            "{'place': 'e3'} is not possible",
        ),
    ],
)
def test_what_is_wrong_is_named_with_file_and_step(
    tmp_path: Path, text: str, where: str, problem: str
) -> None:
    with pytest.raises(BrokenLesson) as broken:
        told(tmp_path, text)
    assert where in str(broken.value)
    assert problem in str(broken.value)


def test_a_lesson_nobody_wrote_is_refused_and_the_others_are_named() -> None:
    with pytest.raises(PaschError, match=r"Mmm! has no lesson 'chess'; there are: 1-first"):
        lesson(MMM, "chess")


def test_every_game_has_a_first_lesson() -> None:
    ours = [game for game in games().values() if game.package.startswith("pasch.games.")]
    assert [lessons(game)[0].name for game in ours] == ["1-first"] * 5


@pytest.mark.parametrize("found", OURS)
def test_ours_are_short_and_let_the_learner_do_something(found: Lesson) -> None:
    texts = [said for step in found.steps for said in (step.text, step.do, step.wrong) if said]
    assert all(len(plain(said, code)) <= LONGEST for said in texts for code in LANGUAGES)
    assert all(said(code).count("**") % 2 == 0 for said in texts for code in LANGUAGES)
    quiet = [step.choice is None for step in found.steps[:-1]]
    assert not any(one and other for one, other in pairwise(quiet))
    assert sum(quiet) <= len(found.steps) / 2
    assert 1 <= found.head.minutes <= 5


def plain(said: Said, language: str) -> str:
    return said(language).replace("**", "")


def test_reading_it_twice_checks_it_once() -> None:
    path = MMM.folder / "lessons" / "1-first.toml"
    assert read(path) is read(path)
    assert Telling(MMM, path, read(path)).tell().match.events == lesson(MMM, "1-first").match.events
