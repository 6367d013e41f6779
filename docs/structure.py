"""Measures the sources: their files, lines, imports and docstrings. Draws the rooms.

    python docs/structure.py            prints the figures
    python docs/structure.py --draw     writes docs/pictures/architecture.svg as well

`tests/test_structure.py` holds the figures against limits. An arrow is one file that imports
another, wherever in the file the import stands.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pasch"
PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"

FORBIDDEN = ("Of", "Or", "And", "So", "Whoever", "Who", "Those", "Until", "By", "Likewise")
"""No docstring begins with one of these, a docstring of a function or class not with "Whether"."""

IMPORTED = re.compile(r"""^\s*(?:import|export)\b[^;"']*["'](\.[^"']+)["'];""", re.MULTILINE)
"""What a file of JavaScript imports, from a path that begins with a dot."""

Arrow = tuple[Path, Path]


@dataclass(frozen=True)
class Sources:
    """The files of the package below one folder."""

    package: Path = PACKAGE

    @cached_property
    def python(self) -> list[Path]:
        return sorted(self.package.rglob("*.py"))

    @cached_property
    def javascript(self) -> list[Path]:
        return sorted(self.package.rglob("*.js"))

    @property
    def all(self) -> list[Path]:
        return [*self.python, *self.javascript]

    @cached_property
    def arrows(self) -> set[Arrow]:
        """Return every pair of Python files of which the first imports the second."""
        return {(path, other) for path in self.python for other in self._imports(path)}

    @cached_property
    def javascript_arrows(self) -> set[Arrow]:
        return {
            (path, (path.parent / name).resolve())
            for path in self.javascript
            for name in IMPORTED.findall(path.read_text(encoding="utf-8"))
        }

    def room(self, path: Path) -> str:
        """Return the part of the package that a file belongs to, such as "table" or "cli"."""
        return path.relative_to(self.package).parts[0].removesuffix(".py")

    @property
    def rooms(self) -> list[str]:
        return sorted({self.room(path) for path in self.python} - {"__init__", "__main__"})

    def arrows_inside(self, room: str) -> int:
        return sum(self.room(a) == self.room(b) == room for a, b in self.arrows)

    def lines(self, files: list[Path]) -> int:
        return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)

    @property
    def largest_folder(self) -> tuple[int, str]:
        """Return how many source files lie in the fullest folder, and its path.

        An `__init__.py` without code does not count.
        """
        files = [path for path in self.python if path.name != "__init__.py" or has_code(path)]
        count = Counter(path.parent for path in [*files, *self.javascript])
        folder, most = max(count.items(), key=lambda item: (item[1], item[0]))
        return most, self._name(folder)

    @property
    def largest_file(self) -> tuple[int, str]:
        """Return the lines of the longest file but `rules.py`, and its path."""
        files = [path for path in self.all if path.name != "rules.py"]
        return max((self.lines([path]), self._name(path)) for path in files)

    @cached_property
    def forbidden_docstrings(self) -> list[str]:
        """Return the docstrings with a forbidden beginning, each with its place."""
        return [
            f"{self._name(path)}:{line}: {first}"
            for path in self.python
            for line, first in forbidden_in(path)
        ]

    def _imports(self, path: Path) -> Iterator[Path]:
        """Yield the files of the package that this one imports."""
        for name in imported_names(path):
            found = self._file_of(name) or self._file_of(name.rpartition(".")[0])
            if found is not None and found != path:
                yield found

    def _file_of(self, name: str) -> Path | None:
        """Return the file of a module, if the name is that of a module of the package."""
        first, *rest = name.split(".")
        if first != self.package.name:
            return None
        path = self.package.joinpath(*rest)
        module, init = path.with_suffix(".py"), path / "__init__.py"
        return module if rest and module.exists() else init if init.exists() else None

    def _name(self, path: Path) -> str:
        return path.relative_to(self.package).as_posix()


def imported_names(path: Path) -> Iterator[str]:
    """Yield the dotted name of everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def has_code(path: Path) -> bool:
    """Return whether a file holds more than a docstring."""
    return any(
        not isinstance(statement, ast.Expr)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
    )


def forbidden_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the first line of each docstring of a file with a forbidden beginning."""
    for line, text, is_attribute in docstrings(path):
        first = text.strip().partition("\n")[0]
        word = re.split(r"[\s,:]", first.removeprefix("So ein Mist"), maxsplit=1)[0]
        if word in FORBIDDEN or (word == "Whether" and not is_attribute):
            yield line, first


def docstrings(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield each docstring with its line, and whether it describes an attribute or a constant."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        before: list[ast.stmt | None] = [None, *node.body]
        for previous, statement in pairwise(before):
            if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
                continue
            text = statement.value.value
            if isinstance(text, str) and (
                previous is None or isinstance(previous, ast.Assign | ast.AnnAssign)
            ):
                yield statement.lineno, text, previous is not None


def figures(sources: Sources) -> dict[str, tuple[int, str]]:
    """Return every figure by what it counts, with the place where it is found, if there is one."""
    found = {
        "Python files": (len(sources.python), ""),
        "Python lines": (sources.lines(sources.python), ""),
        "Python arrows": (len(sources.arrows), ""),
        "JavaScript files": (len(sources.javascript), ""),
        "JavaScript lines": (sources.lines(sources.javascript), ""),
        "JavaScript arrows": (len(sources.javascript_arrows), ""),
        "source files in the fullest folder": sources.largest_folder,
        "lines of the longest file but rules.py": sources.largest_file,
        "docstrings with a forbidden beginning": (
            len(sources.forbidden_docstrings),
            "\n".join(sources.forbidden_docstrings),
        ),
    }
    for room in sources.rooms:
        found[f"arrows inside {room}/"] = (sources.arrows_inside(room), "")
    return found


class Room(NamedTuple):
    """A box of the picture: its place in columns and rows, and what the room is for."""

    column: float
    row: int
    purpose: str


ROOMS = {
    "cli": Room(1.35, 0, "every command"),
    "adapters": Room(2.6, 0, "games as environments"),
    "client": Room(0, 1, "the pages, in JavaScript"),
    "server": Room(1, 1, "HTTP and WebSockets"),
    "terminal": Room(2.2, 1, "the table at one keyboard"),
    "table": Room(1, 2, "a live match and its store"),
    "coach": Room(1, 3, "hints and reviews"),
    "arena": Room(2.2, 3, "matches of bots, measured"),
    "bots": Room(1.6, 4, "players for any game"),
    "solutions": Room(1.6, 5, "perfect play, kept"),
    "games": Room(2.75, 5, "rules, words and pictures"),
    "engine": Room(1.6, 6, "compiled rules, many games"),
    "core": Room(1.6, 7, "what a game is; plain Python"),
}
WIDE, HIGH, BESIDE, BELOW, EDGE = 208, 62, 240, 96, 20
STYLE = """
  text { font-family: system-ui, sans-serif; font-size: 13px; fill: #1f2328; text-anchor: middle }
  .name { font-size: 16px; font-weight: 600 }
  .size { fill: #59636e; font-size: 12px }
  rect { fill: #f6f8fa; stroke: #8c959f }
  .arrow { fill: none; stroke: #59636e; stroke-width: 1.5 }
  .talk { stroke-dasharray: 4 4 }
  .head { fill: #59636e }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .size { fill: #9198a1 }
    rect { fill: #151b23; stroke: #656c76 }
    .arrow { stroke: #9198a1 }
    .head { fill: #9198a1 }
  }
"""


def room_arrows(sources: Sources) -> set[tuple[str, str]]:
    """Return which room imports which, without an arrow where others lead there as well."""
    pairs = {(sources.room(a), sources.room(b)) for a, b in sources.arrows}
    arrows = {(a, b) for a, b in pairs if a != b and {a, b} <= ROOMS.keys()}
    below = {room: {b for a, b in arrows if a == room} for room in ROOMS}

    def reached(room: str) -> set[str]:
        return below[room].union(*(reached(other) for other in below[room]))

    return {(a, b) for a, b in arrows if all(b not in reached(c) for c in below[a])}


def picture(sources: Sources) -> str:
    """Draw every room as a box, and the arrows between them."""
    drawn = [arrow(a, b) for a, b in sorted(room_arrows(sources))]
    drawn += [talk("client", "server")]
    for name in ROOMS:
        drawn += box(sources, name)
    width = max(left(room) for room in ROOMS.values()) + WIDE + EDGE
    height = max(top(room) for room in ROOMS.values()) + HIGH + EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">',
            f"<style>{STYLE}</style>",
            '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
            ' orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8z"/></marker>',
            *drawn,
            "</svg>",
            "",
        ]
    )


def left(room: Room) -> float:
    return EDGE + room.column * BESIDE


def top(room: Room) -> float:
    return EDGE + room.row * BELOW


def box(sources: Sources, name: str) -> list[str]:
    """Draw a room with its name, its purpose and its size."""
    room = ROOMS[name]
    x, y, middle = left(room), top(room), left(room) + WIDE / 2
    files = [path for path in sources.all if sources.room(path) == name]
    count = f"{len(files)} files, {sources.lines(files):,} lines"
    if len(files) == 1:
        count = f"{sources.lines(files):,} lines"
    return [
        f'<rect x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="8"/>',
        f'<text class="name" x="{middle:g}" y="{y + 20:g}">{escape(name)}</text>',
        f'<text x="{middle:g}" y="{y + 37:g}">{escape(room.purpose)}</text>',
        f'<text class="size" x="{middle:g}" y="{y + 53:g}">{count}</text>',
    ]


def arrow(a: str, b: str) -> str:
    """Draw an arrow from the lower edge of a room to the upper edge of another."""
    start, end = ROOMS[a], ROOMS[b]
    x1, y1 = left(start) + WIDE / 2, top(start) + HIGH
    x2, y2 = left(end) + WIDE / 2, top(end)
    lean = max(-70.0, min(70.0, (x2 - x1) / 3))
    line = f"M{x1 + lean:g} {y1:g}L{x2 - lean:g} {y2:g}"
    return f'<path class="arrow" d="{line}" marker-end="url(#head)"/>'


def talk(a: str, b: str) -> str:
    """Draw the line between two neighbours that speak to each other by messages."""
    x1, x2 = left(ROOMS[a]) + WIDE, left(ROOMS[b])
    y = top(ROOMS[a]) + HIGH / 2
    return (
        f'<path class="arrow talk" d="M{x1:g} {y:g}H{x2:g}" '
        'marker-start="url(#head)" marker-end="url(#head)"/>'
    )


if __name__ == "__main__":
    for what, (count, place) in figures(Sources()).items():
        print(f"{what:>40}  {count:,}  {place.partition(chr(10))[0]}".rstrip())
    if "--draw" in sys.argv:
        PICTURE.write_text(picture(Sources()), encoding="utf-8")
