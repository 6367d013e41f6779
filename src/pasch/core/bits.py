"""Sets as whole numbers, one bit for each thing; compiled, the processor counts them at once."""

from collections.abc import Iterator


def count(things: int) -> int:
    """How many are in the set."""
    return int(things).bit_count()


def first(things: int) -> int:
    """The lowest of a set that is not empty."""
    things = int(things)
    return (things & -things).bit_length() - 1


def each(things: int) -> Iterator[int]:
    """Ascending; only for plain Python."""
    while things:
        lowest = things & -things
        yield lowest.bit_length() - 1
        things ^= lowest
