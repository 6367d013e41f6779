"""Mutants: how they are made, named, tried and told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.equivalent import EQUIVALENT
from tests.mutants.operators import ROOT, mutants_of
from tests.mutants.semantic import BENDS, Bend, bent
from tests.mutants.targets import BARS, TARGETS


def changed(folder: Path, source: str) -> list[str]:
    """Return the changed line of every mutant of a source."""
    path = folder / f"{len(list(folder.iterdir()))}.py"
    path.write_text(source, encoding="utf-8")
    lines = source.splitlines()
    found = []
    for mutant in mutants_of(str(path)):
        new = mutant.source().splitlines()
        [line] = [now for was, now in zip(lines, new, strict=True) if was != now]
        found.append(line.strip())
    return found


def names(folder: Path, source: str) -> list[str]:
    path = folder / f"{len(list(folder.iterdir()))}.py"
    path.write_text(source, encoding="utf-8")
    return [mutant.id.removeprefix(str(path)) for mutant in mutants_of(str(path))]


@pytest.mark.parametrize(
    ("statement", "mutants"),
    [
        ("return a < b", ["return None", "return (a <= b)", "return (a >= b)"]),
        ("return a == b", ["return None", "return (a != b)"]),
        ("return a + b", ["return None", "return (a - b)"]),
        ("return a and b", ["return None", "return (a or b)"]),
        ("return not a", ["return None", "return (a)"]),
        ("a += b", ["pass", "a -= b"]),
        ("a = 7", ["pass", "a = (8)", "a = (6)"]),
        ("f(a)", ["pass"]),
        ("raise a", ["pass"]),
        ("if a: f(b)", ["if (True): f(b)", "if (False): f(b)", "if a: pass"]),
        ("while a: f(b)", ["while (False): f(b)", "while a: pass"]),
        ('f(f"{a + b}")', ["pass"]),
        ("assert a < b", []),
        ("import a", []),
    ],
)
def test_a_statement_has_these_mutants(tmp_path: Path, statement: str, mutants: list[str]) -> None:
    assert changed(tmp_path, f"def g(a, b):\n    {statement}\n") == mutants


def test_the_numbers_of_a_module_are_changed_and_nothing_of_it_is_dropped(tmp_path: Path) -> None:
    assert changed(tmp_path, "SEATS = 4\nprint(SEATS)\n") == ["SEATS = (5)", "SEATS = (3)"]


def test_a_name_stays_when_the_mutant_stands_elsewhere(tmp_path: Path) -> None:
    source = "def g(a):\n    return a + 1\n"
    expected = [" g: return a + 1 -> return None", " g: a + 1 -> a - 1", " g: 1 -> 2", " g: 1 -> 0"]
    assert names(tmp_path, source) == expected
    assert names(tmp_path, f"import os\n\n\n{source}") == expected


def test_alike_mutants_of_one_function_are_numbered(tmp_path: Path) -> None:
    found = names(tmp_path, "def g(a):\n    f(a)\n    f(a)\n")
    assert found == [" g: f(a) -> pass", " g: f(a) -> pass #2"]


def test_every_equivalent_mutant_still_exists() -> None:
    made = {m.id for target in TARGETS for path in target.paths() for m in mutants_of(path)}
    assert set(EQUIVALENT) - made == set()


@pytest.mark.parametrize("bend", BENDS, ids=lambda bend: bend.meaning)
def test_every_mutant_made_by_hand_still_fits_its_source(bend: Bend) -> None:
    mutant = bent(bend)
    compile(mutant.source(), mutant.path, "exec")
    assert mutant.function


def test_every_target_has_sources_tests_and_a_bar() -> None:
    for target in TARGETS:
        assert target.paths()
        assert all((ROOT / file).is_file() for file in target.files())
        assert target.group in BARS


def test_killed_survived_and_equivalent_are_told_apart(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.mutants.tiny", "--out", str(tmp_path / "results")]
    run = subprocess.run(
        command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1, run.stderr
    told = run.stdout.splitlines()
    assert "tests/mutants/tiny/toll.py".ljust(45) + f" {18:>8} {2:>8} {1:>10}" in told
    assert "survived: tests/mutants/tiny/toll.py toll: age < 6 -> age <= 6" in told
    assert "survived: tests/mutants/tiny/toll.py refund: return fare -> return None" in told
    assert "equivalent: tests/mutants/tiny/toll.py toll: 6 -> 7" in told
