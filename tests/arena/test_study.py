"""Variants of a game, side by side."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pasch.arena.play import Result
from pasch.arena.report.export import as_csv, study_rows
from pasch.arena.report.page import check_page, study_page
from pasch.arena.results import name_of
from pasch.arena.run import here
from pasch.arena.statistics.formatting import AMOUNT_LEAD, SHARE
from pasch.arena.study import Change, Study, make_variant, outline, run_study, tables_of
from pasch.core.errors import PaschError
from pasch.core.game.registry import load
from pasch.core.words import Words, words
from pasch.games.mice_to_meet_you.cards import DICE_CARDS
from pasch.terminal.commands.arena import show_study
from tests.arena.kit import result

ENGLISH, GERMAN = words("en"), words("de")


@pytest.fixture(scope="module")
def cats(tmp_path_factory: pytest.TempPathFactory) -> Study:
    outlines = outline(load("mmm"), {"cat_steps": "3,11"}, "quick", games=6, seats=2)
    return run_study(outlines, tmp_path_factory.mktemp("cats"), here)


@pytest.fixture(scope="module")
def farms(tmp_path_factory: pytest.TempPathFactory) -> Study:
    values = {"doubling": "no,yes", "another_round": "no,yes"}
    outlines = outline(load("so-ein-mist"), values, "level:2", games=6, seats=3)
    return run_study(outlines, tmp_path_factory.mktemp("farms"), here)


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
    assert run_study(outlines, tmp_path, here).variants[0].name == "as it is"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_slower_cat_is_better_for_the_mice(cats: Study) -> None:
    fast, slow = (each.mirror.bots[0].score.mean for each in cats.variants)
    assert fast < slow


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    outlines = outline(load("mmm"), {"cat_steps": "3,4"}, "quick", games=2)
    before = run_study(outlines, tmp_path, here)

    def idle(jobs: Any, _: object) -> Any:
        assert list(jobs) == []
        return iter(())

    assert run_study(outlines, tmp_path, idle) == before


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


def test_variants_are_compared_match_by_match(cats: Study) -> None:
    first, second = cats.variants
    assert first.change is None
    assert second.change is not None
    for now, before, change in (
        (second.mirror.length.turns.mean, first.mirror.length.turns.mean, second.change.turns),
        (second.mirror.length.real.mean, first.mirror.length.real.mean, second.change.real),
        (second.mirror.bots[0].score.mean, first.mirror.bots[0].score.mean, second.change.score),
        *(
            (now.share.mean, before.share.mean, change)
            for now, before, change in zip(
                second.field.bots, first.field.bots, second.change.bots, strict=True
            )
        ),
    ):
        assert change.mean == pytest.approx(now - before)
    assert second.change.seats == []


def test_together_a_match_is_compared_once_however_many_seats_it_has() -> None:
    """The second variant is won twice more than the first, in ten games of each bot."""

    def changed(seats: int) -> Change:
        (each,) = outline(load("mmm"), {}, "quick", games=10, seats=seats)

        def field(won: int) -> list[Result]:
            return [
                result(i, i // 2, [i % 2] * seats, [float(i // 2 < won)] * seats, score=[i] * seats)
                for i in range(20)
            ]

        tables = [tables_of(each, {name_of(each.field): field(won)}) for won in (5, 3)]
        found = make_variant(each, *tables).change
        assert found is not None
        return found

    six, one = changed(6), changed(1)
    for found, expected in zip((*six.bots, six.score), (*one.bots, one.score), strict=True):
        assert (found.mean, found.low, found.high) == pytest.approx(
            (expected.mean, expected.low, expected.high)
        )
    assert one.bots[0].mean == pytest.approx(0.2)


def test_common_dice_tell_variants_apart_sooner(farms: Study) -> None:
    """What both variants have alike cancels out."""
    plain, doubled = farms.variants[0], farms.variants[2]
    assert doubled.change is not None
    assert [round(each.mean, 9) for each in doubled.change.seats] == [
        round(now.share.mean - before.share.mean, 9)
        for now, before in zip(doubled.mirror.seats, plain.mirror.seats, strict=True)
    ]
    longer = farms.variants[1].change
    assert longer is not None
    assert longer.turns.low is not None
    assert longer.turns.low > 0


@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_study_fits_the_terminal(farms: Study, width: int) -> None:
    out = io.StringIO()
    show_study(Console(file=out, width=width), farms, ENGLISH)
    text = out.getvalue()
    assert max(map(len, text.splitlines()[3:])) <= width
    assert text.count("level:2, share") == {60: 7, 80: 4, 200: 2}[width]
    assert "…" not in text.replace("… with a choice", "")
    assert "What is different from doubling=no, another_round=no" in " ".join(text.split())


@pytest.mark.parametrize("say", [ENGLISH, GERMAN])
def test_a_report_is_one_page_that_needs_nothing_else(farms: Study, say: Words) -> None:
    html = study_page(farms, say)
    assert re.findall(r'(?:src|href|url)[=(]["\']?', html) == []
    assert "<script" not in html
    assert html.startswith(f'<!doctype html>\n<html lang="{say.language}">')
    for each in farms.variants:
        assert html.count(f"<b>{each.name}</b>") >= 10
        for seat in each.mirror.seats:
            assert SHARE.text(seat.share, say) in html
    change = farms.variants[1].change
    assert change is not None
    assert AMOUNT_LEAD.text(change.turns, say) in html


def test_a_report_tells_what_the_options_mean_that_change(farms: Study) -> None:
    html = study_page(farms, GERMAN)
    assert "<h1>🐄" in html or "So ein Mist: eine Studie</h1>" in html
    assert "<dt>doubling</dt><dd>Karten des eigenen Tieres zählen doppelt" in html
    assert "<dt>open_scores</dt>" not in html


def test_together_nobody_has_a_seat_of_advantage(cats: Study) -> None:
    html = study_page(cats, ENGLISH)
    assert "by seat" not in html
    assert "How games end: grade, 0 to 7" in html
    assert 'title="grade, 0 to 7 4: ' in html


def test_the_bars_of_a_distribution_are_the_games(cats: Study) -> None:
    html = study_page(cats, ENGLISH)
    games = sum(cats.variants[0].turns.values())
    parts = re.findall(r'title="turns (\d+): ([\d.]+)%"', html)
    shown = parts[: len(parts) // 2]
    for turns, part in shown:
        assert float(part) == pytest.approx(
            100 * cats.variants[0].turns.get(int(turns), 0) / games, abs=0.06
        )


def test_a_single_variant_has_a_page_without_changes(tmp_path: Path) -> None:
    html = study_page(
        run_study(outline(load("mmm"), {}, "quick", games=2), tmp_path, here), ENGLISH
    )
    assert "What the change changes" not in html
    assert "as it is" in html


def test_a_study_is_told_in_german(cats: Study) -> None:
    out = io.StringIO()
    show_study(Console(file=out, width=100), cats, GERMAN)
    assert "quick gegen sich selbst, 6 Spiele je Variante" in out.getvalue()
    assert "random, gewonnen" in out.getvalue()
    assert "Was anders ist als mit cat_steps=3, bei denselben Würfeln:" in out.getvalue()


def test_a_study_is_a_table_for_programs(farms: Study) -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv(study_rows(farms)))))
    assert {line["variant"] for line in lines} == {each.name for each in farms.variants}
    (turns,) = (
        line
        for line in lines
        if (line["table"], line["figure"], line["variant"])
        == ("change", "turns", farms.variants[1].name)
    )
    change = farms.variants[1].change
    assert change is not None
    assert (float(turns["value"]), float(turns["low"])) == (change.turns.mean, change.turns.low)
    assert turns["over"] == farms.variants[0].name


def test_a_report_is_never_written_over_something(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    check_page(file)
    file.write_text("mine")
    with pytest.raises(PaschError, match="exists already"):
        check_page(file)
    with pytest.raises(PaschError, match="there is no folder"):
        check_page(tmp_path / "nowhere" / "report.html")
