"""The search: it plays the game out many times to find what each action is worth.

A searcher knows what its seat may know and nothing else. Its trees are arrays, made once and used
again for every decision.
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

from pasch.bots.search import tree, turn_solver
from pasch.core.errors import BadOption
from pasch.core.game.position import Position
from pasch.core.game.rule import Tuning
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.engine.record import Record, blank, dtype_of, record_of

# Playouts of one tree. More of them are spread over several trees with streams of their own, so
# that the same seed gives the same result on any number of cores.
IN_ONE_TREE = 1 << 12  # a power of two, for the table of nodes
# To weigh a position, several small trees are grown: their differences show the error.
IN_A_SMALL_TREE = 512
LEAST_TREES = 4
# Edges allocated for each node, on average.
BRANCHING = 12
DEEPEST = 256
# A tree grows for this part of the time left before the clock is read again; at first for so many
# playouts.
PART = 0.25
FIRST_PLAYOUTS = 16


@dataclass(frozen=True)
class Budget:
    """The cost of one decision: a number of playouts, or of milliseconds."""

    playouts: int = 0
    milliseconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.playouts > 0) == (self.milliseconds > 0):
            raise BadOption(
                "a search takes either playouts or milliseconds, more than 0, "
                "not {playouts} and {milliseconds}",
                playouts=self.playouts,
                milliseconds=self.milliseconds,
            )


@dataclass(frozen=True)
class Finding:
    """The result for one action: its playouts, their mean share of the victory, and its error."""

    action: int
    visits: int
    value: float
    error: float


@dataclass(frozen=True)
class Outlook:
    """The value of a position: the mean share of every seat, and the errors."""

    shares: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]


Root = dict[int, npt.NDArray[np.float64]]


class Net:
    """The rest of a turn as a net of positions (turn_solver.py)."""

    def __init__(self, game: Game, belief: int) -> None:
        states = blank(dtype_of(game.rules.STATE), turn_solver.PLACES + 1)
        self.belief = float(belief)
        self.arrays = turn_solver.NetArrays(
            states=states,
            words=np.frombuffer(states.data, np.uint64).reshape(len(states), -1),
            places=blank(turn_solver.PLACE, turn_solver.PLACES),
            ways=blank(turn_solver.WAY, turn_solver.WAYS),
            table=np.zeros(4 * turn_solver.PLACES, np.int64),
            used=np.zeros(2, np.int64),
            order=np.zeros(turn_solver.PLACES, np.int64),
            weight=np.zeros(turn_solver.PLACES),
            out=np.empty(game.rules.ACTIONS, np.int64),
            shares=np.zeros(game.seats[1]),
        )

    def plant(self, view: Record) -> bool:
        """Write down the rest of this turn; return whether it is short enough."""
        self.arrays.states[0] = view
        return bool(turn_solver.spread(self.arrays))

    def root(self, seat: int) -> Root:
        """Return the same sums as a tree: as if each visit had brought about its action's value."""
        root = self.arrays.places[0]
        ways = self.arrays.ways[root.way : root.way + root.ways]
        return {int(way.action): self._counted(way, seat) for way in ways}

    def _counted(self, way: Record, seat: int) -> npt.NDArray[np.float64]:
        value = self.arrays.places[way.to].value[seat]
        variance = turn_solver.variance_of(self.arrays, way.to, seat, self.belief)
        n = way.visits
        return np.array([n, n * value, n * (n * variance + value**2)])


class Tree:
    """One search tree, and the net for the rest of the turn if the game asks for exact odds."""

    def __init__(self, game: Game, tuning: Tuning) -> None:
        states = blank(dtype_of(game.rules.STATE), tree.RECORDS)
        self.arrays = tree.TreeArrays(
            states=states,
            words=np.frombuffer(states.data, np.uint64).reshape(len(states), -1),
            nodes=blank(tree.NODE, IN_ONE_TREE),
            edges=blank(tree.EDGE, IN_ONE_TREE * BRANCHING),
            table=np.zeros(4 * IN_ONE_TREE, np.int64),
            used=np.zeros(2, np.int64),
            path=blank(tree.STEP, DEEPEST),
            out=np.empty(game.rules.ACTIONS, np.int64),
            shares=np.zeros(game.seats[1]),
            sums=np.zeros((2, game.seats[1])),
        )
        self.opening = tree.NONE
        self.net = Net(game, tuning.belief) if tuning.exact else None
        self.in_net = False

    def plant(self, view: Record, stream: np.random.SeedSequence) -> None:
        """Start anew, to choose an action in this position."""
        self._plant(view, stream, tree.NONE)
        self.in_net = self.net is not None and self.net.plant(view)

    def plant_whole(self, view: Record, stream: np.random.SeedSequence, opening: int) -> None:
        """Start anew, to weigh this position; with an opening, to weigh what follows it."""
        self._plant(view, stream, opening)
        self.in_net = False

    def _plant(self, view: Record, stream: np.random.SeedSequence, opening: int) -> None:
        self.rng = np.random.Generator(np.random.SFC64(stream))
        self.arrays.states[tree.ROOT] = view
        self.opening = opening
        self.arrays.sums[:] = 0.0
        tree.clear(self.arrays)

    def grow(self, tuning: npt.NDArray[np.float64], seat: int, playouts: int, settle: bool) -> None:
        """Add so many playouts; with `settle`, stop once the rest can't change the choice."""
        if self.net is not None and self.in_net:
            turn_solver.play_on(self.net.arrays, tuning, playouts, self.rng)
        else:
            tree.grow(self.arrays, tuning, seat, playouts, settle, self.opening, self.rng)

    def root(self, seat: int) -> Root:
        """Return, by action: its visits, and the sums of the seat's shares and of their squares."""
        if self.net is not None and self.in_net:
            return self.net.root(seat)
        node = self.arrays.nodes[0]
        return {
            int(edge.action): np.array([edge.visits, edge.total[seat], edge.squares])
            for edge in self.arrays.edges[node.edge : node.edge + node.edges]
        }


class Searcher:
    """The search of one game. One thread at a time may call `think`.

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
        self.tuning = tuning or tuning_of(game)
        alone = None if tuning else tuning_alone(game)
        self._alone = Searcher(game, alone, cores) if alone else self
        self._numbers = np.array(astuple(self.tuning), np.float64)
        self.cores = cores
        self._idle: list[Tree] = []

    def think(self, match: Match, budget: Budget, seed: int) -> list[Finding]:
        """Return what each action is worth to the seat to choose, in the order of `match.legal()`.

        A budget in playouts gives the same findings for the same seed on any number of cores.
        An action that is surely no better than another may be left without a visit.
        """
        return self._for(match)._think(match, budget, seed, settle=False)

    def choose(self, match: Match, budget: Budget, seed: int) -> int:
        """Return the best action; skip the playouts that can't change it any more."""
        return best(self._for(match)._think(match, budget, seed, settle=True)).action

    def _for(self, match: Match) -> "Searcher":
        return self._alone if match.seats == 1 else self

    def _think(self, match: Match, budget: Budget, seed: int, settle: bool) -> list[Finding]:
        legal = match.legal()
        if len(legal) == 1:
            return [Finding(legal[0], 0, float("nan"), float("nan"))]
        seat = match.player
        view = record_of(match.view(seat))
        end = time.perf_counter() + budget.milliseconds / 1000
        parts = split(budget.playouts) if budget.playouts else [0] * self.cores
        streams = np.random.SeedSequence(seed).spawn(len(parts))
        settle &= len(parts) == 1

        def work(playouts: int, stream: np.random.SeedSequence) -> Root:
            with self._idle_tree() as it:
                it.plant(view, stream)
                if playouts:
                    it.grow(self._numbers, seat, playouts, settle)
                else:
                    grow_until(end, lambda n: it.grow(self._numbers, seat, n, settle=False))
                return it.root(seat)

        if self.cores == 1:
            return merged(legal, list(map(work, parts, streams)))
        with ThreadPoolExecutor(self.cores) as pool:
            return merged(legal, list(pool.map(work, parts, streams)))

    def weigh(
        self, view: Position, seat: int, playouts: int, seed: int, opening: int | None = None
    ) -> Outlook:
        """Return what a position is worth to every seat, judged by what this view shows.

        With an `opening`, judge it after this action. Several threads may call this at once.
        """
        trees = max(LEAST_TREES, -(-playouts // IN_A_SMALL_TREE))
        each = -(-playouts // trees)
        sums = np.zeros((trees, 2, view.seats))
        known = record_of(view)
        for i, stream in enumerate(np.random.SeedSequence(seed).spawn(trees)):
            with self._idle_tree() as it:
                it.plant_whole(known, stream, tree.NONE if opening is None else opening)
                it.grow(self._numbers, seat, each, settle=False)
                sums[i] = it.arrays.sums[:, : view.seats]
        return outlook(sums / each, each)

    @contextmanager
    def _idle_tree(self) -> Iterator[Tree]:
        """Lend a tree that is not in use, a new one if all are."""
        try:
            it = self._idle.pop()
        except IndexError:
            it = Tree(self.game, self.tuning)
        with np.errstate(over="ignore"):  # keys wrap around; plain Python would warn
            yield it
        self._idle.append(it)


def split(playouts: int) -> list[int]:
    """Spread playouts evenly over as few trees as possible."""
    trees = -(-playouts // IN_ONE_TREE)
    return [playouts * (i + 1) // trees - playouts * i // trees for i in range(trees)]


def grow_until(end: float, grow: Callable[[int], None]) -> None:
    """Call `grow` until the time is over, with as many playouts as the last call's speed allows."""
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
    """Return one finding for each legal action, from the sums of several trees."""
    untried = np.zeros(3)
    counted = (np.sum([root.get(a, untried) for root in roots], axis=0) for a in legal)
    return [finding(a, *each) for a, each in zip(legal, counted, strict=True)]


def finding(a: int, visits: float, total: float, squares: float) -> Finding:
    """Return the mean and its error from these sums."""
    if visits == 0:
        return Finding(a, 0, float("nan"), float("nan"))
    mean = total / visits
    variance = max(squares / visits - mean * mean, 0.0)
    return Finding(a, int(visits), float(mean), float(np.sqrt(variance / visits)))


def outlook(means: npt.NDArray[np.float64], playouts: int) -> Outlook:
    """Return the outlook from the means of several trees, each of so many playouts.

    Playouts of one tree resemble each other, since they follow what it learnt. So the error is
    computed within the trees and between them, and the larger one counts.
    """
    trees = len(means)
    shares = means[:, tree.TOTAL].mean(axis=0)
    within = np.maximum(means[:, tree.SQUARES].mean(axis=0) - shares * shares, 0.0) / playouts
    between = means[:, tree.TOTAL].var(axis=0, ddof=1)
    return Outlook(shares, np.sqrt(np.maximum(within, between) / trees))


def best(findings: Sequence[Finding]) -> Finding:
    """Return the finding with the most visits; among equals, the one with the highest value."""
    return max(findings, key=lambda each: (each.visits, each.value))


def to_compile(game: Game) -> list[tuple[Any, tuple[Any, ...]]]:
    """Return the compiled functions that a search of this game calls, with their argument types."""
    numbers = np.zeros(len(fields(Tuning)))
    it = Tree(game, tuning_alone(game) or tuning_of(game))
    rng = np.random.Generator(np.random.SFC64(0))
    calls: list[tuple[Any, Any]] = [
        (tree.clear, (it.arrays,)),
        (tree.grow, (it.arrays, numbers, 0, 1, False, 0, rng)),
    ]
    if it.net is not None:
        net = it.net.arrays
        calls += [
            (turn_solver.spread, (net,)),
            (turn_solver.play_on, (net, numbers, 1, rng)),
            (turn_solver.variance_of, (net, 0, 0, 1.0)),
        ]
    return [(function, tuple(map(numba.typeof, given))) for function, given in calls]


def tuning_of(game: Game) -> Tuning:
    """Return how this game is searched."""
    return getattr(game.quick_player, "SEARCH", None) or Tuning()


def tuning_alone(game: Game) -> Tuning | None:
    """Return how choices are searched at a table for one, if that differs."""
    return getattr(game.quick_player, "ALONE", None)
