"""A finished match cut into steps: what was decided, and what chance brought in between."""

from dataclasses import dataclass

from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.match.log import restart
from pasch.core.match.match import Match

NOBODY = -1
SHOWN = 8  # outcomes of one roll that are told


@dataclass(frozen=True)
class Chosen:
    """A seat had more than one choice."""

    event: int
    match: Match
    """As it was before."""
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
    """As it was before."""
    seat: int
    text: str


Step = Chosen | Rolled


@dataclass(frozen=True)
class Walk:
    """A match from its start to its end."""

    steps: list[Step]
    places: list[Match]
    """Before the first step and after each."""


def walk_of(match: Match, language: str) -> Walk:
    """A forced choice changes nothing: it is no step."""
    again = restart(match)
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
    return Walk(steps, places)


def roll_from(again: Match, events: list[int], n: int, before: Match, language: str) -> Rolled:
    """Lets it happen."""
    first, turn = n, again.turn
    texts = []
    movers = set()
    while n < len(events) and again.player == CHANCE and again.turn == turn:
        texts.append(again.text(events[n], language))
        movers.add(mover(again))
        again.apply(events[n])
        n += 1
    seat = movers.pop() if len(movers) == 1 else NOBODY
    return Rolled(first, n - 1, before, seat, told(texts))


def mover(match: Match) -> int:
    """Whose turn it is, also while the dice are due."""
    lines = match.scene(WATCHER).seats
    return next((seat for seat, line in enumerate(lines) if line.to_move), NOBODY)


def told(texts: list[str]) -> str:
    if len(texts) > SHOWN:
        texts = ["…", *texts[-SHOWN:]]
    return " · ".join(texts)
