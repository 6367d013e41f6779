"""Exact solutions: in memory, in the user's cache folder, or computed and kept there.

Each has locks of its own: while one is computed, others can be found and computed too. A problem
with a file is logged once.
"""

import logging
from itertools import chain
from threading import Lock
from typing import Any

from pasch.core.errors import BadOption
from pasch.core.game.contract import Solution, Tell
from pasch.core.game.spec import Game
from pasch.solutions.file import Unusable, read, write
from pasch.solutions.key import Key

log = logging.getLogger("pasch.solutions")


def say_nothing(done: int, of: int) -> None:
    pass


def refusal(game: Game, seats: int, options: Any) -> BadOption | None:
    """Return why this can't be solved exactly; None if it can."""
    if game.solve is None:
        return BadOption("{title} has no exact solution", title=game.title)
    return game.solve.refusal(seats, options)


def find(game: Game, seats: int, options: Any, goal: str | None = None) -> Solution | None:
    """Return a solution that was computed before and contains these positions, or None.

    This never waits for one that is being computed.
    """
    if refusal(game, seats, options):
        return None
    key = Key(game, options, goal)
    found = (slot_of(each).find(each) for each in chain([key], key.wider()))
    return next(filter(None, found), None)


def obtain(
    game: Game, seats: int, options: Any, goal: str | None = None, tell: Tell = say_nothing
) -> Solution:
    """Return the solution; compute it if there is none yet, reporting progress to `tell`."""
    reason = refusal(game, seats, options)
    if reason:
        raise reason
    key = Key(game, options, goal)
    return find(game, seats, options, goal) or slot_of(key).obtain(key, tell)


class Slot:
    """The place of one solution, with its locks."""

    def __init__(self) -> None:
        self._known: Solution | None = None
        self._is_told = False
        self._reading = Lock()
        self._solving = Lock()

    def find(self, key: Key) -> Solution | None:
        with self._reading:
            if self._known is None:
                self._known = self._recall(key)
            return self._known

    def obtain(self, key: Key, tell: Tell) -> Solution:
        found = self.find(key)
        if found is not None:
            return found
        with self._solving:
            return self.find(key) or self._compute(key, tell)

    def _recall(self, key: Key) -> Solution | None:
        """Read the solution from its file; log a file that can't be used, and return None."""
        if not key.path.exists():
            return None
        try:
            return key.solution(read(key))
        except Unusable as problem:
            if not self._is_told:
                log.warning("%s is not used: %s", key.path, problem)
            self._is_told = True
            return None

    def _compute(self, key: Key, tell: Tell) -> Solution:
        arrays = key.solve(tell)
        try:
            write(key, arrays)
        except OSError as problem:
            log.warning("the solution is not kept: %s", problem)
        with self._reading:
            if self._known is None:  # else another thread has read it from the file
                self._known = key.solution(arrays)
            return self._known


KNOWN: dict[str, Slot] = {}
ADDING = Lock()


def slot_of(key: Key) -> Slot:
    with ADDING:
        return KNOWN.setdefault(key.name, Slot())
