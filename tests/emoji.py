"""Emoji in the sources, and the pictures of them that the browser client brings along."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "pasch"
STATIC = SOURCES / "web" / "static"
ART = STATIC / "art"


def is_emoji(sign: str) -> bool:
    """A symbol that is drawn as a picture by default, twice as wide as a letter."""
    return unicodedata.category(sign) == "So" and unicodedata.east_asian_width(sign) == "W"


def picture_name(emoji: str) -> str:
    return "-".join(f"{ord(sign):x}" for sign in emoji if sign != "\ufe0f")


def emoji_in_sources() -> set[str]:
    return {sign for path in sources() for sign in path.read_text("utf-8") if is_emoji(sign)}


def sources() -> Iterator[Path]:
    yield from SOURCES.rglob("*.py")
    for kind in ("*.js", "*.html"):
        yield from STATIC.rglob(kind)
