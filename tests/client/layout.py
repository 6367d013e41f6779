"""Checks that a page can be seen whole: nothing is clipped, covered, sideways or overlapping."""

from pathlib import Path

from playwright.sync_api import Page

from tests.client.browser import PAINTED

HERE = Path(__file__).parent
TROUBLES, OVERLAPS = (HERE / "troubles.js", HERE / "overlaps.js")


def troubles(page: Page) -> list[str]:
    """Return what is clipped, covered or beside the page."""
    return ask(page, TROUBLES)


def overlaps(page: Page) -> list[str]:
    return ask(page, OVERLAPS)


def ask(page: Page, script: Path) -> list[str]:
    page.evaluate(PAINTED)
    found: list[str] = page.evaluate(script.read_text(encoding="utf-8"))
    return found
