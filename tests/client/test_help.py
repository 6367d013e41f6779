"""Help on a thing: a long press, a right click, a key or the menu shows it, and nothing else."""

import pytest
from playwright.sync_api import FloatRect, expect

from tests.client.browser import LYING, PHONE, WIDE, Look, Window
from tests.client.conftest import Opens
from tests.client.playing import press_tool
from tests.client.staging import Staging, link_of, play_to
from tests.server.serving import Served


@pytest.fixture
def phone(window: Opens, served: Served) -> Window:
    return at_table(window(PHONE), served)


@pytest.fixture
def desk(window: Opens, served: Served) -> Window:
    return at_table(window(WIDE), served)


def at_table(window: Window, served: Served) -> Window:
    window.go(link_of(play_to(served, Staging("mmm", 0, 3))))
    window.page.wait_for_selector(".cell.can")
    return window


def tells(window: Window, words: str) -> None:
    expect(window.page.locator("#toast")).to_contain_text(words)
    assert window.page.locator("body").get_attribute("data-event") == "3"


def test_a_long_press_tells_and_does_nothing(phone: Window) -> None:
    box = phone.page.locator(".cell.can").first.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = phone.context.new_cdp_session(phone.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    tells(phone, "square")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tells(phone, "square")


@pytest.mark.parametrize("look", [PHONE, LYING, WIDE], ids=["phone", "lying", "wide"])
def test_what_is_told_covers_neither_the_question_nor_the_buttons(
    look: Look, window: Opens, served: Served
) -> None:
    somebody = at_table(window(look), served)
    press_tool(somebody, "#help")
    tells(somebody, "Tap what you want to know about.")
    told = box_of(somebody, "#toast")
    for zone in ("#ask", "#acts"):
        other = box_of(somebody, zone)
        below = told["y"] >= other["y"] + other["height"]
        above = told["y"] + told["height"] <= other["y"]
        beside = told["x"] >= other["x"] + other["width"] or told["x"] + told["width"] <= other["x"]
        assert below or above or beside, f"{told} lies over {zone}, {other}"


def box_of(window: Window, which: str) -> FloatRect:
    box = window.page.locator(which).bounding_box()
    assert box is not None
    return box


def test_a_right_click_tells(desk: Window) -> None:
    desk.page.locator('[data-piece="cat"]').click(button="right")
    tells(desk, "cat")


def test_the_key_tells_of_what_is_pointed_at_or_has_the_focus(desk: Window) -> None:
    desk.page.locator('[data-piece="cat"]').hover()
    desk.page.keyboard.press("?")
    tells(desk, "cat")
    desk.tab_to(desk.page.locator(".cell.can").first)
    desk.page.keyboard.press("?")
    tells(desk, "square")


def test_the_menu_and_then_a_tap_tell(phone: Window) -> None:
    phone.press("#menu-knob")
    phone.press("#help")
    tells(phone, "Tap what you want to know about.")
    phone.press(phone.page.locator(".cell.can").first)
    tells(phone, "square")
    phone.press(phone.page.locator(".cell.can").first)
    phone.page.wait_for_selector('body[data-event="4"]')
