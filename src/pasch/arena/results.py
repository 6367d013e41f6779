"""A results file: JSON Lines, the plan first and then one line per match, as they are finished.

Every match in it was played to the end, so an interrupted run continues from its file, and a run
that wants more games plays those that are missing. Several processes may write it at once: each
takes a lock and reads what the others have added before it adds its own results. A file beside it
has a byte for each match; the process that plays a match locks its byte, so they share the work.
"""

import errno
import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from pasch.arena.plan import Plan, Seating, seatings
from pasch.arena.play import Result
from pasch.core.errors import PaschError
from pasch.core.locks import claim, lock

PATIENCE = 60.0  # seconds; others have it for a moment only
PAUSE = 0.01


class Results:
    """A results file and what it holds."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.held: dict[int, Result] = {}
        self._read = 0
        """How many bytes of the file are known."""
        self._lines = 0
        self._claims: FileIO | None = None

    @classmethod
    def open(cls, path: Path, plan: Plan) -> "Results":
        """Begin a file, or continue one of the same plan; raise PaschError for any other."""
        results = cls(path, plan)
        results.catch_up()
        return results

    def catch_up(self) -> None:
        """Read what other processes have added."""
        with locked(self.path) as file:
            self._catch_up(file)

    def claim(self, wanted: Sequence[Seating]) -> list[Seating]:
        """Reserve the matches that no other process is playing, until `give_up`."""
        if self._claims is None:
            try:
                self._claims = self.beside.open("ab", buffering=0)
            except OSError as problem:
                raise unwritable(self.beside, problem) from None
        mine = [seating for seating in wanted if claim(self._claims.fileno(), seating.i)]
        self.catch_up()
        return mine

    def give_up(self) -> None:
        """Release what was claimed and not played, so that others may play it."""
        if self._claims is not None:
            self._claims.close()
            self._claims = None
            self.beside.unlink(missing_ok=True)

    @property
    def beside(self) -> Path:
        return self.path.with_name(f"{self.path.name}.claims")

    def add(self, new: Iterable[Result]) -> None:
        with locked(self.path) as file:
            self._catch_up(file)
            missing = {result.i: result for result in new if result.i not in self.held}
            self._append(file, b"".join(map(line_of, missing.values())))
        self.held |= missing

    def of(self, plan: Plan) -> list[Result]:
        """Return the results of the plan's games; the file may hold more."""
        return [self.held[seating.i] for seating in seatings(plan)]

    def known(self, plan: Plan) -> int:
        """Count the plan's games that are here already."""
        return sum(1 for seating in seatings(plan) if seating.i in self.held)

    def _catch_up(self, file: FileIO) -> None:
        """Read what is new. A line without its end was cut off when its process ended."""
        size = file.seek(0, os.SEEK_END)
        if size == 0:
            self._read = self._lines = 0
        if size < self._read:
            raise PaschError("{path} was cut by another program", path=self.path)
        file.seek(self._read)
        text = file.read()
        if self._read == 0 and self.plan.line().startswith(text):
            self._begin(file)
            return
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines(keepends=True)
        if self._read == 0:
            check_plan(self.path, lines[0] if lines else text, self.plan)
            lines, self._lines = lines[1:], 1
        for line in lines:
            self._lines += 1
            result = read_line(self.path, self._lines, line, Result)
            self.held.setdefault(result.i, result)
        self._read += len(whole)
        if len(whole) < len(text):
            file.truncate(self._read)

    def _begin(self, file: FileIO) -> None:
        """Write the file from the start, with all known results.

        It may have been deleted meanwhile.
        """
        file.truncate(0)
        self._append(file, self.plan.line() + b"".join(map(line_of, self.held.values())))

    def _append(self, file: FileIO, data: bytes) -> None:
        """Write all of it, or nothing."""
        file.seek(self._read)
        try:
            if file.write(data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            file.truncate(self._read)
            raise
        self._read += len(data)
        self._lines += data.count(b"\n")


@contextmanager
def locked(path: Path) -> Iterator[FileIO]:
    """Open the file for this process alone."""
    try:
        make_room(path)
        path.touch()
        with path.open("r+b", buffering=0) as file:
            until = time.monotonic() + PATIENCE
            while not lock(file.fileno()):
                if time.monotonic() > until:
                    raise PaschError("{path} is held by another program", path=path)
                time.sleep(PAUSE)
            yield file
    except OSError as problem:
        raise unwritable(path, problem) from None


def line_of(result: Result) -> bytes:
    return msgspec.json.encode(result) + b"\n"


def usual_path(plan: Plan) -> Path:
    """Return the plan's own file: the same plan continues the same file."""
    return usual_folder() / f"{plan.game}-{name_of(plan)}.jsonl"


def usual_folder() -> Path:
    return Path(platformdirs.user_data_dir("pasch")) / "arena"


def name_of(plan: Plan) -> str:
    return hashlib.sha256(plan.line()).hexdigest()[:12]


def check_plan(path: Path, line: bytes, plan: Plan) -> None:
    kept = read_line(path, 1, line, Plan)
    if kept.line() == plan.line():
        return
    expected, got = msgspec.to_builtins(plan), msgspec.to_builtins(kept)
    other = [name for name in expected if name != "games" and expected[name] != got[name]]
    differ = "; ".join(f"{name}: expected {expected[name]!r}, got {got[name]!r}" for name in other)
    raise PaschError(
        "{path} holds another run, name another file ({differ})", path=path, differ=differ
    )


def read_line(path: Path, number: int, line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        got = {"cut": line[:60].decode(errors="replace").strip(), "why": problem}
        if kind is Plan:
            raise PaschError(
                "{path}, line 1: expected the plan of an arena, got {cut!r}: {why}",
                path=path,
                **got,
            ) from None
        raise PaschError(
            "{path}, line {n}: expected the result of a match, got {cut!r}: {why}",
            path=path,
            n=number,
            **got,
        ) from None


def write(path: Path, data: bytes) -> None:
    try:
        make_room(path)
        path.write_bytes(data)
    except OSError as problem:
        raise unwritable(path, problem) from None


def make_room(path: Path) -> None:
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)


def unwritable(path: Path, problem: OSError) -> PaschError:
    return PaschError("{path} can't be written: {why}", path=path, why=problem.strerror)
