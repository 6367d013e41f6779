"""The cache of compiled code: one folder for each Python and each state of the sources.

This module imports no compiler, so the command line can ask cheaply what is compiled already.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from pasch.core.game.registry import folders
from pasch.core.game.spec import Game

PACKAGE = Path(__file__).parents[1]
COMPILED = (
    "adapters/batch_step.py",
    "adapters/encoder.py",
    "bots/search",
    "core/game",
    "engine",
)
"""The files and folders that hold compiled code, besides those of the games."""
VIEW = ("view", "view.py")
"""What is never compiled of a game: its words and pictures."""
DATA = "weights.json"
"""Numbers of a game that become constants of the compiled code."""
KEPT = 4
"""How many folders of compiled code the cache keeps."""


def cache_base() -> Path:
    """Return the folder for everything that pasch can make anew."""
    return Path(os.environ.get("PASCH_CACHE") or platformdirs.user_cache_dir("pasch"))


def compiled_sources() -> list[Path]:
    """Return every file that compiled code depends on."""
    ours = [path for name in COMPILED for path in python_files(PACKAGE / name)]
    return ours + [path for folder in folders() for path in game_sources(folder)]


def game_sources(folder: Path) -> list[Path]:
    """Return the Python files of a game, except those of its view, and its learned numbers."""
    shown = {folder / name for name in VIEW}
    files = [path for path in python_files(folder) if shown.isdisjoint([path, *path.parents])]
    return files + [path for path in [folder / DATA] if path.exists()]


def python_files(place: Path) -> list[Path]:
    """Return this file, or the Python files of this folder and its subfolders."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def hash_of(paths: Iterable[Path]) -> str:
    """Return a hash of these files and of the compiler's version."""
    digest = hashlib.sha256(version("numba").encode())
    for path in paths:
        digest.update("/".join(path.parts[-3:]).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def source_hash() -> str:
    """Return the cache key: it changes with any source that compiled code depends on.

    Numba itself notices changes only in the file of a kernel, not in the functions it calls.
    """
    return hash_of(compiled_sources())


def place_hash() -> str:
    """Return a hash of this Python and of where the sources lie: Numba finds its files by both."""
    places = "\n".join([str(sys.implementation.cache_tag), *map(str, compiled_sources())])
    return hashlib.sha256(places.encode()).hexdigest()[:8]


def cache_folder() -> Path:
    """Return the folder for these sources, and delete the oldest folders of other sources."""
    base = cache_base() / "compiled"
    folder = base / f"{source_hash()}-{place_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # no place to write: use a folder that lives as long as this process
        os.environ["PASCH_CACHE"] = tempfile.mkdtemp(prefix="pasch-")
        return cache_folder()
    newest_first = sorted(base.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in newest_first[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


@cache
def folder() -> Path:
    """Return the cache folder of this process."""
    return cache_folder()


def mark_of(game: Game) -> Path:
    """Return the file that exists once everything is compiled that thinks about this game."""
    return folder() / f"{game.key}.ready"


def is_ready(game: Game) -> bool:
    """Return whether everything is compiled that thinks about this game."""
    plain = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return plain or mark_of(game).exists()
