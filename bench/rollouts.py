"""How sure the coach may be where nothing is solved: `bench/rollouts.py so-ein-mist --games 30`.

At positions of careless players' games the coach estimates what its advice is worth, as for a hint;
then strong bots play on from there, again and again. What they reach is the truth as far as it can
be known, and the surer the more they play: their own error is counted in. It prints how far off the
estimates are on average, how often the interval holds what was reached, with sampling alone and as
it is shown, and how wide it is. `--write` fits coach.toml anew: what the estimates are off by more
than both errors explain.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from calibration import AS_A_HINT, COVERED, ENOUGH, PLAYERS, Numbers, write
from choices import positions

from pasch.bots import Bot, read_bot
from pasch.bots.search.searcher import Outlook
from pasch.coach.calibration import LEAST, Calibration, calibration_of, openness
from pasch.coach.formatting import INTERVAL
from pasch.coach.judge import SearchJudge
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match, new

SEATS = {"so-ein-mist": 3, "mistkaefer": 2, "compost": 2, "mice-to-meet-you": 2}
STRONG = "search:200"


class Look(NamedTuple):
    """The coach's first choice at one position, and the results of playing it."""

    turn: int
    share: float
    error: float
    reached: float
    error_of_reached: float


def look_at(match: Match, games: int, bot: Bot, seed: int) -> Look:
    seat = match.player
    judge = SearchJudge(match.game, AS_A_HINT, seed, Calibration())
    found = judge.choices(match.view(seat), seat, match.legal())
    best = max(found, key=lambda a: float(found[a].shares[seat]))
    reached = np.array(list(play_on(match, best, games, bot, seed)))[:, seat]
    return Look(
        turn=match.turn,
        share=float(found[best].shares[seat]),
        error=float(found[best].errors[seat]),
        reached=float(reached.mean()),
        error_of_reached=error_of_mean(reached),
    )


def error_of_mean(shares: Numbers) -> float:
    """Return the error of a mean, with one more game half won: a few wins prove little."""
    n = len(shares)
    mean = (shares.sum() + 0.5) / (n + 1)
    return float(np.sqrt(mean * (1 - mean) / n))


def play_on(match: Match, a: int, games: int, bot: Bot, seed: int) -> Iterator[list[float]]:
    rng = np.random.default_rng(seed)
    for _ in range(games):
        then = match.copy()
        then.apply(a)
        while then.player != OVER:
            at_random = then.player == CHANCE
            then.apply(int(rng.integers(then.chance)) if at_random else bot.choose(then, rng))
        yield then.returns()


def looks_at(key: str, count: int, games: int) -> Numbers:
    asked = positions(key, SEATS[key], count, read_bot(PLAYERS))
    bot = read_bot(STRONG)
    return np.array([look_at(each, games, bot, i) for i, each in enumerate(asked)])


def coverage(looks: Numbers, calibration: Calibration) -> float:
    turn, share, error, reached, error_of_reached = looks.T
    half = np.hypot(calibration.errors(Outlook(share, error), turn), error_of_reached)
    return float(np.mean(np.abs(share - reached) <= INTERVAL * half))


def fit(looks: Numbers) -> Calibration:
    """Return a calibration, or None where it can't be told from chance.

    It holds as much as chance does not explain, and more where even that holds too little: what is
    off then is mostly off to one side.
    """
    _, share, error, reached, error_of_reached = looks.T
    more = (share - reached) ** 2 - error**2 - error_of_reached**2
    if more.mean() < INTERVAL * more.std() / np.sqrt(len(more)):
        return Calibration()
    open_to = openness(share).clip(LEAST)
    spread = np.sqrt(more.mean() / (open_to**2).mean())
    if coverage(looks, spread_so(spread)) < ENOUGH[0]:
        needed = ((share - reached) / INTERVAL) ** 2 - error**2 - error_of_reached**2
        spread = np.quantile(np.sqrt(needed.clip(0)) / open_to, COVERED)
    return spread_so(spread)


def spread_so(spread: float) -> Calibration:
    return Calibration(spread=(round(float(spread), 3),))


def line(key: str, looks: Numbers, games: int, calibration: Calibration) -> str:
    turn, share, error, reached, _ = looks.T
    off = share - reached
    sure = INTERVAL * off.std() / np.sqrt(len(off))
    half = INTERVAL * calibration.errors(Outlook(share, error), turn)
    alone, shown = coverage(looks, Calibration()), coverage(looks, calibration)
    return (
        f"{key}, {SEATS[key]} players, {len(looks)} positions, {games} games of {STRONG} from "
        f"each: off by {off.mean():+.1%} ± {sure:.1%} on average; what was reached, its own error "
        f"counted in, is held by sampling alone in {alone:.1%}, as shown in {shown:.1%}; "
        f"± {half.mean():.2%} is shown"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(SEATS))
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--games", type=int, default=100, help="from each position")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    keys = [given.game] if given.game else list(SEATS)
    look = partial(looks_at, count=given.positions, games=given.games)
    with ProcessPoolExecutor(given.cores) as pool:
        for key, looks in zip(keys, pool.map(look, keys), strict=True):
            if given.write:
                write(key, "against_others", [({}, fit(looks))])
            calibration = calibration_of(new(key, seats=SEATS[key]))
            print(line(key, looks, given.games, calibration), flush=True)


if __name__ == "__main__":
    main()
