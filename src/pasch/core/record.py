"""A position is one NumPy record; these are the numbers every game shares."""

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np


class Record(np.void):  # type: ignore[misc] # final for NumPy's stubs, not for NumPy
    """Its fields are attributes, compiled or not. (Those of np.record take eight times as long.)"""

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


State: TypeAlias = Record
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Shares: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]

# What `player(s)` answers when no seat is to choose.
CHANCE = -1
OVER = -2

# The seat of somebody who only watches.
WATCHER = -3

OF = "of "


def layout(key: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Record]:
    """What a record of this game holds. Its last field says whose it is, so that no two games'
    records are alike, whatever else is in them."""
    return record([*fields, (OF + key, "i1")])


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Record]:
    """What a record with these fields is, for NumPy and for Numba."""
    kept: np.dtype[np.void] = np.dtype(list(fields), align=True)
    if taken := [name for name in kept.names or () if hasattr(np.void, name)]:
        raise ValueError(f"expected names a NumPy record does not use itself, got {taken}")
    named = type("Record", (Record,), {name: attribute(name) for name in kept.names or ()})
    as_record: np.dtype[Record] = np.dtype((named, kept))  # type: ignore[assignment] # likewise
    return as_record


def attribute(name: str) -> property:
    def put(s: Record, value: Any) -> None:
        s[name] = value

    return property(itemgetter(name), put)


def owner(names: Sequence[str]) -> str:
    """The game of a record with fields of these names."""
    return names[-1].removeprefix(OF)


def blank(dtype: np.dtype[Record], count: int) -> np.ndarray[tuple[int], np.dtype[Record]]:
    """`count` records of zeros."""
    return np.zeros(count, dtype)


def copy(s: State) -> State:
    """A record of its own with the same bytes, those between the fields included."""
    return of_bytes(s.tobytes(), s.dtype)


def of_bytes(kept: bytes, dtype: np.dtype[Record]) -> State:
    again: State = np.frombuffer(bytearray(kept), dtype)[0]
    return again
