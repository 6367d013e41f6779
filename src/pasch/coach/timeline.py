"""A finished match as steps: what was decided, and what chance brought in between."""

from dataclasses import dataclass

from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.match.match import Match

NOBODY = -1
SHOWN = 8  # outcomes of one roll that are named


@dataclass(frozen=True)
class Chosen:
    """A decision of a seat that had more than one choice."""

    event: int
    match: Match
    """The match before it."""
    action: int

    @property
    def first(self) -> int:
        return self.event


@dataclass(frozen=True)
class Rolled:
    """Events of chance of one turn with no choice between them."""

    first: int
    event: int
    match: Match
    """The match before it."""
    seat: int
    text: str


Step = Chosen | Rolled


@dataclass(frozen=True)
class Timeline:
    """The steps of a match from its start to its end."""

    steps: list[Step]
    places: list[Match]
    """The match before the first step and after each step."""


def timeline_of(match: Match, language: str) -> Timeline:
    """Return the steps of a match. A forced choice changes nothing and is no step."""
    again = match.at(0)
    steps: list[Step] = []
    places = [again.copy()]
    events = match.events
    n = 0
    while n < len(events):
        before = again.copy()
        if again.player == CHANCE:
            rolled = roll_from(again, events, n, before, language)
            steps.append(rolled)
            n = rolled.event + 1
        else:
            is_free = len(again.legal()) > 1
            again.apply(events[n])
            if is_free:
                steps.append(Chosen(n, before, events[n]))
            n += 1
            if not is_free:
                continue
        places.append(again.copy())
    places[-1] = again  # with the forced choices at the end
    return Timeline(steps, places)


def roll_from(again: Match, events: list[int], n: int, before: Match, language: str) -> Rolled:
    """Apply the events of chance from the n-th on, and return them as one step."""
    first, turn = n, again.turn
    texts = []
    movers = set()
    while n < len(events) and again.player == CHANCE and again.turn == turn:
        texts.append(again.text(events[n], language))
        movers.add(again.mover)
        again.apply(events[n])
        n += 1
    movers.discard(WATCHER)
    seat = movers.pop() if len(movers) == 1 else NOBODY
    return Rolled(first, n - 1, before, seat, shortened(texts))


def shortened(texts: list[str]) -> str:
    if len(texts) > SHOWN:
        texts = ["…", *texts[-SHOWN:]]
    return " · ".join(texts)
