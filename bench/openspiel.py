"""The search beside OpenSpiel's own, in one run: iterations a second, then games at equal time.

Theirs is the C++ MCTSBot with random rollouts, on their C++ pig and on So ein Mist written in their
Python API (openspiel_so_ein_mist.py). Needs `pip install open_spiel==2.0.2`.

`mcts_search` is called, since `step` of 2.0.2 crashes with any game written in Python. Time is the
processor's, so that other programs change little.
"""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import search as ours

from pasch.bots.search.searcher import Budget, Searcher
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.match.match import Match, new

try:
    import pyspiel
    from openspiel_so_ein_mist import SEATS
except ImportError:
    sys.exit("bench/openspiel.py needs OpenSpiel: pip install open_spiel==2.0.2")

ROUNDS = 5
PIG = "pig"
SO_EIN_MIST = "python_so_ein_mist"
SIMULATIONS = {PIG: 20_000, SO_EIN_MIST: 500}
# OpenSpiel's default, for outcomes from -1 to 1 and from 0 to 1.
EXPLORE = {PIG: 2.0, SO_EIN_MIST: 1.0}
MEGABYTES = 1000
# Our search gets a bit less time than theirs, so that it never takes longer.
LESS = 0.9
CHECKED = 20


def their_bot(name: str, simulations: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    game = pyspiel.load_game(name)
    return pyspiel.MCTSBot(
        game, evaluator, EXPLORE[name], simulations, MEGABYTES, True, seed, False
    )


def their_first_choice(name: str) -> Any:
    rng = np.random.default_rng(1)
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice([k for k, _ in state.chance_outcomes()])))
    return state


def processor_seconds(work: Callable[[], Any]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


def their_speed(name: str) -> float:
    """Return the simulations a second at the first choice."""
    state = their_first_choice(name)
    simulations = SIMULATIONS[name]
    seconds = [
        processor_seconds(lambda: their_bot(name, simulations, seed).mcts_search(state))  # noqa: B023 - called at once
        for seed in range(ROUNDS)
    ]
    return simulations / statistics.median(seconds)


def our_speed(key: str) -> float:
    match = ours.first_choice(key)
    searcher = Searcher(load(key))
    searcher.think(match, Budget(playouts=10), seed=0)
    seconds = [ours.seconds(searcher, match, seed) for seed in range(ROUNDS)]
    return ours.PLAYOUTS / statistics.median(seconds)


def check_their_rules() -> None:
    """Check that their So ein Mist plays like ours, event by event."""
    rng = np.random.default_rng(2)
    for _ in range(CHECKED):
        match = new("so-ein-mist", seats=SEATS, start=0)
        state = pyspiel.load_game(SO_EIN_MIST).new_initial_state()
        while match.player != OVER:
            assert state.is_chance_node() == (match.player == CHANCE)
            assert state.legal_actions() == match.possible()
            assert match.player == CHANCE or state.current_player() == match.player
            a = int(rng.choice(match.possible()))
            match.apply(a)
            state.apply_action(a)
        assert state.is_terminal()
        assert state.returns() == match.returns()


@dataclass
class Side:
    """The results of one of the two searches."""

    share: float = 0.0
    seats: int = 0
    choices: int = 0
    seconds: float = 0.0

    def line(self, name: str) -> str:
        milliseconds = 1000 * self.seconds / self.choices
        return f"{name} {self.share / self.seats:.1%} a seat with {milliseconds:.1f} ms a choice"


class Contest:
    """Games in which OpenSpiel has this many simulations a choice, and we the time it took."""

    def __init__(self, simulations: int, playouts: int) -> None:
        self.simulations = simulations
        self.first_playouts = playouts
        self.played_out = 0
        self.searcher = Searcher(load("so-ein-mist"))
        self.sides = {True: Side(), False: Side()}

    def choose(self, match: Match, state: Any, our_turn: bool, seed: int) -> int:
        if our_turn:
            playouts = self.affordable()
            self.played_out += playouts
            return self.searcher.choose(match, Budget(playouts=playouts), seed)
        bot = their_bot(SO_EIN_MIST, self.simulations, seed)
        return int(bot.mcts_search(state).best_child().action)

    def affordable(self) -> int:
        """Return how many playouts take a bit less than their mean time, by our speed so far."""
        ours, theirs = self.sides[True], self.sides[False]
        if not (ours.seconds and theirs.choices):
            return self.first_playouts
        return int(LESS * theirs.seconds / theirs.choices * self.played_out / ours.seconds)

    def play(self, seats: list[bool], seed: str) -> float:
        """Return what our seats win together; `seats` says which they are."""
        match = new("so-ein-mist", seats=SEATS, start=0)
        state = pyspiel.load_game(SO_EIN_MIST).new_initial_state()
        dice = Dice(seed)
        while match.player != OVER:
            if match.player == CHANCE:
                a = dice.roll(match.turn, match.die, match.chance)
            else:
                side = self.sides[seats[match.player]]
                before = time.process_time()
                a = self.choose(match, state, seats[match.player], len(match.events))
                side.seconds += time.process_time() - before
                side.choices += 1
            match.apply(a)
            state.apply_action(a)
        for is_ours, share in zip(seats, match.returns(), strict=True):
            self.sides[is_ours].share += share
            self.sides[is_ours].seats += 1
        return sum(share for is_ours, share in zip(seats, match.returns(), strict=True) if is_ours)


def contest(blocks: int, simulations: int, playouts: int) -> str:
    """Play blocks: the same dice, one of ours among two of theirs at each seat, and the reverse."""
    it = Contest(simulations, playouts)
    gains = []
    for block in range(blocks):
        won = 0.0
        for seat in range(SEATS):
            for lone_is_ours in (True, False):
                seats = [(i == seat) == lone_is_ours for i in range(SEATS)]
                won += it.play(seats, f"{block}") - sum(seats) / SEATS
        gains.append(won / (SEATS * SEATS))
    par = 1 / SEATS
    error = 1.96 * float(np.std(gains, ddof=1)) / math.sqrt(blocks)
    gain = float(np.mean(gains))
    verdict = "clear of par" if gain > error else "not clear of par"
    return (
        f"So ein Mist, {2 * SEATS * blocks} games, same dice: "
        f"ours {par + gain:.1%} ± {error:.1%} a seat, par {par:.1%}: {verdict}; "
        f"{it.sides[True].line('ours')}, {it.sides[False].line('theirs')}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=40, help="of theirs, for each choice")
    given = parser.parse_args()
    check_their_rules()
    speed = {key: our_speed(key) for key in games()}
    theirs = {name: their_speed(name) for name in SIMULATIONS}
    for key, per_second in speed.items():
        print(f"ours, {key}: {per_second:,.0f} iterations a second", flush=True)
    for name, per_second in theirs.items():
        print(f"OpenSpiel's C++ MCTSBot, {name}: {per_second:,.0f} iterations a second", flush=True)
    mist = speed["so-ein-mist"]
    print(
        f"ours on So ein Mist: {mist / theirs[PIG]:.1f} times theirs on pig, "
        f"{mist / theirs[SO_EIN_MIST]:.0f} times theirs on So ein Mist",
        flush=True,
    )
    playouts = int(LESS * given.simulations * mist / theirs[SO_EIN_MIST])
    blocks = -(-given.games // (2 * SEATS))
    print(contest(blocks, given.simulations, playouts), flush=True)


if __name__ == "__main__":
    main()
