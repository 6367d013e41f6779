"""What people typed from real dice and took back: everybody has seen it, so the story keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pasch.core.words import Words


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An outcome that was typed and taken back."""

    at: int
    """How many events of the match as it is now come before it."""
    seat: int
    fell: dict[str, str]
    """In words, by language."""

    def told(self, names: Sequence[str], say: Words) -> str:
        what = self.fell.get(say.language, self.fell.get("en", "?"))
        return say("{name} took back what was typed: {what}", name=names[self.seat], what=what)


def take_back(taken: list[TakenBack], n: int, seat: int, fell: dict[str, str]) -> None:
    """Note that event n + 1 is taken back; what stood after it moves to its place."""
    taken[:] = [replace(each, at=min(each.at, n)) for each in taken]
    if fell:
        taken.append(TakenBack(n, seat, fell))
