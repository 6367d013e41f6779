"""Writes the table of docs/architecture.md: how many files each of four changes touches.

    python docs/walks.py    needs Chromium, for the click

A walk is measured on what there is: a click by the files that really run, a new command and a new
statistic as one that exists, a new game as the whole package of one in tests/pig. A file is touched
where its code names the thing; comments and docstrings do not count.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clicks import javascript_of_a_click, python_of_a_click
from structure import PACKAGE, ROOT, Sources, imported_names

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- written by docs/walks.py -->\n", "<!-- end -->"
GAME = ROOT / "tests" / "pig" / "pasch_pig"

STATIONS = (
    ("client/board/choices.js", "finds the choice that was tapped"),
    ("client/table/act.js", "sends it, and lets nothing else be tapped"),
    ("client/connection/connection.js", "numbers it, and waits for the answer"),
    ("server/connection.py", "reads the message as a command"),
    ("table/table.py", "carries it out: decide, store, apply, show"),
    ("table/model/playing.py", "`Choose.decide` returns the entries, or refuses"),
    ("table/storage/sql.py", "writes them to the disk"),
    ("table/model/entries.py", "`Did.apply` changes the state"),
    ("table/model/state.py", "is the state, and brings the match to where it is"),
    ("table/viewers.py", "goes through everybody who watches"),
    ("table/views/history.py", "says what happened as each of them may know it"),
    ("table/views/delta.py", "compares the new scene with the last one"),
    ("table/views/encoding.py", "writes what differs, without what is as usual"),
    ("client/connection/updates.js", "fills in what was left out"),
    ("client/table/hear.js", "hands the message to the state"),
    ("client/table/state.js", "returns the next state"),
    ("client/table/render.js", "draws what differs from the state before"),
    ("client/table/playback.js", "shows the moments one after the other"),
    ("client/board/motion.js", "moves what lies elsewhere now"),
    ("client/board/board.js", "draws the areas"),
    ("client/board/layout.js", "keeps the element of each cell"),
    ("client/board/pieces.js", "keeps the element of each piece"),
    ("client/table/seats.js", "draws who is to move"),
)
"""The way of a click: the files in which something is done to it, in their order."""

COMMAND = {".py": {"Pause", "Paused", "Resumed", "paused"}, ".js": {"pause", "paused"}}
"""A command: its class, its entries and what viewers are told of it; what a client sends."""

STATISTIC = {".py": {"real_turns"}, ".js": set[str]()}
"""A figure of the arena: the share of turns in which something was to decide."""


def names_in(path: Path) -> set[str]:
    """Return the names and whole strings in the code of a file; of JavaScript, names of fields."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        pairs = re.findall(r"""["'`](\w+)["'`]|\.(\w+)""", code)
        return {name for pair in pairs for name in pair}
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.Constant(value=str(name)):
                found.add(name)
    return found


def naming(words: Mapping[str, set[str]], rooms: Iterable[str]) -> list[str]:
    """Return the files of these rooms whose code names one of these words, which go by language."""
    sources = Sources()
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in sources.all
        if sources.room(path) in rooms and names_in(path) & words[path.suffix]
    ]


def click() -> Iterator[str]:
    python = {path.relative_to(PACKAGE).as_posix() for path in python_of_a_click()}
    ran = {path for path in python if path.startswith(("server/", "table/"))}
    ran |= {f"client/{module}.js" for module in javascript_of_a_click()}
    stations = [path for path, _ in STATIONS]
    if missing := [path for path in stations if path not in ran]:
        raise SystemExit(f"expected a click to run through {', '.join(missing)}; it did not")
    yield row(
        "a click, until all viewers see it",
        counted(stations),
        f"the files below, in their order; {len(ran - {*stations})} more run beside it: the guard, "
        "the limits, metrics, the clock, threads, the coach, sound … (`docs/clicks.py`)",
    )


def command() -> Iterator[str]:
    touched = naming(COMMAND, ("client", "server", "table"))
    listed = ", ".join(f"`{path}`" for path in touched)
    yield row("a new command", counted(touched), f"the files that name `pause`: {listed}")


def counted(paths: Sequence[str]) -> str:
    python = sum(path.endswith(".py") for path in paths)
    return f"{python} of Python, {len(paths) - python} of JavaScript"


def game() -> Iterator[str]:
    modules = [path for path in sorted(GAME.glob("*.py")) if path.name != "kit.py"]
    used = {
        name.rpartition(".")[0]
        for path in modules
        for name in imported_names(path)
        if name.startswith("pasch.")
    }
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in modules)
    yield row(
        "a new game from outside",
        f"{len(modules)} modules of its own, none of ours",
        f"[Pig](../tests/pig): {lines} lines, which import {len(used)} of our modules",
    )


def statistic() -> Iterator[str]:
    touched = naming(STATISTIC, ("arena", "cli", "terminal"))
    yield row(
        "a new statistic of the arena",
        f"{len(touched)} of Python",
        f"the files that name `real_turns`: {', '.join(f'`{path}`' for path in touched)}",
    )


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def table() -> str:
    head = [row("walk", "files", "counted are"), row("---", "---", "---")]
    way = [f"{n}. `{path}`: {does}" for n, (path, does) in enumerate(STATIONS, 1)]
    rows = [*click(), *command(), *game(), *statistic()]
    return "\n".join([*head, *rows, "", "The click on its way:", "", *way, ""])


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}{table()}{END}{after}", encoding="utf-8")
