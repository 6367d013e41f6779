"""The command line: in process where that will do, as a process of its own where that matters."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pasch.cli import main
from pasch.core.log import Log
from pasch.core.registry import games, load
from pasch.solutions.key import Key
from tests.command import Answer, Pasch

SCRIPT = Path(sys.executable).parent / "pasch"
KEPT = ("HOME", "PATH", "PYTHONPATH", "PASCH_CACHE", "XDG_CACHE_HOME", "NUMBA_DISABLE_JIT")
BOTS = ("play", "so-ein-mist", "--seats", "quick,quick,quick", "--seed", "yard")
TURN = ("carrot", "x", "fish", "a1")  # of Mmm!, with real dice


def process(
    folder: Path, *command: object, typed: bytes = b"", shell: dict[str, str] | None = None
) -> Answer:
    """A process of its own; what it prints is piped."""
    done = subprocess.run(
        [str(part) for part in command],
        input=typed,
        capture_output=True,
        check=False,
        cwd=folder,
        env={name: os.environ[name] for name in KEPT if name in os.environ}
        | {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder), "COLUMNS": "100"}
        | (shell or {}),
    )
    answer = Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in answer.out + answer.err, answer.err
    return answer


@pytest.fixture
def log(pasch: Pasch, tmp_path: Path) -> Path:
    """Mmm! with one die placed: a header and four events."""
    path = tmp_path / "kept.jsonl"
    assert pasch("play", "mmm", "--real-dice", "--log", path, typed=TURN).code == 0
    return path


def refused(answer: Answer, *parts: str) -> None:
    """Exit code 2, nothing but one message, which says all of this."""
    assert answer.code == 2
    assert answer.out == ""
    assert re.fullmatch(r"pasch: [^\n]+\n", answer.err)
    for part in parts:
        assert part in answer.err


@pytest.mark.parametrize("arguments", [["--help"], ["play", "--help"], ["games"], ["play", "mmm"]])
def test_it_answers_without_numpy_or_numba(tmp_path: Path, arguments: list[str]) -> None:
    code = f"""
import sys
from pasch.cli import app
app({arguments!r}, standalone_mode=False)
assert not {{"numba", "numpy", "pydantic"}} & sys.modules.keys()
"""
    answer = process(tmp_path, sys.executable, "-c", code)
    assert answer.code == 0, answer.err
    assert answer.out
    if arguments == ["--help"]:
        assert all(name in answer.out for name in ("games", "rules", "play", "replay"))


def test_games_lists_keys_seats_and_options(pasch: Pasch) -> None:
    out = pasch("games").out
    assert "mmm  Mmm! by Reiner Knizia, 2015" in out
    assert "so-ein-mist  So ein Mist by Rüdiger Dorn, 2019" in out
    assert "1 to 6 players" in out
    assert "3 to 6 players" in out
    for option in (
        "board=one-paw",
        "cat_steps=11",
        "level=0",
        "line=no",
        "passing=yes",
        "open_scores=no",
    ):
        assert option in out


def test_what_a_game_says_of_itself_is_listed_as_it_stands(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what would mean something to the terminal; and a long line goes on under itself."""
    odd = replace(load("mmm"), title="Mmm [/b]!", summary="[red]" + " more" * 24)
    monkeypatch.setattr("pasch.terminal.games.games", lambda: {"mmm": odd})
    lines = pasch("games").out.splitlines()
    assert lines[0].startswith("mmm  Mmm [/b]! by Reiner Knizia")
    assert lines[1].startswith("  [red] more")
    assert lines[2].startswith("  more")


def test_games_are_listed_in_german_with_options_as_they_are_typed(pasch: Pasch) -> None:
    out = pasch("games", "--language", "de").out
    assert "mmm  Mmm! von Reiner Knizia, 2015" in out
    assert "1 bis 6 Spieler" in out
    assert "line=no" in out
    assert "Schritte, die die Katze in die Kammer braucht" in out


@pytest.mark.parametrize("game", ["mmm", "so-ein-mist"])
def test_rules_are_told_in_english_and_german(pasch: Pasch, game: str) -> None:
    english = pasch("rules", game).out
    german = pasch("rules", game, "--language", "de").out
    assert " the " in english
    assert " und " in german
    assert " the " not in german


@pytest.mark.parametrize(
    ("shell", "tongue"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "C.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LANGUAGE": "de:en"}, "de"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "nonsense!"}, "en"),
    ],
)
def test_the_language_is_the_systems_if_it_is_spoken_here(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch, shell: dict[str, str], tongue: str
) -> None:
    expected = pasch("rules", "mmm", "--language", tongue)
    for name, value in shell.items():
        monkeypatch.setenv(name, value)
    assert pasch("rules", "mmm") == expected


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("play mmmm", ["'mmmm'", "Did you mean 'mmm'?", ", ".join(games())]),
        ("play chess", ["no game 'chess'", f"There are: {', '.join(games())}"]),
        ("play mmm --set cats=2", ["no option 'cats'", "board, cat_steps, line"]),
        ("play mmm --set cat_steps=0", ["cat_steps", "a whole number from 1 to 99, not 0"]),
        ("play mmm --set cat_steps=--5", ["a whole number from 1 to 99, not '--5'"]),
        ("play mmm --set line=maybe", ["line is yes or no, not 'maybe'"]),
        ("play mmm --set line", ["--set expects name=value, not 'line'"]),
        ("play so-ein-mist --seats me,quick", ["3 to 6 seats, not 2"]),
        ("play mmm --seats me,quick,me,me,me,me,me", ["1 to 6 seats, not 7"]),
        ("play mmm --seats me,slow", ["a seat is me", "quick", "not 'slow'"]),
        ("play mmm --start 0", ["a number from 1 to 1, not 0"]),
        ("play mmm --seats me,me --start 3", ["a number from 1 to 2, not 3"]),
        ("play mmm --language fr", ["one of en, de, not 'fr'"]),
        ("play mmm --real-dice --seed 1", ["--real-dice", "--seed"]),
        ("play --resume missing.jsonl", ["missing.jsonl can't be read: No such file"]),
        ("replay missing.jsonl", ["missing.jsonl can't be read: No such file"]),
        ("replay .", [". can't be read: Is a directory"]),
        ("verify missing.jsonl", ["missing.jsonl can't be read: No such file"]),
    ],
)
def test_a_wrong_request_is_refused_with_what_was_expected_and_what_came(
    pasch: Pasch, tmp_path: Path, arguments: str, parts: list[str]
) -> None:
    refused(pasch(*arguments.split()), *parts)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("play chess --language de", "kein Spiel 'chess'. Es gibt: compost"),
        (
            "play mmm --seats me,slow --language=de",
            "ein Platz ist me (oder me:NAME) oder ein Bot: ein Bot ist einer von newcomer",
        ),
        ("play mmm --set cat_steps=0 --language de", "cat_steps ist eine ganze Zahl von 1 bis 99"),
        ("replay missing.jsonl --language de", "missing.jsonl ist nicht zu lesen: "),
        ("play mmm --language fr", "the language is one of en, de, not 'fr'"),
    ],
)
def test_a_request_is_refused_in_the_language_that_was_asked_for(
    pasch: Pasch, arguments: str, said: str
) -> None:
    refused(pasch(*arguments.split()), f"pasch: {said}")


def test_a_request_is_refused_in_the_language_of_the_system(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    refused(pasch("play", "chess"), "pasch: kein Spiel 'chess'")
    refused(pasch("play", "chess", "--language", "en"), "pasch: no game 'chess'")


@pytest.mark.parametrize("board", ["nowhere.toml", "x" * 300])
def test_a_board_that_is_not_there_is_refused_with_those_that_are(pasch: Pasch, board: str) -> None:
    answer = pasch("play", "mmm", "--set", f"board={board}")
    assert answer.code == 2
    assert answer.err.startswith(f"pasch: the board '{board}' can't be used:\n")
    assert "one-paw, two-paws" in answer.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("play mmm --start first", ["--start", "'first' is not a valid int"]),
        ("replay kept.jsonl --at end", ["--at", "'end' is not a valid int"]),
        ("play mmm --dice 3", ["--dice"]),
        ("watch", ["watch"]),
        ("rules", ["GAME"]),
        ("replay", ["FILE"]),
        ("verify", ["FILE"]),
    ],
)
def test_a_command_line_that_cannot_be_read_is_refused(
    pasch: Pasch, arguments: str, parts: list[str]
) -> None:
    answer = pasch(*arguments.split())
    assert answer.code == 2
    for part in parts:
        assert part.casefold() in answer.err.casefold()


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


@pytest.mark.parametrize(("typed", "seats"), [("4", 1), ("mmm", 1), ("So-ein-Mist", 4)])
def test_without_a_game_one_is_asked_for(
    pasch: Pasch, tmp_path: Path, typed: str, seats: int
) -> None:
    answer = pasch("play", "--log", tmp_path / "log", typed=(typed,))
    assert "Which game?\n> " in answer.out
    assert json.loads((tmp_path / "log").read_text().splitlines()[0])["seats"] == seats


def test_names_may_hold_anything_a_person_can_type(pasch: Pasch, tmp_path: Path) -> None:
    name = "Ann\u2028a [red]{0}\\"
    pasch("play", "mmm", "--seats", f"me:{name}", "--log", tmp_path / "log")
    told = pasch("replay", tmp_path / "log")
    assert told.code == 0, told.err
    assert "[red]{0}\\" in told.out


def test_a_reader_who_stops_reading_is_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer = process(tmp_path, "sh", "-c", f"{SCRIPT} rules mmm | head -c 1")
    assert answer.err == ""

    def stopped() -> None:
        raise BrokenPipeError

    monkeypatch.setattr("pasch.cli.app", stopped)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    assert sys.stderr.closed


def test_a_process_speaks_german_where_lang_says_so(tmp_path: Path) -> None:
    answer = process(tmp_path, SCRIPT, "rules", "mmm", shell={"LANG": "de_DE.UTF-8"})
    assert " und " in answer.out


@pytest.mark.parametrize(
    ("arguments", "shell"),
    [
        (("--help",), {}),
        (("rules", "mmm"), {"NO_COLOR": "1"}),
        (BOTS, {}),
        (("play", "chess"), {"NO_COLOR": "1"}),
    ],
)
def test_piped_output_has_no_escape_codes(
    tmp_path: Path, arguments: tuple[str, ...], shell: dict[str, str]
) -> None:
    answer = process(tmp_path, SCRIPT, *arguments, shell=shell)
    assert answer.out + answer.err
    assert "\x1b" not in answer.out + answer.err


@pytest.mark.parametrize(
    ("arguments", "typed", "code"),
    [
        ("games", b"", 0),
        ("rules so-ein-mist --language de", b"", 0),
        ("replay Käse.jsonl", b"", 2),
        ("play mmm --language de", b"\xff\n" + "ü\nq\n".encode(), 0),
    ],
)
def test_a_hopelessly_narrow_encoding_is_no_reason_to_crash(
    tmp_path: Path, arguments: str, typed: bytes, code: int
) -> None:
    narrow = {"PYTHONIOENCODING": "ascii"}
    answer = process(tmp_path, SCRIPT, *arguments.split(), typed=typed, shell=narrow)
    assert answer.code == code
    assert (answer.out + answer.err).isascii()


def test_a_damaged_solution_is_named_once(tmp_path: Path) -> None:
    mice = load("mice-to-meet-you")
    path = Key(mice, mice.read_options({"threshold": 9}), None).path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"not one of ours\n")
    play = ("play", mice.key, "--seats", "me", "--set", "threshold=9")
    answer = process(tmp_path, SCRIPT, *play, typed=b"h\nh\nq\n")
    path.unlink()
    assert answer.code == 0
    assert answer.err.startswith(f"{path} is not used: it is damaged: ")
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("closed", ["< /dev/null", "<&-"])
def test_with_its_input_closed_the_game_is_kept(tmp_path: Path, closed: str) -> None:
    command = f"{SCRIPT} play mmm --seed a --log game.jsonl {closed}"
    answer = process(tmp_path, "sh", "-c", command)
    assert answer.code == 0
    assert answer.out.endswith("The game is kept. Go on with:\n  pasch play --resume game.jsonl\n")
    assert len(Log.open(tmp_path / "game.jsonl").match.events) == 3


@pytest.mark.parametrize("game", games())
def test_a_first_game_waits_for_no_compiler(tmp_path: Path, game: str) -> None:
    answer = process(tmp_path, SCRIPT, "play", game, shell={"PASCH_CACHE": str(tmp_path / "cache")})
    assert "pasch play --resume" in answer.out
    assert not (tmp_path / "cache").exists()
