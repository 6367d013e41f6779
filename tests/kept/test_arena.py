"""What an arena and a study print for programs."""

import re
from pathlib import Path

import pytest

from tests.command import Pasch
from tests.kept import expect_kept

ARENA = ("arena", "so-ein-mist", "random", "quick", "--games", 6, "--cores", 1)
STUDY = ("study", "mmm", "--set", "cat_steps=3,11", "--games", 4, "--cores", 1)


@pytest.mark.parametrize("kind", ["json", "csv"])
@pytest.mark.parametrize(("name", "command"), [("arena", ARENA), ("study", STUDY)])
def test_what_is_printed_for_programs(
    pasch: Pasch, name: str, command: tuple[object, ...], kind: str
) -> None:
    answer = pasch(*command, f"--{kind}")
    assert answer.code == 0
    expect_kept(f"{name}.{kind}", steady(answer.out))


def test_the_results_file_of_an_arena(pasch: Pasch, tmp_path: Path) -> None:
    pasch(*ARENA, "--json", "--out", "results.jsonl")
    kept = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    expect_kept("arena.jsonl", steady(kept))


def steady(text: str) -> str:
    """Leave out what differs between machines and versions.

    That is the hash of the sources, the milliseconds, and the last digits.
    """
    text = re.sub(r'("code": ?)"\w+"', r'\1"…"', text)
    text = re.sub(r'("ms": ?)(?:[\d.e-]+|\[.*?\])', r"\1…", text)
    text = re.sub(r",ms,[\d.e-]+,", ",ms,…,", text)
    return re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda found: f"{float(found[0]):.6f}", text)
