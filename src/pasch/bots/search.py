"""Search: what each action is worth, found by playing the game out from here many times.

The searcher thinks with what its seat may know and nothing else. Its trees are arrays made once and
used again for every decision.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from pasch.bots import tree
from pasch.core.errors import BadOption
from pasch.core.estimate import Tuning
from pasch.core.facts import Game
from pasch.core.match import Match
from pasch.core.record import State, blank

# Playouts of one tree. More of them are spread over several trees with streams of their own, so
# that the same seed gives the same result on any number of cores.
IN_ONE_TREE = 1 << 12  # a power of two, for the table of nodes
# Edges made ready for each node, on average.
BRANCHING = 12
DEEPEST = 256
# How long a tree grows between two looks at the clock: a part of the time left, at least so many.
PART = 0.25
FIRST_PLAYOUTS = 16


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: so many playouts, or so many milliseconds."""

    playouts: int = 0
    milliseconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.playouts > 0) == (self.milliseconds > 0):
            raise BadOption(
                "a search takes either playouts or milliseconds, more than 0, "
                f"not {self.playouts} and {self.milliseconds}"
            )


@dataclass(frozen=True)
class Finding:
    """One action: how often it was played out, the mean share it brought, and the error of it."""

    action: int
    visits: int
    value: float
    error: float


Root = dict[int, npt.NDArray[np.float64]]


class Tree:
    """One tree and all it needs, made once."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        self.states = blank(rules.STATE, tree.RECORDS)
        self.words = np.frombuffer(self.states.data, np.uint64).reshape(tree.RECORDS, -1)
        self.nodes = blank(tree.NODE, IN_ONE_TREE)
        self.edges = blank(tree.EDGE, IN_ONE_TREE * BRANCHING)
        self.table = np.zeros(4 * IN_ONE_TREE, np.int64)
        self.used = np.zeros(2, np.int64)
        self.path = blank(tree.STEP, DEEPEST)
        self.out = np.empty(rules.ACTIONS, np.int64)
        self.shares = np.zeros(game.seats[1])

    def plant(self, view: State, stream: np.random.SeedSequence) -> None:
        self.states[tree.ROOT] = view
        tree.clear(self.nodes, self.table, self.used)
        self.rng = np.random.Generator(np.random.SFC64(stream))

    def grow(self, tuning: npt.NDArray[np.float64], seat: int, playouts: int) -> None:
        tree.grow(*self.arguments(tuning, seat, playouts))

    def arguments(self, tuning: npt.NDArray[np.float64], seat: int, playouts: int) -> Any:
        return (
            self.states,
            self.words,
            self.nodes,
            self.edges,
            self.table,
            self.used,
            self.path,
            tuning,
            seat,
            playouts,
            self.rng,
            self.out,
            self.shares,
        )

    def root(self, seat: int) -> Root:
        """Of each action tried: visits, and the sums of the seat's shares and of their squares."""
        node = self.nodes[0]
        return {
            int(edge.action): np.array([edge.visits, edge.total[seat], edge.squares])
            for edge in self.edges[node.edge : node.edge + node.edges]
        }


class Searcher:
    """Thinks about one game. `think` may be called from one thread at a time.

    >>> import numpy as np, pasch
    >>> match = pasch.new("so-ein-mist", seats=3, start=0)
    >>> while match.player == pasch.CHANCE:
    ...     match.apply(0)
    >>> searcher = Searcher(match.game)
    >>> findings = searcher.think(match, Budget(playouts=100), seed=1)
    >>> [finding.action for finding in findings] == match.legal()
    True
    >>> sum(finding.visits for finding in findings)
    100
    """

    def __init__(self, game: Game, tuning: Tuning | None = None, cores: int = 1) -> None:
        self.game = game
        self.tuning: Tuning = tuning or getattr(game.play, "SEARCH", None) or Tuning()
        self._numbers = np.array(astuple(self.tuning), np.float64)
        self.cores = cores
        self._idle: list[Tree] = []

    def think(self, match: Match, budget: Budget, seed: int) -> list[Finding]:
        """What the actions of the seat to choose are worth to it, in the order of `match.legal()`.

        A budget in playouts gives the same findings for the same seed on any number of cores.
        An action that is surely no better than another may be left without a visit.
        """
        legal = match.legal()
        if len(legal) == 1:
            return [Finding(legal[0], 0, float("nan"), float("nan"))]
        seat = match.player
        view = match.view(seat)
        end = time.perf_counter() + budget.milliseconds / 1000
        parts = split(budget.playouts) if budget.playouts else [0] * self.cores
        streams = np.random.SeedSequence(seed).spawn(len(parts))

        def work(playouts: int, stream: np.random.SeedSequence) -> Root:
            with self._a_tree() as it:
                it.plant(view, stream)
                if playouts:
                    it.grow(self._numbers, seat, playouts)
                else:
                    grow_until(end, lambda n: it.grow(self._numbers, seat, n))
                return it.root(seat)

        if self.cores == 1:
            return merged(legal, list(map(work, parts, streams)))
        with ThreadPoolExecutor(self.cores) as pool:
            return merged(legal, list(pool.map(work, parts, streams)))

    @contextmanager
    def _a_tree(self) -> Iterator[Tree]:
        """One that nobody thinks with; there are never more than cores."""
        try:
            it = self._idle.pop()
        except IndexError:
            it = Tree(self.game)
        yield it
        self._idle.append(it)


def split(playouts: int) -> list[int]:
    """Over as few trees as it takes, as evenly as it goes."""
    trees = -(-playouts // IN_ONE_TREE)
    return [playouts * (i + 1) // trees - playouts * i // trees for i in range(trees)]


def grow_until(end: float, grow: Callable[[int], None]) -> None:
    """Part by part, each sized by how fast the last one was."""
    playouts = FIRST_PLAYOUTS
    while True:
        before = time.perf_counter()
        grow(playouts)
        now = time.perf_counter()
        fits = int(playouts * (end - now) / max(now - before, 1e-6))
        if fits < 1:
            return
        playouts = max(1, min(int(fits * PART) + 1, 4 * playouts))


def merged(legal: list[int], roots: Sequence[Root]) -> list[Finding]:
    untried = np.zeros(3)
    counted = (np.sum([root.get(a, untried) for root in roots], axis=0) for a in legal)
    return [finding(a, *each) for a, each in zip(legal, counted, strict=True)]


def finding(a: int, visits: float, total: float, squares: float) -> Finding:
    if visits == 0:
        return Finding(a, 0, float("nan"), float("nan"))
    mean = total / visits
    variance = max(squares / visits - mean * mean, 0.0)
    return Finding(a, int(visits), float(mean), float(np.sqrt(variance / visits)))


def best(findings: Sequence[Finding]) -> Finding:
    """The one tried most, and of those the one worth most."""
    return max(findings, key=lambda each: (each.visits, each.value))


def to_compile(game: Game) -> list[tuple[Any, tuple[Any, ...]]]:
    """What a search of this game calls, with the types it is called with."""
    it = Tree(game)
    it.rng = np.random.Generator(np.random.SFC64(0))
    arguments = it.arguments(np.zeros(len(fields(Tuning))), 0, 1)
    clearing = (it.nodes, it.table, it.used)
    return [
        (tree.clear, tuple(map(numba.typeof, clearing))),
        (tree.grow, tuple(map(numba.typeof, arguments))),
    ]
