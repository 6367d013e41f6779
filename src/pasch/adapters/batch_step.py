"""One step of many matches, compiled.

Every machine draws by `drawn`: splitmix64 (Steele, Lea and Flood 2014), with a stream for each game
of each seed, so that all machines play the same games.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from pasch.core.game.position import CHANCE, OVER, WATCHER, Numbers
from pasch.core.game.rule import rule
from pasch.engine.compile import kernel
from pasch.engine.dispatch import apply, chance, hide, legal, player, quick, returns
from pasch.engine.playouts import QUICK

Records = npt.NDArray[np.void]
Integers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]

CALLER = -1
"""The mind of a seat whose choices the caller makes; RANDOM and QUICK choose by themselves."""

BEGIN = -2
"""Instead of an action: begin the next game."""
NOTHING = -1

GAMMA = -7046029254386353131  # splitmix64's constants, as numbers with a sign
FIRST_MIX = -4658895280553007687
SECOND_MIX = -7723592293110705685


def wrapped(number: int) -> int:
    """Return a number as 64 bits hold it (compiled numbers are such anyway)."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


@overload(wrapped, strict=False)
def _wrapped(number: Any) -> Any:  # noqa: ARG001
    return lambda number: number


@rule
def shifted(number: int, n: int) -> int:
    """Shift to the right, with zeros from the left."""
    return (number >> n) & ((1 << (64 - n)) - 1)


@rule
def mixed(number: int) -> int:
    """Return the output of splitmix64 at this state."""
    number = wrapped((number ^ shifted(number, 30)) * FIRST_MIX)
    number = wrapped((number ^ shifted(number, 27)) * SECOND_MIX)
    return number ^ shifted(number, 31)


@rule
def stream_of(seed: int, game: int) -> int:
    """Return the state of the generator at the beginning of a game."""
    return mixed(wrapped(mixed(wrapped(seed + GAMMA)) + game * GAMMA))


@kernel
def streams_apart(seed: int, streams: Integers) -> Integers:
    """Fill an array with streams, none of which is a game's."""
    for i in range(len(streams)):
        streams[i] = stream_of(~seed, i)
    return streams


@rule
def after(stream: int) -> int:
    """Return the state of the generator one draw later."""
    return wrapped(stream + GAMMA)


@rule
def drawn(stream: int, ways: int) -> int:
    """Return the number below `ways` that this state draws: equally likely, to one in 2**32."""
    return (shifted(mixed(stream), 32) * ways) >> 32


class Matches(NamedTuple):
    """All arrays of an environment, one row for each match."""

    states: Records
    views: Records
    """The states as the seat to choose may know them."""
    firsts: Records
    """First positions: game g begins with number g modulo how many there are."""
    minds: Bytes
    """The player of each seat, and at the end the one who rolls the dice."""
    games: Integers
    streams: Integers
    steps: Integers
    """Events so far, in all games."""
    players: Bytes
    ways: Integers
    mask: npt.NDArray[np.bool_]
    shares: npt.NDArray[np.float64]
    done: npt.NDArray[np.bool_]


@kernel
def step_each(
    start: int,
    end: int,
    apart: int,
    actions: Integers,
    seed: int,
    again: bool,
    quicks: bool,
    shows: bool,
    out: Numbers,
    states: Records,
    views: Records,
    firsts: Records,
    minds: Bytes,
    games: Integers,
    streams: Integers,
    steps: Integers,
    players: Bytes,
    ways: Integers,
    mask: npt.NDArray[np.bool_],
    shares: npt.NDArray[np.float64],
    done: npt.NDArray[np.bool_],
) -> None:
    """Apply the actions to the matches from `start` to `end`, and what follows without the caller.

    After a game has ended the next one begins if `again` is set. Its number is that of the last one
    plus `apart`: match i plays every game of the seed whose number is i modulo the number of
    matches. `quicks` says whether quick players are among the minds, `shows` whether the views are
    written here. The mask has to be all false before.

    This is one function because each call with arrays as arguments counts their references.
    """
    for i in range(start, end):
        s = states[i]
        a = actions[i]
        done[i] = False
        while True:
            if a == BEGIN:
                games[i] += apart
                streams[i] = stream_of(seed, games[i])
                states[i] = firsts[games[i] % len(firsts)]
            elif a != NOTHING:
                apply(s, a)
                steps[i] += 1
            who = player(s)
            if who == OVER and a >= 0:
                done[i] = True
                returns(s, shares[i])
                if again:
                    a = BEGIN
                    continue
            if who == OVER or minds[who] == CALLER:
                break
            streams[i] = after(streams[i])
            if who == CHANCE:
                a = drawn(streams[i], chance(s))
            elif quicks and minds[who] == QUICK:
                views[i] = s
                hide(views[i], who)
                a = quick(views[i])
            else:
                a = int(out[drawn(streams[i], legal(s, out))])
        players[i] = who
        if shows:
            views[i] = s
            hide(views[i], viewer(who))
        ways[i] = chance(s) if who == CHANCE else 0
        if who >= 0:
            for k in range(legal(s, out)):
                mask[i, out[k]] = True


@kernel
def happen(states: Records, a: int, out: Numbers) -> tuple[int, int]:
    """Apply an action, or NOTHING, to a single match.

    Return who is to choose next, and among how many: outcomes, or the actions written to `out`.
    """
    s = states[0]
    if a != NOTHING:
        apply(s, a)
    who = player(s)
    if who == CHANCE:
        return who, chance(s)
    return who, 0 if who == OVER else legal(s, out)


@rule
def viewer(who: int) -> int:
    """Return the seat whose view is shown, or WATCHER."""
    return who if who >= 0 else WATCHER


@kernel
def first_illegal(
    actions: Integers, players: Bytes, ways: Integers, mask: npt.NDArray[np.bool_]
) -> int:
    """Return the first match whose action is not possible; -1 if there is none."""
    for i in range(len(actions)):
        if not is_legal(actions[i], players[i], ways[i], mask[i]):
            return i
    return -1


@rule
def is_legal(a: int, who: int, ways: int, mask: npt.NDArray[np.bool_]) -> bool:
    if a == BEGIN:
        return True
    if who >= 0:
        return 0 <= a < len(mask) and mask[a]
    return 0 <= a < ways if who == CHANCE else a == NOTHING


@kernel
def sample_each(
    start: int,
    end: int,
    players: Bytes,
    ways: Integers,
    mask: npt.NDArray[np.bool_],
    streams: Integers,
    actions: Integers,
) -> None:
    """Draw an action for each match from `start` to `end`."""
    for i in range(start, end):
        streams[i] = after(streams[i])
        actions[i] = sample(players[i], ways[i], mask[i], streams[i])


@rule
def sample(who: int, ways: int, mask: npt.NDArray[np.bool_], stream: int) -> int:
    """Return one of the possible actions, all equally likely."""
    if who == OVER:
        return NOTHING
    if who == CHANCE:
        return drawn(stream, ways)
    n = 0
    for a in range(len(mask)):
        n += mask[a]
    left = drawn(stream, n)
    a = 0
    while left or not mask[a]:
        left -= mask[a]
        a += 1
    return a
