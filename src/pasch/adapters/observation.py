"""What the Gymnasium and PettingZoo interfaces share: observations, spaces, and chance inside."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.adapters.encoding import encoding_of
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.core.optional import need

Observation = dict[str, npt.NDArray[np.int8]]


def spaces(game: Game) -> tuple[Any, Any]:
    """Return the spaces of a seat's observations and of its actions."""
    need("gymnasium", "env")
    from gymnasium.spaces import Box, Dict, Discrete  # noqa: PLC0415 - an extra

    actions = game.rules.ACTIONS
    columns = Box(-128, 127, (encoding_of(game).width,), np.int8)
    mask = Box(0, 1, (actions,), np.int8)
    return Dict({"observation": columns, "action_mask": mask}), Discrete(actions)


def observation(match: Match, seat: int) -> Observation:
    """Return the seat's view, and a 1 for every action it may choose now."""
    mask = np.zeros(match.game.rules.ACTIONS, np.int8)
    if match.player == seat:
        mask[match.legal()] = 1
    return {"observation": encoding_of(match.game).encode(match.view(seat)), "action_mask": mask}


def roll(match: Match, rng: np.random.Generator) -> None:
    """Draw everything that chance decides before the next choice."""
    while match.player == CHANCE:
        match.apply(int(rng.integers(match.chance)))


def begin(
    game: Game, seats: int, start: int | None, options: Any, rng: np.random.Generator
) -> Match:
    """Return a new match at its first choice; without a `start` the starting seat is drawn."""
    first = int(rng.integers(seats)) if start is None else start
    match = Match(game, seats, first, options)
    roll(match, rng)
    return match


def shares(match: Match) -> list[float]:
    """Return every seat's share of the victory; zeros before the end."""
    return match.returns() if match.player == OVER else [0.0] * match.seats
