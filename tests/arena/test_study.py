"""Variants of a game, side by side."""

import base64
import builtins
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pasch.arena.report import check_report, page, write_report
from pasch.arena.run import here
from pasch.arena.study import Study, hold, outline
from pasch.core.errors import PaschError
from pasch.core.registry import load
from pasch.core.words import words
from pasch.games.mice_to_meet_you.cards import DICE_CARDS
from pasch.terminal.figures import show_study, study_rows

ENGLISH, GERMAN = words("en"), words("de")


@pytest.fixture(scope="module")
def cats(tmp_path_factory: pytest.TempPathFactory) -> Study:
    outlines = outline(load("mmm"), {"cat_steps": "3,11"}, "quick", games=6, seats=2)
    return hold(outlines, tmp_path_factory.mktemp("cats"), here)


@pytest.fixture(scope="module")
def farms(tmp_path_factory: pytest.TempPathFactory) -> Study:
    values = {"doubling": "no,yes", "another_round": "no,yes"}
    outlines = outline(load("so-ein-mist"), values, "level:2", games=6, seats=3)
    return hold(outlines, tmp_path_factory.mktemp("farms"), here)


def test_every_combination_of_the_values_is_a_variant(farms: Study) -> None:
    assert [each.name for each in farms.variants] == [
        "doubling=no, another_round=no",
        "doubling=no, another_round=yes",
        "doubling=yes, another_round=no",
        "doubling=yes, another_round=yes",
    ]
    assert [each.mirror.plan.options["doubling"] for each in farms.variants] == [
        False,
        False,
        True,
        True,
    ]


def test_the_bot_plays_itself_and_the_yardsticks(farms: Study) -> None:
    for each in farms.variants:
        assert each.mirror.plan.bots == ("level:2",)
        assert [line.bot for line in each.field.bots] == ["random", "quick", "level:2"]
        assert [line.seat for line in each.mirror.seats] == [1, 2, 3]
        assert sum(each.scores.values()) == 18
        assert sum(each.turns.values()) == 6


def test_together_the_bot_plays_its_games_once(cats: Study, tmp_path: Path) -> None:
    for each in cats.variants:
        assert each.mirror.games == 6
        assert each.field.games == 12
        assert sum(each.scores.values()) == 6
    outlines = outline(load("mmm"), {}, "quick", games=2)
    assert hold(outlines, tmp_path, here).variants[0].name == "as it is"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_slower_cat_is_better_for_the_mice(cats: Study) -> None:
    fast, slow = (each.mirror.bots[0].score.mean for each in cats.variants)
    assert fast < slow


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    outlines = outline(load("mmm"), {"cat_steps": "3,4"}, "quick", games=2)
    before = hold(outlines, tmp_path, here)

    def idle(jobs: Any, _: object) -> Any:
        assert list(jobs) == []
        return iter(())

    assert hold(outlines, tmp_path, idle) == before


def test_texts_with_commas_are_parted_by_bars() -> None:
    one, two = DICE_CARDS, "15 red yellow, 12 yellow, 9 red, 6 yellow"
    cards = outline(load("mice-to-meet-you"), {"dice_cards": f"{one} | {two}"}, "quick", 2)
    assert [each.mirror.options["dice_cards"] for each in cards] == [one, two]
    boards = outline(load("mmm"), {"board": "one-paw,two-paws"}, "quick", 2)
    assert len(boards) == 2


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cats": "1,2"}, "Mmm! has no option 'cats'; it has: board, cat_steps, line"),
        ({"cat_steps": "9,many"}, "cat_steps is a whole number from 1 to 99, not 'many'"),
        ({"cat_steps": "9,,10"}, "cat_steps is a whole number from 1 to 99, not ''"),
        ({"cat_steps": "9,10,9"}, "expected different values of cat_steps, got '9,10,9'"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(values: dict[str, str], message: str) -> None:
    with pytest.raises(PaschError, match=re.escape(message)):
        outline(load("mmm"), values, "quick", 1)


def test_too_many_variants_are_refused() -> None:
    values = {
        "balls": ",".join(map(str, range(1, 51))),
        "spaces": "4,5,6",
        "clovers": "1,2,3,4,5,6,7",
    }
    with pytest.raises(PaschError, match="up to 1000 variants, not 1050"):
        outline(load("mistkaefer"), values, "quick", 1)


@pytest.mark.parametrize("width", [60, 200])
def test_a_study_fits_the_terminal(farms: Study, width: int) -> None:
    out = io.StringIO()
    show_study(Console(file=out, width=width), farms, ENGLISH)
    text = out.getvalue()
    assert max(map(len, text.splitlines()[3:])) <= width
    assert text.count("level:2, share") == (1 if width == 200 else 4)
    assert "…" not in text.replace("… with a choice", "")


def pictures(html: str) -> list[str]:
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    return [base64.b64decode(each).decode() for each in found]


def test_the_report_needs_nothing_else(farms: Study, tmp_path: Path) -> None:
    file = tmp_path / "farms.html"
    write_report(file, farms, *study_rows(farms, ENGLISH), ENGLISH)
    html = file.read_text(encoding="utf-8")
    assert re.findall(r'(?:src|href)="(?!data:)', html) == []
    assert len(pictures(html)) == 5
    assert "seat 3" in pictures(html)[0]
    assert "doubling=yes, another_round=no" in html


def test_together_nobody_has_a_seat_of_advantage(cats: Study) -> None:
    html = page(cats, *study_rows(cats, ENGLISH), ENGLISH)
    assert "by seat" not in html
    assert len(pictures(html)) == 4
    assert any("grade, 0 to 7" in picture for picture in pictures(html))


def test_the_same_study_gives_the_same_report(cats: Study) -> None:
    one, other = (page(cats, *study_rows(cats, ENGLISH), ENGLISH) for _ in range(2))
    assert one == other


def test_a_report_is_in_the_readers_language(cats: Study) -> None:
    html = page(cats, *study_rows(cats, GERMAN), GERMAN)
    assert html.startswith('<!doctype html>\n<html lang="de">')
    assert "<h1>Mmm!: eine Studie</h1>" in html
    assert "Wie Spiele ausgehen: Note, 0 bis 7" in html
    last = pictures(html)[-1]
    assert "die eine Wahl lassen" in last
    assert "0,2" in last


def test_a_study_is_told_in_german(cats: Study) -> None:
    out = io.StringIO()
    show_study(Console(file=out, width=100), cats, GERMAN)
    assert "quick gegen sich selbst, 6 Spiele je Variante" in out.getvalue()
    assert "random, gewonnen" in out.getvalue()


def test_a_report_is_never_written_over_something(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    check_report(file)
    file.write_text("mine")
    with pytest.raises(PaschError, match="exists already"):
        check_report(file)
    with pytest.raises(PaschError, match="there is no folder"):
        check_report(tmp_path / "nowhere" / "report.html")


def test_without_matplotlib_a_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_import = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PaschError, match=r"pip install 'pasch\[plots\]'"):
        check_report(tmp_path / "report.html")
