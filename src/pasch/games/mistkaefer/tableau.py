"""The printed tableau as data: its size and its bonus spaces, read and checked (MK-3, MK-4)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pasch.sdk import Faulty, PaschError

COLOURS = ("green", "yellow", "blue")
SPACES = 8
"""The longest row a tableau may have."""
BONUSES = ("extra", "chip", "chips", "steal", "steal-all")
BONUS_SPACES = (
    "green 4 extra, green 6 extra, yellow 4 chip, yellow 6 chips, blue 4 steal, blue 6 steal-all"
)

Space = tuple[int, int]  # colour, column from 0


class BadTableau(Faulty):
    folder = Path(__file__).parent


class Fault(PaschError):
    folder = Path(__file__).parent


def read_bonus(value: Any) -> str:
    """Return the bonus option in its one spelling: row by row, from the left; empty for none."""
    if not isinstance(value, str):
        raise unusable(
            Fault(
                "bonus: expected a text such as {like!r}, got {got!r}", like=BONUS_SPACES, got=value
            )
        )
    faults = list(bonus_faults(value))
    if faults:
        raise unusable(*faults)
    return ", ".join(
        f"{COLOURS[colour]} {column + 1} {BONUSES[kind]}"
        for (colour, column), kind in sorted(bonus_spaces(value).items())
    )


def bonus_spaces(text: str) -> dict[Space, int]:
    """Return the bonus of each space, as a place in BONUSES."""
    return {
        (COLOURS.index(colour), int(column) - 1): BONUSES.index(kind)
        for colour, column, kind in map(str.split, entries(text))
    }


def entries(text: str) -> list[str]:
    return [entry.strip().lower() for entry in text.split(",") if entry.strip()]


def bonus_faults(text: str) -> Iterator[Fault]:
    seen: set[tuple[str, str]] = set()
    for entry in entries(text):
        words = entry.split()
        if len(words) != 3:
            yield Fault(
                "bonus {entry!r}: expected a colour, a column and a bonus, as in 'green 4 extra'",
                entry=entry,
            )
            continue
        colour, column, kind = words
        if colour not in COLOURS:
            yield unknown(entry, COLOURS, colour)
        if column not in [str(n) for n in range(1, SPACES + 1)]:
            yield Fault(
                "bonus {entry!r}: expected a column from 1 to {last}, got {got!r}",
                entry=entry,
                last=SPACES,
                got=column,
            )
        if kind not in BONUSES:
            yield unknown(entry, BONUSES, kind)
        if (colour, column) in seen:
            space = f"{colour} {column}"
            yield Fault("bonus {entry!r}: {space} has a bonus already", entry=entry, space=space)
        seen.add((colour, column))


def unknown(entry: str, known: tuple[str, ...], got: str) -> Fault:
    expected = ", ".join(known)
    return Fault(
        "bonus {entry!r}: expected {known}, got {got!r}", entry=entry, known=expected, got=got
    )


def check_tableau(spaces: int, line: int, bonus: str) -> None:
    """Check what the numbers say together."""
    faults = list(size_faults(spaces, line, bonus))
    if faults:
        raise unusable(*faults)


def size_faults(spaces: int, line: int, bonus: str) -> Iterator[Fault]:
    if line > spaces:
        yield Fault(
            "line: expected at most {spaces}, the spaces of a row, got {got}",
            spaces=spaces,
            got=line,
        )
    for colour, column in sorted(bonus_spaces(bonus)):
        if column >= spaces:
            yield Fault(
                "bonus: {space} lies beyond the {spaces} spaces of a row",
                space=f"{COLOURS[colour]} {column + 1}",
                spaces=spaces,
            )


def unusable(*faults: Fault) -> BadTableau:
    return BadTableau("the tableau can't be used:", faults)
