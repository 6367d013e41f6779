"""The rules of thumb of docs/pocket.md: `bench/pocket.py`, or `bench/pocket.py compost`.

Where a game is solved, against perfect play; else against others at a table: one plays by the rule
of thumb, at each seat in turn, among quick players and among champions. Par is an equal share.
"""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import thumbs

from pasch.bots import Bot, read_bot
from pasch.core.game.position import CHANCE, OVER, Numbers, Shares, State
from pasch.core.game.registry import load
from pasch.core.match.match import Match, new
from pasch.engine.compile import kernel
from pasch.engine.dispatch import apply, chance, player, quick, returns
from pasch.engine.playouts import pick
from pasch.engine.record import copies, record_of
from pasch.solutions import obtain

GAMES = 100_000
AMONG_STRONG = 200
STRONG = "champion"
INTERVAL = 1.96

Thumb = Callable[[State, Numbers], int]


class Rule(NamedTuple):
    key: str
    thumb: Thumb
    alone: list[dict[str, Any]] = []  # noqa: RUF012 - nobody changes it
    """The solved tables."""
    seats: int = 1


RULES = [
    Rule("mice-to-meet-you", thumbs.mice_thumb, [{"level": level} for level in range(4)]),
    Rule("mmm", thumbs.mmm_thumb, [{"board": "one-paw"}, {"board": "two-paws"}]),
    Rule("so-ein-mist", thumbs.mist_thumb, seats=3),
    Rule("mistkaefer", thumbs.beetle_thumb, seats=2),
    Rule("compost", thumbs.compost_thumb, seats=2),
    Rule("mice-to-meet-you", thumbs.mice_among_thumb, seats=2),
]


@kernel
def play(
    states: npt.NDArray[np.void],
    thumb: Thumb,
    seats: int,
    rng: np.random.Generator,
    out: Numbers,
    shares: Shares,
    won: npt.NDArray[np.float64],
) -> None:
    """Play from the first record: the rule at each seat in turn, quick players elsewhere."""
    for game in range(len(won)):
        states[1] = states[0]
        s = states[1]
        seat = game % seats
        mover = player(s)
        while mover != OVER:
            if mover == CHANCE:
                a = pick(rng, chance(s))
            elif mover == seat:
                a = thumb(s, out)
            else:
                a = quick(s)
            apply(s, a)
            mover = player(s)
        returns(s, shares)
        won[game] = shares[seat]


def among_quick(rule: Rule, options: dict[str, Any], games: int) -> npt.NDArray[np.float64]:
    game = load(rule.key)
    start = Match(game, rule.seats, 0, game.read_options(options)).position()
    won = np.zeros(games)
    room = np.zeros(game.rules.ACTIONS, np.int64), np.zeros(game.seats[1])
    play(copies(start, 2), rule.thumb, rule.seats, np.random.default_rng(1), *room, won)
    return won


def among_strong(rule: Rule, strong: str, games: int) -> npt.NDArray[np.float64]:
    return np.array([one_game(rule, read_bot(strong), i) for i in range(games)])


def one_game(rule: Rule, strong: Bot, i: int) -> float:
    match = new(rule.key, seats=rule.seats, start=0)
    rng, seat = np.random.default_rng(i), i % rule.seats
    out = np.zeros(match.game.rules.ACTIONS, np.int64)
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(int(rng.integers(match.chance)))
        elif match.player == seat:
            match.apply(int(rule.thumb(record_of(match.view(seat)), out)))
        else:
            match.apply(strong.choose(match, rng))
    return match.returns()[seat]


def mean(shares: npt.NDArray[np.float64], whole: float = 1.0) -> str:
    error = INTERVAL * whole * shares.std() / len(shares) ** 0.5
    return f"{whole * shares.mean():.4f} ± {error:.4f} in {len(shares):,} games"


def against_perfect(rule: Rule, options: dict[str, Any], games: int) -> str:
    game = load(rule.key)
    assert game.solve is not None
    start = new(rule.key, seats=1, start=0, **options)
    whole = game.solve.MEANINGS[game.solve.GOALS[0]][1]
    perfect = whole * obtain(game, 1, start.options).value(start.view(0))
    reached = mean(among_quick(rule, options, games), whole)
    return f"{rule.key} {options}: the rule of thumb {reached}, perfect {perfect:.4f}"


def against_others(rule: Rule, games: int, strong: str, games_among_strong: int) -> str:
    return (
        f"{rule.key}, {rule.seats} players, par {1 / rule.seats:.4f}: the rule of thumb among "
        f"quick players {mean(among_quick(rule, {}, games))}, among {strong} "
        f"{mean(among_strong(rule, strong, games_among_strong))}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(dict.fromkeys(r.key for r in RULES)))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--strong", default=STRONG, help="a bot, as in the arena")
    parser.add_argument("--among-strong", type=int, default=AMONG_STRONG, help="games, likewise")
    given = parser.parse_args()
    for rule in RULES:
        if given.game in (None, rule.key):
            for options in rule.alone:
                print(against_perfect(rule, options, given.games), flush=True)
            if not rule.alone:
                others = (given.games, given.strong, given.among_strong)
                print(against_others(rule, *others), flush=True)


if __name__ == "__main__":
    main()
