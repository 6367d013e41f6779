"""Emoji in the sources, and the folders where their pictures lie."""

import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from pasch.core.game.registry import games
from pasch.server.http.assets import CLIENT, PICTURES

SOURCES = Path(__file__).parents[1] / "src" / "pasch"


def is_emoji(sign: str) -> bool:
    """Return whether a sign is drawn as a picture by default, twice as wide as a letter."""
    return unicodedata.category(sign) == "So" and unicodedata.east_asian_width(sign) == "W"


def picture_name(emoji: str) -> str:
    return "-".join(f"{ord(sign):x}" for sign in emoji if sign != "\ufe0f")


def emoji_by_folder() -> dict[Path, set[str]]:
    """Return the emoji by folder: that of the one game which shows them, or the client's."""
    shown = {game.folder / "art": emoji_in(game.folder.rglob("*.py")) for game in games().values()}
    shared = emoji_in(path for path in sources() if SOURCES / "games" not in path.parents)
    for art, mine in shown.items():
        shared |= mine & set().union(*(theirs for other, theirs in shown.items() if other != art))
    return {art: mine - shared for art, mine in shown.items()} | {PICTURES: shared}


def emoji_in(paths: Iterable[Path]) -> set[str]:
    return {sign for path in paths for sign in path.read_text("utf-8") if is_emoji(sign)}


def sources() -> Iterator[Path]:
    yield from SOURCES.rglob("*.py")
    for kind in ("*.js", "*.html"):
        yield from CLIENT.rglob(kind)
