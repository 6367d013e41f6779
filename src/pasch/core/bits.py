"""Sets as whole numbers, one bit for each thing; compiled, the processor counts them at once."""


def count(things: int) -> int:
    """How many are in the set."""
    return int(things).bit_count()


def first(things: int) -> int:
    """The lowest of a set that is not empty."""
    return (int(things) & -int(things)).bit_length() - 1
