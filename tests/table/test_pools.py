"""Work off the loop: one kind never holds up another."""

import asyncio
import os
import threading

import pytest

from pasch.bots import Need
from pasch.server.limits import UNLIMITED, Account
from pasch.table.metering import PAYER
from pasch.table.model import Refused, Settings
from pasch.table.tables import Tables
from pasch.table.thinking.pools import NICENESS, Pool, Pools
from tests.patience import PATIENCE
from tests.table.party import begin, play

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


async def test_networks_take_turns_and_everybody_hears_how_many_are_before() -> None:
    pool, go = Pool("test", threads=1, room=20), threading.Event()
    done: list[str] = []
    places: dict[str, list[int]] = {}

    async def ask(whom: str, name: str) -> None:
        PAYER.set(Account(whom, UNLIMITED))
        await pool.do_in_turn(places.setdefault(name, []).append, go.wait, PATIENCE)
        done.append(name)

    asked = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("a", "a4")]
    tasks = [asyncio.create_task(ask(whom, name)) for whom, name in asked]
    await asyncio.sleep(0)
    assert {name: told[-1:] for name, told in places.items()} == {
        "a1": [],
        "a2": [1],
        "b1": [2],
        "a3": [3],
        "a4": [4],
    }
    tasks[2].cancel()
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert done == ["a1", "a2", "b1", "a4"]
    assert places["a4"] == [4, 3, 2, 1, 0]
    assert pool.now == 0
    pool.close()


async def test_one_network_has_its_share_of_threads_and_of_the_room() -> None:
    pool, go = Pool("test", threads=2, room=8, share=1), threading.Event()

    async def ask(whom: str) -> bool:
        PAYER.set(Account(whom, UNLIMITED))
        return await pool.do(go.wait, PATIENCE)

    much = [asyncio.create_task(ask("a")) for _ in range(4)]
    await asyncio.sleep(0)
    one_more, another = asyncio.create_task(ask("a")), asyncio.create_task(ask("b"))
    await asyncio.sleep(0)
    assert dict(pool._running) == {"a": 1, "b": 1}
    go.set()
    assert all(await asyncio.gather(another, *much[:3]))
    for refused in (much[3], one_more):
        with pytest.raises(Refused, match="too many ask") as told:
            await refused
        assert told.value.code == "often"
    pool.close()


@pytest.mark.parametrize(("kind", "steps_back"), [("bots", 1), ("coach", 1), ("tables", 0)])
async def test_who_thinks_yields_to_what_was_thought_of(kind: str, steps_back: bool) -> None:
    work = Pools()
    priority = await getattr(work, kind).do(os.getpriority, os.PRIO_PROCESS, 0)
    assert priority == (NICENESS if steps_back else os.getpriority(os.PRIO_PROCESS, 0))
    work.close()


@pytest.mark.parametrize("kind", ["coach", "replay", "bots"])
async def test_a_table_is_laid_and_played_while_others_keep_every_thread_busy(
    tables: Tables, kind: str
) -> None:
    go, pool = threading.Event(), getattr(tables._pools, kind)
    stuck = [asyncio.create_task(pool.do(go.wait, PATIENCE)) for _ in range(20)]
    table, people = await begin(tables, "Anna", "Ben", game="mmm")
    await play(table, people, events=10)
    assert len(table.state.seats) == 2
    go.set()
    await asyncio.gather(*stuck)


async def test_solving_for_many_tables_stops_no_new_one(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    monkeypatch.setattr("pasch.table.thinking.preparation.solve", lambda *_: go.wait(PATIENCE))
    for steps in range(1, 7):
        table, (anna,) = await begin(tables, "Anna", game="mmm", options={"cat_steps": steps})
        asyncio.ensure_future(table._prepare(Need.SOLVED))  # noqa: RUF006 - it waits for `go`
    table = await tables.create_table(Settings("mmm", 1))
    assert await table.sit(None, "Ben", "ben", "0" * 32) == 0
    other, people = await begin(tables, "Cleo", game="mmm")
    await play(other, people, events=6)
    go.set()
    assert anna.info.phase == "playing"
