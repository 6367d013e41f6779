"""Records: positions as NumPy records, on which compiled rules work; an array holds millions."""

from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

from pasch.core.game.position import Layout, Position, State

OF = "of "


class Record(np.void, State):  # type: ignore[misc] # final for NumPy's stubs, not for NumPy
    """A record whose fields are attributes, compiled or not (8 times faster than np.record)."""

    __slots__ = ()


@cache
def dtype_of(layout: Layout) -> np.dtype[Record]:
    """Return the type of a game's records.

    The last field names the game, so that no two games share a type.
    """
    fields = [(name, size, shape) for name, (size, shape) in layout.fields.items()]
    return record([*fields, (OF + layout.key, "i1")])


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Record]:
    """Return the type of a record with these fields, for NumPy and for Numba."""
    kept: np.dtype[np.void] = np.dtype(list(fields), align=True)
    names = kept.names or ()
    if taken := [name for name in names if hasattr(Record, name)]:
        raise ValueError(f"expected names a NumPy record does not use itself, got {taken}")
    attributes = {name: attribute(name) for name in names}
    named = type("Record", (Record,), {**attributes, "of": owner(names)})
    as_record: np.dtype[Record] = np.dtype((named, kept))  # type: ignore[assignment] # likewise
    return as_record


def attribute(name: str) -> property:
    """Return a property that reads and writes this field."""

    def put(s: Record, value: Any) -> None:
        s[name] = value

    return property(itemgetter(name), put)


def owner(names: Sequence[str]) -> str:
    """Return the key of the game of a record with fields of these names."""
    return names[-1].removeprefix(OF)


def blank(dtype: np.dtype[Record], count: int) -> np.ndarray[tuple[int], np.dtype[Record]]:
    """Return an array of `count` records of zeros."""
    return np.zeros(count, dtype)


def record_of(position: Position) -> Record:
    """Return a position as a record with memory of its own."""
    kept = bytearray(position.layout.pack(position))
    made: Record = np.frombuffer(kept, dtype_of(position.layout))[0]
    return made


def copies(position: Position, count: int) -> np.ndarray[tuple[int], np.dtype[Record]]:
    """Return an array of `count` records of this position."""
    return np.full(count, record_of(position), dtype_of(position.layout))


def position_of(layout: Layout, record: Record) -> Position:
    """Return a record as a position."""
    return layout.unpack(record.tobytes())
