"""A store that fails for a while: a clear answer, nothing lost, and the table goes on."""

import sqlite3
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from pasch.core.match.journal import Chain
from pasch.table.model import Did, Laid, Settings, Started, StoreTrouble
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.messages import Refusal
from tests.table import acts
from tests.table.party import Person, begin, play, ready, salt, sql_store, until

pytestmark = pytest.mark.anyio


async def set_pragma(store: SqlStore, pragma: str) -> None:
    """Set a pragma on every connection: those in the pool, and the writer's."""
    pool = store.database.engine.pool
    assert isinstance(pool, sa.QueuePool)
    with ExitStack() as taken:
        held = [
            taken.enter_context(store.database.engine.connect())
            for _ in range(pool.checkedin() or 1)
        ]
        for connection in held + ([store._kept] if store._kept else []):
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute(f"PRAGMA {pragma}")


async def test_a_choice_that_could_not_be_kept_did_not_happen(
    tables: Tables, tmp_path: Path
) -> None:
    await set_pragma(sql_store(tables), "busy_timeout = 50")
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    seen, version = len(ben.received), table.version
    lock = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreTrouble, match="database is locked"):
        await anna.choose_first()
    assert (table.version, len(ben.received)) == (version, seen)
    lock.execute("ROLLBACK")
    lock.close()
    await anna.choose_first()
    assert table.version > version


async def test_bots_and_dice_go_on_when_the_disk_is_back(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    table, people = await begin(tables, "Anna", bots=2, game="compost")
    await until(lambda: table.viewers.actions_of(people[0].token) or table.state.phase == "over")
    await acts.leave(table, people[0].token)
    await set_pragma(sql_store(tables), "query_only = ON")
    await until(lambda: "readonly database" in caplog.text)
    assert table.state.match is not None
    kept = (await tables.store.read(table.id)).entries
    assert sum(isinstance(entry, Did) for entry in kept) == len(table.state.match.events)
    await set_pragma(sql_store(tables), "query_only = OFF")
    await until(lambda: table.state.phase == "over")
    watcher = await Person(table).look()
    assert watcher.moment.over


async def test_a_rematch_that_could_not_start_by_itself_is_started_by_hand(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await play(table, [anna])
    again = await tables.find(await acts.rematch(table, anna.token))
    append = tables.store.append

    async def fail_to_start(id: str, after: Chain, entries: list[Started], result: None) -> Chain:
        if any(isinstance(entry, Started) for entry in entries):
            raise StoreTrouble("the disk is full")
        return await append(id, after, entries, result)

    monkeypatch.setattr(tables.store, "append", fail_to_start)
    assert await again.sit(None, "Anna", anna.token, salt()) == 0
    assert again.state.phase == "gathering"
    monkeypatch.undo()
    await acts.start(again, anna.token)
    await ready(again)


async def test_a_match_of_other_rules_is_not_played_on(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    laid, *rest = (await tables.store.read(table.id)).entries
    assert isinstance(laid, Laid)
    old = replace(laid, rules=0)
    await tables.store.append("0123456789", Chain(old.key), [old, *rest])
    stranger: Table = await tables.find("0123456789")
    with pytest.raises(StoreTrouble, match="expected rules version 1 of Mmm!"):
        await acts.choose(stranger, anna.token, stranger.version, 0)
    watcher = await Person(stranger).look()
    await until(lambda: isinstance(watcher.received[-1].d, Refusal))
    assert "this table was laid under version 0" in watcher.sent[-1]
    assert '"id":0,' in watcher.sent[-1], "nobody asked for it"


async def test_a_table_laid_where_nothing_can_be_written_is_told(tables: Tables) -> None:
    await set_pragma(sql_store(tables), "query_only = ON")
    with pytest.raises(StoreTrouble, match="can't be written now"):
        await tables.create_table(Settings("mmm", 1))
