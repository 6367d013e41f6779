"""The page of a table that does not exist, or that the server cannot look up."""

from tests.client.audit import keeps_nobody_out
from tests.client.browser import Window
from tests.client.conftest import Opens

NOBODYS = "AAAAAAAAAA"
NO_TABLE, NO_STORE = "status (of )?404", "status (of )?503"


def remembered(window: Window) -> str:
    tables: str = window.page.evaluate("localStorage.getItem('pasch.tables')")
    return tables


def test_a_link_to_no_table_says_so_and_leads_to_the_games(window: Opens) -> None:
    anna = window()
    anna.expect_noise(NO_TABLE)
    anna.go(f"/t/{NOBODYS}")
    assert NOBODYS in anna.page.locator("main p").first.inner_text()
    keeps_nobody_out(anna.page)
    anna.press("main a")
    anna.is_usable("home")


def test_a_table_is_forgotten_when_there_is_none_and_not_when_nobody_can_say(
    window: Opens,
) -> None:
    anna = window()
    anna.expect_noise(f"{NO_TABLE}|{NO_STORE}")
    anna.go("/")
    anna.page.evaluate(f"localStorage.setItem('pasch.tables', '[\"{NOBODYS}\"]')")
    trouble = {"error": {"reason": "the disk is full", "code": "store"}}
    path = f"**/tables/{NOBODYS}?*"
    anna.context.route(path, lambda route: route.fulfill(status=503, json=trouble))
    anna.go("/")
    assert remembered(anna) == f'["{NOBODYS}"]'
    anna.context.unroute(path)
    anna.go("/")
    assert remembered(anna) == "[]"
