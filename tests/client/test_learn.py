"""Lessons in the browser: each played to its end, wide and on a phone, in both languages."""

import json
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from pasch.core.game.spec import Game
from pasch.core.match.lesson import Lesson, lesson, lessons
from tests.checker import name_of
from tests.clauses import ours
from tests.client.browser import PHONE, WIDE, Look, Window
from tests.client.conftest import Opens

GERMAN_PHONE = replace(PHONE, language="de-DE")
AT_LENGTH = [WIDE, PHONE, replace(WIDE, language="de-DE")]
FIRST = "/learn/mmm/1-first"
# On a very busy machine the finger is lifted half a second later, which is a long press and opens
# the help: after this time it is tapped again.
LONG_MS = 20_000

# Finds the place where the learner is to act, and whether it and the bubble can be reached.
REACH = """() => {
    const box = (element) => element.getBoundingClientRect();
    const bubble = box(document.querySelector("#bubble"));
    const ring = [...document.querySelectorAll("#veil .ring")].map(box).at(-1);
    const inside = ({ left, top, right, bottom }) =>
        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const apart = !ring || bubble.right <= ring.left || bubble.left >= ring.right
        || bubble.bottom <= ring.top || bubble.top >= ring.bottom;
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const next = document.querySelector("#lesson-next");
    return {
        fits: inside(bubble),
        apart,
        goal: ring ? middle(ring) : null,
        next: next ? middle(box(next)) : null,
        title: document.querySelector("#bubble h2").innerText,
    };
}"""


def at_step(window: Window, n: int) -> None:
    window.page.wait_for_selector(f'body[data-step="{n}"][data-busy="false"]')


def reach(window: Window) -> dict[str, Any]:
    found: dict[str, Any] = window.page.evaluate(REACH)
    return found


def do(window: Window, n: int, choice: int, found: dict[str, Any]) -> None:
    """Tap where the ring is, and confirm below the board if the place asks first."""
    assert found["apart"], f"step {n + 1}: the bubble lies on what is to be tapped"
    ask = f'#buttons.asking [data-choice="{choice}"]'
    tap(window, found["goal"])
    try:
        window.page.wait_for_selector(f'body:not([data-step="{n}"]), {ask}', timeout=LONG_MS)
    except TimeoutError:
        tap(window, found["goal"])
        window.page.wait_for_selector(f'body:not([data-step="{n}"]), {ask}')
    if window.page.locator("body").get_attribute("data-step") == str(n):
        window.press(ask)


def tap(window: Window, at: list[float]) -> None:
    if window.look.touch:
        window.page.touchscreen.tap(*at)
    else:
        window.page.mouse.click(*at)


@pytest.mark.parametrize("game", ours(), ids=name_of)
@pytest.mark.parametrize(
    "look",
    [GERMAN_PHONE, *(pytest.param(look, marks=pytest.mark.soak) for look in AT_LENGTH)],
    ids=["phone-de", "wide-en", "phone-en", "wide-de"],
)
def test_every_lesson_can_be_taken_to_its_end(window: Opens, game: Game, look: Look) -> None:
    learner = window(look)
    taught = lessons(game)
    for head in taught:
        take(learner, lesson(game, head.name))
    learned = learner.page.evaluate("JSON.parse(localStorage.getItem('pasch.lessons'))")
    assert learned == {f"{game.key}/{head.name}": {"step": 0, "done": True} for head in taught}


def take(learner: Window, lesson: Lesson) -> None:
    learner.go(f"/learn/{lesson.match.game.key}/{lesson.head.name}")
    language = learner.look.language[:2]
    for n, step in enumerate(lesson.steps[:-1]):
        at_step(learner, n)
        found = reach(learner)
        assert found["fits"]
        assert step.title(language) in found["title"]
        if step.choice is None:
            tap(learner, found["next"])
        else:
            do(learner, n, step.choice, found)
    at_step(learner, len(lesson.steps) - 1)
    expect(learner.page.locator("#lesson-play")).to_be_visible()


def test_another_choice_is_answered_kindly_and_then_shown(window: Opens) -> None:
    learner = window(PHONE)
    learner.go(FIRST)
    at_step(learner, 0)
    learner.press("#lesson-next")
    at_step(learner, 1)
    wrong, finger = learner.page.locator("#bubble .wrong"), learner.page.locator("#finger")
    learner.press('[data-cell="g3"]')
    expect(wrong).to_have_text("The other half of it is just as good. Let us begin on the left.")
    expect(finger).to_be_hidden()
    learner.press('[data-cell="b3"]')
    expect(wrong).to_contain_text("what is small gets finished first")
    expect(finger).to_be_visible()
    learner.press('[data-cell="a1"]')  # no carrot was rolled
    expect(learner.page.locator("#toast")).to_contain_text("MMM-6")
    assert learner.page.locator("body").get_attribute("data-step") == "1"


def test_who_closes_the_page_goes_on_where_they_were(window: Opens) -> None:
    learner = window()
    learner.go(FIRST)
    at_step(learner, 0)
    learner.press("#lesson-next")
    at_step(learner, 1)
    learner.press('[data-cell="f3"]')
    at_step(learner, 2)
    learner.page.reload()
    at_step(learner, 2)
    expect(learner.page.locator("#bubble h2")).to_contain_text("3 / 9")
    learner.press("#lesson-back")
    at_step(learner, 1)
    expect(learner.page.locator('[data-cell="f3"]')).to_have_class("cell can")


def test_who_plays_a_game_for_the_first_time_is_offered_the_lesson_once(window: Opens) -> None:
    learner = window()
    learner.go("/")
    learner.press('[data-game="mmm"] button.primary')
    expect(learner.page.locator("dialog")).to_contain_text("A lesson of 3 minutes")
    learner.press("#learn-first")
    learner.is_usable("lesson")
    at_step(learner, 0)
    learner.press("#lesson-skip")
    learner.is_usable("home")
    learner.press('[data-game="mmm"] button.primary')
    learner.page.fill("#name", "Anna")
    learner.press("dialog .primary")
    learner.is_usable("table")


def test_learn_stands_beside_play_and_leads_to_what_is_not_finished(window: Opens) -> None:
    learner = window(PHONE)
    learner.go("/")
    link = learner.page.locator('[data-game="mmm"] .learn')
    expect(link).to_have_attribute("href", FIRST)
    done = json.dumps({"mmm/1-first": {"step": 0, "done": True}})
    learner.page.evaluate("text => localStorage.setItem('pasch.lessons', text)", done)
    learner.page.reload()
    learner.is_usable("home")
    expect(link).not_to_have_attribute("href", FIRST)
