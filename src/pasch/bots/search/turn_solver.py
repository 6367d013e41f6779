"""The compiled part of the search for short turns: exact odds up to the end of the turn.

Everything that can still happen in this turn is written down once, as a net of positions; two ways
to the same position meet in one. The positions in which the turn has ended are its ends. Playouts
start at ends and estimate their values. From the ends back, chance is averaged and movers choose
their best, exactly. So every playout counts for each way that leads to its end.

This works for games in which nothing is hidden, if the net is small enough.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.bots.search.tree import (
    BELIEF,
    CUT,
    EMPTY,
    FOREVER,
    MOST_SEATS,
    NOISE,
    copy_record,
    find,
    key_of,
)
from pasch.core.game.position import CHANCE, OVER, Numbers, Shares
from pasch.core.game.rule import rule
from pasch.engine.compile import kernel
from pasch.engine.dispatch import apply, chance, choices, estimate, player, quick, returns
from pasch.engine.playouts import pick
from pasch.engine.record import Record, record

PLACE = record(
    [
        ("key", "u8"),
        ("mover", "i8"),  # a seat, CHANCE, or OVER where the turn has ended
        ("way", "i8"),  # the first of its ways on
        ("ways", "i8"),
        ("rank", "i8"),  # how many steps at most to an end
        ("choice", "i8"),  # the way its mover takes
        ("value", "f8", MOST_SEATS),
        ("sure", "i8"),  # of an end: whether the game is over
        ("first", "f8", MOST_SEATS),  # of an end: its estimate, and what its playouts brought
        ("visits", "i8"),
        ("total", "f8", MOST_SEATS),
        ("squares", "f8"),  # of the root's mover
    ]
)
WAY = record([("action", "i8"), ("to", "i8"), ("visits", "i8")])

# The net has room for so many places, of so many ways on average.
PLACES = 1 << 12
WAYS = 8 * PLACES
# Records beyond those of the places: the playout's.
NOW = PLACES

# How many there are.
USED_PLACES, USED_WAYS = range(2)

# Playouts between two computations of the values.
LOOK = 8


class NetArrays(NamedTuple):
    """The arrays of a net, allocated once."""

    states: npt.NDArray[np.void]  # by place, and the playout's
    words: npt.NDArray[np.uint64]  # the bytes of the states
    places: npt.NDArray[np.void]
    ways: npt.NDArray[np.void]
    table: npt.NDArray[np.int64]  # of a hash: the number of a place and 1, or EMPTY
    used: Numbers
    order: Numbers  # of the places: whatever one leads to comes before it
    weight: Shares
    out: Numbers
    shares: Shares


@kernel
def spread(net: NetArrays) -> bool:
    """Write down the rest of the turn from the first place on; return False if it does not fit."""
    states, words, places, ways = net.states, net.words, net.places, net.ways
    table, used, order, out, shares = net.table, net.used, net.order, net.out, net.shares
    for slot in range(len(table)):
        table[slot] = EMPTY
    used[USED_PLACES] = 1
    used[USED_WAYS] = 0
    turn = states[0].turn
    here = 0
    while here < used[USED_PLACES]:
        place = places[here]
        place.mover = player(states[here])
        place.way = used[USED_WAYS]
        place.ways = 0
        place.rank = 0
        place.visits = 0
        place.squares = 0.0
        place.sure = place.mover == OVER
        if place.mover == OVER or states[here].turn != turn:
            if place.sure:
                returns(states[here], shares)
            else:
                estimate(states[here], shares)
            for seat in range(len(shares)):
                place.value[seat] = shares[seat]
                place.first[seat] = shares[seat]
                place.total[seat] = 0.0
            place.mover = OVER
        else:
            by_chance = place.mover == CHANCE
            n = chance(states[here]) if by_chance else choices(states[here], out)
            if used[USED_WAYS] + n > len(ways) or used[USED_PLACES] + n > len(places):
                return False
            for i in range(n):
                a = i if by_chance else out[i]
                copy_record(words, here, used[USED_PLACES])
                apply(states[used[USED_PLACES]], a)
                way = ways[used[USED_WAYS]]
                way.action = a
                way.to = settle(words, places, table, used)
                way.visits = 0
                used[USED_WAYS] += 1
            place.ways = n
        here += 1
    put_in_order(places, ways, used, order)
    work_out(places, ways, used, order, len(shares), 1.0)
    return True


@rule
def settle(
    words: npt.NDArray[np.uint64],
    places: npt.NDArray[np.void],
    table: npt.NDArray[np.int64],
    used: Numbers,
) -> int:
    """Return the place of the record that was written last, a new one if there was none."""
    new = used[USED_PLACES]
    key = key_of(words, new)
    slot = find(places, table, key)
    if table[slot] == EMPTY:
        places[new].key = key
        used[USED_PLACES] += 1
        table[slot] = used[USED_PLACES]
    return int(table[slot] - 1)


@rule
def put_in_order(
    places: npt.NDArray[np.void], ways: npt.NDArray[np.void], used: Numbers, order: Numbers
) -> None:
    """Sort the places by rank: everything a place leads to comes before it."""
    n = used[USED_PLACES]
    higher = True
    highest = 0
    while higher:
        higher = False
        for here in range(n):
            place = places[here]
            for way in range(place.way, place.way + place.ways):
                rank = places[ways[way].to].rank + 1
                if rank > place.rank:
                    place.rank = rank
                    highest = max(highest, rank)
                    higher = True
    i = 0
    for rank in range(highest + 1):
        for here in range(n):
            if places[here].rank == rank:
                order[i] = here
                i += 1


@rule
def work_out(
    places: npt.NDArray[np.void],
    ways: npt.NDArray[np.void],
    used: Numbers,
    order: Numbers,
    seats: int,
    belief: float,
) -> None:
    """Compute the value of every place from the present values of the ends.

    The estimate of an end counts as `belief` playouts.
    """
    for i in range(used[USED_PLACES]):
        place = places[order[i]]
        if place.mover == CHANCE:
            for seat in range(seats):
                place.value[seat] = 0.0
                for way in range(place.way, place.way + place.ways):
                    place.value[seat] += places[ways[way].to].value[seat] / place.ways
        elif place.mover != OVER:
            best = -np.inf
            for way in range(place.way, place.way + place.ways):
                value = places[ways[way].to].value[place.mover]
                if value > best:
                    best = value
                    place.choice = way
            for seat in range(seats):
                place.value[seat] = places[ways[place.choice].to].value[seat]
        elif not place.sure:
            for seat in range(seats):
                known = belief * place.first[seat] + place.total[seat]
                place.value[seat] = known / (belief + place.visits)


@kernel
def play_on(
    net: NetArrays, tuning: npt.NDArray[np.float64], playouts: int, rng: np.random.Generator
) -> None:
    """Play as many playouts for each action; the remainder goes to the best one."""
    states, words, places, ways = net.states, net.words, net.places, net.ways
    used, order, out, shares = net.used, net.order, net.out, net.shares
    root = places[0]
    mover = root.mover
    s = states[NOW]
    even = playouts - playouts % root.ways
    for done in range(1, playouts + 1):
        way = root.way + done % root.ways if done <= even else root.choice
        ways[way].visits += 1
        here = ways[way].to
        while places[here].mover != OVER:
            place = places[here]
            by_chance = place.mover == CHANCE
            on = place.way + pick(rng, place.ways) if by_chance else place.choice
            here = ways[on].to
        if not places[here].sure:
            copy_record(words, here, NOW)
            last_turn = s.turn + int(tuning[CUT]) if tuning[CUT] else FOREVER
            while True:
                now = player(s)
                if now == OVER:
                    returns(s, shares)
                    break
                if s.turn >= last_turn:
                    estimate(s, shares)
                    break
                if now == CHANCE:
                    a = pick(rng, chance(s))
                elif tuning[NOISE] and rng.random() < tuning[NOISE]:
                    a = out[pick(rng, choices(s, out))]
                else:
                    a = quick(s)
                apply(s, a)
            end = places[here]
            end.visits += 1
            end.squares += shares[mover] ** 2
            for seat in range(len(shares)):
                end.total[seat] += shares[seat]
        if done % LOOK == 0 or done == playouts:
            work_out(places, ways, used, order, len(shares), tuning[BELIEF])


@kernel
def variance_of(net: NetArrays, start: int, mover: int, belief: float) -> float:
    """Return the variance of a place's value: that of each end, by its probability squared."""
    places, ways, used, order, weight = net.places, net.ways, net.used, net.order, net.weight
    weight[: used[USED_PLACES]] = 0.0
    weight[start] = 1.0
    total = 0.0
    for i in range(used[USED_PLACES] - 1, -1, -1):
        here = order[i]
        place = places[here]
        if weight[here] == 0.0:
            continue
        if place.mover == CHANCE:
            for on in range(place.way, place.way + place.ways):
                weight[ways[on].to] += weight[here] / place.ways
        elif place.mover != OVER:
            weight[ways[place.choice].to] += weight[here]
        elif place.visits:
            total += weight[here] ** 2 * variance_of_end(place, mover, belief)
    return total


@rule
def variance_of_end(end: Record, mover: int, belief: float) -> float:
    """Return the variance of an end's value, from how far its playouts lie from it."""
    n = end.visits
    value = end.value[mover]
    apart = end.squares - 2 * value * end.total[mover] + n * value * value
    return float(apart / (belief + n) ** 2)
