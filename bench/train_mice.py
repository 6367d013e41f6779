"""Train the estimate of a solo position in Mice to Meet You: `bench/train_mice.py --write`.

A small net learns the exact grades of the printed game and of others that owners may agree on, at
the starts of the rounds that a player meets who plays perfectly but for some slips. It knows of
each card in hand how likely the next roll shows it, the dice and the dice cards, the nuts and what
earns one. Prints how far from the truth it is, also with options that it never saw; `--write` puts
it into the game.
"""

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from net import Net, Part, all_of, json_of, off, some_of, train

from pasch.core.match.match import new
from pasch.engine.compile import kernel
from pasch.engine.playouts import pick
from pasch.games.mice_to_meet_you import quick
from pasch.games.mice_to_meet_you.quick import FACTS, look
from pasch.games.mice_to_meet_you.rules import ACTIONS, BIT, END, FACES, HAND, ROLL
from pasch.games.mice_to_meet_you.search.hands import CARD, Floats, Ints
from pasch.games.mice_to_meet_you.search.solve import LEVELS, Solution, workspace_with
from pasch.games.mice_to_meet_you.search.worth import NOW, Workspace, happen, weigh
from pasch.solutions import obtain

PRINTED: dict[str, Any] = {}
OTHERS: tuple[dict[str, Any], ...] = (
    {"nuts": 1, "threshold": 6},
    {"nuts": 5, "threshold": 12},
    {"nuts": 2, "threshold": 9, "dice_cards": "15 yellow, 12 red, 9 red yellow, 6 yellow"},
    {"nuts": 4, "threshold": 17, "dice_cards": "15 red yellow, 12 yellow, 9 red, 6 yellow"},
    {"nuts": 3, "threshold": 3, "dice_cards": "15 yellow, 12 yellow, 9 red red, 6 yellow"},
    {"nuts": 3, "threshold": 8, "dice_cards": "15 yellow yellow, 12 red, 9 yellow, 6 red"},
)
UNSEEN: tuple[dict[str, Any], ...] = (
    {"nuts": 4, "threshold": 10},
    {"nuts": 2, "dice_cards": "15 red, 12 red yellow, 9 yellow, 6 yellow"},
)
FILE = Path(quick.__file__).with_name("weights.json")
SLIPS = (0.0, 0.1, 0.3)
GAMES = 4_000  # games for each rate of slips and each level
OF_OTHERS = 500
RARE = 0.01  # the share of all positions that is learned too, met or not
BESIDE = 0.3  # the weight of such a position; one that was met once has 1
FIRST, SECOND = 24, 12  # the widths of the two layers
ROUNDS, BATCH = 150, 1024
TITLE = (
    "What the search knows of Mice to Meet You alone, learned and written by bench/train_mice.py."
)
NAMES = ("by_fact", "bias", "by_first", "second_bias", "by_second", "last_bias")


class Lessons(NamedTuple):
    facts: Part  # the facts that quick.py takes from a position
    truth: Part
    weight: Part


@kernel
def meet(
    values: Floats,
    workspace: Workspace,
    ends: Floats,
    rng: np.random.Generator,
    slips: float,
    met: Ints,
) -> None:
    """Play one game from the workspace; count the starts of rounds by hand, dice cards and nuts."""
    weights = np.zeros(ACTIONS)
    s = workspace.states[NOW]
    while s.phase < END:
        if s.phase == ROLL:
            if s.rolled == 0:
                hand = 0
                for i in range(HAND):
                    if s.hand[0] & BIT[CARD[i]]:
                        hand |= BIT[i]
                met[hand, s.open[0] >> 1, s.nuts[0]] += 1
            a = pick(rng, FACES)
        else:
            n = weigh(values, workspace, ends, weights)
            a = workspace.out[NOW, pick(rng, n) if rng.random() < slips else np.argmax(weights[:n])]
        happen(workspace, NOW, a)
        workspace.words[NOW] = workspace.words[NOW + 1]


def lessons_of(options: dict[str, Any], games: int, rng: np.random.Generator) -> Lessons:
    match = new("mice-to-meet-you", seats=1, start=0, **options)
    solution = obtain(match.game, match.seats, match.options)
    assert isinstance(solution, Solution)
    met = np.zeros(solution.values.shape, np.int64)
    for level in LEVELS:
        begin = new("mice-to-meet-you", seats=1, start=0, level=level, **options).view(0)
        for slips in np.repeat(SLIPS, games):
            meet(solution.values, workspace_with(begin), solution.ends, rng, slips, met)
    weight = np.sqrt(met) + BESIDE * (rng.random(met.shape) < RARE)
    weight[0] = 0  # the game is over
    hands, cards, nuts = cells = np.nonzero(weight)
    facts = np.zeros((len(hands), FACTS))
    write_down(workspace_with(match.view(0)), match.options.nuts, hands, cards, nuts, facts)
    parts = facts, solution.values[cells], weight[cells]
    return Lessons(*(part.astype(np.float32) for part in parts))


@kernel
def write_down(
    workspace: Workspace, most: int, hands: Ints, cards: Ints, nuts: Ints, facts: Floats
) -> None:
    """Write down what the search knows of each of these starts of a round."""
    s = workspace.states[NOW]
    for n in range(len(hands)):
        s.hand[0] = 0
        for i in range(HAND):
            if hands[n] & BIT[i]:
                s.hand[0] |= BIT[CARD[i]]
        s.open[0] = 1 | cards[n] << 1
        s.nuts[0] = nuts[n]
        s.supply = most - nuts[n]
        look(s, facts[n])


def fresh(rng: np.random.Generator) -> Net:
    shapes = [(FACTS, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,), (1,)]
    return [rng.normal(0, 0.3, shape).astype(np.float32) for shape in shapes]


def think(net: Net, facts: Part) -> tuple[Part, Part, Part]:
    """Return the output of each layer; the last is the share of the best grade."""
    by_fact, bias, by_first, second_bias, by_second, last_bias = net
    first = np.tanh(facts @ by_fact + bias)
    second = np.tanh(first @ by_first + second_bias)
    return first, second, 1 / (1 + np.exp(-(second @ by_second + last_bias)))


def slopes(net: Net, some: Lessons) -> Net:
    """Return the slopes of the cross-entropy between the truth and what the net finds."""
    first, second, share = think(net, some.facts)
    at_last = some.weight * (share - some.truth) / len(share)
    at_second = at_last[:, None] * net[4] * (1 - second**2)
    at_first = at_second @ net[2].T * (1 - first**2)
    return [
        some.facts.T @ at_first,
        at_first.sum(0),
        first.T @ at_second,
        at_second.sum(0),
        second.T @ at_last,
        at_last.sum(keepdims=True),
    ]


def error(net: Net, lessons: Lessons) -> float:
    return off(think(net, lessons.facts)[-1], lessons.truth, lessons.weight)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put it into the game")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    printed = lessons_of(PRINTED, GAMES, rng)
    lessons = [printed, *(lessons_of(each, OF_OTHERS, rng) for each in OTHERS)]
    everything = all_of(lessons)
    shuffled = rng.permutation(len(everything.truth))
    kept_back, rest = np.split(shuffled, [len(shuffled) // 10])
    learned = some_of(everything, rest)
    net = train(fresh(rng), learned, slopes, ROUNDS, BATCH, rng)
    told = {
        "learned": learned,
        "kept back": some_of(everything, kept_back),
        "of the printed game": printed,
        **{f"never seen, {each}": lessons_of(each, OF_OTHERS, rng) for each in UNSEEN},
    }
    for name, some in told.items():
        print(
            f"{len(some.truth):,} positions {name}: {error(net, some):.4f} off (root mean square)"
        )
    if given.write:
        FILE.write_text(json_of(TITLE, dict(zip(NAMES, net, strict=True))))
        print(f"written: {FILE.name}")


if __name__ == "__main__":
    main()
