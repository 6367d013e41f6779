"""Fills the folders of pictures, the client's and the games': one SVG for every emoji shown.

    python docs/art.py FOLDER

FOLDER is the unpacked npm package @iconify-json/fluent-emoji-flat (Fluent Emoji by Microsoft, MIT).
"""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pasch.server.http.assets import CODE_POINTS, PICTURES  # noqa: E402 - found from the root
from tests.emoji import emoji_by_folder, picture_name  # noqa: E402


def drawings(package: Path, shown: Iterable[str]) -> dict[str, str]:
    """Return the SVG of each emoji by the name of its picture."""
    names = json.loads((package / "chars.json").read_text(encoding="utf-8"))
    icons = json.loads((package / "icons.json").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for emoji in sorted(shown):
        name = picture_name(emoji)
        if name not in names:
            raise SystemExit(f"expected a picture of {emoji} ({name}) in {package}; there is none")
        found[name] = svg(icons["icons"][names[name]]["body"], icons["width"], icons["height"])
    return found


def svg(body: str, width: int, height: int) -> str:
    rounded = re.sub(r"\d*\.\d{3,}", lambda number: f"{float(number[0]):.2f}", body)
    view = f'viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{rounded}</svg>\n'


def write(art: Path, pictures: dict[str, str]) -> None:
    art.mkdir(exist_ok=True)
    for old in art.glob("*.svg"):
        if CODE_POINTS.fullmatch(old.stem) and old.stem not in pictures:
            old.unlink()
    for name, drawing in pictures.items():
        (art / f"{name}.svg").write_text(drawing, encoding="utf-8")
    (art / "LICENSE").write_bytes((PICTURES / "LICENSE").read_bytes())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    for folder, shown in emoji_by_folder().items():
        write(folder, drawings(Path(sys.argv[1]), shown))
