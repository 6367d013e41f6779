"""Around the table: the first page, one's record, joining, inviting, and no connection."""

import json
import re

from playwright.sync_api import Page

from tests.clauses import ours
from tests.client.audit import keeps_nobody_out
from tests.client.browser import Look, Window
from tests.client.conftest import Opens
from tests.client.layout import troubles
from tests.client.playing import Play, press_tool
from tests.client.staging import TOKEN, Staging, gather, link_of, play_out, play_to
from tests.server.serving import Served

SIZES = [(390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
SMALLEST_TARGET = 44
LOWEST = "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
SMALLEST = """all => Math.min(...all.map((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height);
}))"""
TABLE = Staging("compost", bots=2, events=0)


def remembers(window: Window, key: str, value: object) -> None:
    """Store something in this browser, as if from an earlier visit."""
    text = json.dumps(json.dumps(value))
    window.context.add_init_script(
        f"localStorage.getItem('{key}') ?? localStorage.setItem('{key}', {text})"
    )


def kept(window: Window, key: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        window.page.evaluate("key => localStorage.getItem(key) ?? '[]'", key)
    )
    return found


def test_all_games_are_in_sight_on_every_screen(window: Opens, served: Served) -> None:
    anna = window(Look(language="de-DE"))
    remembers(anna, "pasch.tables", [gather(served, TABLE).id])
    anna.go("/")
    anna.page.wait_for_selector("#mine")
    only_ours(anna.page)
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        assert anna.page.locator(".games > li").evaluate_all(LOWEST) <= height, (width, height)
        buttons = anna.page.locator("header :is(a, button), .strip button, .games :is(a, button)")
        assert buttons.evaluate_all(SMALLEST) >= SMALLEST_TARGET, (width, height)
        assert not anna.scrolls_sideways
        assert troubles(anna.page) == [], (width, height)
    keeps_nobody_out(anna.page)


def only_ours(page: Page) -> None:
    """Hide the games that are installed for the tests only, with the places they take."""
    keys = [game.key for game in ours()]
    page.evaluate(
        """keys => document.querySelectorAll(".games [data-game]").forEach((game) => {
            if (!keys.includes(game.dataset.game)) game.parentElement.remove();
        })""",
        keys,
    )


def test_tables_to_go_on_with_are_listed_and_taken_off_the_list(
    window: Opens, served: Served
) -> None:
    anna = window()
    ids = [gather(served, TABLE).id for _ in range(2)]
    remembers(anna, "pasch.tables", ids)
    anna.go("/")
    anna.press("#go-on")
    anna.press(f'dialog [data-away="{ids[0]}"]')
    assert anna.page.locator("dialog .table-line").count() == 1
    keeps_nobody_out(anna.page)
    anna.press("dialog .close")
    anna.press(f'#mine [data-away="{ids[1]}"]')
    anna.page.wait_for_selector("#mine", state="detached")
    assert kept(anna, "pasch.tables") == []


def test_a_game_that_ended_here_is_remembered_until_it_is_forgotten(
    window: Opens, served: Served
) -> None:
    anna = window()
    table = play_out(served, TABLE)
    for _ in range(2):
        anna.go(link_of(table))
        anna.page.wait_for_selector("#result h2")
    (game,) = kept(anna, "pasch.history")
    assert (game["id"], game["game"], game["seat"]) == (table.id, "compost", 0)
    assert game["won"] == (table.viewers.info().seats[0].name in anna.page.inner_text("#result h2"))
    anna.go("/")
    anna.press("#record")
    assert "Compost" in anna.page.inner_text("dialog .record")
    keeps_nobody_out(anna.page)
    anna.press("#forget")
    anna.page.wait_for_selector("#record", state="detached")
    assert kept(anna, "pasch.history") == []


def test_a_code_is_answered_whether_there_is_such_a_table_or_not(
    window: Opens, served: Served
) -> None:
    anna = window()
    anna.expect_noise("404")
    id = gather(served, TABLE).id
    anna.go("/")
    anna.press("#join-code")
    anna.page.locator("#join-field").fill("2222 2222")
    anna.press("#join button")
    anna.page.wait_for_selector('.answer[data-mood="bad"]')
    assert "22222222" in anna.page.inner_text(".answer")
    anna.page.locator("#join-field").fill(f" {id[:4]} {id[4:]} ".lower())
    anna.press("#join button")
    anna.is_usable("table")
    assert anna.page.url.endswith(f"/t/{id}")


def test_the_waiting_room_shows_the_way_in_and_says_what_will_happen(
    window: Opens, served: Served
) -> None:
    anna = window(Look(width=390, height=844))
    anna.context.grant_permissions(["clipboard-write", "clipboard-read"])
    table = gather(served, TABLE)
    anna.go(link_of(table))
    page = anna.page
    assert page.inner_text(".code").replace(" ", "") == table.id
    anna.press("#gather button.copy")
    page.wait_for_selector("#gather button.copy:has-text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == f"{served.url}/t/{table.id}"
    assert "2 bots" in page.inner_text("#fill")
    page.locator("#level").select_option("champion")
    anna.press('[data-bot="1"]')
    page.wait_for_selector('[data-seat="1"].bot')
    assert page.locator('[data-seat="1"]').inner_text().split() == ["Ada", "Champion", "×"]
    assert "a bot takes" in page.inner_text("#fill")
    anna.press('[data-bot="2"]')
    page.wait_for_selector("#start")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        qr = page.locator("#gather img.qr").bounding_box()
        assert qr is not None
        assert abs(qr["width"] - qr["height"]) < 1
        assert qr["width"] >= 190
        assert qr["y"] + qr["height"] <= height
        assert not anna.scrolls_sideways
        assert page.locator("#start").bounding_box()["y"] < height - SMALLEST_TARGET  # type: ignore[index]


def test_inviting_during_a_game_hides_nothing(window: Opens, served: Served) -> None:
    anna = window(Look(width=844, height=390))
    anna.go(link_of(gather(served, TABLE)))
    anna.press("#fill")
    anna.page.wait_for_selector('body[data-phase="playing"]')
    press_tool(anna, "#share")
    picture = anna.page.locator("dialog img.qr")
    picture.evaluate("(picture) => picture.decode()")
    box = picture.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 190
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 390
    assert re.fullmatch(r"\w{4} \w{4}", anna.page.inner_text("dialog .code"))


def test_without_a_connection_a_page_says_so(window: Opens) -> None:
    anna = window(Look(language="de-DE", worker=True))
    anna.expect_noise("503|ERR_INTERNET_DISCONNECTED")
    anna.go("/")
    anna.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    anna.context.set_offline(True)
    anna.page.goto("/new/mmm")
    assert anna.page.inner_text("h1") == "Keine Verbindung"
    anna.context.set_offline(False)
    anna.press("a")
    anna.is_usable("new-table")


def test_a_link_tells_the_server_nothing_of_the_secret(window: Opens, served: Served) -> None:
    table = play_to(served, Staging("mmm", bots=0, events=3))
    anna, asked = window(), list[str]()
    anna.context.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
    anna.go(link_of(table))
    Play(served, table, {0: anna}).shown()
    assert len(asked) > 1
    assert not any(TOKEN in request.replace(f"#{TOKEN}", "") for request in asked)
