"""The end of a game at the table: its story in step, its dice checked there and then."""

import json
from typing import Any

from pasch.core.game.position import WATCHER
from pasch.core.game.registry import games
from tests.client.browser import Window
from tests.client.conftest import Opens
from tests.client.playing import Play, lay
from tests.client.staging import Staging, link_of, play_out, played_out
from tests.server.serving import Served

SHORT = Staging("so-ein-mist", 2, 0)
KEPT = "JSON.parse(localStorage.getItem('pasch.seals'))"


def test_a_finished_game_tells_its_story_event_by_event(window: Opens, served: Served) -> None:
    table = played_out(served, SHORT)
    assert table.state.match is not None
    told = [table.state.match.story(WATCHER, "en", n) for n in range(len(table.state.match.events))]
    half = next(n for n in range(len(told) // 2, len(told)) if told[n]) + 1
    anna = window()
    anna.go(link_of(table))
    anna.press("#look-back")
    anna.page.locator("#replay").fill(str(half))
    lines = anna.page.locator("#story li:visible")
    anna.page.wait_for_function(
        "n => [...document.querySelectorAll('#story li')].filter((li) => !li.hidden).length === n",
        arg=sum(map(len, told[:half])),
    )
    earlier = next(n for n, each in enumerate(told) if each) + 1
    anna.press(lines.first.locator("button"))
    anna.page.wait_for_selector(f'.replay .count:text-is("{earlier} / {len(told)}")')
    anna.press("#to-result")
    assert anna.page.locator("#rematch").is_visible()
    assert not anna.page.locator("#again").is_visible()


def test_the_dice_are_checked_at_the_table_by_what_this_device_kept(
    window: Opens, served: Served
) -> None:
    anna = window()
    id = lay(anna, "so-ein-mist", "Anna", ["me", "here", "bot:steady"])
    play = Play(served, served.table(id), {0: anna, 1: anna})
    play.on(choices=1)
    play.skim()
    table = served.table(id)
    (kept,) = anna.page.evaluate(KEPT)
    assert kept["seal"] == table.state.laid.commitment
    assert [kept["salts"]["0"], kept["salts"]["1"], ""] == table.finished().salts
    anna.go(f"/t/{id}")
    checks = checked(anna)
    assert all(check.startswith("✓") for check in checks)
    assert sum("This device" in check for check in checks) == 4
    assert sum("Journal" in check for check in checks) == 2
    other = window()
    other.go(f"/t/{id}")
    assert not any("This device" in check for check in checked(other))
    seats = kept["terms"]["seats"]
    unsealed = [seats[0], {**seats[1], "seal": "0" * 64}, seats[2]]
    not_a_bot = [*seats[:2], {**seats[2], "kind": "person"}]
    for changed, found in (
        ({"seal": "0" * 64}, "another seal"),
        ({"salts": {"0": "f" * 32}}, "made for Anna is not mixed in"),
        ({"terms": {**kept["terms"], "seats": unsealed}}, "the seat of Guest 1 is not as it was"),
        ({"terms": {**kept["terms"], "seats": not_a_bot}}, "is not as it was"),
        ({"terms": {**kept["terms"], "seats": [*seats, seats[0]]}}, "is not as it was"),
        ({"promised": {**kept["promised"], "deal": "ANNA"}}, "it came for the dice of a code"),
        ({"promised": {**kept["promised"], "game": "mmm"}}, "tells of another game"),
        ({"promised": {**kept["promised"], "starter": 1}}, "who starts"),
        ({"faults": [{"why": "fork", "n": 3}]}, "it told before (entry 3)"),
    ):
        keep(anna, {**kept, **changed})
        assert any(check.startswith("✗") and found in check for check in checked(anna))


def checked(window: Window) -> list[str]:
    window.press("#check-dice")
    frame = window.page.frame_locator("iframe.verify")
    frame.locator("#verdict:not(:empty)").wait_for()
    assert not frame.locator("#drop").is_visible()
    found = frame.locator("#checks li").all_inner_texts()
    window.page.keyboard.press("Escape")
    return found


def keep(window: Window, kept: dict[str, Any]) -> None:
    write = "kept => localStorage.setItem('pasch.seals', kept)"
    window.page.evaluate(write, json.dumps([kept]))


def test_the_best_grade_of_this_device_stands_on_the_ladder(window: Opens, served: Served) -> None:
    key = next(key for key, game in games().items() if game.together)
    table, again = (play_out(served, Staging(key, 0, 0, deal=deal)) for deal in ("ONE", "TWO"))
    anna = window()
    anna.go(link_of(table))
    anna.page.wait_for_selector(".rung.reached")
    reached = anna.page.locator(".rung.reached strong").inner_text()
    assert anna.page.locator(".rung .best").count() == 0
    anna.go(link_of(again))
    anna.page.wait_for_selector(".rung .best")
    assert anna.page.locator(".rung:has(.best) strong").inner_text() == reached


def test_nobody_looks_into_the_hand_of_who_sat_here_before(window: Opens, served: Served) -> None:
    """Two people at one device: a curtain falls until the other one has it."""
    anna = window()
    id = lay(anna, "mistkaefer", "Anna", ["me", "here"])
    play = Play(served, served.table(id), {0: anna, 1: anna})
    play.settle()
    curtains = 0
    while curtains < 2:
        name = play.match.names[play.match.player]
        cloth = anna.page.locator("#curtain")
        anna.page.wait_for_selector('#curtain, body[data-busy="false"]:not([data-sending])')
        if cloth.count():
            curtains += 1
            assert name in cloth.inner_text()
            under = "document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('#curtain')"
            assert anna.page.evaluate(f"{under} !== null")
            anna.press("#curtain button")
        play.choose()
