"""The next match of the same people."""

import pytest

from pasch.table.model import Refused
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table import acts
from tests.table.party import Person, begin, play, salt

pytestmark = pytest.mark.anyio


async def finished(tables: Tables) -> tuple[Table, list[Person]]:
    table, people = await begin(
        tables, "Anna", "Ben", bots=1, game="compost", deal="rematch", options={"dice": 4}
    )
    await play(table, people)
    return table, people


async def test_a_rematch_begins_when_everybody_sat_down_again(tables: Tables) -> None:
    table, (anna, ben) = await finished(tables)
    next_table = await tables.find(await acts.rematch(table, anna.token))
    assert ben.info.rematch == next_table.id
    assert await acts.rematch(table, ben.token) == next_table.id
    kinds = [(seat.kind, seat.name) for seat in next_table.viewers.info().seats]
    assert kinds == [("open", "Anna"), ("open", "Ben"), ("bot", "Pip")]
    assert next_table.state.settings.options == table.state.settings.options
    assert (next_table.state.settings.deal, next_table.state.settings.starter) == ("", None)
    assert next_table.state.laid.commitment != table.state.laid.commitment
    assert await next_table.sit(None, "Ben", ben.token, salt()) == 1
    assert next_table.viewers.info().phase == "gathering"
    assert await next_table.sit(None, "Anna", anna.token, salt()) == 0
    again = [await Person(next_table, person.token).look() for person in (anna, ben)]
    await play(next_table, again)
    assert next_table.state.phase == "over"


async def test_seats_wait_a_while_for_who_played_before(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _) = await finished(tables)
    next_table = await tables.find(await acts.rematch(table, anna.token))
    with pytest.raises(Refused, match="seat 2 waits for Ben"):
        await next_table.sit(1, "Cleo", "c", salt())
    with pytest.raises(Refused, match="every seat is taken"):
        await next_table.sit(None, "Cleo", "c", salt())
    await next_table.sit(None, "Anna", anna.token, salt())
    with pytest.raises(Refused, match="seat 2 waits for Ben"):
        await acts.sit_bot(next_table, anna.token, 1, "quick")
    monkeypatch.setattr("pasch.table.model.state.RESERVED_S", -1)
    assert await next_table.sit(None, "Cleo", "c", salt()) == 1
    assert next_table.state.seats[1].name == "Cleo"


async def test_a_rematch_is_for_who_played_a_finished_game(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    with pytest.raises(Refused, match="the game is not over"):
        await acts.rematch(table, anna.token)
    with pytest.raises(Refused, match="only somebody who sits"):
        await acts.rematch(table, "stranger")


async def test_two_servers_agree_on_one_rematch(tables: Tables) -> None:
    table, (anna, ben) = await finished(tables)
    other_tables = Tables(tables.store)
    other = await other_tables.find(table.id)
    first = await acts.rematch(table, anna.token)
    assert await acts.rematch(other, ben.token) == first
    await other_tables.close()
