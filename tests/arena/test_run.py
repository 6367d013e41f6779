"""Arenas that run on one core, on two, or are interrupted."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from pasch.arena import run as arena
from pasch.arena.plan import seatings
from pasch.arena.play import Result
from pasch.arena.results import Results
from pasch.arena.run import chunks_of, here, on_cores
from pasch.core.errors import PaschError
from pasch.core.match import log
from tests.arena.kit import plan, played, timeless
from tests.command import Pasch
from tests.patience import PATIENCE

SEARCH, GAMES = "search:300", 9
"""A plan that is slow enough to be interrupted."""
ASKED = plan("so-ein-mist", "random", "quick", games=24, seats=3)


def test_one_core_and_two_find_the_same(tmp_path: Path) -> None:
    one = played(ASKED, tmp_path / "one", on_cores(1))
    two = played(ASKED, tmp_path / "two", on_cores(2))
    assert timeless(one) == timeless(two)
    assert [each.i for each in two] == list(range(24))


def test_all_cores_are_taken_if_nobody_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert on_cores() is here
    with pytest.raises(PaschError, match="expected at least 1 core, got 0"):
        on_cores(0)


def test_chunks_hold_every_match_once() -> None:
    every = list(seatings(plan(games=1200, seats=3)))
    chunks = chunks_of(every)
    assert [each for chunk in chunks for each in chunk] == every
    assert max(map(len, chunks)) == 12
    assert chunks_of([]) == []


def test_with_nothing_left_to_play_no_process_starts(tmp_path: Path) -> None:
    played(ASKED, tmp_path / "results")
    assert list(on_cores(2)([], False)) == []


def test_a_worker_that_dies_leaves_a_file_to_go_on_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "play_chunk", die)
    with pytest.raises(PaschError, match="a worker died; what was played is kept"):
        played(ASKED, tmp_path / "results", on_cores(2))
    monkeypatch.undo()
    assert len(played(ASKED, tmp_path / "results")) == 24


def die(*_: object) -> None:
    os._exit(9)


def test_every_match_has_its_log(tmp_path: Path) -> None:
    asked = plan("so-ein-mist", "quick", games=2, seats=3)
    results = played(asked, tmp_path / "results", logs=tmp_path / "logs")
    logs = sorted((tmp_path / "logs").iterdir())
    matches = [log.read(path.read_text(encoding="utf-8")).match for path in logs]
    assert [match.returns() for match in matches] == [each.returns for each in results]


def test_a_log_that_is_missing_is_written_by_and_by(tmp_path: Path) -> None:
    asked = plan("so-ein-mist", "quick", games=2, seats=3)
    before = played(asked, tmp_path / "results")
    again = played(asked, tmp_path / "results", logs=tmp_path / "logs")
    assert again == before
    assert len(list((tmp_path / "logs").iterdir())) == 2


def test_workers_do_not_outlive_a_parent_that_is_killed(tmp_path: Path) -> None:
    running = start_long_run(tmp_path / "results.jsonl")
    running.kill()
    running.communicate(timeout=PATIENCE)
    assert nobody_is_left(running.pid)


# A background job ignores Ctrl-C, and so would the processes it starts.
LISTENS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"


def long_run(file: Path) -> list[str]:
    pasch = [sys.executable, "-c", f"{LISTENS}; from pasch.cli import main; main()"]
    return [*pasch, *of_search(file)]


def of_search(file: Path) -> list[str]:
    command = ["arena", "so-ein-mist", "random", SEARCH]
    return [*command, "--games", str(GAMES), "--cores", "2", "--out", str(file)]


def start_long_run(file: Path) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        long_run(file), stderr=pipe, stdout=pipe, text=True, start_new_session=True
    )
    wait_for_lines(file, 3)
    return running


def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(
    tmp_path: Path, pasch: Pasch
) -> None:
    file = tmp_path / "results.jsonl"
    running = start_long_run(file)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Interrupted. What was played is kept in" in told
    assert "Traceback" not in told
    assert nobody_is_left(running.pid)
    kept = lines_of(file)
    assert 2 <= len(kept) < GAMES
    again = pasch(*of_search(file))
    assert (again.code, again.err) == (0, "")
    assert lines_of(file)[: len(kept)] == kept
    asked = plan("so-ein-mist", "random", SEARCH, games=GAMES, seats=3)
    whole = Results.open(file, asked).of(asked)
    assert timeless(whole) == timeless(played(asked, tmp_path / "in one go"))


def wait_for_lines(file: Path, n: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if file.exists() and file.read_bytes().count(b"\n") >= n:
            return
        time.sleep(0.05)
    raise AssertionError(f"{file} did not reach {n} lines")


def lines_of(file: Path) -> list[Result]:
    whole = file.read_bytes()
    lines = whole[: whole.rfind(b"\n")].split(b"\n")[1:]
    return [msgspec.json.decode(line, type=Result) for line in lines]


def nobody_is_left(group: int) -> bool:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
