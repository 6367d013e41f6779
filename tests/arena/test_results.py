"""The results file: nothing is lost, nothing is overwritten."""

import resource
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pasch.arena import results as results_file
from pasch.arena import run as arena
from pasch.arena.plan import Plan, seatings
from pasch.arena.play import Done, Played, Result, play
from pasch.arena.results import Results, usual_path
from pasch.arena.run import Job, Work, here, on_cores
from pasch.core.errors import PaschError
from pasch.core.locks import lock
from tests.arena.kit import plan, played, timeless
from tests.patience import PATIENCE

ASKED = plan(games=9, seats=3)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "results.jsonl"


def replayed(path: Path, asked: Plan = ASKED) -> list[int]:
    """Return the numbers of the matches that are played when the run goes on."""
    again: list[int] = []
    played(asked, path, counting(again))
    return sorted(again)


def counting(told: list[int]) -> Work:
    """Return a way to play that notes the matches played."""

    def work(jobs: Iterable[Job], with_logs: bool) -> Iterator[tuple[int, Done]]:
        for n, chunk in here(jobs, with_logs):
            told.extend(each.result.i for each in chunk.played)
            yield n, chunk

    return work


def test_a_file_is_the_plan_and_a_line_for_each_match(file: Path) -> None:
    played(ASKED, file)
    lines = file.read_bytes().splitlines(keepends=True)
    assert lines[0] == ASKED.line()
    assert len(lines) == 1 + len(list(seatings(ASKED)))


def test_what_is_there_is_not_played_again(file: Path) -> None:
    results = played(ASKED, file)
    whole = file.read_bytes()
    assert played(ASKED, file) == results
    assert file.read_bytes() == whole


def test_a_run_goes_on_from_its_file_without_the_line_that_was_cut(file: Path) -> None:
    results = played(ASKED, file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    assert replayed(file) == [4, 5, 6, 7, 8]
    assert timeless(Results.open(file, ASKED).of(ASKED)) == timeless(results)


def test_a_line_without_its_end_is_dropped_even_if_it_reads_well(file: Path) -> None:
    played(ASKED, file)
    file.write_bytes(file.read_bytes()[:-1])
    assert replayed(file) == [8]


@pytest.mark.parametrize("kept", [0, 1, 30])
def test_a_file_cut_in_its_first_line_begins_again(file: Path, kept: int) -> None:
    file.parent.mkdir()
    file.write_bytes(ASKED.line()[:kept])
    assert replayed(file) == list(range(9))
    assert Results.open(file, ASKED).path == file


def test_a_match_told_twice_counts_once(file: Path) -> None:
    results = Results.open(file, ASKED)
    for _, chunk in here([(ASKED, list(seatings(ASKED)))], False):
        results.add(each.result for each in chunk.played)
        results.add(each.result for each in chunk.played)
    assert len(file.read_bytes().splitlines()) == 10
    assert isinstance(chunk.played[0], Played)


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (plan(games=9, seats=3, seed="other"), "seed: expected '1', got 'other'"),
        (plan("so-ein-mist", "quick", games=9, seats=3), "bots: expected"),
        (plan("mmm", games=9, seats=3), "game: expected 'so-ein-mist', got 'mmm'"),
    ],
)
def test_a_file_of_another_run_is_left_alone(file: Path, other: Plan, differs: str) -> None:
    Results.open(file, other)
    before = file.read_bytes()
    with pytest.raises(PaschError, match="holds another run.*" + differs):
        Results.open(file, ASKED)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text", [b"Dear diary\n", b"Dear diary", b"\xff\xfe\n", b"{}\n", b"[1]\n{}\n"]
)
def test_a_file_that_holds_no_results_is_left_alone(file: Path, text: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(text)
    with pytest.raises(PaschError, match="line 1: expected the plan of an arena, got"):
        Results.open(file, ASKED)
    assert file.read_bytes() == text


def test_a_line_in_the_middle_that_is_no_result_is_named(file: Path) -> None:
    played(ASKED, file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"{oops\n", *lines[3:]]))
    with pytest.raises(PaschError, match=r"line 3: expected the result of a match, got '{oops'"):
        Results.open(file, ASKED)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PaschError, match="can't be written: Not a directory"):
        Results.open(tmp_path / "file" / "results.jsonl", ASKED)
    with pytest.raises(PaschError, match="can't be written: Is a directory"):
        Results.open(tmp_path, ASKED)


def test_the_same_plan_has_the_same_usual_file() -> None:
    assert usual_path(ASKED) == usual_path(plan(games=9, seats=3))
    assert usual_path(ASKED) != usual_path(plan(games=9, seats=3, seed="2"))
    assert usual_path(ASKED) == usual_path(plan(games=900, seats=3))
    assert usual_path(ASKED).name.startswith("so-ein-mist-")


def all_results() -> list[Result]:
    return [play(ASKED, seating).result for seating in seatings(ASKED)]


def test_asked_for_more_it_plays_only_the_rest(file: Path) -> None:
    before = played(ASKED, file)
    more = plan(games=15, seats=3)
    assert replayed(file, more) == list(range(9, 15))
    assert played(more, file)[:9] == before
    assert played(ASKED, file) == before


def test_what_others_add_meanwhile_is_not_added_again(file: Path) -> None:
    mine, theirs = Results.open(file, ASKED), Results.open(file, ASKED)
    every = all_results()
    mine.add(every[:6])
    theirs.add(every[3:])
    mine.add(every)
    assert len(file.read_bytes().splitlines()) == 10
    assert mine.of(ASKED) == theirs.of(ASKED) == Results.open(file, ASKED).of(ASKED) == every


def test_a_line_that_a_killed_process_left_is_dropped_by_the_next_to_write(file: Path) -> None:
    results = Results.open(file, ASKED)
    every = all_results()
    with file.open("ab") as other:
        other.write(b'{"i": 0, "blo')
    results.add(every)
    assert Results.open(file, ASKED).of(ASKED) == every


def test_a_file_that_is_taken_away_meanwhile_is_written_anew(file: Path) -> None:
    results = Results.open(file, ASKED)
    every = all_results()
    results.add(every[:5])
    file.unlink()
    results.add(every[5:])
    assert Results.open(file, ASKED).of(ASKED) == every
    file.write_bytes(ASKED.line())
    with pytest.raises(PaschError, match="was cut by another program"):
        results.add([])


def test_a_file_that_somebody_keeps_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_file, "PATIENCE", 0)
    Results.open(file, ASKED)
    with file.open("rb") as other:
        assert lock(other.fileno())
        with pytest.raises(PaschError, match="is held by another program"):
            Results.open(file, ASKED)
    Results.open(file, ASKED)


def test_a_full_disk_leaves_whole_lines(file: Path) -> None:
    results = Results.open(file, ASKED)
    every = all_results()
    results.add(every[:2])
    before = file.read_bytes()
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 300, allowed[1]))
    try:
        with pytest.raises(PaschError, match="can't be written: No space left"):
            results.add(every)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
    assert file.read_bytes() == before
    results.add(every)
    assert Results.open(file, ASKED).of(ASKED) == every


ADDS = """
import sys
from pathlib import Path
from pasch.arena.plan import seatings
from pasch.arena.results import Results
from tests.arena.kit import plan, result
asked = plan(games=300, seats=3)
results = Results.open(Path(sys.argv[1]), asked)
for seating in seatings(asked):
    results.add([result(seating.i, seating.block, list(seating.sits), [0.0, 0.0, 1.0])])
"""


def test_several_processes_write_one_file_and_nothing_is_doubled(file: Path) -> None:
    command = [sys.executable, "-c", ADDS, str(file)]
    running = [subprocess.Popen(command, cwd=ROOT) for _ in range(3)]
    assert [each.wait(timeout=PATIENCE) for each in running] == [0, 0, 0]
    lines = file.read_bytes().splitlines()
    assert len(lines) == 301
    assert len(Results.open(file, plan(games=300, seats=3)).held) == 300


PLAYS = """
import sys, time
from pathlib import Path
from tests.arena.kit import plan, played
from tests.arena.test_results import counting
folder, name = Path(sys.argv[1]), sys.argv[2]
asked = plan("so-ein-mist", "random", "quick", games=300, seats=3)
(folder / name).touch()
while len(list(folder.glob("process*"))) < 2:
    time.sleep(0.01)
told = []
results = played(asked, folder / "results.jsonl", counting(told))
print(len(told), len(results))
"""


def test_two_processes_at_one_file_share_the_games(tmp_path: Path) -> None:
    names = ("process-1", "process-2")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYS, str(tmp_path), name],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    told = [each.communicate(timeout=PATIENCE)[0].split() for each in running]
    games = [int(played) for played, _ in told]
    assert sum(games) == 300
    assert min(games) > 0
    assert {known for _, known in told} == {"300"}
    assert not list(tmp_path.glob("*.claims"))


CLAIMS = """
import sys, time
from pathlib import Path
from pasch.arena.plan import seatings
from pasch.arena.results import Results
from tests.arena.test_results import ASKED
results = Results.open(Path(sys.argv[1]), ASKED)
results.claim(list(seatings(ASKED))[:6])
print("claimed", flush=True)
time.sleep(60)
"""


def test_what_a_process_has_begun_is_left_to_it_while_it_lives(file: Path) -> None:
    command = [sys.executable, "-c", CLAIMS, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "claimed\n"
        every = list(seatings(ASKED))
        results = Results.open(file, ASKED)
        assert results.claim(every) == every[6:]
        other.kill()
        other.wait(timeout=PATIENCE)
        assert results.claim(every) == every
        results.give_up()


def test_who_waits_for_others_hears_of_what_they_play(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = all_results()
    results = Results.open(file, ASKED)
    monkeypatch.setattr(results, "claim", lambda _: [])
    monkeypatch.setattr("time.sleep", lambda _: Results.open(file, ASKED).add(every))
    heard: list[int] = []
    arena.run([(ASKED, results)], on_cores(2), tick=heard.append)
    assert heard == [9]
    assert results.of(ASKED) == every
