"""axe-core: what would keep somebody from using a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent / "axe.min.js"
GRAVE = ("serious", "critical")


@cache
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def findings(page: Page) -> list[str]:
    """Every serious or critical finding, with where it is."""
    page.evaluate(axe())
    result: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{found['impact']} {found['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for found in result["violations"]
        if found["impact"] in GRAVE
        for node in found["nodes"]
    ]
