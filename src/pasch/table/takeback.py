"""Whether the last event may be taken back: nobody may have learnt anything from it."""

import numpy as np

from pasch.core.match import Match
from pasch.core.record import WATCHER, State

GUESSES = 32


def reveals(before: Match, a: int) -> bool:
    """Whether anybody, after this choice, sees what did not follow from what they saw before it."""
    after = before.copy()
    after.apply(a)
    rng = np.random.default_rng(len(before.events))
    return any(surprised(before, after, a, eyes, rng) for eyes in (*range(before.seats), WATCHER))


def surprised(before: Match, after: Match, a: int, eyes: int, rng: np.random.Generator) -> bool:
    """Whether another position these eyes had to reckon with would have looked different now."""
    if before.view(eyes).tobytes() == before.state_bytes():
        return False
    seen = after.view(eyes).tobytes()
    guesses = (before.guess(eyes, rng) for _ in range(GUESSES))
    return any(outlook(before, guess, a, eyes) != seen for guess in guesses)


def outlook(match: Match, guess: State, a: int, eyes: int) -> bytes:
    rules = match.game.rules
    rules.apply(guess, a)
    rules.hide(guess, eyes)
    return guess.tobytes()
