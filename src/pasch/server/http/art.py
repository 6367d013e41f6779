"""Pictures of emoji: the client's own, and those that each game's folder brings along."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import quote

from pasch.core.game.registry import games
from pasch.server import STATIC

OURS = STATIC / "art"
CODE_POINTS = re.compile(r"[0-9a-f]+(-[0-9a-f]+)*")


@cache
def pictures() -> dict[str, Path]:
    """Return every picture by the code points of its emoji; the client's own precede a game's."""
    folders = [*(game.folder / "art" for game in games().values()), OURS]
    found = (path for folder in folders for path in folder.glob("*.svg"))
    return {path.stem: path for path in found if CODE_POINTS.fullmatch(path.stem)}


def pictures_script() -> str:
    """Return a JavaScript module with all pictures, so that a page fetches one file."""
    lines = (f'  ["{name}", "{in_line(path)}"],\n' for name, path in sorted(pictures().items()))
    return f"export const PICTURES = new Map([\n{''.join(lines)}]);\n"


def in_line(path: Path) -> str:
    drawing = path.read_text(encoding="utf-8").strip().replace('"', "'")
    return f"data:image/svg+xml,{quote(drawing, safe=SAFE)}"


SAFE = " '=:;,/()@!$*?+-"
