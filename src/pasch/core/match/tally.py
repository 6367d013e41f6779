"""What was rolled against what fair dice roll on average."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pasch.core.game.position import CHANCE
from pasch.core.match.match import Match
from pasch.core.words import words

ENOUGH = 5  # expected of each face: the least for which the chi-square test holds
Faces = tuple[str, ...]


@dataclass(frozen=True)
class Face:
    text: str
    rolled: int
    expected: float


@dataclass(frozen=True)
class Group:
    """Events of chance that may be counted together."""

    label: str
    outcomes: int
    """Faces of such a die; 0 for draws, which find another pile each time."""
    rolls: int
    faces: tuple[Face, ...] = ()
    p: float | None = None
    """How often fair dice stray at least this far; None for draws and after few rolls."""


def tally(match: Match, language: str = "en") -> list[Group]:
    """Return the dice by their faces, those rolled most first; then all draws together."""
    rolled: dict[Faces, list[int]] = {}
    draws = 0
    for faces, a in chances(match, language):
        if faces:
            rolled.setdefault(faces, [0] * len(faces))[a] += 1
        else:
            draws += 1
    say = words(language)
    groups = [
        group_of(say("Dice with {n} faces", n=len(faces)), faces, counts)
        for faces, counts in sorted(rolled.items(), key=lambda pair: -sum(pair[1]))
    ]
    if draws:
        groups.append(Group(say("Draws from cards or chips"), outcomes=0, rolls=draws))
    return groups


def chances(match: Match, language: str) -> Iterator[tuple[Faces, int]]:
    """Yield each event of chance with the faces of its die; a draw has none."""
    again = match.at(0)
    for a in match.events:
        if again.player == CHANCE:
            is_die = "die" in again.action(a)
            texts = (again.text(face, language) for face in again.possible())
            yield tuple(texts) if is_die else (), a
        again.apply(a)


def group_of(label: str, texts: Faces, counts: list[int]) -> Group:
    rolls = sum(counts)
    expected = rolls / len(texts)
    faces = tuple(Face(text, count, expected) for text, count in zip(texts, counts, strict=True))
    return Group(label, len(texts), rolls, faces, fit(counts) if expected >= ENOUGH else None)


def fit(counts: list[int]) -> float:
    """Return the p value of Pearson's chi-square test against equally likely faces."""
    expected = sum(counts) / len(counts)
    square = sum((count - expected) ** 2 / expected for count in counts)
    return chance_beyond(square, len(counts) - 1)


def chance_beyond(square: float, freedom: int) -> float:
    """Return the chance that a chi-square variable of this freedom is at least as large.

    This is the regularised incomplete gamma function Q(freedom / 2, square / 2), climbed by
    Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1).
    """
    x = square / 2
    if x == 0:
        return 1.0
    a, beyond = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        beyond += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return beyond
