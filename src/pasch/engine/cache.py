"""Where compiled code is kept, by Python and by sources; found without the compiler."""

import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from pasch.core.game.registry import sources
from pasch.core.game.spec import Game

PACKAGE = Path(__file__).parents[1]
COMPILED = ("core", "bots")
KEPT = 4


def cache_base() -> Path:
    return Path(os.environ.get("PASCH_CACHE") or platformdirs.user_cache_dir("pasch"))


def compiled_sources() -> list[Path]:
    ours = [path for folder in COMPILED for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [path for path in (*ours, *sources()) if not only_draws(path)]


def only_draws(path: Path) -> bool:
    """What makes scenes and tells stories is never compiled."""
    text = path.read_text(encoding="utf-8")
    imports_scenes = "from pasch.core.view.scene import" in text
    makes_scenes = imports_scenes or path.name in ("scene.py", "help.py")
    return makes_scenes and "@rule" not in text and "@kernel" not in text


def source_hash() -> str:
    """Numba does not notice a change behind an overload, so any change of a source counts."""
    digest = hashlib.sha256(version("numba").encode())
    for path in compiled_sources():
        digest.update("/".join(path.parts[-3:]).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def place_hash() -> str:
    """Numba finds what it compiled by the Python that runs and by where the source lies."""
    places = "\n".join([str(sys.implementation.cache_tag), *map(str, compiled_sources())])
    return hashlib.sha256(places.encode()).hexdigest()[:8]


def cache_folder() -> Path:
    """The folder for these sources; the oldest folders of other sources go."""
    base = cache_base() / "compiled"
    folder = base / f"{source_hash()}-{place_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # nowhere to keep it: for this process and those it starts, and then anew
        os.environ["PASCH_CACHE"] = tempfile.mkdtemp(prefix="pasch-")
        return cache_folder()
    newest_first = sorted(base.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in newest_first[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


@cache
def folder() -> Path:
    """Of this process."""
    return cache_folder()


def mark_of(game: Game) -> Path:
    """Is there once all was compiled that thinks about this game."""
    return folder() / f"{game.key}.ready"


def is_ready(game: Game) -> bool:
    plain = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return plain or mark_of(game).exists()
