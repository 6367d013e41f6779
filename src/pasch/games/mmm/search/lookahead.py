"""The lookahead through one turn of Mmm! without the line rule.

`values` holds the chance that the mice win from the start of a turn, by pantry and by the steps the
cat has left. A turn needs those of smaller pantries and, for a lost turn, its own with a step less.
Compiled functions take whole tables here and loop inside, since passing a table costs more than a
step of the loop.
A first die goes to a `first` (a food and the squares left of the item), two dice make a `pair`.
A die that can't be placed has the value NOT.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pasch.engine.compile import kernel
from pasch.games.mmm.board_files import FOODS, LARGEST
from pasch.games.mmm.rules import FACES
from pasch.games.mmm.search.pantry import NONE, Ints, Pantry, number_each, unpack
from pasch.sdk import rule

Floats = npt.NDArray[np.float64]

NOT = -1.0
FIRSTS = len(FOODS) * LARGEST
PAIRS = FIRSTS * (FIRSTS - 1) // 2 + FIRSTS * LARGEST
ENDS = FIRSTS + PAIRS + 10 * LARGEST**3 + FIRSTS * LARGEST * (FIRSTS + LARGEST)
TARGETS = 3 * ENDS


class Lookahead(NamedTuple):
    """The tables of one turn.

    A way to end it is a first, a pair or three dice: the firsts come first, then the pairs.
    """

    foods: Ints  # by place: the sizes when the turn began
    sorting: Ints
    counts: Ints  # how many firsts there are, pairs, ways to end, and targets
    first: Ints  # by place and squares left of the item: the first, or NONE
    first_place: Ints
    first_sizes: Ints  # the sizes it leaves there
    pair: Ints  # by two firsts in different foods
    inside: Ints  # by place: its first pair within one food; then the first across two
    pair_in: Ints  # by first and squares left of the second item, in the same food; or NONE
    pair_place: Ints  # by pair: its places, the lower one first
    pair_sizes: Ints  # the sizes it leaves at them
    end: Ints  # by way to end: the sizes at each place
    number: Ints  # and the number of that pantry
    gain: Floats  # by way to end and lane: what gathering is worth
    target: Ints  # a way to end with three dice, a pair that may lead to it, the third die's place
    last: Floats  # by pair, face and lane: the best the third die can do when it shows it
    best_first: Floats  # by first: gathering, or rolling the others
    best_pair: Floats
    second: Floats  # by first and face: the best to do with a second die that shows it
    second_two: Floats  # by first and two faces: with both dice placed
    lost: Floats  # a lost turn
    one: Floats  # by face: the best to do with one die of the first roll
    two: Floats  # by two faces, three faces
    three: Floats


def blank_lookahead(lanes: int) -> Lookahead:
    """Return empty tables; a lane is a number of steps left to the cat."""
    places = len(FOODS)

    def whole(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return Lookahead(
        foods=whole(places),
        sorting=whole(places),
        counts=whole(4),
        first=whole(places, LARGEST + 1),
        first_place=whole(FIRSTS),
        first_sizes=whole(FIRSTS),
        pair=whole(FIRSTS, FIRSTS),
        inside=whole(places + 1),
        pair_in=whole(FIRSTS, LARGEST + 1),
        pair_place=whole(PAIRS, 2),
        pair_sizes=whole(PAIRS, 2),
        end=whole(ENDS, places),
        number=whole(ENDS),
        gain=np.zeros((ENDS, lanes)),
        target=whole(TARGETS, 3),
        last=np.zeros((PAIRS, FACES, lanes)),
        best_first=np.zeros(FIRSTS),
        best_pair=np.zeros(PAIRS),
        second=np.zeros((FIRSTS, FACES)),
        second_two=np.zeros((FIRSTS, FACES, FACES)),
        lost=np.zeros(1),
        one=np.zeros(FACES),
        two=np.zeros((FACES, FACES)),
        three=np.zeros((FACES, FACES, FACES)),
    )


@kernel
def list_firsts(pantry: Pantry, turn: Lookahead) -> None:
    """List the items that a first die can go to."""
    fewer = pantry.fewer
    firsts = 0
    for place in range(len(turn.foods)):
        for left in range(LARGEST + 1):
            sizes = fewer[turn.foods[place], left]
            turn.first[place, left] = NONE
            if sizes != NONE:
                turn.first[place, left] = firsts
                turn.first_place[firsts] = place
                turn.first_sizes[firsts] = sizes
                firsts += 1
    turn.counts[0] = firsts


@kernel
def list_pairs(pantry: Pantry, turn: Lookahead) -> None:
    """List the pairs, those within a food first; several ways to the same sizes are one pair."""
    fewer, places, first_sizes = pantry.fewer, turn.pair_place, turn.first_sizes
    first_place, pair_sizes, pair_in = turn.first_place, turn.pair_sizes, turn.pair_in
    firsts = turn.counts[0]
    pairs = 0
    a = 0
    for place in range(len(turn.foods)):
        turn.inside[place] = pairs
        while a < firsts and first_place[a] == place:
            for left in range(LARGEST + 1):
                sizes = fewer[first_sizes[a], left]
                pair_in[a, left] = NONE
                if sizes != NONE:
                    pair = turn.inside[place]
                    while pair < pairs and pair_sizes[pair, 1] != sizes:
                        pair += 1
                    pair_in[a, left] = pair
                    if pair == pairs:
                        places[pair, 0] = places[pair, 1] = place
                        pair_sizes[pair, 0] = pair_sizes[pair, 1] = sizes
                        pairs += 1
            a += 1
    turn.inside[len(turn.foods)] = pairs
    for a in range(firsts):
        for b in range(a + 1, firsts):
            if first_place[a] != first_place[b]:
                turn.pair[a, b] = turn.pair[b, a] = pairs
                places[pairs, 0], places[pairs, 1] = first_place[a], first_place[b]
                pair_sizes[pairs, 0], pair_sizes[pairs, 1] = first_sizes[a], first_sizes[b]
                pairs += 1
    turn.counts[1] = pairs


@kernel
def list_ends(pantry: Pantry, turn: Lookahead) -> None:
    """List the ways to end the turn, and for three dice each pair that may have come before."""
    end, foods, firsts, pairs = turn.end, turn.foods, turn.counts[0], turn.counts[1]
    first_place, first_sizes = turn.first_place, turn.first_sizes
    pair_place, pair_sizes = turn.pair_place, turn.pair_sizes
    for a in range(firsts):
        end[a] = foods
        end[a, first_place[a]] = first_sizes[a]
    for pair in range(pairs):
        end[firsts + pair] = foods
        end[firsts + pair, pair_place[pair, 0]] = pair_sizes[pair, 0]
        end[firsts + pair, pair_place[pair, 1]] = pair_sizes[pair, 1]
    turn.counts[2] = firsts + pairs
    turn.counts[3] = 0
    add_threes_across(turn)
    add_threes_inside(pantry, turn)


@kernel
def add_threes_across(turn: Lookahead) -> None:
    """Add the ways in which each of three dice is in another food."""
    end, target, pair, place = turn.end, turn.target, turn.pair, turn.first_place
    sizes, firsts = turn.first_sizes, turn.counts[0]
    n, t = turn.counts[2], turn.counts[3]
    for a in range(firsts):
        for b in range(a + 1, firsts):
            if place[a] == place[b]:
                continue
            before = firsts + pair[a, b]
            for c in range(b + 1, firsts):
                if place[b] == place[c]:
                    continue
                for i in range(len(turn.foods)):
                    end[n, i] = end[before, i]
                end[n, place[c]] = sizes[c]
                target[t, 0] = target[t + 1, 0] = target[t + 2, 0] = n
                target[t, 1], target[t, 2] = pair[a, b], place[c]
                target[t + 1, 1], target[t + 1, 2] = pair[a, c], place[b]
                target[t + 2, 1], target[t + 2, 2] = pair[b, c], place[a]
                t += 3
                n += 1
    turn.counts[2] = n
    turn.counts[3] = t


@kernel
def add_threes_inside(pantry: Pantry, turn: Lookahead) -> None:
    """Add the ways with two dice in one food and the third in another, or all three in one."""
    end, target, fewer, firsts = turn.end, turn.target, pantry.fewer, turn.counts[0]
    place, sizes, pair_in = turn.first_place, turn.first_sizes, turn.pair_in
    n, t = turn.counts[2], turn.counts[3]
    for pair in range(turn.inside[len(turn.foods)]):
        here = turn.pair_place[pair, 0]
        for c in range(firsts):
            if place[c] == here:
                continue
            for i in range(len(turn.foods)):
                end[n, i] = end[firsts + pair, i]
            end[n, place[c]] = sizes[c]
            target[t, 0], target[t, 1], target[t, 2] = n, pair, place[c]
            t += 1
            for a in range(firsts):
                if place[a] == here:
                    for left in range(LARGEST + 1):
                        if pair_in[a, left] == pair:
                            target[t, 0], target[t, 1], target[t, 2] = n, turn.pair[a, c], here
                            t += 1
            n += 1
        for left in range(LARGEST + 1):
            then = fewer[turn.pair_sizes[pair, 1], left]
            if then != NONE:
                end[n] = end[firsts + pair]
                end[n, here] = then
                target[t, 0], target[t, 1], target[t, 2] = n, pair, here
                t += 1
                n += 1
    turn.counts[2] = n
    turn.counts[3] = t


@kernel
def gather(pantry: Pantry, values: Floats, turn: Lookahead, most: int) -> None:
    """Compute the value of every way to end (MMM-10); the last lane is `most` steps left."""
    end, number, gain, items = turn.end, turn.number, turn.gain, pantry.items
    lanes = gain.shape[1]
    before = 0
    for place in range(len(turn.foods)):
        before += items[turn.foods[place]]
    number_each(pantry, end, turn.counts[2], number, turn.sorting)
    for n in range(turn.counts[2]):
        after = 0
        for place in range(len(turn.foods)):
            after += items[end[n, place]]
        moved = 1 if after == before else 0
        for lane in range(lanes):
            gain[n, lane] = values[number[n], most - lanes + 1 + lane - moved]


@kernel
def place_last(turn: Lookahead) -> None:
    """Compute the best place of the third die, by pair and face."""
    last, gain, target = turn.last, turn.gain, turn.target
    last[: turn.counts[1]] = NOT
    for t in range(turn.counts[3]):
        n, pair, face = target[t, 0], target[t, 1], target[t, 2]
        for lane in range(gain.shape[1]):
            last[pair, face, lane] = max(last[pair, face, lane], gain[n, lane])


@kernel
def look_ahead(pantry: Pantry, values: Floats, turn: Lookahead, most: int) -> None:
    """Compute all that a turn from `turn.foods` can gather, with up to `most` steps left."""
    list_firsts(pantry, turn)
    list_pairs(pantry, turn)
    list_ends(pantry, turn)
    gather(pantry, values, turn, most)
    place_last(turn)


@kernel
def decide(turn: Lookahead, lane: int, lost: float) -> float:
    """Compute the best choice after every roll (MMM-5..9); return the value of the turn's start."""
    turn.lost[0] = lost
    decide_after_two(turn, lane, lost)
    decide_after_one(turn, lane, lost)
    sum_up(turn, lane)
    return first_roll(turn, lost)


@kernel
def decide_after_two(turn: Lookahead, lane: int, lost: float) -> None:
    last, best_pair, gain, firsts = turn.last, turn.best_pair, turn.gain, turn.counts[0]
    for pair in range(turn.counts[1]):
        total = 0.0
        for face in range(FACES):
            best = last[pair, face, lane]
            total += lost if best == NOT else best
        best_pair[pair] = max(gain[firsts + pair, lane], total / FACES)


@kernel
def decide_after_one(turn: Lookahead, lane: int, lost: float) -> None:
    second, second_two, last = turn.second, turn.second_two, turn.last
    best_pair, best_first, gain = turn.best_pair, turn.best_first, turn.gain
    first_place, pair_in, across = turn.first_place, turn.pair_in, turn.pair
    firsts = turn.counts[0]
    for a in range(firsts):
        second[a] = NOT
        second_two[a] = NOT
        for then in range(firsts + LARGEST + 1):
            if then < firsts:
                if first_place[then] == first_place[a]:
                    continue
                face, pair = first_place[then], across[a, then]
            else:
                face, pair = first_place[a], pair_in[a, then - firsts]
                if pair == NONE:
                    continue
            second[a, face] = max(second[a, face], best_pair[pair])
            for h in range(FACES):
                second_two[a, face, h] = max(second_two[a, face, h], last[pair, h, lane])
        total = 0.0
        for g in range(FACES):
            for h in range(FACES):
                best = max(second[a, g], second[a, h], second_two[a, g, h])
                total += lost if best == NOT else best
        best_first[a] = max(gain[a, lane], total / FACES**2)


@kernel
def sum_up(turn: Lookahead, lane: int) -> None:
    """Compute the best that placing one, two or three dice can bring, by their faces."""
    one, two, three, last, places = turn.one, turn.two, turn.three, turn.last, turn.pair_place
    one[:] = NOT
    two[:] = NOT
    three[:] = NOT
    for a in range(turn.counts[0]):
        place = turn.first_place[a]
        one[place] = max(one[place], turn.best_first[a])
    for pair in range(turn.counts[1]):
        f, g = places[pair, 0], places[pair, 1]
        two[f, g] = max(two[f, g], turn.best_pair[pair])
        for h in range(FACES):
            three[f, g, h] = max(three[f, g, h], last[pair, h, lane])


@kernel
def first_roll(turn: Lookahead, lost: float) -> float:
    one, two, three = turn.one, turn.two, turn.three
    total = 0.0
    for f in range(FACES):
        for g in range(f, FACES):
            for h in range(g, FACES):
                best = best_of_three(one, two, three, f, g, h)
                ways = 1 if f == h else 3 if g in (f, h) else 6
                total += ways * (lost if best == NOT else best)
    return total / FACES**3


@rule
def best_of_three(one: Floats, two: Floats, three: Floats, f: int, g: int, h: int) -> float:
    """Return the best value of a first roll with these faces, in ascending order."""
    best = max(one[f], one[g], one[h])
    return max(best, two[f, g], two[g, h], two[f, h], three[f, g, h])


@kernel
def solve_some(
    pantry: Pantry, values: Floats, turn: Lookahead, numbers: npt.NDArray[np.int32]
) -> None:
    """Solve these pantries, all of which have the same number of squares left."""
    most = values.shape[1] - 1
    for number in numbers:
        unpack(pantry, number, turn.foods)
        look_ahead(pantry, values, turn, most)
        for lane in range(most):
            values[number, lane + 1] = decide(turn, lane, values[number, lane])
