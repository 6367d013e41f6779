"""A match and a position are pickled and copied, and the copy goes on like the first."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.match.match import Match, new
from tests.kits import kits

KEYS = [*games()]
EVENTS = 12

Copy = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


at_every_game = pytest.mark.parametrize("key", KEYS)
both_ways = pytest.mark.parametrize("copy", [pickled, deepcopy])


def begun(key: str, events: int = EVENTS) -> Match:
    match = new(key, start=0, **kits()[key].SHORT)
    rng = np.random.default_rng(1)
    for _ in range(events):
        match.apply(int(rng.choice(match.possible())))
    return match


def seen(match: Match) -> list[Any]:
    """Return what the seats and a watcher see, in both languages."""
    return [
        (match.view(seat), match.scene(seat, language), match.story(seat, language))
        for seat in (*range(match.seats), WATCHER)
        for language in ("en", "de")
    ]


@at_every_game
@both_ways
def test_a_copied_match_goes_on_like_the_first(key: str, copy: Copy) -> None:
    match = begun(key)
    again = copy(match)
    assert again.game is match.game
    assert (again.events, again.names, again.die) == (match.events, match.names, match.die)
    assert seen(again) == seen(match)
    rng = np.random.default_rng(2)
    while match.player != OVER:
        assert (again.player, again.possible()) == (match.player, match.possible())
        a = int(rng.choice(match.possible()))
        match.apply(a)
        again.apply(a)
    assert again.position() == match.position()
    assert again.returns() == match.returns()
    while match.events:
        assert again.undo() == match.undo()
        assert again.position() == match.position()


@at_every_game
@both_ways
def test_what_happens_in_a_copy_does_not_happen_in_the_first(key: str, copy: Copy) -> None:
    match = begun(key)
    before, events = match.position(), match.events[:]
    again = copy(match)
    again.apply(again.possible()[0])
    again.undo()
    again.undo()
    assert (match.position(), match.events) == (before, events)


@at_every_game
@both_ways
def test_a_copied_position_is_equal_and_its_own(key: str, copy: Copy) -> None:
    position = begun(key).position()
    again = copy(position)
    assert again == position
    assert type(again) is type(position)
    again.turn += 1
    assert again != position


GOES_ON = """
import pickle, sys
position, match = pickle.load(open(sys.argv[1], "rb"))
assert match.position() == position
match.apply(match.possible()[0])
print(match.events)
"""


@at_every_game
def test_a_process_that_knows_no_game_yet_reads_a_pickle(key: str, tmp_path: Path) -> None:
    match = begun(key)
    path = tmp_path / "match.pickle"
    path.write_bytes(pickle.dumps((match.position(), match)))
    run = subprocess.run(
        [sys.executable, "-c", GOES_ON.strip(), str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str([*match.events, match.possible()[0]])
