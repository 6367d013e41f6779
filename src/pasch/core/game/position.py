"""A position: everything a game's rules know of a match at one moment, as plain numbers.

The rules work on positions as they stand; engine/record.py makes NumPy records of them, on which
the same rules work compiled.
"""

import struct
from collections.abc import Sequence
from itertools import chain
from math import prod
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pasch.core.game.numbers import Shared

# What `player(s)` answers when no seat is to choose.
CHANCE = -1
OVER = -2

# The seat of somebody who only watches.
WATCHER = -3

CODES = {"i8": "q", "i1": "b", "u1": "B"}


class State:
    """What rules read and write: a position, or a record of one."""

    __slots__ = ()

    if TYPE_CHECKING:
        of: str
        """The key of its game."""

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


class Position(State):
    """Its fields are attributes: whole numbers, lists of them, and grids."""

    layout: "Layout"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment] # it changes

    def __deepcopy__(self, _: Any) -> "Position":
        return self.copy()

    def copy(self) -> "Position":
        twin: Position = object.__new__(type(self))
        kept = twin.__dict__
        kept.update(self.__dict__)
        for name in self.layout.rows:
            kept[name] = kept[name][:]
        for name in self.layout.grids:
            kept[name] = Shared(kept[name])
        return twin


class Numbers(Protocol):
    """Room for action numbers: a list, or an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...
    def __setitem__(self, at: Any, value: int, /) -> None: ...


class Shares(Protocol):
    """Room for each seat's share of the victory."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...
    def __setitem__(self, at: Any, value: float, /) -> None: ...


class Random(Protocol):
    """Where rules draw what a seat can't know."""

    def random(self) -> float:
        """Return a number from 0 up to but without 1."""


Field: TypeAlias = tuple[Any, ...]
"""A name, how large its numbers may grow ("i8", "i1", "u1"), and how many there are, if several."""


class Layout:
    """What a position of one game holds.

    >>> counter = Layout("counter", [("seats", "i8"), ("counts", "i1", 3)])
    >>> position = counter.blank()
    >>> position.counts[1] += 2
    >>> counter.unpack(counter.pack(position)).counts
    [0, 2, 0]
    """

    def __init__(self, key: str, fields: Sequence[Field]) -> None:
        self.key = key
        if taken := [name for name, *_ in fields if hasattr(Position, name) or name == "of"]:
            raise ValueError(f"expected names a position does not use itself, got {taken}")
        self.fields = {name: (size, shape_of(*shape)) for name, size, *shape in fields}
        depth = {name: len(shape) for name, (_, shape) in self.fields.items()}
        self.rows = [name for name in depth if depth[name] == 1]
        self.grids = [name for name in depth if depth[name] > 1]
        self.position = type("Position", (Position,), {"layout": self, "of": key})
        codes = (f"{prod(shape)}{CODES[size]}" for size, shape in self.fields.values())
        self._packing = struct.Struct(f"@{''.join(codes)}b0q")

    def blank(self) -> Position:
        """Return a position of zeros."""
        return self.unpack(bytes(self._packing.size))

    def pack(self, position: Position) -> bytes:
        """Return a position as the bytes of its NumPy record."""
        numbers: list[int] = []
        kept = position.__dict__
        for name, (_, shape) in self.fields.items():
            if not shape:
                numbers.append(kept[name])
            else:
                numbers += flat(kept[name], len(shape))
        return self._packing.pack(*numbers, 0)

    def unpack(self, packed: bytes) -> Position:
        position: Position = object.__new__(self.position)
        kept, numbers, start = position.__dict__, self._packing.unpack(packed), 0
        for name, (_, shape) in self.fields.items():
            if not shape:
                kept[name] = numbers[start]
                start += 1
            else:
                end = start + prod(shape)
                value = shaped(numbers[start:end], shape)
                kept[name] = Shared(value) if len(shape) > 1 else list(value)
                start = end
        return position


def shape_of(shape: int | tuple[int, ...] = ()) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else shape


def flat(value: list[Any], depth: int) -> list[int]:
    for _ in range(depth - 1):
        value = list(chain.from_iterable(value))
    return value


def shaped(numbers: tuple[int, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    if len(shape) == 1:
        return numbers
    step = len(numbers) // shape[0]
    return tuple(shaped(numbers[i : i + step], shape[1:]) for i in range(0, len(numbers), step))
