"""Writes the table of docs/architecture.md: how many files each of four changes touches.

    python docs/walks.py    needs Chromium, for the click

A walk is measured on what there is: a new command as the commands that exist, a new statistic as
one that exists, a new game as the whole package of one in tests/pig. A file is touched where its
code names the thing; comments and docstrings do not count.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from clicks import javascript_of_a_click, python_of_a_click
from structure import PACKAGE, ROOT, Sources, imported_names

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- written by docs/walks.py -->\n", "<!-- end -->"
GAME = ROOT / "tests" / "pig" / "pasch_pig"

COMMANDS = {
    "leave": {"Leave", "Left"},
    "rematch": {"Rematch", "Rematched"},
    "salt": {"OpenSalt", "Salted"},
    "stand_in": {"StandIn", "Stood"},
    "undo": {"TakeBack", "Undid"},
}
"""Commands by what a client sends: the class of each, and the entry that it leads to."""

STATISTIC = "real_turns"
"""A figure of the arena: the share of turns in which something was to decide."""


def names_in(path: Path) -> set[str]:
    """Return every name and every whole string in the code of a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        return set(re.findall(r"""["'`](\w+)["'`]""", code))
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


def naming(words: Iterable[str], rooms: Iterable[str]) -> list[str]:
    """Return the files of these rooms whose code names one of these words."""
    wanted, sources = set(words), Sources()
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in sources.all
        if sources.room(path) in rooms and names_in(path) & wanted
    ]


def click() -> Iterator[str]:
    python = sorted(path.relative_to(PACKAGE).as_posix() for path in python_of_a_click())
    ours = [path for path in python if path.startswith(("server/", "table/"))]
    javascript = sorted(javascript_of_a_click())
    yield row(
        "a click, until all viewers see it",
        f"{len(ours)} of Python, {len(javascript)} of JavaScript",
        "the files of the server and the table with a function that runs (`docs/clicks.py`); "
        f"{len(python) - len(ours)} more hold what a game is, and the game itself",
    )


def command() -> Iterator[str]:
    touched = {
        kind: naming({kind, *classes}, ("client", "server", "table"))
        for kind, classes in COMMANDS.items()
    }
    least, most = (of(touched, key=lambda kind: len(touched[kind])) for of in (min, max))
    python = [sum(path.endswith(".py") for path in paths) for paths in touched.values()]
    scripts = [sum(path.endswith(".js") for path in paths) for paths in touched.values()]
    yield row(
        "a new command",
        f"{median(python):g} of Python, {median(scripts):g} of JavaScript",
        f"the files that name a command, its message or its entry: median of {len(touched)}, from "
        f"`{least}` ({len(touched[least])}) to `{most}` ({len(touched[most])})",
    )


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
    touched = naming({STATISTIC}, ("arena", "cli", "terminal"))
    yield row(
        "a new statistic of the arena",
        f"{len(touched)} of Python",
        f"the files that name `{STATISTIC}`: {', '.join(f'`{path}`' for path in touched)}",
    )


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def table() -> str:
    head = [row("walk", "files", "counted are"), row("---", "---", "---")]
    return "\n".join([*head, *click(), *command(), *game(), *statistic(), ""])


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}{table()}{END}{after}", encoding="utf-8")
