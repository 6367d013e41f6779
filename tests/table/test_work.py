"""Work off the loop: one kind never holds up another."""

import asyncio
import threading

import pytest

from pasch.table.entries import Settings
from pasch.table.errors import Refused
from pasch.table.hall import Hall
from pasch.table.work import Pool
from tests.table.party import PATIENCE, begin, play

pytestmark = pytest.mark.anyio


async def test_whoever_finds_the_room_full_is_told_how_many_are_before() -> None:
    pool, go = Pool("test", threads=1, room=1), threading.Event()
    waiting = [asyncio.create_task(pool.do(go.wait, PATIENCE)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="too many ask for this now; 2 are before you"):
        await pool.do(go.wait)
    go.set()
    assert await asyncio.gather(*waiting) == [True, True]
    assert await pool.do(int, "7") == 7
    pool.close()
    with pytest.raises(Refused, match="the server stops"):
        await pool.do(int, "7")


@pytest.mark.parametrize("kind", ["coach", "replay", "bots"])
async def test_a_table_is_laid_and_played_while_others_keep_every_thread_busy(
    hall: Hall, kind: str
) -> None:
    go, pool = threading.Event(), getattr(hall._work, kind)
    stuck = [asyncio.create_task(pool.do(go.wait, PATIENCE)) for _ in range(20)]
    table, people = await begin(hall, "Anna", "Ben", game="mmm")
    await play(table, people, events=10)
    assert len(table.seats) == 2
    go.set()
    await asyncio.gather(*stuck)


async def test_solving_for_many_tables_stops_no_new_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    monkeypatch.setattr("pasch.table.readiness.solve", lambda *_: go.wait(PATIENCE))
    for steps in range(1, 7):
        table, (anna,) = await begin(hall, "Anna", game="mmm", options={"cat_steps": steps})
        asyncio.ensure_future(table._prepare("perfect"))  # noqa: RUF006 - it waits for `go`
    table = await hall.lay(Settings("mmm", 1))
    assert await table.sit(None, "Ben", "ben", "0" * 32) == 0
    other, people = await begin(hall, "Cleo", game="mmm")
    await play(other, people, events=6)
    go.set()
    assert anna.info.phase == "playing"
