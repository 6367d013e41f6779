"""The value of any moment of a solo game, from the values of the rounds at their starts.

The rest of the round is gone through with the rules themselves.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.engine.compile import kernel
from pasch.engine.playouts import pick
from pasch.engine.record import blank, dtype_of
from pasch.games.mice_to_meet_you.rules import (
    ACT,
    ACTIONS,
    BIT,
    END,
    FACES,
    HAND,
    ROLL,
    SECOND,
    STATE,
    apply,
    legal,
)
from pasch.games.mice_to_meet_you.search.hands import CARD, Floats, Ints
from pasch.sdk import count, rule

NOW = 0
DEPTH = 4  # a roll, a first card, a second card


class Workspace(NamedTuple):
    """The arrays to evaluate one moment with."""

    states: npt.NDArray[np.void]  # the moment, and at each depth what came of it
    words: npt.NDArray[np.uint64]  # their bytes
    out: Ints  # at each depth: the legal actions


def blank_workspace() -> Workspace:
    states = blank(dtype_of(STATE), DEPTH)
    return Workspace(
        states=states,
        words=states.view(np.uint8).reshape(DEPTH, -1).view(np.uint64),
        out=np.zeros((DEPTH, ACTIONS), np.int64),
    )


@kernel
def happen(workspace: Workspace, depth: int, a: int) -> None:
    """Apply an action or outcome to the state at this depth; the result is at the next depth."""
    workspace.words[depth + 1] = workspace.words[depth]
    apply(workspace.states[depth + 1], a)


@kernel
def list_legal(workspace: Workspace, depth: int) -> int:
    return legal(workspace.states[depth], workspace.out[depth])


@rule
def between_rounds(values: Floats, workspace: Workspace, depth: int, ends: Floats) -> float:
    """Return the value at the start of a round, or at the end.

    `ends` has the values of ends, by open dice cards and by cards left.
    """
    s = workspace.states[depth]
    if s.phase >= END:
        return ends[0, count(s.open[0])] if s.hand[0] == 0 else ends[1, count(s.hand[0])]
    hand = 0
    for i in range(HAND):
        if s.hand[0] & BIT[CARD[i]]:
            hand |= BIT[i]
    return values[hand, s.open[0] >> 1, s.nuts[0]]


@kernel
def worth_at_second(values: Floats, workspace: Workspace, depth: int, ends: Floats) -> float:
    best = 0.0
    for i in range(list_legal(workspace, depth)):
        happen(workspace, depth, workspace.out[depth, i])
        best = max(best, between_rounds(values, workspace, depth + 1, ends))
    return best


@kernel
def worth_after_act(values: Floats, workspace: Workspace, depth: int, ends: Floats) -> float:
    if workspace.states[depth].phase == SECOND:
        return worth_at_second(values, workspace, depth, ends)
    return between_rounds(values, workspace, depth, ends)


@kernel
def worth_at_act(values: Floats, workspace: Workspace, depth: int, ends: Floats) -> float:
    best = 0.0
    for i in range(list_legal(workspace, depth)):
        happen(workspace, depth, workspace.out[depth, i])
        best = max(best, worth_after_act(values, workspace, depth + 1, ends))
    return best


@kernel
def worth_at_roll(values: Floats, workspace: Workspace, ends: Floats) -> float:
    """Return the mean value over all rolls of the dice not yet rolled."""
    s = workspace.states[NOW]
    dice = s.dice - s.rolled
    ways = FACES**dice
    total = 0.0
    for way in range(ways):
        rest = way
        happen(workspace, NOW, rest % FACES)
        for _ in range(1, dice):
            rest //= FACES
            apply(workspace.states[NOW + 1], rest % FACES)
        total += worth_at_act(values, workspace, NOW + 1, ends)
    return total / ways


@kernel
def worth(values: Floats, workspace: Workspace, ends: Floats) -> float:
    """Return the value of the moment at the workspace."""
    s = workspace.states[NOW]
    if s.phase == ACT:
        return worth_at_act(values, workspace, NOW, ends)
    if s.phase == ROLL and s.rolled > 0:
        return worth_at_roll(values, workspace, ends)
    return worth_after_act(values, workspace, NOW, ends)


@kernel
def weigh(values: Floats, workspace: Workspace, ends: Floats, weights: Floats) -> int:
    """Compute the value of each legal action in `workspace.out[NOW]`; return how many there are."""
    n = list_legal(workspace, NOW)
    for i in range(n):
        happen(workspace, NOW, workspace.out[NOW, i])
        weights[i] = worth_after_act(values, workspace, NOW + 1, ends)
    return n


@kernel
def play_games(
    values: Floats, workspace: Workspace, ends: Floats, rng: np.random.Generator, shares: Floats
) -> None:
    """Play the moment at the workspace perfectly to its end, again and again."""
    begin = workspace.words[NOW].copy()
    weights = np.zeros(ACTIONS)
    s = workspace.states[NOW]
    for game in range(len(shares)):
        workspace.words[NOW] = begin
        while s.phase < END:
            if s.phase == ROLL:
                a = pick(rng, FACES)
            else:
                n = weigh(values, workspace, ends, weights)
                a = workspace.out[NOW, np.argmax(weights[:n])]
            happen(workspace, NOW, a)
            workspace.words[NOW] = workspace.words[NOW + 1]
        shares[game] = between_rounds(values, workspace, NOW, ends)
