"""What a seat of a match is shown, as the usual interfaces want it."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.adapters.encoding import encoding_of
from pasch.core.errors import BadOption
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

Observation = dict[str, npt.NDArray[np.int8]]


def observation(match: Match, seat: int) -> Observation:
    """The seat's view, and a 1 for every action it may choose now."""
    mask = np.zeros(match.game.rules.ACTIONS, np.int8)
    if match.player == seat:
        mask[match.legal()] = 1
    return {"observation": encoding_of(match.game).encode(match.view(seat)), "action_mask": mask}


def roll(match: Match, rng: np.random.Generator) -> None:
    """All chance up to the next choice."""
    while match.player == CHANCE:
        match.apply(int(rng.integers(match.chance)))


def begun(
    game: Game, seats: int, start: int | None, options: Any, rng: np.random.Generator
) -> Match:
    """A new match up to its first choice; the starting seat is drawn if nobody named one."""
    first = int(rng.integers(seats)) if start is None else start
    match = Match(game, seats, first, options)
    roll(match, rng)
    return match


def check_mode(mode: str | None, modes: list[str]) -> str | None:
    if mode is not None and mode not in modes:
        raise BadOption(
            "a render mode is one of {known}, not {got!r}", known=", ".join(modes), got=mode
        )
    return mode


def shares(match: Match) -> list[float]:
    return match.returns() if match.player == OVER else [0.0] * match.seats
