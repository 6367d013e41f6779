"""Exact solutions: found in the user's cache folder, or worked out and kept there.

A file is a line of JSON, the header, and then the bytes of the arrays one after the other. Its name
says what was solved; its header says by which rules and which code. Nothing is believed that does
not fit both, or whose bytes have changed.
"""

import hashlib
import math
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from pasch.core.errors import BadOption, PaschError
from pasch.core.facts import Game
from pasch.core.record import State

FORMAT = 1
LONGEST_HEADER = 1 << 20
ASIDE = ("play.py", "weights.py", "scene.py")  # neither bots nor pictures change what is perfect

Arrays = dict[str, npt.NDArray[Any]]
Tell = Callable[[int, int], None]


class Solution(Protocol):
    """Knows the value of every position, as a share of the victory."""

    def value(self, s: State) -> float:
        """Of any position, before what comes next."""

    def choices(self, s: State) -> dict[int, float]:
        """At a seat's turn: every legal action, and its value."""

    def playouts(self, s: State, games: int, seed: int) -> npt.NDArray[np.float64]:
        """What the perfect player reaches from here in so many games."""


@dataclass(frozen=True)
class Size:
    """What solving takes, estimated before it begins."""

    states: int
    bytes: int
    seconds: float


class Part(msgspec.Struct):
    name: str
    kind: str
    shape: list[int]


class Header(msgspec.Struct, forbid_unknown_fields=True):
    solution: int
    game: str
    rules: int
    code: str
    options: dict[str, Any]
    goal: str
    arrays: list[Part]
    sha256: str


class Unusable(PaschError):
    """A file that is no solution, or not this one; the message says why."""


def say_nothing(done: int, of: int) -> None:
    pass


def refusal(game: Game, seats: int, options: Any) -> BadOption | None:
    """Why this can't be solved exactly; None where it can."""
    if game.solve is None:
        return BadOption("{title} has no exact solution", title=game.title)
    return game.solve.refusal(seats, options)


def find(game: Game, seats: int, options: Any, goal: str | None = None) -> Solution | None:
    """A solution that was worked out before, if there is one."""
    if refusal(game, seats, options):
        return None
    key = Key(game, options, goal)
    with LOCK:
        return KNOWN.get(key.name) or recall(key)


def obtain(
    game: Game, seats: int, options: Any, goal: str | None = None, tell: Tell = say_nothing
) -> Solution:
    """The solution, worked out if it is not known yet; `tell` hears how far it is."""
    reason = refusal(game, seats, options)
    if reason:
        raise reason
    key = Key(game, options, goal)
    with LOCK:
        return KNOWN.get(key.name) or recall(key) or work_out(key, tell)


KNOWN: dict[str, Solution] = {}
NAMED: set[str] = set()
LOCK = Lock()


class Key:
    """What is solved; the options are those that matter."""

    def __init__(self, game: Game, options: Any, goal: str | None) -> None:
        assert game.solve is not None
        self.solver = game.solve
        goals = self.solver.GOALS
        if goal is not None and goal not in goals:
            raise BadOption(f"a goal is one of {', '.join(goals)}, not {goal!r}")
        self.game = game
        self.goal: str = goal or goals[0]
        self.options = options
        self.matters: dict[str, Any] = self.solver.matters(options)
        text = msgspec.json.encode([game.key, self.goal, self.matters])
        self.name = f"{game.key}-{self.goal}-{hashlib.sha256(text).hexdigest()[:16]}"

    @property
    def path(self) -> Path:
        return folder() / f"{self.name}.solution"

    def header(self, arrays: Arrays) -> Header:
        return Header(
            solution=FORMAT,
            game=self.game.key,
            rules=self.game.version,
            code=code_of(self.game),
            options=self.matters,
            goal=self.goal,
            arrays=[Part(name, a.dtype.str, list(a.shape)) for name, a in arrays.items()],
            sha256=digest(arrays),
        )

    def solution(self, arrays: Arrays) -> Solution:
        made: Solution = self.solver.Solution(self.options, self.goal, arrays)
        return made


def folder() -> Path:
    from pasch.core.compile import cache_base  # noqa: PLC0415 - brings in numba

    return cache_base() / "solutions"


def code_of(game: Game) -> str:
    """A hash of the game's sources: other code may mean other numbers."""
    found = hashlib.sha256()
    for path in sorted(set(game.folder.glob("*.py")) - {game.folder / name for name in ASIDE}):
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def digest(arrays: Mapping[str, npt.NDArray[Any]]) -> str:
    found = hashlib.sha256()
    for array in arrays.values():
        found.update(array.data if array.size else b"")
    return found.hexdigest()


def recall(key: Key) -> Solution | None:
    """From its file; one that can't be believed is named, and as good as absent."""
    if not key.path.exists():
        return None
    try:
        arrays = read(key)
    except Unusable as problem:
        if key.name not in NAMED:
            sys.stderr.write(f"pasch: {key.path} is not used: {problem}\n")
        NAMED.add(key.name)
        return None
    KNOWN[key.name] = key.solution(arrays)
    return KNOWN[key.name]


def read(key: Key) -> Arrays:
    try:
        with key.path.open("rb") as file:
            header = msgspec.json.decode(file.readline(LONGEST_HEADER), type=Header)
            arrays = {part.name: read_array(part, file) for part in header.arrays}
            more = file.read(1)
    except OSError as problem:
        raise Unusable(f"it can't be read: {problem.strerror}") from None
    except (msgspec.MsgspecError, ValueError, TypeError) as problem:
        raise Unusable(f"it is damaged: {problem}") from None
    expected = key.header(arrays)
    for name in Header.__struct_fields__:
        given, wanted = getattr(header, name), getattr(expected, name)
        if given != wanted and name != "arrays":
            raise Unusable(explain(name, wanted, given))
    if more:
        raise Unusable("it is damaged: there is more in it than its header says")
    return arrays


def explain(name: str, expected: object, got: object) -> str:
    if name == "sha256":
        return f"it is damaged: expected data with the SHA-256 {got}, got {expected}"
    if name == "code":
        return f"it is from another version of pasch: expected the code {expected}, got {got}"
    what = {"rules": "the rules version", "solution": "the format"}
    return f"expected {what.get(name, name)} {expected}, got {got}"


def read_array(part: Part, file: BinaryIO) -> npt.NDArray[Any]:
    data = bytearray(np.dtype(part.kind).itemsize * math.prod(part.shape))
    if file.readinto(data) < len(data):  # type: ignore[attr-defined] # a buffered file has it
        raise ValueError("there is less in it than its header says")
    return np.frombuffer(data, np.dtype(part.kind)).reshape(part.shape)


def work_out(key: Key, tell: Tell) -> Solution:
    arrays: Arrays = key.solver.solve(key.options, key.goal, tell)
    keep(key, arrays)
    KNOWN[key.name] = key.solution(arrays)
    return KNOWN[key.name]


def keep(key: Key, arrays: Arrays) -> None:
    """Written beside its place and moved there whole; with nowhere to write it is not kept."""
    try:
        key.path.parent.mkdir(parents=True, exist_ok=True)
        number, beside = tempfile.mkstemp(dir=key.path.parent, prefix=key.name)
    except OSError as problem:
        sys.stderr.write(f"pasch: the solution is not kept: {problem}\n")
        return
    try:
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.encode(key.header(arrays)) + b"\n")
            for array in arrays.values():
                file.write(array.data)
        Path(beside).replace(key.path)
    except OSError as problem:
        Path(beside).unlink(missing_ok=True)
        sys.stderr.write(f"pasch: the solution is not kept: {problem}\n")
