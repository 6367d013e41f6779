"""A game that comes in a package of its own, installed for the tests like any package."""

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pasch.core.game.spec import Game

PIG = Path(__file__).parent / "pig"
PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

SPOILED = "pasch_spoiled"
Spoil = Callable[[str, str, str], "Game"]


def install() -> None:
    """Install the package where this process, and those it starts, find it."""
    folder = Path(sys.prefix) / "outside" / hash_of(PIG)
    if not folder.exists():
        beside = folder.with_name(f"{folder.name}-{os.getpid()}")
        alone = ["--no-deps", "--no-build-isolation", "--no-index", "--target", str(beside)]
        subprocess.run([*PIP, *alone, str(PIG)], check=True)
        beside.replace(folder)
    sys.path.insert(0, str(folder))
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if str(folder) not in inherited:
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *filter(None, inherited)])
    importlib.invalidate_caches()


def hash_of(folder: Path) -> str:
    """Return a hash of the names and contents of all files."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    named = ((str(path.relative_to(folder)).encode(), path.read_bytes()) for path in sorted(files))
    return hashlib.sha256(b"".join(name + content for name, content in named)).hexdigest()[:12]


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    """Write a copy of the package, a game of its own, in which one file says something else."""
    (folder / SPOILED).mkdir()
    for path in (PIG / "pasch_pig").glob("*.*"):
        text = path.read_text(encoding="utf-8").replace("pasch_pig", SPOILED)
        text = text.replace('"pig"', '"spoiled"')
        if path.name == file:
            assert old in text
            text = text.replace(old, new)
        (folder / SPOILED / path.name).write_text(text, encoding="utf-8")
