"""Numbers in rows: plain lists where Python reads them, arrays where compiled code does."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
row = list.__getitem__
Shape: TypeAlias = tuple[int, ...]


class Row(list[T]):
    """Numbers that never change, looked up by their place (engine/compile.py knows this class)."""

    __slots__ = ()


class Grid(list[Any]):
    """Rows of numbers, or rows of rows; `grid[i, j]` is one of them, as in an array.

    Each case is written out, since plain rules spend much of their time here.
    """

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        if type(at) is not tuple:
            return row(self, at)
        if len(at) == 2:
            return row(self, at[0])[at[1]]
        i, j, k = at
        return row(self, i)[j][k]

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is not tuple:
            list.__setitem__(self, at, value)
        elif len(at) == 2:
            row(self, at[0])[at[1]] = value
        else:
            i, j, k = at
            row(self, i)[j][k] = value


class Lookup(Grid):
    """A grid that never changes."""

    __slots__ = ()


class Shared(Grid):
    """A grid of a position: copies share their rows, and writing a number makes the row new."""

    __slots__ = ()

    def __setitem__(self, at: Any, value: Any) -> None:
        if type(at) is not tuple:
            raise TypeError(f"expected one number to be written, as in grid[i, j], got {at!r}")
        if len(at) == 2:
            i, j = at
            list.__setitem__(self, i, replaced(row(self, i), j, value))
        else:
            i, j, k = at
            rows = row(self, i)
            list.__setitem__(self, i, replaced(rows, j, replaced(rows[j], k, value)))


def replaced(numbers: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    changed = list(numbers)
    changed[at] = value
    return tuple(changed)


def lookup(values: Iterable[Any]) -> Any:
    """Return numbers for rules to look up, by one place or by several."""
    rows = list(values)
    return Lookup(rows) if isinstance(rows[0], Sequence) else Row(rows)


def read_lookups(path: Path) -> dict[str, Any]:
    """Return the numbers of a JSON file by their names; rows and grids of them are lookups."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return {name: lookup(n) if isinstance(n, list) else n for name, n in found.items()}


def zeros(shape: int | Shape) -> Any:
    """Return room for fractions to work with."""
    return filled(0.0, shape)


def counts(shape: int | Shape) -> Any:
    """Return room for whole numbers."""
    return filled(0, shape)


def filled(zero: float, shape: int | Shape) -> Any:
    if isinstance(shape, int):
        return [zero] * shape
    of = shape[1] if len(shape) == 2 else shape[1:]
    return Grid(filled(zero, of) for _ in range(shape[0]))


def count(things: int) -> int:
    """Return how many things are in the set."""
    return int(things).bit_count()


def first(things: int) -> int:
    """Return the lowest thing of a set that is not empty."""
    things = int(things)
    return (things & -things).bit_length() - 1


def each(things: int) -> Iterator[int]:
    """Yield the things of a set, ascending; only for plain Python."""
    while things:
        lowest = things & -things
        yield lowest.bit_length() - 1
        things ^= lowest
