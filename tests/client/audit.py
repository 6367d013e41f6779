"""axe-core: what would keep somebody from using a page."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.client.browser import PAINTED

AXE = Path(__file__).parent / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
RUN = """async (rules) => {
    const asked = rules.length ? { runOnly: rules } : {};
    return (await axe.run({ ...asked, resultTypes: ["violations"] })).violations;
}"""
GRAVE = ("serious", "critical")


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def findings(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Return every serious or critical finding with its element; only of these rules, if given."""
    page.evaluate(PAINTED)
    page.evaluate(axe())
    violations: list[dict[str, Any]] = page.evaluate(RUN, rules)
    return [
        f"{found['impact']} {found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in violations
        if found["impact"] in GRAVE
        for node in found["nodes"]
    ]


def keeps_nobody_out(page: Page) -> None:
    """Assert that the audit finds nothing, and that the dark colours pass its colour rules."""
    assert findings(page) == []
    page.emulate_media(color_scheme="dark")
    assert findings(page, COLOURS) == []
