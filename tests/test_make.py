"""The Makefile: an environment for each Python, and what an audit of the packages says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# What the make that runs the tests hands down; a make of its own must not take it over.
HANDED_DOWN = {"MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MFLAGS", "PYTHON", "VENV"}


def make(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *map(str, arguments)],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in HANDED_DOWN},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_default_python_works_in_venv() -> None:
    assert make("--dry-run", "play").stdout.splitlines()[-1] == ".venv/bin/pasch"


def test_another_python_works_in_an_environment_of_its_own() -> None:
    own = ".venv-{}.{}".format(*sys.version_info)
    done = make("--dry-run", "play", f"PYTHON={sys.executable}")
    assert done.stdout.splitlines()[-1] == f"{own}/bin/pasch"
    ignored = subprocess.run(["git", "check-ignore", f"{own}/pip.ready"], cwd=ROOT, check=False)
    assert ignored.returncode == 0


FAULTS = "Name Version ID\njinja2 2.10 CVE-2019-10906"
NOT_AUDITED = "packages were not audited: the database of known faults can't be reached"


@pytest.mark.parametrize(
    ("printed", "status", "says", "checked", "audited"),
    [("", 0, "", True, True), (FAULTS, 1, FAULTS, False, False), ("", 1, NOT_AUDITED, True, False)],
    ids=["no fault", "a fault", "no answer"],
)
def test_an_audit_tells_faults_from_a_database_that_does_not_answer(
    printed: str, status: int, says: str, checked: bool, audited: bool, tmp_path: Path
) -> None:
    """The database is not here, so a script answers in pip-audit's place."""
    script = tmp_path / "bin" / "pip-audit"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\necho a warning >&2\nprintf '{printed}'\nexit {status}\n")
    script.chmod(0o755)
    for ready in ("pip.ready", "dev.ready"):
        (tmp_path / ready).touch()
    within_check = make(f"{tmp_path}/audited.ready", f"VENV={tmp_path}")
    alone = make("audit", f"VENV={tmp_path}")
    assert (within_check.stdout.strip(), within_check.returncode == 0) == (says, checked)
    assert (alone.stdout.strip(), alone.returncode == 0) == (says, audited)


def test_no_file_names_a_package_index() -> None:
    hosts = r"py[p]i\.org|pytho[n]hosted|npm[j]s|inde[x]-url|yarn[p]kg"
    named = ["git", "grep", "--untracked", "-lIiE", hosts]
    done = subprocess.run(named, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == []
