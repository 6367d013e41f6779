"""Tables leave the memory and come back: at most one of each name is there at a time."""

import asyncio
from typing import Any

import pytest

from pasch.table.model import Refused, Settings, StoreTrouble, UnknownTable
from pasch.table.storage.store import History
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.patience import PATIENCE
from tests.table.party import Person, begin, until

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("impatient")]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables that are not in use be unloaded at once."""
    monkeypatch.setattr("pasch.table.tables.KEPT_S", -1)


class Gate:
    """A gate that holds a method at its beginning until the test opens it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.reached, self.opened = asyncio.Event(), asyncio.Event()
        work = getattr(owner, name)

        async def held(*given: Any, **named: Any) -> Any:
            self.reached.set()
            await self.opened.wait()
            return await work(*given, **named)

        monkeypatch.setattr(owner, name, held)


async def test_tables_are_created_and_found_while_others_are_unloaded(tables: Tables) -> None:
    ids = [(await tables.create_table(Settings("mmm", 1))).id for _ in range(20)]
    work: list[Any] = [tables.unload_idle() for _ in range(3)]
    work += [tables.create_table(Settings("mmm", 1)) for _ in range(15)]
    work += [tables.find(id) for id in ids]
    await asyncio.gather(*work)
    await tables.unload_idle()
    assert tables.figures()[0] == 0


async def test_a_table_is_loaded_once_however_many_look_it_up(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = (await tables.create_table(Settings("mmm", 1))).id
    await tables.unload_idle()
    reading = Gate(monkeypatch, tables.store, "read")
    finding = [asyncio.create_task(tables.find(id)) for _ in range(3)]
    await reading.reached.wait()
    finding[0].cancel()
    reading.opened.set()
    with pytest.raises(asyncio.CancelledError):
        await finding[0]
    assert await finding[1] is await finding[2] is await tables.find(id)


@pytest.mark.timeout(120)  # waiting for a task that is done already would block the event loop
async def test_who_looks_a_table_up_in_the_moment_it_is_loaded_gets_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = (await tables.create_table(Settings("mmm", 1))).id
    await tables.unload_idle()
    finding: list[asyncio.Task[Table]] = []

    async def ask_presence(_: Table) -> None:
        """Stand in for the last step of loading."""
        finding.append(asyncio.create_task(tables.find(id)))

    monkeypatch.setattr(tables, "_ask_presence", ask_presence)
    table = await tables.find(id)
    assert await finding[0] is table


async def test_a_table_is_found_again_only_once_it_is_unloaded(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tables.create_table(Settings("mmm", 1))
    leaving = Gate(monkeypatch, table, "close")
    unloading = asyncio.create_task(tables.unload_idle())
    await leaving.reached.wait()
    finding = asyncio.create_task(tables.find(table.id))
    done, _ = await asyncio.wait([finding], timeout=0.1)
    leaving.opened.set()
    assert not done
    await unloading
    assert await finding is not table


async def test_who_looks_on_while_others_are_unloaded_keeps_the_table(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await tables.create_table(Settings("mmm", 1)) for _ in range(2)]
    leaving = Gate(monkeypatch, first, "close")
    unloading = asyncio.create_task(tables.unload_idle())
    await leaving.reached.wait()
    person = await Person(await tables.find(second.id)).look()
    leaving.opened.set()
    await unloading
    assert await tables.find(second.id) is person.table is second


async def test_a_sweep_leaves_a_table_that_has_come_back_meanwhile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await tables.create_table(Settings("mmm", 1)) for _ in range(2)]
    leaving = Gate(monkeypatch, first, "close")
    unloading = asyncio.create_task(tables.unload_idle())
    await leaving.reached.wait()
    await tables.unload_idle()
    again = await tables.find(second.id)
    assert again is not second
    leaving.opened.set()
    await unloading
    assert await tables.find(second.id) is again


async def test_a_table_in_use_is_not_unloaded(tables: Tables) -> None:
    table = await tables.create_table(Settings("mmm", 1))
    with table.in_use():
        await tables.unload_idle()
        assert await tables.find(table.id) is table
    await tables.unload_idle()
    assert await tables.find(table.id) is not table


async def test_a_table_that_was_unloaded_takes_no_command(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await until(lambda: table.viewers.actions_of(anna.token))
    anna.go()
    await until(lambda: table.is_idle)
    await tables.unload_idle()
    with pytest.raises(Refused, match="every table is kept"):
        await anna.choose_first()
    again = await tables.find(table.id)
    assert again.version == table.version
    await Person(again, anna.token).choose_first()


async def test_a_table_that_ends_with_trouble_is_unloaded_all_the_same(
    tables: Tables,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await tables.create_table(Settings("mmm", 1))

    async def fail() -> None:
        raise ValueError("it broke")

    monkeypatch.setattr(table, "close", fail)
    await tables.unload_idle()
    assert "it broke" in caplog.text
    assert await tables.find(table.id) is not table


async def test_a_table_that_cannot_be_read_again_is_not_kept_by_half(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = (await tables.create_table(Settings("mmm", 1))).id
    await tables.unload_idle()
    read, answers = tables.store.read, 1

    async def read_once(*given: Any, **named: Any) -> History:
        nonlocal answers
        answers -= 1
        if answers < 0:
            raise StoreTrouble("the store can't be read now: {cause}", cause="a test")
        return await read(*given, **named)

    monkeypatch.setattr(tables.store, "read", read_once)
    with pytest.raises(StoreTrouble, match="a test"):
        await tables.find(id)
    assert tables.figures()[0] == 0
    answers = 2
    assert isinstance(await tables.find(id), Table)
    with pytest.raises(UnknownTable):
        await tables.find("nothing")


async def test_idle_tables_are_unloaded_by_themselves(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.tables.UNLOAD_EVERY_S", 0.01)
    other = Tables(tables.store)
    await other.create_table(Settings("mmm", 1))
    async with asyncio.timeout(PATIENCE):
        while other.figures()[0]:
            await asyncio.sleep(0.01)
    await other.close()
