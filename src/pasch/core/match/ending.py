"""How a match ended: everybody's place, what decided it, and the ladder of grades."""

from dataclasses import dataclass

from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.match import Match
from pasch.core.view.scene import Piece


@dataclass(frozen=True, slots=True)
class Place:
    seat: int
    rank: int
    """From 1; who is equal in everything shares a place."""
    share: float
    """The share of the victory."""
    result: str
    facts: str
    part: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Rung:
    name: str
    takes: str
    """What it takes to get there."""
    is_reached: bool


@dataclass(frozen=True, slots=True)
class Ending:
    prompt: str
    """In a sentence."""
    places: tuple[Place, ...]
    """The best first."""
    ladder: tuple[Rung, ...]
    """The best rung first; none where there are no grades."""


def ending_of(match: Match, language: str = "en") -> Ending:
    assert match.player == OVER
    say = match.words(language)
    view = match.game.view(match.position(), WATCHER, say, match.names)
    finishes = [view.finish(seat) for seat in range(match.seats)]
    order = sorted(range(match.seats), key=lambda seat: finishes[seat].order, reverse=True)
    ranks = [1 + sum(other.order > each.order for other in finishes) for each in finishes]
    shares = match.returns()
    places = [
        Place(seat, ranks[seat], shares[seat], each.result, each.facts, each.part, each.pieces)
        for seat in order
        for each in [finishes[seat]]
    ]
    rungs = view.grade_ladder(match.seats, say)
    reached = match.score()[0]
    ladder = [Rung(name, takes, n == reached) for n, (name, takes) in enumerate(rungs)]
    prompt = match.scene(WATCHER, language).prompt
    return Ending(prompt, tuple(places), tuple(reversed(ladder)))
