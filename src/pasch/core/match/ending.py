"""How a match ended: everybody's place, what decided it, and the ladder of grades."""

from dataclasses import dataclass

from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.match import Match
from pasch.core.view.scene import Finish, Piece
from pasch.core.words import Words


@dataclass(frozen=True, slots=True)
class Place:
    seat: int
    rank: int
    """From 1; who is equal in everything shares a place."""
    share: float
    """Of the victory."""
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
    say, scenes = match.words(language), match.game.scene
    finishes = finishes_of(match, say)
    order = sorted(range(match.seats), key=lambda seat: finishes[seat].order, reverse=True)
    ranks = [1 + sum(other.order > each.order for other in finishes) for each in finishes]
    shares = match.returns()
    places = [
        Place(seat, ranks[seat], shares[seat], each.result, each.facts, each.part, each.pieces)
        for seat in order
        for each in [finishes[seat]]
    ]
    rungs = scenes.rungs(match.seats, say) if hasattr(scenes, "rungs") else ()
    reached = match.score()[0]
    ladder = [Rung(name, takes, n == reached) for n, (name, takes) in enumerate(rungs)]
    prompt = match.scene(WATCHER, language).prompt
    return Ending(prompt, tuple(places), tuple(reversed(ladder)))


def finishes_of(match: Match, say: Words) -> list[Finish]:
    """As the game tells them; else by the share of the victory."""
    scenes, position = match.game.scene, match.position()
    if hasattr(scenes, "finish"):
        return [scenes.finish(position, seat, say) for seat in range(match.seats)]
    unit = scenes.score_unit(match.seats, say)
    told = zip(match.returns(), match.score(), strict=True)
    return [Finish((share,), str(score), unit, share) for share, score in told]
