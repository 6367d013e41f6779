"""Writes docs/encodings.md: what each game's observations hold, column by column."""

from pathlib import Path

from pasch.adapters.columns import ONE_OF, SET
from pasch.adapters.encoding import Part, encoding_of
from pasch.core.facts import Game
from pasch.core.registry import games

PATH = Path(__file__).with_name("encodings.md")
HEAD = """# Observations, column by column

Written by `python docs/encodings.py` from the games' folders. The fields are those of `STATE` in a
game's `rules.py`, where each is explained; what an action number means stands there too, and
`Match.text(a)` says it in words.
"""


def text() -> str:
    ours = [game for game in games().values() if game.package.startswith("pasch.games.")]
    return "\n".join([HEAD, *(section(game) for game in ours)])


def section(game: Game) -> str:
    encoding = encoding_of(game)
    rows = [f"| {p.field} | {columns(p)} | {holds(p)} |" for p in encoding.parts]
    head = f"## {game.title}: {encoding.width} columns, {game.rules.ACTIONS} actions\n"
    return "\n".join(
        [head, "| field | columns | what they hold |", "| --- | --- | --- |", *rows, ""]
    )


def columns(part: Part) -> str:
    return str(part.start) if part.end == part.start + 1 else f"{part.start}-{part.end - 1}"


def holds(part: Part) -> str:
    each = f"{' x '.join(map(str, part.shape))} times " if part.shape else ""
    if part.kind == SET:
        return f"{each}a set of {part.width}"
    return f"{each}one of {part.width}" if part.kind == ONE_OF else f"{each}a number"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
