"""Writes docs/encodings.md: each game's observations, column by column, and its actions."""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from itertools import cycle, pairwise
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pasch.adapters.encoder import ONE_OF, SET  # noqa: E402 - found from the root
from pasch.adapters.encoding import Part, encoding_of  # noqa: E402
from pasch.core.game.position import OVER, WATCHER, Position  # noqa: E402
from pasch.core.game.registry import games  # noqa: E402
from pasch.core.game.spec import Game  # noqa: E402
from pasch.core.match.match import Match, new  # noqa: E402
from pasch.core.words import words  # noqa: E402
from tests.kits import kits  # noqa: E402

PATH = ROOT / "docs" / "encodings.md"
HEAD = """# Observations, column by column, and actions

This page lists, for each of our games, what every column of an observation holds and what the
actions are. `python docs/columns_and_actions.py` writes it from the games' folders;
[environments.md](environments.md) shows how observations and actions are used.

- **Fields** are those of `STATE` in a game's `rules.py`, where each is explained. A number fills
  one column (clipped to -128 and 127). "One of n" fills a column for each value, "a set of n" a
  column for each member, each 0 or 1.
- **Actions** are those of the same file ("What a seat may do"). The name is the one that stands
  there for the first of several. The examples are as a log writes them, in one position of many:
  `Match.action(a)` returns an action like this in any position, `Match.text(a)` in words.
"""
SECTION = "# What a seat may do"
SHOWN = 2
"""The number of actions of a group that are shown before the last."""


def text() -> str:
    ours = [game for game in games().values() if game.package.startswith("pasch.games.")]
    return "\n".join([HEAD, *(section(game) for game in ours)])


def section(game: Game) -> str:
    encoding = encoding_of(game)
    columns = [(p.field, span(p.start, p.end), holds(p)) for p in encoding.parts]
    head = f"## {game.title}: {encoding.width} columns, {game.rules.ACTIONS} actions\n"
    return "\n".join(
        [
            head,
            *table(("field", "columns", "what they hold"), columns),
            "",
            *table(("actions", "name in the rules", "as a log writes them"), actions(game)),
            "",
        ]
    )


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def span(start: int, end: int) -> str:
    return str(start) if end == start + 1 else f"{start}-{end - 1}"


def holds(part: Part) -> str:
    each = f"{' x '.join(map(str, part.shape))} times " if part.shape else ""
    if part.kind == SET:
        return f"{each}a set of {part.width}"
    return f"{each}one of {part.width}" if part.kind == ONE_OF else f"{each}a number"


def actions(game: Game) -> list[tuple[str, ...]]:
    """Return a row for each sort of action."""
    names = {0: "", **named(game)}
    sorts = [range(*ends) for ends in pairwise([*sorted(names), game.rules.ACTIONS])]
    found = positions(game, sorts)
    return [
        (
            span(sort.start, sort.stop),
            f"`{names[sort.start]}`" if names[sort.start] else "",
            examples(game, found[sort], sort),
        )
        for sort in sorts
    ]


def examples(game: Game, position: Position, sort: range) -> str:
    view = game.view(position, WATCHER, words("en"))
    told = [f"`{json.dumps(view.record(a))}`" for a in sort]
    some = ", ".join(told[:SHOWN])
    return some if len(told) <= SHOWN else f"{some} … {told[-1]}"


def named(game: Game) -> dict[int, str]:
    """Return what the rules call the first of several actions."""
    source = inspect.getsource(sys.modules[game.rules.__name__])
    start = next(n for n, line in enumerate(source.splitlines(), 1) if line.startswith(SECTION))
    names: dict[int, str] = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and statement.lineno > start:
            for name in ast.walk(statement.targets[0]):
                if isinstance(name, ast.Name) and name.id == "ACTIONS":
                    return names
                if isinstance(name, ast.Name):
                    names[getattr(game.rules, name.id)] = name.id
    raise LookupError(f"expected ACTIONS after {SECTION!r} in the rules of {game.title}")


def positions(game: Game, sorts: list[range]) -> dict[range, Position]:
    """Return for each sort of action a position in which it is possible."""
    found: dict[range, Position] = {}
    for match in by_lot(game):
        for sort in set(sorts) - {*found}:
            if any(a in sort for a in match.legal()):
                found[sort] = match.view(match.player)
        if len(found) == len(sorts):
            break
    return found


def by_lot(game: Game) -> Iterator[Match]:
    """Yield the match before each event of random games, one after the other."""
    rng = Random(1)
    for table in cycle(kits()[game.key].TABLES.values()):
        match = new(game.key, **{"start": 0, **table})
        while match.player != OVER:
            yield match
            match.apply(rng.choice(match.possible()))


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
