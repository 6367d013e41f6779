"""`@rule` compiles a rules function; what was compiled is kept per state of the sources."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import config

from pasch.core.facts import Game

F = TypeVar("F", bound=Callable[..., object])
Job = tuple[Any, tuple[Any, ...]]  # a compiled function, and the types it is called with

PACKAGE = Path(__file__).parents[1]
COMPILED = ("core", "games", "bots")
KEPT = 4


def cache_base() -> Path:
    return Path(os.environ.get("PASCH_CACHE") or platformdirs.user_cache_dir("pasch"))


def source_hash() -> str:
    """Numba does not notice a change behind an overload, so any change of a source counts."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in COMPILED:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder for these sources; the oldest folders of other sources go."""
    base = cache_base() / "compiled"
    folder = base / source_hash()
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


def is_ready(game: Game, mark: str = "ready") -> bool:
    plain = config.DISABLE_JIT  # type: ignore[attr-defined]
    return bool(plain) or (FOLDER / f"{game.key}.{mark}").exists()


def make_ready(
    game: Game, more: Sequence[Job] = (), mark: str = "ready"
) -> Iterator[tuple[int, int]]:
    """Compile what a match of this game calls, and more, telling (done, of) after each function."""
    rules, play = game.rules, game.play
    generator = numba.typeof(np.random.default_rng())  # type: ignore[no-untyped-call]
    state = numba.from_dtype(rules.STATE)
    number, numbers = numba.int64, numba.int64[::1]
    jobs: list[Job] = [
        (rules.player, (state,)),
        (rules.chance, (state,)),
        (rules.legal, (state, numbers)),
        (rules.returns, (state, numba.float64[::1])),
        (rules.hide, (state, number)),
        (rules.resample, (state, number, generator)),
        (play.quick, (state,)),
        (rules.apply, (state, number)),
        *more,
    ]
    for done, (function, signature) in enumerate(jobs):
        yield done, len(jobs)
        function.compile(signature)
    for each in {"ready", mark}:
        (FOLDER / f"{game.key}.{each}").touch()
    yield len(jobs), len(jobs)
