"""A pause: nobody plays, no bot and no clock, until somebody lets the game go on."""

import asyncio

import pytest

from pasch.table.model import Refused, TableState
from pasch.table.model.entries import Paused, Resumed
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table import acts
from tests.table.party import Person, begin, gather, play, until

pytestmark = pytest.mark.anyio


async def paused(tables: Tables, **settings: int) -> tuple[Table, list[Person]]:
    table, people = await begin(tables, "Anna", "Ben", game="mmm", **settings)
    await until(lambda: people[0].moment.scene.choices)
    await acts.pause(table, people[1].token)
    return table, people


async def test_nobody_plays_in_a_pause_and_everybody_sees_who_asked_for_it(tables: Tables) -> None:
    table, (anna, ben) = await paused(tables)
    assert anna.info.paused == ben.info.paused == 1
    assert table.viewers.actions_of(anna.token) == []
    with pytest.raises(Refused, match="the game is paused"):
        await acts.choose(table, anna.token, table.version, 0)
    await acts.pause(table, anna.token, on=False)
    assert anna.info.paused is None
    await play(table, [anna, ben])
    assert anna.moment.over


async def test_nothing_is_taken_back_in_a_pause(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    await acts.pause(table, ben.token)
    with pytest.raises(Refused, match="the game is paused"):
        await acts.undo(table, anna.token, table.version)
    await acts.pause(table, ben.token, on=False)
    await acts.undo(table, anna.token, table.version)


async def test_bots_and_dice_wait_until_the_game_goes_on(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=1, settings={"game": "mmm", "starter": 1})
    await acts.start(table, anna.token)
    await acts.pause(table, anna.token)
    events = len(table.state.events)
    await asyncio.sleep(0.3)
    assert len(table.state.events) == events
    assert not anna.moment.scene.choices
    await acts.pause(table, anna.token, on=False)
    await until(lambda: anna.moment.scene.choices)


async def test_the_clock_stands_still_and_then_has_the_same_time_left(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", clock=600)
    await until(lambda: anna.moment.scene.choices)
    before = table.state.deadline
    await acts.pause(table, ben.token)
    assert table.state.deadline is None
    assert anna.moment.left is None
    await asyncio.sleep(0.3)
    await acts.pause(table, ben.token, on=False)
    assert before is not None
    assert table.state.deadline is not None
    assert table.state.deadline - before >= 0.29
    assert anna.moment.left is not None


async def test_pausing_twice_is_pausing_once(tables: Tables) -> None:
    table, (anna, _) = await paused(tables)
    version = table.version
    await acts.pause(table, anna.token)
    assert table.version == version
    assert anna.info.paused == 1
    await acts.pause(table, anna.token, on=False)
    await acts.pause(table, anna.token, on=False)
    assert table.version == version + 1


async def test_only_somebody_who_sits_there_pauses_a_game_that_is_played(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", settings={"game": "mmm"})
    with pytest.raises(Refused, match="there is no game to pause"):
        await acts.pause(table, anna.token)
    await acts.start(table, anna.token)
    with pytest.raises(Refused, match="only somebody who sits at the table"):
        await acts.pause(table, "somebody else")
    await play(table, [anna])
    with pytest.raises(Refused, match="there is no game to pause"):
        await acts.pause(table, anna.token)


async def test_a_pause_outlives_the_server(store: SqlStore) -> None:
    before = Tables(store)
    table, (anna, _) = await paused(before, clock=600)
    await before.close()
    after = Tables(store)
    again = await Person(await after.find(table.id), anna.token).look()
    assert again.info.paused == 1
    assert again.moment.left is None
    await acts.pause(again.table, anna.token, on=False)
    await again.choose_first()
    await after.close()


def test_the_deadline_moves_by_as_long_as_the_pause_lasted() -> None:
    state = TableState.__new__(TableState)
    state.events, state.deadlines, state.paused = [3, 1], {2: 1_000.0}, None
    Paused(0, 400.0).apply(state)
    assert state.paused == 0
    assert state.deadline is None
    Resumed(1, 460.0).apply(state)
    assert state.deadline == 1_060.0
