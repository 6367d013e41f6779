"""Games by keyboard only, on a phone, and in German."""

import re
from functools import cache
from pathlib import Path

import pytest

from pasch.core.game.registry import games
from pasch.core.words import shared_messages
from tests.client.browser import KEYBOARD, PHONE, Look, Window
from tests.client.conftest import Opens
from tests.client.layout import ask
from tests.client.playing import Play, press_tool, ready_at, table_in
from tests.server.serving import Served

TEXTS = Path(__file__).parent / "texts.js"
ALL = 1000
ENGLISH = re.compile(r"\b(the|and|your|you|with|of|is|are|this|that|not|for)\b", re.I)


def test_the_keyboard_alone_leads_from_the_first_page_to_the_last(
    window: Opens, served: Served
) -> None:
    anna = window(KEYBOARD)
    keyboard = anna.page.keyboard
    anna.go("/")
    anna.press('[data-game="so-ein-mist"] button.primary')
    anna.press("#play-first")
    anna.page.wait_for_selector("dialog #name:focus")
    keyboard.type("Anna")
    keyboard.press("Enter")
    anna.is_usable("table")
    play = Play(served, served.table(table_in(anna)), {0: anna})
    play.on(choices=3)
    sees_the_result(anna, play)
    anna.press("#look-back")
    anna.tab_to(anna.page.locator("#replay"))
    keyboard.press("ArrowLeft")
    last = len(play.match.events)
    anna.page.wait_for_selector(f'.replay .count:text-is("{last - 1} / {last}")')


@pytest.mark.soak
def test_a_game_is_played_on_a_phone_and_nothing_scrolls_sideways(
    window: Opens, served: Served
) -> None:
    anna = window(PHONE)
    anna.go("/")
    assert not anna.scrolls_sideways
    anna.press('[data-game="mice-to-meet-you"] button.primary')
    anna.press("#play-first")
    anna.page.locator("dialog #name").fill("Anna")
    anna.press('dialog button[value="play"]')
    anna.is_usable("table")
    play = Play(served, served.table(table_in(anna)), {0: anna})
    play.settle()
    while not play.is_over:
        anna.page.wait_for_selector(ready_at(play.match))
        assert not anna.scrolls_sideways, f"at event {len(play.match.events)}"
        play.choose()
    play.shown()
    anna.page.wait_for_selector("#result h2")
    assert not anna.scrolls_sideways


@pytest.mark.parametrize("choices", [2, pytest.param(ALL, marks=pytest.mark.soak)])
def test_a_game_in_german_has_no_english_left(choices: int, window: Opens, served: Served) -> None:
    anna = window(Look(language="de-DE"))
    anna.go("/")
    speaks_german(anna)
    anna.press('[data-game="so-ein-mist"] a.button:not(.learn)')
    anna.is_usable("new-table")
    speaks_german(anna)
    anna.page.locator('.seat-row[data-seat="0"] input').fill("Anna")
    anna.press("#lay-table")
    anna.is_usable("table")
    play = Play(served, served.table(table_in(anna)), {0: anna})
    play.on(choices=2)
    play.shown()
    speaks_german(anna)
    assert anna.page.locator("#prompt").inner_text() != play.match.scene(0, "en").prompt
    assert play.match.scene(0, "de").prompt in anna.page.locator("#prompt").inner_text()
    press_tool(anna, "#rules")
    anna.page.wait_for_selector("dialog h1, dialog h3, dialog li")
    speaks_german(anna)
    anna.page.keyboard.press("Escape")
    play.on(choices)
    sees_the_result(anna, play)
    speaks_german(anna)


def sees_the_result(window: Window, play: Play) -> None:
    """Play the rest of the game, and check that the window shows the result."""
    play.skim()
    play.shown()
    window.page.wait_for_selector("#result h2")


def speaks_german(window: Window) -> None:
    assert window.page.evaluate("document.documentElement.lang") == "de"
    texts = ask(window.page, TEXTS)
    assert [text for text in texts if text in english_messages()] == []
    untitled = [without_titles(text) for text in texts]
    assert [text for text in untitled if ENGLISH.search(text)] == []


@cache
def english_messages() -> set[str]:
    """Return the messages that have other words in German."""
    return {en for en, de in shared_messages("de").items() if isinstance(de, str) and de != en}


def without_titles(text: str) -> str:
    for game in games().values():
        text = text.replace(game.title, "")
    return text
