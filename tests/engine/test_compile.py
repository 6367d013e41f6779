"""Compiling: the cache, the readiness mark, and the same source without a compiler."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pasch.bots import compile_game
from pasch.core.game.position import OVER
from pasch.core.game.registry import games, load
from pasch.core.match.match import new
from pasch.engine import cache
from pasch.engine.record import record_of
from tests import law


def test_making_ready_tells_how_far_it_is_and_leaves_a_mark() -> None:
    game = load("mmm")
    told = list(compile_game.make_ready(game))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] == len(told) - 1
    assert cache.is_ready(game)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the sources, the hash of which is the cache key."""
    package = tmp_path / "pasch"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("client", "*.pyc"))
    look_at(monkeypatch, package)
    return package


def look_at(monkeypatch: pytest.MonkeyPatch, package: Path) -> None:
    monkeypatch.setattr(cache, "PACKAGE", package)
    monkeypatch.setattr(cache, "folders", lambda: game_folders(package))


def game_folders(package: Path) -> list[Path]:
    return [folder for folder in sorted((package / "games").iterdir()) if folder.is_dir()]


@pytest.mark.usefixtures("copied")
def test_any_change_of_a_compiled_file_gives_another_key() -> None:
    first = cache.source_hash()
    for path in cache.compiled_sources():
        before = path.read_bytes()
        path.write_bytes(before + b"\n")
        assert cache.source_hash() != first, path
        path.write_bytes(before)
    assert cache.source_hash() == first


def test_a_new_file_or_another_name_gives_another_key(copied: Path) -> None:
    first = cache.source_hash()
    new = copied / "games" / "mmm" / "search" / "deeper.py"
    new.parent.mkdir(exist_ok=True)
    new.write_text("", encoding="utf-8")
    second = cache.source_hash()
    new.rename(new.with_name("wider.py"))
    assert len({first, second, cache.source_hash()}) == 3


def test_what_only_shows_a_game_does_not_change_the_key(copied: Path) -> None:
    first = cache.source_hash()
    for game in game_folders(copied):
        (game / "view.py").write_text("", encoding="utf-8")
        (game / "coach.toml").write_text("", encoding="utf-8")
        (game / "view").mkdir(exist_ok=True)
        (game / "view" / "story.py").write_text("", encoding="utf-8")
    assert cache.source_hash() == first


NUMBA = re.compile(r"^\s*@(rule|kernel|intrinsic|overload|numba|njit|generic)\b", re.MULTILINE)
ON_A_GPU = {"cuda.py", "cuda_rules.py"}  # files with a cache key of their own


def test_no_file_with_compiled_code_lies_outside_the_key() -> None:
    known = {*cache.compiled_sources()}
    files = [path for path in cache.PACKAGE.rglob("*.py") if path.name not in ON_A_GPU]
    compiled = {path for path in files if NUMBA.search(path.read_text(encoding="utf-8"))}
    assert compiled
    assert compiled <= known


def test_the_same_sources_elsewhere_are_the_same_code_and_have_a_folder_of_their_own(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise what was compiled for one installation would count as ready for the other."""
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "cache"))
    code, here = cache.source_hash(), cache.cache_folder()
    elsewhere = tmp_path / "elsewhere" / "pasch"
    elsewhere.parent.mkdir()
    copied.rename(elsewhere)
    look_at(monkeypatch, elsewhere)
    assert cache.source_hash() == code
    assert cache.cache_folder() != here


def test_another_python_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise what was compiled for one Python would count as ready for the other."""
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    here, code = cache.cache_folder(), cache.source_hash()
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-399")
    assert cache.cache_folder() != here
    assert cache.source_hash() == code


def test_only_the_newest_cache_folders_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    for age in range(10):
        old = tmp_path / "compiled" / f"old-{age}"
        old.mkdir(parents=True)
        os.utime(old, (1000 - age, 1000 - age))
    mine = cache.cache_folder()
    kept = {folder.name for folder in (tmp_path / "compiled").iterdir()}
    assert kept == {mine.name, *(f"old-{age}" for age in range(cache.KEPT - 1))}


PLAY_EVERY_GAME = """
import sys
import pasch
for key in pasch.games():
    match = pasch.new(key, start=0)
    while match.player != pasch.OVER:
        seat = match.player
        chance = len(match.events) % (match.chance or 1)
        match.apply(chance if seat < 0 else int(match.game.quick_player.quick(match.view(seat))))
        match.scene(0), match.story(0)
    print(key, len(match.events), match.returns())
assert not {"numba", "numpy"} & set(sys.modules)
"""


def test_every_game_is_played_without_a_compiler_and_the_same_as_with_one() -> None:
    alone = [sys.executable, "-c", PLAY_EVERY_GAME]
    told = subprocess.run(alone, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split()[0] for line in told] == list(games())
    for key, line in zip(games(), told, strict=True):
        match = new(key, start=0)
        while match.player != OVER:
            seat = match.player
            chance = len(match.events) % (match.chance or 1)
            match.apply(chance if seat < 0 else int(law.quick(record_of(match.view(seat)))))
        assert line == f"{key} {len(match.events)} {match.returns()}"
