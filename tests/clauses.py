"""Which test proves which clause, read from the markers in the test sources."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pasch.core.game.registry import games
from pasch.core.game.spec import Game

TESTS = Path(__file__).parent


def clauses_of(game: Game) -> list[str]:
    """Return every clause number in the game's RULES.md, in order."""
    found = re.findall(r"\[([A-Z]+-\d+)\]", game.rules_text("en"))
    return sorted(set(found), key=lambda clause: int(clause.partition("-")[2]))


@cache
def proofs() -> dict[str, list[str]]:
    """Return the tests that carry a clause's marker, by clause number."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        where = path.relative_to(TESTS.parent).as_posix()
        for test, clauses in marked_tests(path):
            for clause in clauses:
                found.setdefault(clause, []).append(f"{where}::{test}")
    return found


def marked_tests(path: Path) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    yield node.name, [ast.literal_eval(argument) for argument in mark.args]


def ours() -> list[Game]:
    """Return the games of this repository; documents are about them."""
    return [game for game in games().values() if game.package.startswith("pasch.games.")]


HEAD = """\
# Clauses and their tests

Every clause of the rules has a number; the rules of each game are in the README. This table names
the tests that prove a clause: a test carries the numbers of its clauses as a marker. `make docs`
writes the table. A test fails when a clause has no test, or when the table is out of date.
"""


def table() -> str:
    """Return the clause table of docs/clauses.md."""
    proven = proofs()
    lines = [HEAD]
    for game in ours():
        lines += [f"## {game.title}", "", "| clause | proven by |", "| --- | --- |"]
        for clause in clauses_of(game):
            tests = ", ".join(
                f"[{test.partition('::')[2].removeprefix('test_').replace('_', ' ')}]"
                f"(../{test.partition('::')[0]})"
                for test in proven.get(clause, [])
            )
            lines.append(f"| {clause} | {tests} |")
        lines.append("")
    return "\n".join(lines)
