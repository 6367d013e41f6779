"""Solutions on disk: kept, found again, and never believed when something is wrong with them."""

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pasch import solutions
from pasch.core.errors import BadOption
from pasch.core.game.contract import Arrays, Tell
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.solutions.file import write
from pasch.solutions.key import code_of, solved_sources

SOON = 20.0
VALUES = np.arange(12.0).reshape(3, 4)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    forget(monkeypatch)
    return tmp_path / "solutions"


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the solutions in memory, so that the next look finds only what is on disk."""
    monkeypatch.setattr(solutions, "KNOWN", {})


class Solver:
    """A game that is solved at once, with a count of how often."""

    def __init__(self) -> None:
        self.solved = 0
        self.begun = Event()
        self.meeting = Barrier(1)
        self.game = dataclasses.replace(load("so-ein-mist"))
        self.game.__dict__["solve"] = SimpleNamespace(
            GOALS=("win", "draw"),
            refusal=lambda seats, _: BadOption("only for three") if seats != 3 else None,
            matters=lambda options: {"doubling": options.doubling, "open": options.open_scores},
            wider=lambda options: (
                [dataclasses.replace(options, open_scores=False)] if options.open_scores else []
            ),
            solve=self.solve,
            Solution=lambda _, goal, arrays: SimpleNamespace(goal=goal, **arrays),
        )

    def solve(self, _options: Any, _goal: str, tell: Tell) -> Arrays:
        tell(1, 1)
        self.begun.set()
        self.meeting.wait()
        self.solved += 1
        return {"values": VALUES, "none": np.zeros(0, np.int8)}

    def obtain(self, goal: str | None = None, **options: Any) -> Any:
        return solutions.obtain(self.game, 3, self.game.read_options(options), goal)

    def find(self) -> Any:
        return solutions.find(self.game, 3, self.game.read_options({}))


@pytest.fixture
def solver() -> Solver:
    return Solver()


def only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


@pytest.mark.parametrize("key", ["mmm", "mice-to-meet-you"])
def test_any_change_of_the_rules_or_the_solver_makes_a_solution_unusable(
    key: str, tmp_path: Path
) -> None:
    game = dataclasses.replace(load(key))
    copied = tmp_path / "game"
    shutil.copytree(game.folder, copied, ignore=shutil.ignore_patterns("*.pyc", "art"))
    game.__dict__["folder"] = copied
    first, files = code_of(game), solved_sources(copied)
    assert {copied / "rules.py", copied / "search" / "solve.py"} <= {*files}
    for path in files:
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert code_of(game) != first, path
        path.write_bytes(before)
    for name in ("quick.py", "weights.json", "view.py"):
        (copied / name).write_text("", encoding="utf-8")
    assert code_of(game) == first


def test_it_is_solved_once_and_then_found(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert solver.find() is None
    first = solver.obtain()
    assert solver.obtain() is solver.find() is first
    forget(monkeypatch)
    found = solver.find()
    assert found is not first
    assert (found.values == VALUES).all()
    assert found.values.flags.writeable  # compiled code needs this array type
    assert found.none.size == 0
    assert solver.solved == 1


def test_each_goal_and_each_option_that_matters_has_a_file(solver: Solver, cache: Path) -> None:
    assert solver.obtain().goal == "win"
    assert solver.obtain("draw").goal == "draw"
    solver.obtain(doubling=True)
    solver.obtain(passing=False)
    assert solver.solved == len(list(cache.iterdir())) == 3


def test_what_a_wider_solution_knows_is_not_solved_again(solver: Solver) -> None:
    wide = solver.obtain()
    assert solver.obtain(open_scores=True) is wide
    assert solver.solved == 1
    solver.obtain(open_scores=True, doubling=True)
    solver.obtain(doubling=True)
    assert solver.solved == 3


def damaged(data: bytes) -> bytes:
    return data[:-5] + b"\x01" + data[-4:]


def other(was: bytes, now: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(was, now, 1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (damaged, "it is damaged: expected data with the SHA-256"),
        (lambda data: data[:-3], "it is damaged: there is less in it"),
        (lambda data: data + b"more", "it is damaged: there is more in it"),
        (lambda _: b"", "it is damaged"),
        (lambda _: b"\xff\x00 not one of ours", "it is damaged"),
        (other(b'"<f8"', b'"boo"'), "it is damaged"),
        (other(b"[3,4]", b"[9,9]"), "it is damaged"),
        (other(b'"rules":1', b'"rules":7'), "expected the rules version 1, got 7"),
        (other(b'"code":"', b'"code":"0'), "it is from another version of pasch"),
        (other(b'"solution":1', b'"solution":2'), "expected the format 1, got 2"),
        (other(b"so-ein-mist", b"mmm"), "expected game so-ein-mist, got mmm"),
    ],
)
def test_what_is_wrong_is_named_once_and_solved_again(
    solver: Solver,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    change: Any,
    problem: str,
) -> None:
    solver.obtain()
    forget(monkeypatch)
    path = only(cache)
    data = path.read_bytes()
    path.write_bytes(change(data))
    assert solver.find() is None
    assert (solver.obtain().values == VALUES).all()
    assert solver.solved == 2
    (told,) = caplog.messages
    assert f"{path} is not used: {problem}" in told
    assert path.read_bytes() == data


def test_where_nothing_can_be_written_it_is_solved_all_the_same(
    solver: Solver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "solutions").write_text("in the way", encoding="utf-8")
    assert (solver.obtain().values == VALUES).all()
    assert "the solution is not kept" in caplog.text


@pytest.fixture
def two() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_two_solutions_are_worked_out_at_the_same_time(
    solver: Solver, two: ThreadPoolExecutor
) -> None:
    """Each waits until the other has begun."""
    solver.meeting = Barrier(2, timeout=SOON)
    goals = [two.submit(solver.obtain, goal) for goal in ("win", "draw")]
    assert [each.result().goal for each in goals] == ["win", "draw"]


def test_a_solution_asked_for_twice_at_once_is_worked_out_once(
    solver: Solver, two: ThreadPoolExecutor
) -> None:
    solver.meeting = Barrier(2, timeout=SOON)
    first = two.submit(solver.obtain)
    other = two.submit(solver.obtain)
    assert solver.begun.wait(SOON)
    assert solver.find() is None  # `find` does not wait for a solution under way
    solver.meeting.wait()
    assert first.result() is other.result() is solver.find()
    assert solver.solved == 1


def test_who_reads_the_file_before_its_maker_is_done_has_the_same_solution(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = []

    def write_and_find(*what: Any) -> None:
        write(*what)
        early.append(solver.find())

    monkeypatch.setattr(solutions, "write", write_and_find)
    assert solver.obtain() is early[0] is solver.find()


def test_what_cannot_be_solved_is_refused_with_the_reason(solver: Solver) -> None:
    options = solver.game.read_options({})
    assert solutions.find(solver.game, 4, options) is None
    with pytest.raises(BadOption, match="only for three"):
        solutions.obtain(solver.game, 4, options)
    with pytest.raises(BadOption, match="a goal is one of win, draw, not 'fun'"):
        solver.obtain("fun")


def test_a_game_without_a_solution_says_so() -> None:
    game: Game = load("compost")
    assert game.solve is None
    with pytest.raises(BadOption, match="Compost has no exact solution"):
        solutions.obtain(game, 2, game.read_options({}))
