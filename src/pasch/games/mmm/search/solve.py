"""The solver of Mmm!: the chance that the mice win from every position, without the line rule.

One pass over all pantries that can be left, by squares left; each is looked through once for all
steps of the cat. Whose turn it is does not matter: all decide together.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.engine.record import record_of
from pasch.games.mmm import GAME, Options
from pasch.games.mmm.board_files import board_of
from pasch.games.mmm.rules import ACTIONS, X
from pasch.games.mmm.search.lookahead import blank_lookahead, solve_some
from pasch.games.mmm.search.pantry import Numbering, Pantry, Sizes, count_squares, sizes_of
from pasch.games.mmm.search.worth import NOW, Workspace, blank_workspace, play_games, study
from pasch.sdk import Arrays, BadOption, Position, Size, Words, count

GOALS = ("win",)
MEANINGS = {"win": ("chance to win", 1.0)}

MEMORY = 4_000_000_000
OF_PYTHON = 300_000_000  # what a process has before it solves anything
OF_A_PANTRY = 16  # bytes beside its values: its squares left, and its place in the order of work
SECONDS = 0.9e-4  # for a pantry on one core, about
CHUNK = 1024
IN_A_TASK = 2000


class Unsolved(BadOption):
    folder = Path(__file__).parent


def matters(options: Options) -> dict[str, Any]:
    """Return the options that matter; a board matters by the sizes of its items."""
    foods = sorted(sizes_of(board_of(options.board)))
    return {"foods": [list(sizes) for sizes in foods], "cat_steps": options.cat_steps}


def wider(options: Options) -> Iterator[Options]:
    """Yield the options with more steps of the cat, whose solutions contain this one."""
    fact = next(fact for fact in GAME.option_facts() if fact.name == "cat_steps")
    assert fact.between is not None
    for steps in range(options.cat_steps + 1, fact.between[1] + 1):
        yield replace(options, cat_steps=steps)


def refusal(seats: int, options: Options) -> Unsolved | None:  # noqa: ARG001 - all decide together
    if options.line:
        return Unsolved(
            "Mmm! can't be solved exactly with the line rule: then every single square counts"
        )
    needed = size(options)
    if needed.bytes > MEMORY:
        return Unsolved(
            "solving this board with {steps} steps of the cat takes {memory:.1f} GB for {states:,} "
            "states and about {minutes:.0f} minutes; expected at most {most:.0f} GB",
            steps=options.cat_steps,
            memory=needed.bytes / 1e9,
            states=needed.states,
            minutes=needed.seconds / 60,
            most=MEMORY / 1e9,
        )
    return None


def size(options: Options) -> Size:
    pantries = numbering_of(options).count
    steps = options.cat_steps
    return Size(
        states=pantries * steps,
        bytes=OF_PYTHON + pantries * ((steps + 1) * 8 + OF_A_PANTRY),
        seconds=pantries * SECONDS * (0.5 + steps / 22) / (os.cpu_count() or 1),
    )


def variants(
    options: Options,
    given: set[str],  # noqa: ARG001
    say: Words,
) -> Iterator[tuple[str, Options]]:
    steps = say.many("{n} step", "{n} steps", options.cat_steps)
    yield f"{board_of(options.board).title}, {steps}", options


def numbering_of(options: Options) -> Numbering:
    """Return the numbering of a board; boards with the same foods in another order share it."""
    return numbering_for(tuple(sorted(sizes_of(board_of(options.board)))))


@cache
def numbering_for(foods: tuple[Sizes, ...]) -> Numbering:
    return Numbering(foods)


def solve(options: Options, goal: str, tell: Callable[[int, int], None]) -> Arrays:  # noqa: ARG001
    """Compute the chance to win at the start of a turn, by pantry and steps left to the cat."""
    reason = refusal(1, options)
    if reason:
        raise reason
    return {"values": solve_pantries(numbering_of(options), options.cat_steps, tell)}


def solve_pantries(
    numbering: Numbering, cat_steps: int, tell: Callable[[int, int], None]
) -> npt.NDArray[np.float64]:
    pantry = numbering.lay_out()
    values = np.zeros((numbering.count, cat_steps + 1))
    values[0] = 1.0  # the empty pantry
    squares = np.zeros(numbering.count, np.uint8)
    count_squares(pantry, squares)
    order = np.argsort(squares, kind="stable").astype(np.int32)
    level = np.searchsorted(squares[order], np.arange(1, int(squares.max()) + 2))
    done = 1

    def work(numbers: npt.NDArray[np.int32]) -> int:
        solve_some(pantry, values, blank_lookahead(cat_steps), numbers)
        return len(numbers)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for start, end in pairwise(level):
            chunks = [order[i : min(i + CHUNK, end)] for i in range(start, end, CHUNK)]
            for count in pool.map(work, chunks):
                done += count
                tell(done, numbering.count)
    return values


class Solution:
    def __init__(self, options: Options, goal: str, arrays: Arrays) -> None:  # noqa: ARG002
        self.values = arrays["values"]
        self._numbering = numbering_of(options)
        self._pantry = self._numbering.lay_out()

    def value(self, s: Position) -> float:
        weights, n, _ = self._study(s)
        return float(weights[:n].max() if n else weights[0])

    def choices(self, s: Position) -> dict[int, float]:
        weights, n, workspace = self._study(s)
        return {int(a): float(w) for a, w in zip(workspace.out[:n], weights[:n], strict=True)}

    def _study(self, s: Position) -> tuple[npt.NDArray[np.float64], int, Workspace]:
        workspace, weights = workspace_with(s), np.zeros(ACTIONS)
        return weights, study(self.pantry_of(s), self.values, workspace, weights), workspace

    def playouts(self, s: Position, games: int, seed: int) -> npt.NDArray[np.float64]:
        """Return for each of so many games whether the perfect player wins from here."""
        pantry = self.pantry_of(s)
        starts = range(0, games, IN_A_TASK)
        streams = np.random.SeedSequence(seed).spawn(len(starts))

        def some(start: int, stream: np.random.SeedSequence) -> npt.NDArray[np.float64]:
            workspace, weights = workspace_with(s), np.zeros(ACTIONS)
            rng = np.random.Generator(np.random.SFC64(stream))
            won = np.zeros(min(IN_A_TASK, games - start))
            play_games(pantry, self.values, workspace, rng, weights, won)
            return won

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return np.concatenate(list(pool.map(some, starts, streams)))

    def pantry_of(self, s: Position) -> Pantry:
        """Return the pantry of this board; the numbering may have its foods in another order."""
        sizes = [
            tuple(sorted((count(i) for i in s.items if i & s.foods[food]), reverse=True))
            for food in range(X)
        ]
        order = sorted(range(X), key=sizes.__getitem__)
        assert tuple(sizes[food] for food in order) == self._numbering.foods
        place = np.zeros(X, np.int64)
        place[order] = self._pantry.place
        return self._pantry._replace(place=place)


def workspace_with(s: Position) -> Workspace:
    workspace = blank_workspace()
    workspace.states[NOW] = record_of(s)
    return workspace
