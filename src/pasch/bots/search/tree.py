"""The compiled part of the search: one tree that grows by one playout after another.

A node is what its mover knows: the record without everything that the mover may not see. So two
ways to the same knowledge meet in one node, as do dice that fell in another order, and what a mover
can't know can't change its choice. An edge is one of the mover's actions. In the tree, moves are
chosen by what they brought so far; below it, by the game's quick player and a share of noise.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.core.game.position import CHANCE, OVER, Numbers, Shares
from pasch.core.game.rule import rule
from pasch.engine.compile import kernel
from pasch.engine.dispatch import (
    apply,
    chance,
    choices,
    estimate,
    hide,
    player,
    quick,
    resample,
    returns,
)
from pasch.engine.playouts import pick
from pasch.engine.record import record

MOST_SEATS = 8

NODE = record(
    [
        ("key", "u8"),
        ("slot", "i8"),  # where the table names it
        ("edge", "i8"),  # the first of its edges
        ("edges", "i8"),
        ("visits", "i8"),
        ("favourite", "i8"),  # the edge tried most
    ]
)
EDGE = record(
    [
        ("action", "i8"),
        ("visits", "i8"),
        ("total", "f8", MOST_SEATS),  # by seat: the sum of its shares
        ("squares", "f8"),  # of the mover's
        ("prior", "f8"),
    ]
)
# Where a playout went through the tree.
STEP = record([("node", "i8"), ("edge", "i8"), ("mover", "i8")])

# The records of a tree: what the root's mover knows, the playout's, what its mover knows.
ROOT, NOW, KNOWN = range(3)
RECORDS = 3

# How many nodes and edges there are.
NODES, EDGES = range(2)

# What all playouts brought, by seat.
TOTAL, SQUARES = range(2)


class TreeArrays(NamedTuple):
    """The arrays of a tree, allocated once."""

    states: npt.NDArray[np.void]
    words: npt.NDArray[np.uint64]  # the bytes of the states
    nodes: npt.NDArray[np.void]
    edges: npt.NDArray[np.void]
    table: npt.NDArray[np.int64]  # of a hash: the number of a node and 1, or EMPTY
    used: Numbers
    path: npt.NDArray[np.void]
    out: Numbers
    shares: Shares
    sums: npt.NDArray[np.float64]  # what the playouts brought each seat, and the squares of it


# How it searches: the pull of what was tried seldom, the part of it that goes to the quick
# player's choice ahead of the others, how often a playout moves at random, how many turns the tree
# reaches (0: no further than the choice itself), how many turns below the tree the outcome is
# estimated (0: never), whether the odds of a turn are exact, and how many playouts an estimate
# counts as there.
EXPLORE, TRUST, NOISE, REACH, CUT, EXACT, BELIEF = range(7)

# So many playouts between two looks at whether the choice is settled.
LOOK = 16

NONE = -1
# The seat of somebody who knows the whole position: nothing is guessed.
ALL_KNOWING = -4
FOREVER = 1 << 60
EMPTY = 0
SPREAD = np.uint64(0x9E3779B97F4A7C15)
FOLD = np.uint64(29)


@kernel
def grow(
    tree: TreeArrays,
    tuning: npt.NDArray[np.float64],
    seat: int,
    playouts: int,
    settle: bool,
    opening: int,
    rng: np.random.Generator,
) -> None:
    """Add so many playouts from the root, as this seat knows it.

    Each begins with the action `opening`, if there is one. To settle is to stop once the rest of
    them can't change which action was tried most.

    Each of the game's functions is called in one place only, since it is compiled into it.
    """
    states, words, nodes, edges, table, used, path, out, shares, sums = tree
    s = states[NOW]
    leave = states[ROOT].turn + int(tuning[REACH])
    cut = int(tuning[CUT]) if tuning[CUT] else FOREVER
    for done in range(1, playouts + 1):
        copy_record(words, ROOT, NOW)
        if seat != ALL_KNOWING:
            resample(s, seat, rng)
        steps, in_tree, last_turn, first = 0, True, FOREVER, opening
        while True:
            mover = player(s)
            if mover == OVER:
                returns(s, shares)
                break
            if in_tree:
                last_turn = s.turn + cut
            elif s.turn >= last_turn:
                estimate(s, shares)
                break
            a, first, node, n = first, NONE, NONE, 0
            if mover == CHANCE:
                a = pick(rng, chance(s))
            elif a == NONE:
                in_tree &= steps == 0 or (s.turn < leave and steps < len(path))
                by_lot = not in_tree and rng.random() < tuning[NOISE]
                if in_tree or by_lot:
                    n = choices(s, out)
                if n == 1 and steps > 0:
                    a = out[0]
                elif by_lot:
                    a = out[pick(rng, n)]
                elif in_tree:
                    copy_record(words, NOW, KNOWN)
                    hide(states[KNOWN], mover)
                    node, in_tree = visit(words, nodes, edges, table, used, n, out)
                    if in_tree:
                        edge = best_edge(nodes, edges, node, mover, tuning[EXPLORE])
                        a = edges[edge].action
                        steps = go(path, steps, node, edge, mover)
                if a == NONE:
                    a = quick(s)
                    if node != NONE:
                        edge = favour(nodes, edges, node, a, tuning[TRUST])
                        a = edges[edge].action
                        steps = go(path, steps, node, edge, mover)
            apply(s, a)
        back_up(nodes, edges, path, steps, shares)
        gather(sums, shares)
        if settle and done % LOOK == 0 and lead(nodes, edges) > playouts - done:
            return


@rule
def gather(sums: npt.NDArray[np.float64], shares: Shares) -> None:
    for seat in range(len(shares)):
        sums[TOTAL, seat] += shares[seat]
        sums[SQUARES, seat] += shares[seat] ** 2


@rule
def visit(
    words: npt.NDArray[np.uint64],
    nodes: npt.NDArray[np.void],
    edges: npt.NDArray[np.void],
    table: npt.NDArray[np.int64],
    used: Numbers,
    n: int,
    out: Numbers,
) -> tuple[int, bool]:
    """Return the node of what is known (NONE if there is no room), and whether it is old."""
    key = key_of(words, KNOWN)
    slot = find(nodes, table, key)
    if table[slot] != EMPTY:
        return int(table[slot] - 1), True
    if used[NODES] < len(nodes) and used[EDGES] + n <= len(edges):
        return add(nodes, edges, table, used, key, slot, n, out), False
    return NONE, False


@rule
def copy_record(words: npt.NDArray[np.uint64], of: int, to: int) -> None:
    for i in range(words.shape[1]):
        words[to, i] = words[of, i]


@rule
def key_of(words: npt.NDArray[np.uint64], record: int) -> np.uint64:
    key = SPREAD
    for i in range(words.shape[1]):
        key = (key ^ words[record, i]) * SPREAD
        key ^= key >> FOLD
    return key


@rule
def find(nodes: npt.NDArray[np.void], table: npt.NDArray[np.int64], key: np.uint64) -> int:
    """Return the slot of the table for this key: its node's, or the free one to use."""
    slot = np.int64(key & np.uint64(len(table) - 1))
    while table[slot] != EMPTY and nodes[table[slot] - 1].key != key:
        slot = (slot + 1) & (len(table) - 1)
    return int(slot)


@rule
def add(
    nodes: npt.NDArray[np.void],
    edges: npt.NDArray[np.void],
    table: npt.NDArray[np.int64],
    used: Numbers,
    key: np.uint64,
    slot: int,
    n: int,
    out: Numbers,
) -> int:
    node = used[NODES]
    new = nodes[node]
    new.key = key
    new.slot = slot
    new.edge = used[EDGES]
    new.edges = n
    new.visits = 0
    for i in range(n):
        edge = edges[used[EDGES] + i]
        edge.action = out[i]
        edge.visits = 0
        for seat in range(MOST_SEATS):
            edge.total[seat] = 0.0
        edge.squares = 0.0
    used[NODES] += 1
    used[EDGES] += n
    table[slot] = node + 1
    return int(node)


@rule
def favour(
    nodes: npt.NDArray[np.void], edges: npt.NDArray[np.void], node: int, a: int, trust: float
) -> int:
    """Make the quick player's choice the favourite, which is tried first; return its edge."""
    first = nodes[node].edge
    n = nodes[node].edges
    favourite = first
    for edge in range(first, first + n):
        edges[edge].prior = (1 - trust) / n
        if edges[edge].action == a:
            favourite = edge
    edges[favourite].prior += trust
    nodes[node].favourite = favourite
    return int(favourite)


@rule
def best_edge(
    nodes: npt.NDArray[np.void],
    edges: npt.NDArray[np.void],
    node: int,
    mover: int,
    explore: float,
) -> int:
    """Return the edge with the best mean and pull; an untried one has the favourite's mean."""
    here = nodes[node]
    mean = edges[here.favourite].total[mover] / edges[here.favourite].visits
    pull = explore * np.sqrt(here.visits)
    best = -np.inf
    choice = here.edge
    for edge in range(here.edge, here.edge + here.edges):
        visits = edges[edge].visits
        value = edges[edge].total[mover] / visits if visits else mean
        value += pull * edges[edge].prior / (1 + visits)
        if value > best:
            best = value
            choice = edge
    return int(choice)


@rule
def go(path: npt.NDArray[np.void], steps: int, node: int, edge: int, mover: int) -> int:
    path[steps].node = node
    path[steps].edge = edge
    path[steps].mover = mover
    return steps + 1


@rule
def back_up(
    nodes: npt.NDArray[np.void],
    edges: npt.NDArray[np.void],
    path: npt.NDArray[np.void],
    steps: int,
    shares: Shares,
) -> None:
    """Record the shares on the way back.

    Above an edge that is not the favourite, pass on the favourite's mean, since the mover would
    choose that.
    """
    for i in range(steps - 1, -1, -1):
        node = nodes[path[i].node]
        edge = edges[path[i].edge]
        node.visits += 1
        edge.visits += 1
        edge.squares += shares[path[i].mover] ** 2
        for seat in range(len(shares)):
            edge.total[seat] += shares[seat]
        favourite = edges[node.favourite]
        if edge.visits > favourite.visits:
            node.favourite = path[i].edge
        elif path[i].edge != node.favourite:
            for seat in range(len(shares)):
                shares[seat] = favourite.total[seat] / favourite.visits


@rule
def lead(nodes: npt.NDArray[np.void], edges: npt.NDArray[np.void]) -> int:
    """Return by how many visits the root's favourite is ahead of all others."""
    root = nodes[0]
    most = 0
    for edge in range(root.edge, root.edge + root.edges):
        if edge != root.favourite:
            most = max(most, edges[edge].visits)
    return int(edges[root.favourite].visits - most)


@kernel
def clear(tree: TreeArrays) -> None:
    """Empty the tree, in time proportional to its nodes."""
    nodes, table, used = tree.nodes, tree.table, tree.used
    for node in range(used[NODES]):
        table[nodes[node].slot] = EMPTY
    used[NODES] = 0
    used[EDGES] = 0
