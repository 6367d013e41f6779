"""Draws the app icons from icons/pasch.svg, with the Chromium that the tests use.

python docs/icons.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.client.browser import chromium  # noqa: E402 - found from the root

ICONS = ROOT / "src" / "pasch" / "client" / "icons"
ROUND_CORNERS = re.compile(r' rx="112"')
SAFE = 0.8  # of a maskable icon's width: what no mask cuts off


def drawings(svg: str) -> dict[str, tuple[str, int]]:
    """Return the SVG and how many pixels wide it is, by file name."""
    square = ROUND_CORNERS.sub("", svg)
    inset = 512 * (1 - SAFE) / 2
    masked = square.replace(
        "<g transform", f'<g transform="translate({inset} {inset}) scale({SAFE})"><g transform', 1
    )
    masked = masked.replace("</svg>", "</g></svg>")
    return {
        "pasch-192.png": (svg, 192),
        "pasch-512.png": (svg, 512),
        "apple-touch.png": (square, 180),
        "maskable-512.png": (masked, 512),
    }


def main() -> None:
    svg = (ICONS / "pasch.svg").read_text(encoding="utf-8")
    with chromium() as browser:
        for name, (drawing, width) in drawings(svg).items():
            page = browser.new_page(viewport={"width": width, "height": width})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}"
            )
            page.screenshot(path=ICONS / name, omit_background=True)


if __name__ == "__main__":
    main()
