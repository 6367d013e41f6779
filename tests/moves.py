"""A table for tests: matches driven by words, with dice and cards set, never seeded."""

from typing import Any

from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.match import Match, new

ANIMALS = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")


def play(match: Match, *events: str) -> Match:
    """Apply these choices and outcomes of chance, each named in its own words."""
    for event in events:
        match.apply(match.read(event))
    return match


def finish(match: Match) -> Match:
    """Play a match to its end, always with the first possible event."""
    while match.player != OVER:
        match.apply(match.possible()[0])
    return match


def ring_of(*ring: str, start: int = 0, **options: Any) -> Match:
    """Return So ein Mist with this ring; the seats play cow, sheep, pig, chicken, horse, rabbit."""
    seats = len(ring) - 6
    match = new("so-ein-mist", seats=seats, start=start, **options)
    animals = ANIMALS[:seats]
    own = [next(card for card in ring if card.startswith(animal)) for animal in animals]
    return play(match, *animals[:5], *own, *ring[:-1])


def pantry(**options: Any) -> Match:
    """Return a match of Mmm! in which seat 0 begins."""
    return new("mmm", **{"seats": 2, "start": 0, **options})


def stories(match: Match, *events: str, seat: int = WATCHER, language: str = "en") -> list[str]:
    """Apply these events as `play` does, and return the lines of the story they bring."""
    told: list[str] = []
    for event in events:
        match.apply(match.read(event, language))
        told += [each.text for each in match.story(seat, language)]
    return told
