"""The coach in a browser: a hint beside the board, and the review of a finished match."""

import asyncio
import re
import threading
from typing import Any

import pytest

from pasch.coach import judge
from pasch.coach import review as coach
from pasch.coach.findings import Review
from pasch.core.match.match import Match
from pasch.table.thinking import thinker
from tests.clauses import ours
from tests.client.audit import findings
from tests.client.browser import PHONE, WIDE, Look, Window
from tests.client.conftest import Opens
from tests.client.layout import overlaps, troubles
from tests.client.playing import Play, ready_at, table_in
from tests.client.staging import (
    Staging,
    link_of,
    moment_of,
    play_out,
    play_to,
    played_out,
    played_to,
)
from tests.client.test_ways_to_play import speaks_german
from tests.patience import PATIENCE
from tests.server.serving import Served

GERMAN_PHONE = Look(PHONE.width, PHONE.height, "de-DE", dark=True, touch=True)
SHORT = Staging("so-ein-mist", bots=2, events=0)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reviews take a moment only."""
    whole = coach.review

    def brief(match: Match, **how: Any) -> Review:
        return whole(match, playouts=judge.LEAST_PLAYOUTS, **how)

    monkeypatch.setattr(coach, "review", brief)


def is_whole(window: Window) -> None:
    covers_nothing(window)
    assert findings(window.page) == []


def covers_nothing(window: Window) -> None:
    assert [*troubles(window.page), *overlaps(window.page)] == []
    assert not window.scrolls_sideways


@pytest.mark.parametrize("look", [WIDE, GERMAN_PHONE], ids=["wide", "phone, dark, German"])
def test_a_hint_shows_what_each_choice_is_worth(look: Look, window: Opens, served: Served) -> None:
    table = play_to(served, moment_of("so-ein-mist"))
    anna = window(look)
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    play.shown()
    if look.touch:
        anna.press("#hint")
    else:
        anna.page.keyboard.press("h")
    anna.page.wait_for_selector("#coach[open] .worth.best")
    anna.page.wait_for_selector(".chances li:nth-child(4)")
    actions = anna.page.eval_on_selector_all(".worth", "all => all.map((row) => row.dataset.worth)")
    assert sorted(map(int, actions)) == play.match.legal()
    why = anna.page.locator("#advice .why").inner_text()
    assert "%" in why
    anna.press(".worth.best")
    assert anna.page.locator("#table .pointed").count() == 1
    assert anna.page.locator("#board .spoken.lit").count() > 0
    assert anna.page.locator("#word").is_visible() == look.touch
    assert anna.page.locator("#word").text_content() == why
    assert len(play.match.events) == int(anna.page.locator("body").get_attribute("data-event") or 0)
    is_whole(anna)
    if look.language.startswith("de"):
        speaks_german(anna)
    anna.page.reload()
    anna.page.wait_for_selector("#coach[open] .chances li:nth-child(4)", state="attached")
    play.choose()
    anna.page.wait_for_selector(f"{ready_at(play.match)} #advice:empty", state="attached")
    assert anna.page.locator("#word").is_hidden()


def test_a_hint_names_no_coordinates_and_covers_nothing(
    window: Opens, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinker, "HINT", judge.LEAST_PLAYOUTS)
    anna = window(PHONE)
    for game in ours():
        table = played_to(served, moment_of(game.key))
        anna.go(link_of(table))
        Play(served, table, {0: anna}).shown()
        anna.press("#hint")
        anna.page.wait_for_selector(".worth.best")
        told = anna.page.locator("#advice").inner_text()
        assert not re.search(r"\b[a-g][1-7]\b", told)
        assert ("a rough guess" in told) == (game.key == "compost")
        anna.press(".worth.best")
        assert anna.page.locator("#table .spoken.lit").count() > 0
        for look in (WIDE, PHONE):
            anna.resize(look.width, look.height)
            covers_nothing(anna)
    assert findings(anna.page) == []


def test_who_waits_for_a_hint_reads_in_the_sheet_how_many_are_before(
    window: Opens, served: Served
) -> None:
    busy = threading.Event()
    pool = served.tables._pools.coach

    async def keep_busy() -> list[asyncio.Task[bool]]:
        return [asyncio.create_task(pool.do(busy.wait, PATIENCE)) for _ in range(5)]

    anna = window(PHONE)
    anna.go(link_of(play_to(served, moment_of("so-ein-mist"))))
    served.call(keep_busy())
    anna.press("#hint:enabled")
    try:
        anna.page.wait_for_selector("#advice:has-text(' before you')")
    finally:
        busy.set()
    anna.page.wait_for_selector(".worth.best")


def test_a_review_leads_to_a_moment_and_on_from_there(window: Opens, served: Served) -> None:
    table = played_out(served, SHORT)
    anna = window()
    anna.go(link_of(table))
    anna.press("#review")
    anna.is_usable("review")
    assert anna.page.locator(".account").count() == 3
    assert anna.page.locator(".chart polyline").count() == 3
    is_whole(anna)
    anna.press(".account[data-seat='0'] .finding >> nth=-1")
    anna.is_usable("table")
    n = int(anna.page.url.rpartition("=")[2])
    assert table.state.match is not None
    anna.page.wait_for_selector(f'.replay .count:text-is("{n} / {len(table.state.match.events)}")')
    assert anna.page.evaluate("document.querySelector('#again').checkVisibility()")
    anna.press("#play-on")
    anna.page.wait_for_url(lambda url: table.id not in url)
    anna.is_usable("table")
    again = served.table(table_in(anna))
    play = Play(served, again, {0: anna})
    play.settle()
    assert play.match.events[:n] == table.state.match.events[:n]
    play.on(choices=1)


def test_the_coachs_word_stays_in_view_on_the_board(
    window: Opens, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "CERTAIN", 0.0)  # few playouts leave the coach unsure
    table = play_out(served, SHORT)
    anna = window()
    anna.go(f"/t/{table.id}/review")
    anna.page.wait_for_selector(".account")
    ask = "id => fetch(`/tables/${id}/review?language=en`).then((answer) => answer.json())"
    decisions = anna.page.evaluate(ask, table.id)["decisions"]
    costly = next(decision for decision in decisions if decision["why"])
    assert costly["why"]["text"] in anna.page.locator(".account").all_inner_texts()[costly["seat"]]
    for decision in (decisions[0], costly):
        anna.go(f"/t/{table.id}?reviewed&at={decision['event']}")
        anna.page.wait_for_selector(".remark .tag")
        assert decision["chosen"]["called"] in anna.page.locator(".remark").inner_text()
        assert anna.page.locator(f".remark .{decision['judged']}").count() == 1
    assert costly["why"]["text"] in anna.page.locator(".remark").inner_text()
    anna.page.wait_for_selector("#board .spoken.lit")
    is_whole(anna)


def test_the_result_and_the_review_tell_what_to_try_next_time(
    window: Opens, served: Served
) -> None:
    table = played_out(served, SHORT)
    assert table.state.match is not None
    last = len(table.state.match.events)
    anna = window(GERMAN_PHONE)
    anna.go(link_of(table))
    anna.press("#next-time summary")
    anna.page.wait_for_selector("#next-time[open] p:not(:text('Der Trainer geht'))")
    tip = anna.page.locator("#next-time p").inner_text()
    is_whole(anna)
    anna.press("#review")
    anna.page.wait_for_selector(".account")
    assert tip in anna.page.locator('.account[data-seat="0"] .tip').inner_text()
    is_whole(anna)
    speaks_german(anna)
    anna.page.locator("#moment").fill("7")
    anna.page.wait_for_selector(f'.count:text-is("7 / {last}")')
