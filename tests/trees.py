"""Counted game trees: how many sequences of events of a given length follow a position."""

from pasch.core.match.match import Match


def breakdown(match: Match, depth: int) -> dict[int, int]:
    """Return how many sequences begin with each next event."""
    counts = {}
    for a in match.possible():
        after = match.copy()
        after.apply(a)
        counts[a] = count(after, depth - 1)
    return counts


def count(match: Match, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(match.possible())
    return sum(breakdown(match, depth).values())
