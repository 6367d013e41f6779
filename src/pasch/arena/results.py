"""A results file: JSON Lines, the plan first and then one line per match, as they are finished.

Whatever is in it was played to the end, so a run that was interrupted goes on from its file.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from pasch.arena.plan import Plan
from pasch.arena.play import Result
from pasch.core.errors import PaschError


class Results:
    """A results file and what it holds."""

    def __init__(self, path: Path, held: dict[int, Result]) -> None:
        self.path = path
        self.held = held

    @classmethod
    def open(cls, path: Path, plan: Plan) -> "Results":
        """Begins a file, or goes on with one of the same plan; any other is left alone."""
        text = read_bytes(path)
        first = plan.line()
        if first.startswith(text):  # nothing yet, or cut within the first line
            write(path, first, append=False)
            return cls(path, {})
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines(keepends=True)
        check_plan(path, lines[0] if lines else text, plan)
        held = [read_line(path, n, line, Result) for n, line in enumerate(lines[1:], start=2)]
        if len(whole) < len(text):
            drop_after(path, len(whole))
        return cls(path, {result.i: result for result in held})

    def add(self, results: Iterable[Result]) -> None:
        new = [result for result in results if result.i not in self.held]
        write(self.path, b"".join(msgspec.json.encode(r) + b"\n" for r in new), append=True)
        self.held |= {result.i: result for result in new}

    def in_order(self) -> list[Result]:
        return [self.held[i] for i in sorted(self.held)]


def usual_path(plan: Plan) -> Path:
    """The same plan, the same file: asking again goes on, or tells what is known."""
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
    other = [name for name in expected if expected[name] != got[name]]
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


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as problem:
        raise PaschError("{path} can't be read: {why}", path=path, why=problem.strerror) from None


def write(path: Path, data: bytes, append: bool) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab" if append else "wb") as file:
            file.write(data)
    except OSError as problem:
        raise PaschError(
            "{path} can't be written: {why}", path=path, why=problem.strerror
        ) from None


def drop_after(path: Path, length: int) -> None:
    """A line that was being written when the run ended."""
    try:
        with path.open("r+b") as file:
            file.truncate(length)
    except OSError as problem:
        raise PaschError(
            "{path} can't be written: {why}", path=path, why=problem.strerror
        ) from None
