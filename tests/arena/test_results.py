"""The results file: nothing is lost, nothing is overwritten."""

from pathlib import Path

import pytest

from pasch.arena.plan import Plan, seatings
from pasch.arena.play import Played
from pasch.arena.results import Results, usual_path
from pasch.arena.run import here
from pasch.core.errors import PaschError
from tests.arena.kit import plan, played, timeless

ASKED = plan(games=9, seats=3)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "results.jsonl"


def replayed(path: Path, asked: Plan = ASKED) -> list[int]:
    """Which matches are played when the run goes on."""
    again: list[int] = []

    def noted(*work: object) -> object:
        for n, chunk in here(*work):  # type: ignore[arg-type]
            again.extend(each.result.i for each in chunk.played)
            yield n, chunk

    played(asked, path, noted)  # type: ignore[arg-type]
    return sorted(again)


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
    assert timeless(Results.open(file, ASKED).in_order()) == timeless(results)


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
        (plan(games=10, seats=3), "games: expected 9, got 10"),
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
    with pytest.raises(PaschError, match=r"can't be (read|written): Not a directory"):
        Results.open(tmp_path / "file" / "results.jsonl", ASKED)
    with pytest.raises(PaschError, match="can't be read: Is a directory"):
        Results.open(tmp_path, ASKED)


def test_the_same_plan_has_the_same_usual_file() -> None:
    assert usual_path(ASKED) == usual_path(plan(games=9, seats=3))
    assert usual_path(ASKED) != usual_path(plan(games=9, seats=3, seed="2"))
    assert usual_path(ASKED).name.startswith("so-ein-mist-")
