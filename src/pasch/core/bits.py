"""Sets as whole numbers, one bit for each thing; compiled, the processor counts them at once."""

from collections.abc import Iterator


def count(things: int) -> int:
    """How many are in the set."""
    return int(things).bit_count()


def first(things: int) -> int:
    """The lowest of a set that is not empty."""
    return (int(things) & -int(things)).bit_length() - 1


def each(things: int) -> Iterator[int]:
    """Ascending; only for plain Python."""
    while things:
        yield first(things)
        things &= things - 1
