"""Every player seals a salt for the dice, and opens it once nobody can sit down any more."""

from typing import Any

import pytest

from pasch.core.game.dice import Dice
from pasch.table.model import Refused, Settings
from pasch.table.model.seating import seal_of
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table import acts
from tests.table.party import Person, salt

pytestmark = pytest.mark.anyio


async def lay(tables: Tables, **settings: Any) -> Table:
    return await tables.create_table(Settings("mmm", seats=2, **settings))


async def sit(table: Table, name: str, made: str) -> Person:
    person = Person(table, f"the secret of {name}")
    await table.sit(None, name, person.token, seal=seal_of(made))
    return await person.look()


async def test_a_salt_is_a_secret_until_nobody_sits_down_any_more(tables: Tables) -> None:
    table, (one, two) = await lay(tables), (salt(), salt())
    anna, ben = await sit(table, "Anna", one), await sit(table, "Ben", two)
    with pytest.raises(Refused, match="when nobody sits down any more"):
        await acts.open_salt(table, anna.token, one)
    await acts.start(table, anna.token)
    assert (ben.info.closed, ben.info.phase) == (True, "gathering")
    assert (ben.info.salts, ben.info.seals) == (["", ""], [seal_of(one), seal_of(two)])
    for late in (
        table.sit(0, "Cem", "the secret of Cem", salt()),
        acts.seal(table, anna.token, 0, "0" * 64),
        acts.sit_bot(table, anna.token, 1, "quick"),
    ):
        with pytest.raises(Refused, match="about to begin"):
            await late
    await acts.open_salt(table, anna.token, one)
    assert table.state.match is None
    for wrong in (one, salt()):
        with pytest.raises(Refused, match="not sealed for a seat of yours"):
            await acts.open_salt(table, ben.token, wrong)
    await acts.open_salt(table, ben.token, two)
    assert ben.info.phase == "playing"
    assert ben.info.salts == [one, two]
    dice = Dice((await tables.store.read(table.id)).entries[0].seed, [one, two])  # type: ignore[union-attr]
    assert ben.info.start == dice.draw_start(2)


async def test_opening_or_starting_twice_changes_nothing(tables: Tables) -> None:
    table, made = await lay(tables), salt()
    anna = await sit(table, "Anna", made)
    await acts.sit_bot(table, anna.token, 1, "quick")
    await acts.start(table, anna.token)
    closed = table.version
    await acts.start(table, anna.token)
    assert table.version == closed
    await acts.open_salt(table, anna.token, made)
    assert table.state.phase == "playing"
    started = table.version
    await acts.open_salt(table, anna.token, made)
    assert table.version >= started


async def test_once_somebody_stands_up_what_was_opened_is_sealed_anew(tables: Tables) -> None:
    """Otherwise a newcomer could choose a salt that suits those already known."""
    table, (one, two) = await lay(tables), (salt(), salt())
    anna, ben = await sit(table, "Anna", one), await sit(table, "Ben", two)
    await acts.start(table, anna.token)
    await acts.open_salt(table, anna.token, one)
    await acts.leave(table, ben.token)
    assert (anna.info.closed, anna.info.salts, anna.info.seals) == (False, ["", ""], ["", ""])
    await acts.sit_bot(table, anna.token, 1, "quick")
    with pytest.raises(Refused, match="the device of Anna has not sealed"):
        await acts.start(table, anna.token)
    three = salt()
    await acts.seal(table, anna.token, 0, seal_of(three))
    with pytest.raises(Refused, match="not your seat"):
        await acts.seal(table, anna.token, 1, seal_of(three))
    await acts.start(table, anna.token)
    await acts.open_salt(table, anna.token, three)
    assert anna.info.salts == [three, ""]


async def test_who_is_here_and_opens_nothing_can_be_sent_away_after_a_while(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device needs a moment to open its salt: nobody uses that to take a seat."""
    table, (one, two) = await lay(tables), (salt(), salt())
    anna, ben = await sit(table, "Anna", one), await sit(table, "Ben", two)
    with pytest.raises(Refused, match="Ben sits there"):
        await acts.stand(table, anna.token, 1)
    await acts.start(table, anna.token)
    await acts.open_salt(table, anna.token, one)
    with pytest.raises(Refused, match="Anna sits there"):
        await acts.stand(table, ben.token, 0)
    told = "the device of Ben still opens its part of the dice; ask again in 20 seconds"
    with pytest.raises(Refused, match=told):
        await acts.stand(table, anna.token, 1)
    monkeypatch.setattr("pasch.table.model.seating.GRACE_S", 0)
    await acts.stand(table, anna.token, 1)
    assert (anna.info.closed, anna.info.seats[1].kind) == (False, "open")


async def test_nobody_waits_for_who_has_told_their_salt_at_once(tables: Tables) -> None:
    table, (one, two) = await lay(tables), (salt(), salt())
    await table.sit(0, "Program", "the secret of a program", one)
    anna = await sit(table, "Anna", two)
    await acts.start(table, anna.token)
    await acts.open_salt(table, anna.token, two)
    assert anna.info.salts == [one, two]


@pytest.mark.parametrize("settings", [{"deal": "SAME"}, {"dice": "real"}])
async def test_dice_that_take_no_salt_wait_for_none(
    tables: Tables, settings: dict[str, Any]
) -> None:
    table = await lay(tables, **settings)
    anna, _ = await sit(table, "Anna", salt()), await sit(table, "Ben", salt())
    await acts.start(table, anna.token)
    assert (anna.info.phase, anna.info.seals) == ("playing", [])


async def test_a_closed_table_is_closed_after_a_restart(tables: Tables, store: SqlStore) -> None:
    table, made = await lay(tables), salt()
    anna = await sit(table, "Anna", made)
    await acts.sit_bot(table, anna.token, 1, "quick")
    await acts.start(table, anna.token)
    another = Tables(store)
    again = await another.find(table.id)
    assert again.viewers.info().closed
    await acts.open_salt(again, anna.token, made)
    assert again.state.phase == "playing"
    await another.close()


@pytest.mark.parametrize("seal", ["0" * 63, "G" * 64, "0" * 65])
async def test_a_seal_is_64_hex_digits(tables: Tables, seal: str) -> None:
    table = await lay(tables)
    with pytest.raises(Refused, match="expected a seal of 64 hex digits"):
        await table.sit(0, "Anna", "the secret of Anna", seal=seal)
    with pytest.raises(Refused, match=f"got '{'x' * 80}'$"):
        await table.sit(0, "Anna", "the secret of Anna", seal="x" * 90)
