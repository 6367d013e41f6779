"""The solver of Mice to Meet You alone: the expected grade, or the chance of an empty hand.

One pass over all hands, the smallest first. The level is no more than the nuts one starts with, so
all levels are solved at once.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.engine.record import record_of
from pasch.games.mice_to_meet_you import Options
from pasch.games.mice_to_meet_you.rules import ACTIONS, BEST, HAND
from pasch.games.mice_to_meet_you.search.hands import (
    HANDS,
    OPEN,
    blank_values,
    solve_hands,
    tray_of,
    worth_of_cards,
    worth_of_empty_hand,
)
from pasch.games.mice_to_meet_you.search.worth import (
    NOW,
    Workspace,
    blank_workspace,
    play_games,
    weigh,
    worth,
)
from pasch.sdk import Arrays, BadOption, Position, Size, Words

GOALS = ("grade", "empty")
MEANINGS = {
    "grade": ("expected grade, 0 to 6", float(BEST)),
    "empty": ("chance of an empty hand", 1.0),
}

LEVELS = range(4)
OF_PYTHON = 300_000_000  # bytes a process has before it solves anything
SECONDS = 1.0e-5  # for a state on one core, about
CHUNK = 128
IN_A_TASK = 10_000


class Unsolved(BadOption):
    folder = Path(__file__).parent


def matters(options: Options) -> dict[str, Any]:
    return {
        "dice_cards": options.dice_cards,
        "nuts": options.nuts,
        "threshold": options.threshold,
    }


def wider(options: Options) -> tuple[Options, ...]:  # noqa: ARG001 - none knows another
    return ()


def refusal(seats: int, options: Options) -> Unsolved | None:  # noqa: ARG001 - any can be solved
    if seats != 1:
        return Unsolved(
            "Mice to Meet You is solved exactly only for one player, not for {seats}", seats=seats
        )
    return None


def size(options: Options) -> Size:
    states = HANDS * OPEN * (options.nuts + 1)
    return Size(
        states=states,
        bytes=OF_PYTHON + 8 * states,
        seconds=states * SECONDS / (os.cpu_count() or 1),
    )


def variants(options: Options, given: set[str], say: Words) -> Iterator[tuple[str, Options]]:
    """Yield every level, unless one was asked for."""
    for level in [options.level] if "level" in given else LEVELS:
        yield say("level {n}", n=level), replace(options, level=level)


def solve(options: Options, goal: str, tell: Callable[[int, int], None]) -> Arrays:
    """Compute the value of a round's start, by hand, open dice cards beside the 6, and nuts."""
    tray = tray_of(options.dice_cards, options.threshold, goal)
    values = blank_values(options.nuts, goal)
    cards = np.bitwise_count(np.arange(HANDS))
    done = 1

    def work(hands: npt.NDArray[np.int64]) -> int:
        solve_hands(tray, values, hands)
        return len(hands)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for size in range(1, HAND + 1):
            hands = np.flatnonzero(cards == size)
            chunks = [hands[i : i + CHUNK] for i in range(0, len(hands), CHUNK)]
            for count in pool.map(work, chunks):
                done += count
                tell(done, HANDS)
    return {"values": values}


class Solution:
    def __init__(self, options: Options, goal: str, arrays: Arrays) -> None:  # noqa: ARG002
        self.values = arrays["values"]
        self.ends = np.array(
            [
                [worth_of_empty_hand(n, goal) for n in range(HAND + 1)],
                [worth_of_cards(n, goal) for n in range(HAND + 1)],
            ]
        )

    def value(self, s: Position) -> float:
        return float(worth(self.values, workspace_with(s), self.ends))

    def choices(self, s: Position) -> dict[int, float]:
        workspace, weights = workspace_with(s), np.zeros(ACTIONS)
        n = weigh(self.values, workspace, self.ends, weights)
        return {int(a): float(w) for a, w in zip(workspace.out[NOW, :n], weights[:n], strict=True)}

    def playouts(self, s: Position, games: int, seed: int) -> npt.NDArray[np.float64]:
        """Return what the perfect player reaches from here, for each of so many games."""
        starts = range(0, games, IN_A_TASK)
        streams = np.random.SeedSequence(seed).spawn(len(starts))

        def some(start: int, stream: np.random.SeedSequence) -> npt.NDArray[np.float64]:
            rng = np.random.Generator(np.random.SFC64(stream))
            shares = np.zeros(min(IN_A_TASK, games - start))
            play_games(self.values, workspace_with(s), self.ends, rng, shares)
            return shares

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return np.concatenate(list(pool.map(some, starts, streams)))


def workspace_with(s: Position) -> Workspace:
    workspace = blank_workspace()
    workspace.states[NOW] = record_of(s)
    return workspace
