"""Mutants made by hand: the law bent as somebody might bend it by mistake."""

from typing import NamedTuple

from tests.mutants.operators import Mutant, places, read


class Bend(NamedTuple):
    path: str
    old: str
    new: str
    meaning: str


BENDS = [
    Bend(
        "src/pasch/core/match/log.py",
        "header.rules != game.version",
        "header.rules > game.version",
        "a log of older rules is read by the new ones",
    ),
    Bend(
        "src/pasch/core/match/log.py",
        "header.rules != game.version",
        "header.rules < game.version",
        "a log of newer rules is read by the old ones",
    ),
    Bend(
        "src/pasch/core/match/log.py",
        "due = end_of(match, end.seed, end.key, end.journal)",
        "due = End(end.events, match.returns(), end.seed, end.key, end.journal)",
        "the last line of a log counts other events than there are",
    ),
    Bend(
        "src/pasch/core/match/match.py",
        "after = before.copy()",
        "after = before",
        "what was before an event changes with it",
    ),
    Bend(
        "src/pasch/table/model/entries.py",
        "self.seat, self.fell)\n        state.changed = state.version",
        "self.seat, self.fell)\n",
        "a click sent before an undo arrives counts after it",
    ),
]


def semantic_of(path: str) -> list[Mutant]:
    return [bent(bend) for bend in BENDS if bend.path == path]


def bent(bend: Bend) -> Mutant:
    before, found, after = read(bend.path).partition(bend.old.encode())
    if not found or bend.old.encode() in after:
        raise LookupError(f"expected {bend.old!r} exactly once in {bend.path}")
    line = before.count(b"\n") + 1
    place = [p for p in places(bend.path) if p.statement.lineno <= line][-1]
    name = f"{bend.path.removeprefix('src/pasch/')} {place.name}: {bend.meaning}"
    return Mutant(
        bend.path,
        place.function,
        place.statement.lineno,
        len(before),
        len(before) + len(found),
        bend.new,
        name,
    )
