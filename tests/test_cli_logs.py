"""Logs of games: how one is continued, what replays and verifies, and what no longer does."""

import shlex
from pathlib import Path

import pytest

from pasch.core.match.log import Log
from tests.command import BOTS, Pasch, refused

TURN = ("carrot", "x", "fish", "a1")  # a turn of Mmm! with real dice


@pytest.fixture
def log(pasch: Pasch, tmp_path: Path) -> Path:
    """Return the log of a match of Mmm! with one die placed: a header and four events."""
    path = tmp_path / "kept.jsonl"
    assert pasch("play", "mmm", "--real-dice", "--log", path, typed=TURN).code == 0
    return path


@pytest.mark.parametrize(
    "more", ["mmm", "--seats me", "--set line=yes", "--start 1", "--seed a", "--log new.jsonl"]
)
def test_resume_takes_the_rest_from_the_log(pasch: Pasch, log: Path, more: str) -> None:
    before = log.read_bytes()
    refused(pasch("play", "--resume", log, *more.split()), "--resume", "from the log")
    assert log.read_bytes() == before


@pytest.mark.parametrize("at", [-1, 5, 999])
def test_a_moment_outside_the_game_is_refused(pasch: Pasch, log: Path, at: int) -> None:
    refused(pasch("replay", log, "--at", at), f"--at is a number from 0 to 4, not {at}")


def test_an_existing_file_is_left_untouched(pasch: Pasch, log: Path) -> None:
    before = log.read_bytes()
    refused(pasch("play", "mmm", "--log", log), f"{log} exists already")
    assert log.read_bytes() == before


@pytest.mark.parametrize("where", ["kept.jsonl/new.jsonl", "kept.jsonl/deeper/new.jsonl"])
def test_a_log_that_cannot_be_written_is_refused(pasch: Pasch, log: Path, where: str) -> None:
    before = log.read_bytes()
    refused(pasch("play", "mmm", "--log", where), f"{where} can't be written: ")
    assert log.read_bytes() == before


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
@pytest.mark.parametrize(
    ("line", "old", "new", "parts"),
    [
        (1, '"pasch":1', '"pasch":9', ["log format 1, got 9"]),
        (1, '"rules":1', '"rules":9', ["expected rules version 1 of Mmm!, got 9"]),
        (1, '"seats":1', '"seats":7', ["1 to 6 seats, not 7"]),
        (1, '"seats":1', '"seats":"one"', ["expected a header", "`int`, got `str`"]),
        (1, '"cat_steps":11', '"cat_steps":"--5"', ["from 1 to 99, not '--5'"]),
        (1, '"board":"one-paw"', '"board":[1]', ["one-paw"]),
        (3, '"die":"x"', '"die":"y"', ["{'die': 'y'}", "MMM-5"]),
        (3, '"n":2', '"n":7', ["expected event 2, got event 7"]),
        (5, '"seat":0', '"seat":1', ["expected a choice of seat 0, got a choice of seat 1"]),
        (5, '"a1"', '"d1"', ["{'place': 'd1'}", "MMM-6"]),
        (5, "}", "", ["expected event 4, got '{"]),
    ],
)
def test_an_edited_log_is_refused_by_its_line(
    pasch: Pasch, log: Path, command: list[str], line: int, old: str, new: str, parts: list[str]
) -> None:
    lines = log.read_text().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    log.write_text("".join(lines))
    answer = pasch(*command, log)
    assert answer.code == 2
    assert answer.err.startswith(f"pasch: {log}, line {line}: ")
    for part in parts:
        assert part in answer.err
    assert log.read_text() == "".join(lines)


@pytest.mark.parametrize(("cut", "line"), [(2, 5), (20, 5), (60, 4)])
def test_a_truncated_log_is_refused_by_its_line(
    pasch: Pasch, log: Path, cut: int, line: int
) -> None:
    log.write_bytes(log.read_bytes()[:-cut])
    for command in (["replay"], ["play", "--resume"]):
        expected = f"{log}, line {line}: expected event {line - 1}, got "
        refused(pasch(*command, log), expected)


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"", "line 1: expected a header"), (b"\xff\xfe", "not UTF-8"), (b"hello\n", "line 1: ")],
)
def test_a_file_that_is_no_log_is_refused(
    pasch: Pasch, tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    refused(pasch("replay", path), str(path), problem)


def test_replay_of_an_unfinished_log_tells_it_and_how_to_go_on(pasch: Pasch, log: Path) -> None:
    answer = pasch("replay", log)
    assert answer.code == 0
    assert "   3  Guest rolled: carrot, X, fish.\n   4  Guest placed a carrot.\n" in answer.out
    assert "[🥕]" in answer.out
    assert answer.out.endswith(f"Unfinished after event 4. Go on with:\n  {resume_line(log)}\n")


def test_replay_at_a_moment_shows_the_table_after_it(pasch: Pasch, log: Path) -> None:
    out = pasch("replay", log, "--at", 3, "--language", "de").out
    assert "   3  Gast: gewürfelt Möhre, X, Fisch.\n" in out
    assert "[🥕]" not in out
    assert "Gast: Mindestens einen Würfel legen" in out
    assert "   3  " not in pasch("replay", log, "--at", 0).out


def test_bots_alone_play_to_the_end_and_their_log_replays(pasch: Pasch, tmp_path: Path) -> None:
    path = tmp_path / "bots.jsonl"
    answer = pasch(*BOTS, "--log", path)
    assert answer.code == 0
    assert answer.out.endswith(f"The log: {path}\n")
    told = pasch("replay", path)
    assert told.code == 0
    assert "The game is over; " in told.out
    assert "Unfinished" not in told.out
    result = [line for line in told.out.splitlines() if line.startswith("The game is over; ")]
    assert result[0] in answer.out
    refused(pasch("play", "--resume", path), f"{path} is finished; pasch replay {path}")


def test_the_same_seed_gives_the_same_log(pasch: Pasch, tmp_path: Path) -> None:
    logs: list[list[str]] = []
    for seed in ("one", "one", "two"):
        path = tmp_path / f"{len(logs)}.jsonl"
        pasch(*BOTS[:-1], seed, "--log", path)
        logs.append(path.read_text().splitlines())
    assert logs[0] == logs[1]
    assert logs[0][1:] != logs[2][1:]


def test_verify_says_why_it_cannot(pasch: Pasch, log: Path) -> None:
    refused(pasch("verify", log), "kept.jsonl: real dice were rolled")


def resume_line(path: Path) -> str:
    return f"pasch play --resume {shlex.quote(str(path))}"


@pytest.mark.parametrize("typed", [(), ("q",), ("nonsense", "Q")])
def test_who_leaves_is_told_how_to_go_on(
    pasch: Pasch, tmp_path: Path, typed: tuple[str, ...]
) -> None:
    answer = pasch("play", "mmm", "--real-dice", typed=(*TURN, *typed))
    assert answer.code == 0
    (path,) = (tmp_path / "data" / "pasch" / "games").glob("*-mmm.jsonl")
    assert answer.out.endswith(f"The game is kept. Go on with:\n  {resume_line(path)}\n")
    left = Log.open(path).match.position()
    again = pasch("play", "--resume", path, "--real-dice", typed=("q",))
    assert "You: Place more, roll again or gather?" in again.out
    assert Log.open(path).match.position() == left


def test_the_line_that_goes_on_can_be_pasted_into_a_shell(pasch: Pasch, tmp_path: Path) -> None:
    path = tmp_path / "my games" / "it's mmm.jsonl"
    played = pasch("play", "mmm", "--real-dice", "--log", path)
    for answer in (played, pasch("replay", path)):
        line = answer.out.splitlines()[-1]
        assert shlex.split(line) == ["pasch", "play", "--resume", str(path)]


def test_ctrl_c_keeps_the_game(
    pasch: Pasch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    answer = pasch("play", "mmm", "--log", tmp_path / "log", "--language", "de")
    assert answer.code == 130
    assert "Das Spiel ist gesichert. Weiter geht es mit:\n" in answer.out


def test_who_chooses_no_game_leaves_no_log(pasch: Pasch, tmp_path: Path) -> None:
    assert pasch("play").code == 0
    assert not (tmp_path / "data").exists()


def test_names_may_hold_anything_a_person_can_type(pasch: Pasch, tmp_path: Path) -> None:
    name = "Ann\u2028a [red]{0}\\"
    pasch("play", "mmm", "--seats", f"me:{name}", "--log", tmp_path / "log")
    told = pasch("replay", tmp_path / "log")
    assert told.code == 0, told.err
    assert "[red]{0}\\" in told.out
