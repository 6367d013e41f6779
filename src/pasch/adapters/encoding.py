"""The encoding of a view for a network: a row of int8 with the same columns in every position.

A field of the position becomes its numbers (clipped to -128 and 127). If `observe.toml` in the
game's folder says so, it becomes a 0 or 1 for each member of a set, or for each possible value.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from pasch.adapters.batch_step import Bytes
from pasch.adapters.encoder import NUMBER, ONE_OF, SET, Recipe, Stretch, encoder
from pasch.core.game.position import Position
from pasch.core.game.spec import Game
from pasch.engine.record import dtype_of

FILE = "observe.toml"
SIZES = {"i8": 8, "i1": 1, "u1": 0}
"""Sizes as a recipe notes them: in bytes, and 0 for a byte without a sign."""


@dataclass(frozen=True)
class Part:
    """One field, and the columns it fills."""

    field: str
    kind: int
    shape: tuple[int, ...]
    width: int
    """The columns of each of its numbers."""
    start: int
    """The first of its columns."""

    @property
    def end(self) -> int:
        return self.start + prod(self.shape) * self.width


@dataclass(frozen=True)
class Encoding:
    """How the views of a game become rows."""

    parts: tuple[Part, ...]
    recipe: Recipe
    """The same, for compiled code."""

    @property
    def width(self) -> int:
        return self.parts[-1].end

    def encode(self, view: Position) -> Bytes:
        """Return one view as a new row."""
        row: Bytes = np.zeros((1, self.width), np.int8)
        kept = bytearray(view.layout.pack(view))
        encoder(self.recipe)(0, 1, np.frombuffer(kept, np.int8)[None], row)
        return row.reshape(-1)


@cache
def encoding_of(game: Game) -> Encoding:
    """Return the encoding of a game."""
    fields: Mapping[str, Any] = dtype_of(game.rules.STATE).fields or {}
    sizes = game.rules.STATE.fields
    parts = tuple(parts_of(game, read(game)))
    stretches = (
        Stretch(
            offset=fields[part.field][1],
            size=SIZES[sizes[part.field][0]],
            numbers=prod(part.shape),
            kind=part.kind,
            width=part.width,
            column=part.start,
        )
        for part in parts
    )
    return Encoding(parts, Recipe(tuple(stretches)))


def read(game: Game) -> dict[str, Any]:
    """Read the game's observe.toml; without one every field becomes numbers."""
    path = game.folder / FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def parts_of(game: Game, observe: dict[str, Any]) -> Iterator[Part]:
    """Yield the fields of a position with their columns."""
    sets, one_of = observe.get("sets", {}), observe.get("one_of", {})
    column = 0
    for field, (_, shape) in game.rules.STATE.fields.items():
        if field in observe.get("constant", ()):
            continue
        kind = SET if field in sets else ONE_OF if field in one_of else NUMBER
        part = Part(field, kind, shape, {**sets, **one_of}.get(field, 1), column)
        column = part.end
        yield part
