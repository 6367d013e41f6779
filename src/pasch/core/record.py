"""A position is one NumPy record; these are the numbers every game shares."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

State: TypeAlias = np.record
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Shares: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]

# What `player(s)` answers when no seat is to choose.
CHANCE = -1
OVER = -2

# The seat of somebody who only watches.
WATCHER = -3

OF = "of "


def layout(key: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """What a record of this game holds. Its last field says whose it is, so that no two games'
    records are alike, whatever else is in them."""
    return np.dtype([*fields, (OF + key, "i1")], align=True)


def owner(names: Sequence[str]) -> str:
    """The game of a record with fields of these names."""
    return names[-1].removeprefix(OF)


def blank(dtype: np.dtype[np.void], count: int) -> np.recarray[tuple[int], np.dtype[np.record]]:
    """`count` records of zeros whose fields are attributes, compiled or not."""
    return np.zeros(count, dtype).view(np.recarray)


def copy(s: State) -> State:
    """A record of its own with the same bytes, those between the fields included."""
    twin: State = np.frombuffer(bytearray(s.tobytes()), s.dtype).view(np.recarray)[0]
    return twin
