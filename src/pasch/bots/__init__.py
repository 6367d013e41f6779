"""Players for any game. A bot gets a resampled copy of what its seat may know, never the record."""

from collections.abc import Callable

import numpy as np

from pasch.core.match import Match
from pasch.core.words import Words

Bot = Callable[[Match, np.random.Generator], int]


def random(match: Match, rng: np.random.Generator) -> int:
    """Any legal action, each as likely."""
    return int(rng.choice(match.legal()))


def quick(match: Match, rng: np.random.Generator) -> int:
    """The game's own quick player: cheap and sensible."""
    return int(match.game.play.quick(match.guess(match.player, rng)))


BOTS: dict[str, Bot] = {"random": random, "quick": quick}


def describe(say: Words) -> dict[str, tuple[str, str]]:
    """Each bot's name and what it is like, for people."""
    return {
        "random": (say("Random"), say("any move at all, good for a first try")),
        "quick": (say("Quick"), say("plays fast and sensibly")),
    }
