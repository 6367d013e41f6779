"""The rules of thumb of docs/pocket.md against perfect play: `bench/pocket.py --games 200000`."""

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from pasch.core.bits import count, first
from pasch.core.compile import kernel
from pasch.core.match import Match
from pasch.core.playout import pick
from pasch.core.position import Numbers, State
from pasch.core.record import copies
from pasch.core.registry import load
from pasch.games.mice_to_meet_you import rules as mice
from pasch.games.mmm import rules as mmm
from pasch.solutions import obtain

GAMES = 200_000
USUAL = 7  # about the card that comes up most easily
NUT = 6  # steps from it that make up for a nut spent
EARNED = 4  # and for one earned
LAST = 500.0  # the last card ends the game


@kernel
def pocket_mmm(s: State) -> int:
    """Finish one item a turn; until then place one die and roll two; then take what fits."""
    free = ~(s.chips | s.dice)
    showing = np.zeros(mmm.FACES, np.int64)
    hand = 0
    finished = False
    for die in range(mmm.DICE):
        if s.lies[die] == mmm.IN_HAND:
            showing[s.face[die]] += 1
            hand += 1
        else:
            finished |= s.items[s.item_at[s.lies[die]]] & free == 0
    foods = 0
    for face in range(mmm.X):
        foods += s.foods[face] & free != 0
    smallest = spare = -1
    fewest = fewest_spare = mmm.SQUARES
    can_finish = False
    for item in range(mmm.ITEMS):
        squares = s.items[item] & free
        if not squares or not showing[s.food_at[first(squares)]]:
            continue
        left = count(squares)
        finishes = left <= showing[s.food_at[first(squares)]]
        if (finishes and not can_finish) or (finishes == can_finish and left < fewest):
            smallest, fewest, can_finish = first(squares), left, finishes
        if 1 < left < fewest_spare:
            spare, fewest_spare = first(squares), left
    if not finished and can_finish:
        return smallest
    wanted = spare if finished else smallest
    if not s.placed:
        return wanted if wanted >= 0 else smallest
    if not finished and hand == 2 and foods >= 4:
        return mmm.ROLL_AGAIN
    if wanted >= 0:
        return wanted
    rolls_on = foods == mmm.X if hand == 1 else not finished
    return mmm.ROLL_AGAIN if rolls_on else mmm.GATHER


@kernel
def pocket_mice(s: State, out: Numbers) -> int:
    """The card furthest from 7, less six for a nut; two nuts or a second card only for the last."""
    choice, best = -1, -2 * LAST
    for i in range(mice.legal(s, out)):
        a = out[i]
        if a == mice.NO_SECOND or s.phase == mice.SECOND:
            worth = 0.0 if a == mice.NO_SECOND else LAST if count(s.hand[0]) == 1 else -LAST
        elif a < mice.TAKE_BACK:
            y, card = a // mice.CARDS, a % mice.CARDS + 1
            paid = abs(card - s.red - y)
            worth = 100.0 + abs(card - USUAL) - NUT * paid
            if s.hand[0] == mice.BIT[card]:
                worth = LAST
            elif paid > 1:
                worth = -LAST
            worth += EARNED if s.yellow - y >= s.threshold and s.supply + paid else 0.0
        else:
            worth = float(a - mice.TURN_DOWN)
        if worth > best:
            choice, best = a, worth
    return choice


@kernel
def play_mmm(states: npt.NDArray[np.void], rng: np.random.Generator, shares: Any) -> None:
    for game in range(len(shares)):
        states[1] = states[0]
        s = states[1]
        while s.phase in (mmm.ROLL, mmm.PLACE):
            a = pick(rng, mmm.FACES) if s.phase == mmm.ROLL else pocket_mmm(s)
            mmm.apply(s, a)
        shares[game] = 1.0 if s.phase == mmm.WON else 0.0


@kernel
def play_mice(states: npt.NDArray[np.void], rng: np.random.Generator, shares: Any) -> None:
    out = np.zeros(mice.ACTIONS, np.int64)
    for game in range(len(shares)):
        states[1] = states[0]
        s = states[1]
        while s.phase < mice.END:
            a = pick(rng, mice.FACES) if s.phase == mice.ROLL else pocket_mice(s, out)
            mice.apply(s, a)
        shares[game] = mice.grade(s) / mice.BEST


CONFIGURATIONS: list[tuple[str, dict[str, Any], Any]] = [
    *(("mice-to-meet-you", {"level": level}, play_mice) for level in range(4)),
    ("mmm", {"board": "one-paw"}, play_mmm),
    ("mmm", {"board": "two-paws"}, play_mmm),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    for key, given, play in CONFIGURATIONS:
        game = load(key)
        options = game.read_options(given)
        start = Match(game, 1, 0, options).view(0)
        states = copies(start, 2)
        shares = np.zeros(games)
        play(states, np.random.default_rng(1), shares)
        solution = obtain(game, 1, options)
        assert game.solve is not None
        whole = game.solve.MEANINGS[game.solve.GOALS[0]][1]
        mean, error = whole * shares.mean(), whole * shares.std() / games**0.5
        print(
            f"{key} {given}: the rule of thumb {mean:.4f} ± {error:.4f} in {games:,} games, "
            f"perfect {whole * solution.value(start):.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
