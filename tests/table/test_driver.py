"""The driver of bots and dice: how it ends, and what its choices depend on."""

import asyncio
from typing import Any

import pytest

from pasch.table.model import Refused
from pasch.table.storage.sql import SqlStore
from pasch.table.table import settling
from pasch.table.tables import Tables
from tests.table import acts
from tests.table.party import begin, gather, until

pytestmark = pytest.mark.anyio


async def test_a_closed_table_is_not_woken_again(tables: Tables) -> None:
    table, _ = await begin(tables, "Anna", bots=2, starter=1)
    await table.close()
    table._driver.wake()
    assert not table._driver.runs


async def test_a_table_that_is_found_again_goes_on_by_itself(store: SqlStore) -> None:
    before = Tables(store)
    table, (anna,) = await gather(before, "Anna", bots=1, settings={"game": "mmm", "starter": 1})
    await table._driver.stop()
    await acts.start(table, anna.token)
    await before.close()
    assert table.state.match is not None
    assert table.state.match.events == []
    after = Tables(store)
    again = await after.find(table.id)
    await until(lambda: again.viewers.actions_of(anna.token))
    await after.close()


async def test_a_bot_that_finds_no_room_to_think_asks_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, refused = tables._pools.bots, [Refused("busy", "not now")] * 2
    think = pool.do

    async def do(*given: Any) -> Any:
        if refused:
            raise refused.pop()
        return await think(*given)

    paused, sleep = [], asyncio.sleep

    async def pause(seconds: float) -> None:
        paused.append(seconds)
        await sleep(0)

    monkeypatch.setattr(pool, "do", do)
    monkeypatch.setattr("pasch.table.driver.FIRST_PAUSE", 0.123)
    monkeypatch.setattr("pasch.table.driver.asyncio.sleep", pause)
    table, (anna,) = await begin(tables, "Anna", bots=2, starter=1)
    await until(lambda: table.viewers.actions_of(anna.token))
    assert not refused
    assert paused.count(0.123) == 2


@pytest.mark.parametrize("problem", [None, ValueError("it broke")])
async def test_who_no_longer_waits_is_told_nothing(problem: Exception | None) -> None:
    given_up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    given_up.cancel()
    with settling(given_up):
        if problem:
            raise problem
    assert given_up.cancelled()
