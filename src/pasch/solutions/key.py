"""The key of a solution: a game with the options that matter, for a goal."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pasch.core.errors import BadOption
from pasch.core.game.contract import Arrays, Solution, Tell
from pasch.core.game.spec import Game
from pasch.engine.cache import cache_base, game_sources

BOT = ("quick.py", "weights.json")
"""Files of the quick player, which does not change what is perfect."""


class Key:
    def __init__(self, game: Game, options: Any, goal: str | None) -> None:
        assert game.solve is not None
        self._solver = game.solve
        goals = self._solver.GOALS
        if goal is not None and goal not in goals:
            known = ", ".join(goals)
            raise BadOption("a goal is one of {goals}, not {goal!r}", goals=known, goal=goal)
        self.game = game
        self.goal: str = goal or goals[0]
        self.options = options
        self.matters: dict[str, Any] = self._solver.matters(options)
        text = msgspec.json.encode([game.key, self.goal, self.matters])
        self.name = f"{game.key}-{self.goal}-{hashlib.sha256(text).hexdigest()[:16]}"

    def wider(self) -> Iterator["Key"]:
        """Yield the keys of solutions that contain this one's positions too."""
        for options in self._solver.wider(self.options):
            yield Key(self.game, options, self.goal)

    @property
    def path(self) -> Path:
        return folder() / f"{self.name}.solution"

    def solve(self, tell: Tell) -> Arrays:
        return self._solver.solve(self.options, self.goal, tell)

    def solution(self, arrays: Arrays) -> Solution:
        return self._solver.Solution(self.options, self.goal, arrays)


def folder() -> Path:
    return cache_base() / "solutions"


def solved_sources(folder: Path) -> list[Path]:
    """Return the files of a game that a solution depends on."""
    return [path for path in game_sources(folder) if path.name not in BOT]


def code_of(game: Game) -> str:
    """Return a hash of the game's rules and solver: other code may mean other numbers."""
    found = hashlib.sha256()
    for path in solved_sources(game.folder):
        found.update(path.relative_to(game.folder).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
