"""Every game at every size: whatever is to be decided fits the screen, and stays where it is."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from pasch.bots import quick
from pasch.core.game.registry import games
from pasch.table.model import Settings
from pasch.table.table import Table
from pasch.table.thinking import preparation
from pasch.table.viewers import Viewer
from tests.client.audit import findings
from tests.client.browser import LYING, PHONE, Look, Window
from tests.client.conftest import Opens
from tests.client.layout import overlaps, troubles
from tests.client.playing import ready_at
from tests.client.staging import (
    SALT,
    TOKEN,
    Staging,
    has_a_say,
    link_of,
    meet,
    moment_of,
    play_to,
    played_to,
)
from tests.server.serving import Served, go_on, unseen
from tests.table import acts

BOARD = (Path(__file__).parent / "board.js").read_text(encoding="utf-8")
PHONES_AND_TABLETS = ((360, 740), (390, 844), (844, 390), (768, 1024))
DESKTOPS = ((1280, 800), (1920, 1080))
ENGLISH = Look(language="en-GB")
ENGLISH_DARK = Look(language="en-GB", dark=True)
GERMAN = Look(language="de-DE")
GERMAN_DARK = Look(language="de-DE", dark=True)
NAMES = (
    "W" * 30,
    "عبد الرحمن بن محمد الأندلسي",
    "ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺＡＢＣＤ",
    "👩‍👩‍👧‍👦" * 4,
    "i",
)
UNREACHABLE = """() => [...document.querySelectorAll("#table .can, #table button")]
    .filter((each) => each.checkVisibility() && !each.closest("#tools"))
    .filter((each) => {
        each.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const under = document.elementFromPoint(left + width / 2, top + height / 2);
        return !under || !(each.contains(under) || under.contains(each));
    })
    .map((each) => `${each.id} ${each.className} ${each.textContent.trim().slice(0, 20)}`)
"""
WHERE = """() => ["#board", "#me", "#ask", "#acts"].map((zone) => {
    const { left, top, right } = document.querySelector(zone).getBoundingClientRect();
    return [zone, Math.round(left), Math.round(top), Math.round(right)].join(" ");
})"""


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize(
    ("touched", "clicked", "decisions"),
    [
        (GERMAN_DARK, ENGLISH, 2),
        pytest.param(ENGLISH, ENGLISH, 40, marks=pytest.mark.soak),
        pytest.param(GERMAN_DARK, GERMAN_DARK, 40, marks=pytest.mark.soak),
        pytest.param(ENGLISH_DARK, ENGLISH_DARK, 10, marks=pytest.mark.soak),
        pytest.param(GERMAN, GERMAN, 10, marks=pytest.mark.soak),
    ],
)
def test_every_decision_fits_every_screen_and_nothing_moves_between_two_taps(
    key: str, touched: Look, clicked: Look, decisions: int, window: Opens, served: Served
) -> None:
    screens = screens_of(window, touched, clicked)
    wrong: dict[str, str] = {}
    lay: dict[tuple[Table, str], list[str]] = {}
    for n, table in enumerate(decided(served, moment_of(key), decisions)):
        for size, page in shown(table, screens):
            zones = page.evaluate(WHERE)
            before = lay.setdefault((table, size), zones)
            moved = [
                f"{was} became {now}" for was, now in zip(before, zones, strict=True) if was != now
            ]
            for trouble in (*page.evaluate(BOARD), *moved):
                wrong.setdefault(f"{size} {trouble}", at_event(table))
        if n == decisions - 1:
            for look, trouble in audited(screens):
                wrong.setdefault(f"{look} {trouble}", at_event(table))
    assert wrong == {}


Screens = list[tuple[Window, Sequence[tuple[int, int]]]]


def audited(screens: Screens) -> Iterator[tuple[Look, str]]:
    """Yield the looks to audit; a barrier for somebody is found where the looks are different."""
    for screen, _ in screens:
        for trouble in (*troubles(screen.page), *overlaps(screen.page)):
            yield screen.look, trouble
    for trouble in findings(screens[0][0].page):
        yield screens[0][0].look, trouble


def screens_of(
    window: Opens, touched: Look = ENGLISH, clicked: Look = ENGLISH, most: int = 2
) -> Screens:
    """Return a window to touch and one with a mouse, each with the sizes to try."""
    kinds = ((touched, True, PHONES_AND_TABLETS), (clicked, False, DESKTOPS))
    return [
        (window(replace(look, width=sizes[0][0], height=sizes[0][1], touch=touch)), sizes)
        for look, touch, sizes in kinds[:most]
    ]


def decided(served: Served, staging: Staging, decisions: int) -> Iterator[Table]:
    """Yield so many of Anna's decisions, spread over as many matches as they take."""
    rng = np.random.default_rng(7)
    while decisions:
        table = play_to(served, Staging(staging.game, staging.bots, 0, options=staging.options))
        while decisions and table.state.phase != "over":
            yield table
            decisions -= 1
            served.call(on(table, rng))


def shown(table: Table, screens: Screens) -> Iterator[tuple[str, Page]]:
    """Yield the table on every screen, at one size after the other."""
    for screen, _ in screens:
        show(table, screen)
    for screen, sizes in screens:
        wait_for(table, screen)
        for width, height in sizes:
            screen.resize(width, height)
            yield f"{width}x{height}", screen.page


def show(table: Table, screen: Window) -> None:
    if table.id not in screen.page.url:
        screen.go(link_of(table))


def wait_for(table: Table, screen: Window) -> None:
    assert table.state.match is not None
    screen.page.wait_for_selector(ready_at(table.state.match), state="attached")


async def on(table: Table, rng: np.random.Generator) -> None:
    """Play until Anna has to choose again, some choices later, or until the game is over."""
    async with unseen(table):
        await go_far(table, rng)


async def go_far(table: Table, rng: np.random.Generator) -> None:
    some = int(rng.integers(1, 4))
    while table.state.phase != "over":
        if table.state.match is None or table.state.match.player != 0:
            await go_on(table)
        elif some <= 0 and has_a_say(table):
            return
        else:
            await acts.choose(
                table, TOKEN, table.version, quick.choose(table.state.match.copy(), rng)
            )
            some -= 1


def at_event(table: Table) -> str:
    assert table.state.match is not None
    return f"event {len(table.state.match.events)}: {table.state.match.scene(0).prompt}"


@pytest.mark.parametrize("screens", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize("key", games())
def test_a_full_table_of_long_names_covers_nothing(
    key: str, screens: int, window: Opens, served: Served
) -> None:
    """Nobody but Anna is there, each of the others can be stood in for, and twenty look on.

    It is tried where it is narrow, and with a mouse.
    """
    table = served.call(crowd(served, key))
    wrong = {}
    for size, page in shown(table, screens_of(window, most=screens)):
        assert page.locator("#others button.absent").count() == len(table.state.seats) - 1
        assert page.locator("#watchers").text_content() == "20 people are watching"
        for trouble in page.evaluate(BOARD):
            wrong[f"{size} {trouble}"] = at_event(table)
    assert wrong == {}


async def crowd(served: Served, key: str) -> Table:
    seats = games()[key].seats[1]
    table = await served.tables.create_table(
        Settings(game=key, seats=seats, starter=0, deal="A-CROWD")
    )
    for seat, name in enumerate(("Anna", *NAMES)[:seats]):
        await table.sit(seat, name, TOKEN if seat == 0 else f"{TOKEN}-{seat}", SALT)
    await acts.start(table, TOKEN)
    for _ in range(20):
        await table.join(Viewer("", "en", lambda _: None))
    while table.state.match is None or table.state.match.player < 0:
        await go_on(table)
    return table


@pytest.mark.parametrize("key", games())
def test_everything_can_be_reached_when_zoomed_or_with_large_text(
    key: str, window: Opens, served: Served
) -> None:
    """A window of 1280x800 at 200 % has 640x400 pixels."""
    table, screen = played_to(served, moment_of(key)), window()
    show(table, screen)
    wait_for(table, screen)
    for width, height, text in ((640, 400, 100), (390, 844, 130), (1280, 800, 130)):
        screen.resize(width, height)
        screen.page.evaluate("text => document.documentElement.style.fontSize = text", f"{text}%")
        assert screen.page.evaluate(UNREACHABLE) == [], f"{width}x{height}, text {text} %"


@pytest.mark.parametrize("key", games())
def test_real_dice_have_room_for_their_pads(key: str, window: Opens, served: Served) -> None:
    low, _ = games()[key].seats
    table = served.call(kitchen(served, key, low))
    screen = window(PHONE)
    screen.go(link_of(table))
    screen.page.wait_for_selector("body[data-event]")
    assert screen.page.locator("[data-tap], .can").count() > 1
    for look in (PHONE, LYING):
        screen.resize(look.width, look.height)
        assert screen.page.evaluate(BOARD) == [], f"{look.width}x{look.height}"


async def kitchen(served: Served, key: str, seats: int) -> Table:
    table = await served.tables.create_table(
        Settings(game=key, seats=seats, starter=0, dice="real")
    )
    await table.sit(0, "Anna", TOKEN, SALT)
    for seat in range(1, seats):
        await acts.sit_bot(table, TOKEN, seat, "quick")
    await acts.start(table, TOKEN)
    return table


# A compiler that reports progress once, and then takes longer than the test waits.
SLOW = (sys.executable, "-c", "import time; print(3, 10, flush=True); time.sleep(600)")
COVERED = """() => {
    const note = document.querySelector("#progress").getBoundingClientRect();
    const others = document.querySelectorAll(":is(.cell, .seat, #bar > *, #prompt, #acts button)");
    return note.height < 20 ? ["nothing is said"] : [...others].filter((other) => {
        const { left, top, right, bottom } = other.getBoundingClientRect();
        return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
    }).map((other) => `${other.id} ${other.className}`);
}"""


def test_that_bots_get_ready_stands_in_the_place_of_what_happened(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.engine.cache.is_ready", lambda _: False)
    monkeypatch.setattr(preparation, "COMPILER", SLOW)
    look = replace(PHONE, language="de-DE")
    with Served(tmp_path / "tables.sqlite") as served, Window(browser, served.url, look) as anna:
        for key in ("mmm", "mistkaefer"):
            anna.resize(PHONE.width, PHONE.height)
            anna.go(link_of(meet(served, key)))
            anna.press("#hint:enabled")
            anna.page.wait_for_selector("#progress progress[value='3']")
            anna.press("#side-close")
            for width, height in (*PHONES_AND_TABLETS, *DESKTOPS):
                anna.resize(width, height)
                assert anna.page.evaluate(COVERED) == [], f"{key} {width}x{height}"
        anna.press("#progress")
        assert not anna.page.locator("#progress").is_visible()
