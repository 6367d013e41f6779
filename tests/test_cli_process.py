"""The command line as a process of its own: pipes, encodings, closed input, and what it loads."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pasch.cli import main
from pasch.core.game.registry import games, load
from pasch.core.match.log import Log
from pasch.solutions.key import Key
from tests.command import BOTS, Answer

SCRIPT = Path(sys.executable).parent / "pasch"
KEPT = ("HOME", "PATH", "PYTHONPATH", "PASCH_CACHE", "XDG_CACHE_HOME", "NUMBA_DISABLE_JIT")


def process(
    folder: Path, *command: object, typed: bytes = b"", shell: dict[str, str] | None = None
) -> Answer:
    """Run a process of its own; what it prints is piped."""
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
