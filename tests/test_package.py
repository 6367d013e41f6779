"""The package as others get it: built, installed into an empty environment, and used there."""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, files, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import pasch

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "--directory", folder], cwd=ROOT)
    return folder


def run(command: list[object], cwd: Path, **more: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": "", **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sources() -> set[str]:
    """Return every file of the package that git tracks or does not ignore."""
    kept = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "src"], ROOT)
    present = {name for name in kept.splitlines() if (ROOT / name).exists()}
    return {name.removeprefix("src/") for name in present}


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == sources()
    assert "pasch/py.typed" in names


def test_the_sdist_holds_what_is_needed_to_build_and_test_it(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in sources()} <= names
    assert {"README.md", "LICENSE", "Makefile", "constraints.txt", "tests/conftest.py"} <= names


def needs(name: str, extras: Iterable[str] = ("",)) -> Iterator[str]:
    """Yield the names of all it says it depends on, by way of others too."""
    for line in requires(name) or ():
        asked = Requirement(line)
        if asked.marker is None or any(asked.marker.evaluate({"extra": each}) for each in extras):
            yield asked.name
            yield from needs(asked.name, asked.extras or ("",))


def link_to(folder: Path, name: str) -> None:
    """Link an installed package into this folder."""
    for path in {file.parts[0] for file in files(name) or () if file.parts[0] != ".."}:
        if not (folder / path).exists():
            (folder / path).symlink_to(str(distribution(name).locate_file(path)))


def test_it_plays_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    """It is made from the sdist, with what it says it depends on and nothing else.

    It is not compiled, so that it is quick.
    """
    (sdist,) = built.glob("*.tar.gz")
    run([sys.executable, "-m", "tarfile", "--extract", sdist, tmp_path], tmp_path)
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], unpacked)
    (wheel,) = tmp_path.glob("*.whl")
    run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], tmp_path)
    (site,) = (tmp_path / "venv" / "lib").glob("*/site-packages")
    for name in needs("pasch"):
        link_to(site, name)
    pip = [sys.executable, "-m", "pip", "--python", tmp_path / "venv" / "bin" / "python", "install"]
    run([*pip, "--quiet", "--no-compile", "--no-deps", "--no-index", wheel], tmp_path)
    assert not (site / "pytest").exists()
    program = tmp_path / "venv" / "bin" / "pasch"
    own = {"XDG_DATA_HOME": str(tmp_path), "PASCH_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    assert run([program, "--version"], tmp_path) == f"pasch {pasch.__version__}\n"
    assert "So ein Mist" in run([program, "games"], tmp_path)
    assert "resume" in run([program, "play", "mmm", "--seats", "me"], tmp_path, **own)
    completion = {"_PASCH_COMPLETE": "complete_bash", "COMP_WORDS": "pasch rul", "COMP_CWORD": "1"}
    assert run([program], tmp_path, **completion).strip() == "rules"
