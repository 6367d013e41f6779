"""The printed tableau as data: its size and its bonus spaces, read and checked (MK-3, MK-4)."""

from collections.abc import Iterator
from typing import Any

from pasch.core.errors import BadOption

COLOURS = ("green", "yellow", "blue")
SPACES = 8
"""The longest row a tableau may have."""
BONUSES = ("extra", "chip", "chips", "steal", "steal-all")
BONUS_SPACES = (
    "green 4 extra, green 6 extra, yellow 4 chip, yellow 6 chips, blue 4 steal, blue 6 steal-all"
)

Space = tuple[int, int]  # colour, column from 0


class BadTableau(BadOption):
    """Names every fault of a tableau at once."""

    def __init__(self, faults: list[str]) -> None:
        listed = "\n".join(f"  {fault}" for fault in faults)
        super().__init__(f"the tableau can't be used:\n{listed}")
        self.faults = faults


def read_bonus(value: Any) -> str:
    """The bonus option in its one spelling: row by row, from left to right; empty for none."""
    if not isinstance(value, str):
        raise BadTableau([f"bonus: expected a text such as {BONUS_SPACES!r}, got {value!r}"])
    faults = list(bonus_faults(value))
    if faults:
        raise BadTableau(faults)
    return ", ".join(
        f"{COLOURS[colour]} {column + 1} {BONUSES[kind]}"
        for (colour, column), kind in sorted(bonus_spaces(value).items())
    )


def bonus_spaces(text: str) -> dict[Space, int]:
    """By space: its bonus, as a place in BONUSES."""
    return {
        (COLOURS.index(colour), int(column) - 1): BONUSES.index(kind)
        for colour, column, kind in map(str.split, entries(text))
    }


def entries(text: str) -> list[str]:
    return [entry.strip().lower() for entry in text.split(",") if entry.strip()]


def bonus_faults(text: str) -> Iterator[str]:
    seen: set[tuple[str, str]] = set()
    for entry in entries(text):
        words = entry.split()
        if len(words) != 3:
            yield f"bonus {entry!r}: expected a colour, a column and a bonus, as in 'green 4 extra'"
            continue
        colour, column, kind = words
        if colour not in COLOURS:
            yield f"bonus {entry!r}: expected {', '.join(COLOURS)}, got {colour!r}"
        if column not in [str(n) for n in range(1, SPACES + 1)]:
            yield f"bonus {entry!r}: expected a column from 1 to {SPACES}, got {column!r}"
        if kind not in BONUSES:
            yield f"bonus {entry!r}: expected {', '.join(BONUSES)}, got {kind!r}"
        if (colour, column) in seen:
            yield f"bonus {entry!r}: {colour} {column} has a bonus already"
        seen.add((colour, column))


def check_tableau(spaces: int, line: int, bonus: str) -> None:
    """What the numbers say together."""
    faults = []
    if line > spaces:
        faults.append(f"line: expected at most {spaces}, the spaces of a row, got {line}")
    faults += [
        f"bonus: {COLOURS[colour]} {column + 1} lies beyond the {spaces} spaces of a row"
        for colour, column in sorted(bonus_spaces(bonus))
        if column >= spaces
    ]
    if faults:
        raise BadTableau(faults)
