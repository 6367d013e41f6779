"""Compiling: the cache, the readiness mark, and the same source without a compiler."""

import os
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


def test_any_change_of_a_source_gives_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in cache.COMPILED:
        (tmp_path / folder).mkdir()
    source = tmp_path / "core" / "a.py"
    source.write_text("1", encoding="utf-8")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    first = cache.source_hash()
    source.write_text("2", encoding="utf-8")
    second = cache.source_hash()
    source.rename(tmp_path / "core" / "b.py")
    assert len({first, second, cache.source_hash()}) == 3


def test_the_same_sources_elsewhere_are_the_same_code_and_have_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what was compiled for one installation would be called ready for the other."""
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "cache"))
    found = []
    for place in ("one", "two"):
        for folder in cache.COMPILED:
            (tmp_path / place / "pasch" / folder).mkdir(parents=True)
        (tmp_path / place / "pasch" / "core" / "a.py").write_text("1", encoding="utf-8")
        monkeypatch.setattr(cache, "PACKAGE", tmp_path / place / "pasch")
        found.append((cache.source_hash(), cache.cache_folder()))
    (code, here), (same_code, there) = found
    assert code == same_code
    assert here != there


def test_another_python_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what was compiled for one Python would be called ready for the other."""
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
