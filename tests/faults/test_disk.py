"""The disk forgets what was not synced, and only that."""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.disk import SECTOR, Disk, NoCompiler, mixed


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "disk", tmp_path)


def left_by(disk: Disk, program: str, luck: random.Random | None = None) -> Mapping[str, bytes]:
    """Return the files that a program leaves which is killed at its end, with the power."""
    whole = f"import os, signal\n{program}\nos.kill(os.getpid(), signal.SIGKILL)"
    environment = os.environ | disk.environment | {"FORGETFUL_MS": "0"}
    subprocess.run([sys.executable, "-c", whole], cwd=disk.folder, env=environment, check=False)
    disk.cut_power(luck or Forgets())
    return {file.name: file.read_bytes() for file in disk.folder.iterdir()}


class Forgets(random.Random):
    """Random numbers after which only what was synced is on the disk."""

    def random(self) -> float:
        return 1.0


class Keeps(random.Random):
    """Random numbers after which everything that was written is on the disk."""

    def random(self) -> float:
        return 0.0


FILE = "file = os.open('a', os.O_RDWR | os.O_CREAT); folder = os.open('.', os.O_RDONLY);"


def test_without_a_compiler_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoCompiler, match="install gcc"):
        Disk(tmp_path / "disk", tmp_path)


def test_what_was_synced_stays(disk: Disk) -> None:
    synced = "os.write(file, b'one'); os.fsync(file); os.fsync(folder); os.write(file, b'two')"
    assert left_by(disk, FILE + synced) == {"a": b"one"}
    assert left_by(disk, FILE + "os.lseek(file, 0, os.SEEK_END); os.write(file, b'!')") == {
        "a": b"one"
    }
    more = "os.lseek(file, 0, os.SEEK_END); os.write(file, b'!'); os.fdatasync(file)"
    assert left_by(disk, FILE + more) == {"a": b"one!"}


def test_a_file_whose_name_was_not_synced_is_not_found(disk: Disk) -> None:
    assert left_by(disk, FILE + "os.write(file, b'one'); os.fsync(file)") == {}
    assert left_by(disk, FILE + "os.write(file, b'one'); os.fsync(folder)") == {"a": b""}


def test_a_file_that_was_deleted_comes_back_until_its_folder_is_synced(disk: Disk) -> None:
    synced = (
        "os.write(file, b'one'); os.fsync(file); os.fsync(folder); os.unlink(os.path.abspath('a'));"
    )
    assert left_by(disk, FILE + synced) == {"a": b"one"}
    another = "os.unlink(os.path.abspath('a'));" + FILE + "os.write(file, b'two'); os.fsync(file);"
    assert left_by(disk, FILE + another) == {"a": b"one"}
    assert left_by(disk, FILE + another + "os.fsync(folder)") == {"a": b"two"}
    assert left_by(disk, FILE + "os.unlink(os.path.abspath('a')); os.fsync(folder)") == {}


def test_some_of_what_was_not_synced_may_be_there() -> None:
    before, after = b"a" * 3 * SECTOR, b"b" * 5 * SECTOR
    assert mixed(before, after, Keeps()) == after
    assert mixed(before, after, Forgets()) == before
    some = mixed(before, after, random.Random(1))
    assert {*some} == {*b"ab"} or {*some} == {*b"ab\0"}


@pytest.mark.parametrize(("mode", "rows"), [("FULL", 3), ("OFF", 0)])
def test_sqlite_keeps_what_it_synced(disk: Disk, mode: str, rows: int) -> None:
    left_by(
        disk,
        f"""
import sqlite3
kept = sqlite3.connect("rows", isolation_level=None)
kept.execute("PRAGMA journal_mode = WAL")
kept.execute("CREATE TABLE rows (n)")
kept.execute("PRAGMA synchronous = {mode}")
for n in range(3):
    kept.execute("INSERT INTO rows VALUES (?)", [n])
""",
    )
    with closing(sqlite3.connect(disk.folder / "rows")) as kept:
        assert kept.execute("SELECT count(*) FROM rows").fetchone() == (rows,)
