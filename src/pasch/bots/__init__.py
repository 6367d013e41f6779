"""Players for any game. A bot gets a resampled copy of what its seat may know, never the record."""

from collections.abc import Callable

import numpy as np

from pasch.core.match import Match

Bot = Callable[[Match, np.random.Generator], int]


def random(match: Match, rng: np.random.Generator) -> int:
    """Any legal action, each as likely."""
    return int(rng.choice(match.legal()))


def quick(match: Match, rng: np.random.Generator) -> int:
    """The game's own quick player: cheap and sensible."""
    return int(match.game.play.quick(match.guess(match.player, rng)))


BOTS: dict[str, Bot] = {"random": random, "quick": quick}
