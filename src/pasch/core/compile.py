"""`@rule` compiles a rules function; what was compiled is kept per state of the sources."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
import platformdirs
from numba import config

from pasch.core.packages import sources

F = TypeVar("F", bound=Callable[..., object])

PACKAGE = Path(__file__).parents[1]
COMPILED = ("core", "bots")
KEPT = 4


def cache_base() -> Path:
    return Path(os.environ.get("PASCH_CACHE") or platformdirs.user_cache_dir("pasch"))


def compiled_sources() -> list[Path]:
    ours = [path for folder in COMPILED for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [*ours, *sources()]


def source_hash() -> str:
    """Numba does not notice a change behind an overload, so any change of a source counts."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in compiled_sources():
        digest.update("/".join(path.parts[-3:]).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def place_hash() -> str:
    """Numba finds what it compiled by where the source lies."""
    places = "\n".join(map(str, compiled_sources()))
    return hashlib.sha256(places.encode()).hexdigest()[:8]


def cache_folder() -> Path:
    """The folder for these sources; the oldest folders of other sources go."""
    base = cache_base() / "compiled"
    folder = base / f"{source_hash()}-{place_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # nowhere to keep it: compile anew each time
        return Path(tempfile.mkdtemp(prefix="pasch-"))
    newest_first = sorted(base.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in newest_first[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


FOLDER = cache_folder()
config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined] # numba types no settings


def rule(function: F) -> F:
    """Compile a function of the rules. Under NUMBA_DISABLE_JIT it stays plain Python."""
    compile_it = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
    return cast("F", compile_it(function))


def kernel(function: F) -> F:
    """Compile a long function, or one called from many places: it is not built into its callers."""
    compile_it = numba.njit(cache=True, nogil=True, error_model="numpy")
    return cast("F", compile_it(function))
