"""The page of an arena: its plots show the figures, and it fits every screen."""

from itertools import product
from pathlib import Path

import pytest

from pasch.arena.report.page import arena_page
from pasch.arena.report.plots import Bars, Line, Scale, bins_of, intervals, scale_of
from pasch.arena.statistics.figures import figures
from pasch.arena.statistics.intervals import Estimate
from pasch.core.words import words
from tests.arena.kit import plan, result
from tests.client.browser import chromium

LONG = "a.module.of.my.own:TheBotWithTheLongestName"


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Scale(0, 1), [0, 0.25, 0.5, 0.75, 1]),
        (Scale(-0.31, 0.42), [-0.2, 0, 0.2, 0.4]),
        (Scale(-284, 184), [-200, 0]),
        (Scale(20.5, 21.5), [20.5, 20.75, 21, 21.25, 21.5]),
    ],
)
def test_an_axis_has_round_numbers(scale: Scale, ticks: list[float]) -> None:
    assert scale.ticks() == pytest.approx(ticks)


def test_what_is_all_the_same_has_a_scale_too() -> None:
    scale = scale_of([Line("x", Estimate(21.0), "21")])
    assert (scale.low, scale.high) == (20.5, 21.5)


def test_a_dot_is_full_where_the_mark_lies_outside_its_interval() -> None:
    clear, not_clear = (Line("x", Estimate(0.4, low, 0.5), "", group="seat") for low in (0.35, 0.3))
    drawn = intervals([clear, not_clear], Scale(0, 1), "{:g}".format, mark=0.33)
    assert drawn.count('class="dot clear"') == 1
    assert drawn.count('class="dot"') == 1
    assert drawn.count("<h4>seat</h4>") == 1
    assert 'class="mark" style="left:33.00%"' in drawn


def test_bins_are_shared_and_hold_every_game() -> None:
    few, many = Bars("few", {1: 3, 2: 1}, ""), Bars("many", dict.fromkeys(range(100), 1), "")
    bins = bins_of([few])
    assert (bins.names, bins.parts) == (["1", "2"], [[0.75, 0.25]])
    bins = bins_of([few, many])
    assert bins.names[:2] == ["0…2", "3…5"]
    assert [sum(parts) for parts in bins.parts] == pytest.approx([1, 1])


def page(language: str) -> str:
    asked = plan("so-ein-mist", "random", "quick", games=6, seats=3)
    found = figures(
        asked,
        [result(i, i, [0, 1, 1], [i % 2, (i + 1) % 2, 0], score=[i, 30, 40]) for i in range(6)],
    )
    found.bots[0].bot = found.leads[0].over = LONG
    return arena_page(found, words(language))


OVERLAPS = """() => [...document.querySelectorAll(".line")].filter((line) => {
    const boxes = [...line.children].map((each) => each.getBoundingClientRect());
    const apart = (a, b) => a.right - b.left < 1 || b.right - a.left < 1
        || a.bottom - b.top < 1 || b.bottom - a.top < 1;
    return boxes.some((a, i) => boxes.slice(i + 1).some((b) => !apart(a, b)));
}).map((line) => line.title)"""


def test_a_page_fits_a_phone_and_a_screen(tmp_path: Path) -> None:
    """Nothing is wider than the window, and no text lies over another."""
    with chromium() as browser:
        for language, width in product(("en", "de"), (320, 1000)):
            file = tmp_path / f"{language}.html"
            file.write_text(page(language), encoding="utf-8")
            window = browser.new_page(viewport={"width": width, "height": 700})
            window.goto(file.as_uri())
            assert window.evaluate("document.documentElement.scrollWidth") <= width
            assert window.locator(".line").count() >= 10
            assert window.evaluate(OVERLAPS) == []
            window.close()
