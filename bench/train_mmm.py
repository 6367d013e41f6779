"""Train the estimate of a position in Mmm!: `bench/train_mmm.py --write`.

A small net learns the exact chances of both boards and of some that owners may have, at the starts
of the turns that a player meets who plays perfectly but for some slips. It knows by food how many
items of each size are left, and the cat's steps left; all foods go through the same first layer and
are added up. Prints how far from the truth it is; `--write` puts it into the game.

The search compares what it expects of positions that are much alike, and a hard table leaves little
to win: on two paws with 10 steps, 0.006 off cost 4 % of the perfect result, where one paw lost 1 %.
"""

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from net import Net, Part, all_of, json_of, off, some_of, train

from pasch.core.match.match import new
from pasch.engine.compile import kernel
from pasch.engine.playouts import pick
from pasch.engine.record import record_of
from pasch.games.mmm import quick
from pasch.games.mmm.board_files import LARGEST, ours
from pasch.games.mmm.rules import ACTIONS, FACES, PLACE, ROLL
from pasch.games.mmm.search.lookahead import Floats
from pasch.games.mmm.search.pantry import Ints, Pantry, Sizes, unpack
from pasch.games.mmm.search.solve import Solution, numbering_of, workspace_with
from pasch.games.mmm.search.worth import NOW, Workspace, at_start, happen, is_at_start, think, weigh
from pasch.solutions import obtain

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.solving import board

# The sizes of the items of each food: small ones, and small and large ones.
OTHERS = (
    (*[(2, 2, 2, 2, 2)] * 4, (3, 3, 3)),
    (*[(3, 3, 2, 2)] * 4, (3, 2, 2, 2)),
    (*[(2, 2, 2, 2, 2)] * 2, (5, 5), (5, 5), (5, 4)),
)
FILE = Path(quick.__file__).with_name("weights.json")
STEPS = range(8, 15)  # steps of the cat at the start of a game
SLIPS = (0.0, 0.1, 0.3)
GAMES = 600  # games for each rate of slips
RARE = 0.006  # the share of all positions that is learned too, met or not
BESIDE = 0.15  # the weight of such a position; one that was met once has 1
OF_FOOD, OF_ALL = 32, 32  # the widths of the two layers
ROUNDS, BATCH = 400, 2048
TITLE = "What the search knows of Mmm!, learned and written by bench/train_mmm.py."
NAMES = ("by_food", "food_bias", "by_all", "bias", "by_last", "last_bias")


class Lessons(NamedTuple):
    foods: Ints  # for each food, the number of its combination of sizes left
    steps: Part
    truth: Part
    weight: Part


class Kinds:
    """The numbers of everything that can be left of a food, on any board."""

    def __init__(self) -> None:
        self.number: dict[Sizes, int] = {}

    def numbers(self, several: Iterable[Sizes]) -> Ints:
        return np.array([self.number.setdefault(each, len(self.number)) for each in several])

    def items(self) -> Part:
        """Return how many items there are, by number and squares left."""
        counts = [[sizes.count(n) for n in range(1, LARGEST + 1)] for sizes in self.number]
        return np.array(counts, np.float32)


@kernel
def meet(
    pantry: Pantry,
    values: Floats,
    workspace: Workspace,
    rng: np.random.Generator,
    weights: Floats,
    slips: float,
    met: npt.NDArray[np.int64],
) -> None:
    """Play one game from the workspace; count the starts of turns by pantry and steps left."""
    s = workspace.states[NOW]
    thought_of = -1
    while s.phase in (ROLL, PLACE):
        if is_at_start(s):
            at_start(pantry, values, s, workspace.turn)
            met[workspace.turn.number[0], s.cat_steps - s.cat] += 1
        if s.phase == ROLL:
            a = pick(rng, FACES)
        else:
            if thought_of != s.turn:
                think(pantry, values, s, workspace.turn)
                thought_of = s.turn
            n = weigh(pantry, values, workspace, weights)
            best = np.argmax(weights[:n])
            a = workspace.out[pick(rng, n) if rng.random() < slips else best]
        happen(workspace, NOW, a)


@kernel
def unpack_each(pantry: Pantry, numbers: Ints, foods: Ints) -> None:
    for i in range(len(numbers)):
        unpack(pantry, numbers[i], foods[i])


def lessons_of(on: str | dict[str, Any], kinds: Kinds, rng: np.random.Generator) -> Lessons:
    match = new("mmm", seats=1, start=0, board=on, cat_steps=max(STEPS))
    solution = obtain(match.game, match.seats, match.options)
    assert isinstance(solution, Solution)
    values, numbering = solution.values, numbering_of(match.options)
    pantry = solution.pantry_of(match.view(0))
    met = np.zeros(values.shape, np.int64)
    for steps in STEPS:
        view = new("mmm", seats=1, start=0, board=on, cat_steps=steps).view(0)
        workspace, begin = workspace_with(view), record_of(view)
        for slips in np.repeat(SLIPS, GAMES):
            workspace.states[NOW] = begin
            meet(pantry, values, workspace, rng, np.zeros(ACTIONS), slips, met)
    weight = np.sqrt(met) + BESIDE * (rng.random(met.shape) < RARE)
    weight[0] = weight[:, 0] = 0  # the game is over
    cells = numbers, steps_left = np.nonzero(weight)
    foods = np.zeros((len(numbers), len(pantry.full)), np.int64)
    unpack_each(pantry, numbers, foods)
    ours = set().union(*numbering.members)
    number = kinds.numbers(sorted(ours, key=lambda sizes: (sum(sizes), sizes)))
    parts = steps_left, values[cells], weight[cells]
    return Lessons(number[foods], *(part.astype(np.float32) for part in parts))


def fresh(rng: np.random.Generator) -> Net:
    shapes = [(LARGEST, OF_FOOD), (OF_FOOD,), (OF_FOOD + 2, OF_ALL), (OF_ALL,), (OF_ALL,), (1,)]
    return [rng.normal(0, 0.3, shape).astype(np.float32) for shape in shapes]


class Look(NamedTuple):
    """The output of each layer."""

    food: Part  # for each kind of food left
    how_many: Part  # how many foods of each kind there are
    seen: Part
    hidden: Part
    won: Part  # the chance to win


def look(net: Net, items: Part, foods: Ints, steps: Part) -> Look:
    by_food, food_bias, by_all, bias, by_last, last_bias = net
    food = np.tanh(items @ by_food + food_bias)
    how_many = np.zeros((len(foods), len(items)), np.float32)
    for column in foods.T:
        how_many[np.arange(len(foods)), column] += 1
    seen = np.column_stack([how_many @ food, steps, np.log(steps)])
    hidden = np.tanh(seen @ by_all + bias)
    won = 1 / (1 + np.exp(-(hidden @ by_last + last_bias)))
    return Look(food, how_many, seen, hidden, won)


def slopes(items: Part, net: Net, some: Lessons) -> Net:
    """Return the slopes of the cross-entropy between the truth and what the net finds."""
    food, how_many, seen, hidden, won = look(net, items, some.foods, some.steps)
    at_last = some.weight * (won - some.truth) / len(won)
    at_all = at_last[:, None] * net[4] * (1 - hidden**2)
    at_food = how_many.T @ (at_all @ net[2][:OF_FOOD].T) * (1 - food**2)
    return [
        items.T @ at_food,
        at_food.sum(0),
        seen.T @ at_all,
        at_all.sum(0),
        hidden.T @ at_last,
        at_last.sum(keepdims=True),
    ]


def error(net: Net, items: Part, lessons: Lessons) -> float:
    parts = [some_of(lessons, np.arange(i, len(lessons.truth), 64)) for i in range(64)]
    found = [look(net, items, each.foods, each.steps).won for each in parts]
    ordered = all_of(parts)
    return off(np.concatenate(found), ordered.truth, ordered.weight)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put it into the game")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    boards: list[str | dict[str, Any]] = [*ours(), *map(board, OTHERS)]
    kinds = Kinds()
    everything = all_of([lessons_of(each, kinds, rng) for each in boards])
    items = kinds.items()
    shuffled = rng.permutation(len(everything.truth))
    kept_back, rest = np.split(shuffled, [len(shuffled) // 10])
    learn = partial(slopes, items)
    net = train(fresh(rng), some_of(everything, rest), learn, ROUNDS, BATCH, rng)
    for name, which in (("learned", rest), ("kept back", kept_back)):
        some = some_of(everything, which)
        print(
            f"{len(which):,} positions {name}: {error(net, items, some):.4f} off (root mean square)"
        )
    if given.write:
        written = dict(zip(NAMES, net, strict=True))
        FILE.write_text(json_of(TITLE, written, most_steps=max(STEPS)))
        print(f"written: {FILE.name}")


if __name__ == "__main__":
    main()
