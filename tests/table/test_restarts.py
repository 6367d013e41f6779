"""After a restart a server has seen nobody leave: players have the usual time to come back."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from pasch.table.model import GRACE_S, Refused, Settings, Stand, StandIn, holder_of
from pasch.table.model.seating import seal_of
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table import acts
from tests.table.party import Person, begin, gather, salt, until

pytestmark = pytest.mark.anyio

Restart = Callable[[Table], Awaitable[Table]]


@pytest.fixture
async def restart(tables: Tables, store: SqlStore) -> AsyncIterator[Restart]:
    """Return a function that closes the tables and finds a table again in a new process."""
    after: list[Tables] = []

    async def close_and_find(table: Table) -> Table:
        await tables.close()
        after.append(Tables(store))
        return await after[0].find(table.id)

    yield close_and_find
    for each in after:
        await each.close()


def later(table: Table, seconds: float) -> float:
    """Return the time this long after this process has read the table."""
    return table.viewers.context.loaded_at + seconds


async def test_who_was_here_before_a_restart_is_not_replaced_before_they_can_be_back(
    tables: Tables, restart: Restart
) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    again = await restart(table)
    await Person(again, anna.token).look()
    with pytest.raises(Refused, match="Ben was here just now; ask again in 20 seconds"):
        await acts.stand_in(again, anna.token, 1)
    back = await Person(again, ben.token).look()
    known = replace(again.viewers.context, now=later(again, 10 * GRACE_S))
    with pytest.raises(Refused, match="Ben is here"):
        StandIn(holder_of(anna.token), 1).decide(known)
    back.go()
    with pytest.raises(Refused, match="Ben was here just now"):
        await acts.stand_in(again, anna.token, 1)


async def test_who_had_gone_before_a_restart_is_replaced_after_the_time_that_all_have(
    tables: Tables, restart: Restart
) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    ben.go()
    again = await restart(table)
    stand_in = StandIn(holder_of(anna.token), 1)
    early = replace(again.viewers.context, now=later(again, GRACE_S - 0.5))
    with pytest.raises(Refused, match="ask again in 1 seconds"):
        stand_in.decide(early)
    assert stand_in.decide(replace(early, now=later(again, GRACE_S))).entries


async def test_a_seat_is_not_opened_for_who_is_not_back_yet(
    tables: Tables, restart: Restart
) -> None:
    table, (anna, _) = await gather(tables, "Anna", "Ben", settings={"game": "mmm"})
    again = await restart(table)
    await Person(again, anna.token).look()
    with pytest.raises(Refused, match="Ben was here just now; ask again in 20 seconds"):
        await acts.stand(again, anna.token, 1)
    known = replace(again.viewers.context, now=later(again, GRACE_S))
    assert Stand(holder_of(anna.token), 1).decide(known).entries


async def test_a_device_has_its_time_to_open_a_salt_after_a_restart_too(tables: Tables) -> None:
    table = await tables.create_table(Settings("mmm", seats=2))
    for name in ("Anna", "Ben"):
        await table.sit(None, name, f"the secret of {name}", seal=seal_of(salt()))
    await acts.start(table, "the secret of Anna")
    known, stand = table.viewers.context, Stand(holder_of("the secret of Anna"), 1)
    known = replace(known, loaded_at=known.now + 100, now=known.now + 110)
    with pytest.raises(Refused, match="still opens its part of the dice; ask again in 10 seconds"):
        stand.decide(known)
    assert stand.decide(replace(known, now=known.loaded_at + GRACE_S)).entries


async def test_who_comes_back_after_a_restart_may_act_though_their_time_is_up(
    tables: Tables, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.creation.CLOCK", (1, 600))
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm", clock=2)
    await until(lambda: anna.moment.scene.choices)
    await tables.close()
    await asyncio.sleep(max(0.0, table.state.deadlines[len(table.state.events)] - time.time()))
    again = await restart(table)
    anna = await Person(again, anna.token).look()
    await until(lambda: anna.moments)
    assert anna.moment.left == 0
    assert not again._driver.runs
    assert not anna.info.seats[0].away
    await anna.choose_first()
    await until(lambda: anna.info.seats[0].away or anna.info.seats[1].away)  # the clock runs again


async def test_who_does_not_come_back_after_a_restart_is_replaced_when_the_time_is_up(
    tables: Tables, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.creation.CLOCK", (1, 600))
    monkeypatch.setattr("pasch.table.driver.GRACE_S", 0.2)
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", clock=1)
    await until(lambda: anna.moment.scene.choices)
    again = await restart(table)
    ben = await Person(again, ben.token).look()
    await until(lambda: ben.info.seats[0].away)
