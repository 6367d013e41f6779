"""Several servers on one store never fork a match; on PostgreSQL they follow each other."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pasch.table.model import Refused, Settings, holder_of
from pasch.table.storage.peers import EVERY_TABLE, WHO_IS_HERE, Lifeline, PostgresPeers
from pasch.table.storage.schema import ENTRIES, PROCESSES
from pasch.table.storage.sql import SqlStore
from pasch.table.storage.store import History
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.patience import PATIENCE
from tests.table import acts
from tests.table.party import Person, begin, play, salt, sit, sql_store, until

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def server(url: str) -> AsyncIterator[Tables]:
    store = await SqlStore.open(url)
    tables = Tables(store)
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


@asynccontextmanager
async def servers(url: str) -> AsyncIterator[tuple[Tables, Tables]]:
    async with server(url) as one, server(url) as two:
        yield one, two


async def meet(one: Tables, two: Tables) -> tuple[Table, Table, Person, Person]:
    """Begin a game where Anna plays on one server and Ben on the other."""
    table, (anna, ben) = await begin(one, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    ben.go()
    other = await two.find(table.id)
    ben = await Person(other, ben.token).look()
    await until(lambda: ben.moments)
    return table, other, anna, ben


async def test_of_two_servers_one_writes_and_the_other_follows(tmp_path: Path) -> None:
    async with servers(str(tmp_path / "tables.sqlite3")) as both:
        table, other, anna, ben = await meet(*both)
        version, action = table.version, anna.moment.scene.choices[0].action
        await acts.choose(table, anna.token, version, action)
        with pytest.raises(Refused) as stale:
            await acts.choose(other, anna.token, version, action)
        assert stale.value.code == "stale"
        assert other.version == table.version
        assert ben.moment.scene.pieces == anna.moment.scene.pieces
        assert ben.moment.kind == "choice"


async def test_who_saw_more_than_this_server_makes_it_look(tmp_path: Path) -> None:
    async with servers(str(tmp_path / "tables.sqlite3")) as both:
        table, other, anna, ben = await meet(*both)
        await anna.choose_first()
        choice = anna.moment.scene.choices
        assert choice
        await acts.choose(other, anna.token, table.version, choice[0].action)
        assert other.version > table.version
        assert ben.moment.event > anna.moment.event


async def test_bots_of_two_servers_play_one_match(tmp_path: Path) -> None:
    async with servers(str(tmp_path / "tables.sqlite3")) as (one, two):
        table, people = await begin(one, "Anna", "Ben", bots=1, game="compost", options={"dice": 4})
        other = await two.find(table.id)
        for person in people:
            await acts.leave(table, person.token)
        await other.follow(table.version)
        await until(lambda: table.state.phase == other.state.phase == "over")
        assert table.state.match is not None
        assert other.state.match is not None
        assert table.state.match.events == other.state.match.events


async def test_on_postgresql_viewers_of_another_server_follow(postgresql: str) -> None:
    async with servers(postgresql) as both:
        table, other, anna, ben = await meet(*both)
        await anna.choose_first()
        await until(lambda: other.version == table.version)
        assert ben.moment.kind == "choice"
        assert ben.told == anna.told
        await acts.leave(table, anna.token)
        await until(lambda: ben.info.seats[0].away)
        await play(other, [ben])
        await until(lambda: anna.info.phase == "over")
        assert table.state.match is not None
        assert other.state.match is not None
        assert table.state.match.events == other.state.match.events


async def test_news_missed_while_the_connection_was_lost_is_caught_up(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.storage.peers.RECONNECT_S", 0.2)
    async with servers(postgresql) as both:
        table, other, anna, _ = await meet(*both)
        await number_listening(both[0], len(both))
        assert await of_listeners(both[0], "bool_and(pg_terminate_backend(pid))")
        await anna.choose_first()
        await until(lambda: other.version == table.version)


@pytest.mark.parametrize("listens", [True, False])
async def test_what_is_written_while_a_process_reads_a_table_is_not_missed(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    """Its news comes before anybody there knows the table, or while nobody listens."""
    async with servers(postgresql) as (one, two):
        table, (anna,) = await begin(one, "Anna", game="mmm")
        await until(lambda: table.viewers.actions_of(anna.token))
        await number_listening(one, 1)
        if listens:
            await two.create_table(Settings("mmm", 1))
            await number_listening(one, 2)
        read, has_read, may_go_on = two.store.read, asyncio.Event(), asyncio.Event()

        async def read_and_wait(id: str, **named: Any) -> History:
            history = await read(id, **named)
            if id == table.id:
                has_read.set()
                await may_go_on.wait()
            return history

        heard: list[str] = []
        hear = postgres(two)._notifications._hear

        async def hear_too(id: str, what: str) -> None:
            await hear(id, what)
            heard.append(id)

        monkeypatch.setattr(two.store, "read", read_and_wait)
        monkeypatch.setattr(postgres(two)._notifications, "_hear", hear_too)
        finding = asyncio.create_task(two.find(table.id))
        await has_read.wait()
        await anna.choose_first()
        await until(lambda: not listens or table.id in heard)
        may_go_on.set()
        assert (await finding).version == table.version


async def test_who_was_seated_by_another_process_is_known_before_the_news_comes(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hear_nothing(*_: str) -> None:
        """Stand in for news that is still on its way."""

    async with servers(postgresql) as (one, two):
        table = await one.create_table(Settings("mmm", 1, deal="TABLE"))
        other = await two.find(table.id)
        monkeypatch.setattr(postgres(two)._notifications, "_hear", hear_nothing)
        token = "the secret of Anna"
        assert not await other.has_seated(token)
        await table.sit(0, "Anna", token, salt())
        with pytest.raises(Refused, match="only somebody who sits at the table"):
            await acts.start(other, "the secret of Ben")
        await acts.start(other, token)
        assert other.state.phase == "playing"
        late = await one.create_table(Settings("mmm", 1))
        other = await two.find(late.id)
        await late.sit(0, "Anna", token, salt())
        assert await other.has_seated(token)


async def test_a_broken_table_makes_no_process_deaf_to_the_others(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pasch.table.storage.peers.RECONNECT_S", 0.1)
    async with servers(postgresql) as both:
        table, other, anna, _ = await meet(*both)
        broken = await both[0].create_table(Settings("mmm", 1))
        await both[1].find(broken.id)
        await number_listening(both[0], len(both))
        row = {"table": broken.id, "n": 2, "kind": "Closed", "entry": "{}", "hash": "wrong"}
        await sql_store(both[0]).database.do([sa.insert(ENTRIES).values(row)], [f"{broken.id} 2"])
        await until(lambda: f"table {broken.id} can't be followed" in caplog.text)
        await anna.choose_first()
        await until(lambda: other.version == table.version)
        assert await of_listeners(both[0], "bool_and(pg_terminate_backend(pid))")
        await anna.choose_first()
        await until(lambda: other.version == table.version)


async def test_of_two_questions_about_who_is_elsewhere_the_later_answer_counts(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await begin(tables, "Anna", "Ben", game="mmm")
    answers = [{holder_of("the secret of Ben")}, set()]
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def elsewhere(_: str) -> set[str]:
        answer = answers.pop(0)
        if answer:
            asked.set()
            await may_answer.wait()
        return answer

    monkeypatch.setattr(tables._peers, "present_elsewhere", elsewhere)
    first = asyncio.create_task(tables.presence_changed(table.id))
    await asked.wait()
    second = asyncio.create_task(tables.presence_changed(table.id))
    await asyncio.sleep(0)
    may_answer.set()
    await asyncio.gather(first, second)
    assert not answers
    assert table.viewers._elsewhere == set()


async def test_a_process_that_has_ended_listens_no_longer(postgresql: str) -> None:
    async with server(postgresql) as stays:
        table = await stays.create_table(Settings("mmm", 2))
        async with server(postgresql) as ends:
            await ends.find(table.id)
            await number_listening(stays, 2)
        await number_listening(stays, 1)


async def number_listening(tables: Tables, n: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await of_listeners(tables, "count(*)") != n:
            await asyncio.sleep(0.01)


async def of_listeners(tables: Tables, what: str) -> int:
    asked = (
        f"SELECT {what} FROM pg_stat_activity "
        "WHERE query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
    )
    with sql_store(tables).database.engine.begin() as connection:
        return int(connection.execute(sa.text(asked)).scalar_one())


async def test_who_is_connected_to_another_process_is_here(postgresql: str) -> None:
    async with servers(postgresql) as both:
        table, other, anna, ben = await meet(*both)
        await until(lambda: all(seat.here for seat in anna.info.seats))
        await until(lambda: all(seat.here for seat in ben.info.seats))
        with pytest.raises(Refused, match="Ben is here"):
            await acts.stand_in(table, anna.token, 1)
        ben.go()
        await until(lambda: not anna.info.seats[1].here)
        with pytest.raises(Refused, match="was here just now"):
            await acts.stand_in(table, anna.token, 1)
        assert other.version == table.version


async def test_a_table_waits_in_the_lobby_of_every_process(postgresql: str) -> None:
    async with servers(postgresql) as (one, two):
        table = await one.create_table(Settings("mmm", 2, listed=True))
        await sit(table, "Anna")
        async with asyncio.timeout(PATIENCE):
            while table.id not in [each.id for each in await two.lobby()]:
                await asyncio.sleep(0.05)


async def test_one_process_drives_and_another_takes_over_when_it_falls_silent(
    postgresql: str,
) -> None:
    async with servers(postgresql) as (one, two):
        table, people = await begin(one, "Anna", "Ben", bots=1)
        other = await two.find(table.id)
        assert await postgres(one).take_lease(table.id)
        assert not await postgres(two).take_lease(table.id)
        postgres(one)._task.cancel()
        await table._driver.stop()
        for person in people:
            await acts.leave(other, person.token)
        await until(lambda: other.state.phase == "over")
        assert await postgres(two).take_lease(table.id)


async def test_who_was_struck_off_though_it_lives_enters_itself_again(postgresql: str) -> None:
    async with servers(postgresql) as both:
        _, _, anna, _ = await meet(*both)
        await until(lambda: all(seat.here for seat in anna.info.seats))
        assert await postgres(both[1]).take_lease("another")
        await sql_store(both[0]).database.do(
            [sa.delete(PROCESSES)], [f"{EVERY_TABLE} {WHO_IS_HERE}"]
        )
        await until(lambda: not anna.info.seats[1].here)
        await until(lambda: anna.info.seats[1].here)
        await until(lambda: not postgres(both[1])._leases)


async def test_who_is_struck_off_while_it_tells_of_its_people_tells_again(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with server(postgresql) as tables:
        peers = postgres(tables)
        beat, strikes = peers._beat, [sa.delete(PROCESSES)]

        async def beat_and_be_struck_off() -> None:
            await beat()
            if strikes:
                await sql_store(tables).database.do([strikes.pop()])

        monkeypatch.setattr(peers, "_beat", beat_and_be_struck_off)
        monkeypatch.setattr(tables, "present", lambda: {"a table": {"somebody"}})
        peers.announce_presence()
        await until(lambda: peers._announced)
        assert [record.levelname for record in caplog.records] == ["WARNING"]


async def test_a_process_ends_though_it_hears_something_in_the_same_moment(postgresql: str) -> None:
    async with server(postgresql) as tables:
        await until_entered(tables)
        await until(lambda: not postgres(tables)._changed.is_set())
        await asyncio.sleep(0.05)  # time enough that it waits for news
        postgres(tables).announce_presence()
        async with asyncio.timeout(PATIENCE):
            await postgres(tables).close()


async def test_a_process_that_fell_silent_is_gone_for_all_others(postgresql: str) -> None:
    """It is gone for all, whichever process struck it off."""
    async with servers(postgresql) as both, server(postgresql) as third:
        _, _, anna, ben = await meet(*both)
        watcher = await Person(await third.find(anna.table.id)).look()
        await until(lambda: all(who.info.seats[1].here for who in (anna, watcher)))
        postgres(both[1])._task.cancel()
        await until(lambda: not any(who.info.seats[1].here for who in (anna, watcher)))
        assert ben.info.seats[1].here


async def test_a_process_whose_connection_ended_is_gone_before_it_is_silent_for_long(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection ends when its process is killed: the system closes it."""
    monkeypatch.setattr("pasch.table.storage.peers.SILENT_S", 10 * PATIENCE)
    async with servers(postgresql) as (one, two):
        await until(lambda: postgres(one)._lifeline._line and postgres(two)._lifeline._line)
        await until_leading(two, "a table")
        postgres(two)._task.cancel()
        assert not await postgres(one).take_lease("a table")
        await postgres(two)._lifeline.close()
        await until_leading(one, "a table")


async def test_a_process_whose_connection_broke_lives_on_with_another(postgresql: str) -> None:
    async with server(postgresql) as tables:
        peers = postgres(tables)
        await until(lambda: peers._lifeline._line)
        before = peers._lifeline._line
        assert before is not None
        held = before.connection.dbapi_connection
        assert held is not None
        held.close()
        await until(lambda: peers._lifeline._line not in (None, before))
        await until_leading(tables, "a table")


async def test_a_lifeline_closed_while_it_is_opened_does_not_stay_open(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine a process may be told to end before it has connected."""
    opens, may_go_on = threading.Event(), threading.Event()
    connect = sa.Engine.connect

    def slowly(engine: sa.Engine) -> sa.Connection:
        opens.set()
        may_go_on.wait(PATIENCE)
        return connect(engine)

    store = await SqlStore.open(postgresql)
    line = Lifeline(store.database.engine, store.database.threads, "a process")
    monkeypatch.setattr(sa.Engine, "connect", slowly)
    asking = asyncio.create_task(line.do([sa.select(sa.literal(1))]))
    await asyncio.to_thread(opens.wait, PATIENCE)
    asking.cancel()
    closing = asyncio.create_task(line.close())
    done, _ = await asyncio.wait([closing], timeout=0.2)
    may_go_on.set()
    await closing
    assert not done
    assert line._line is None
    await store.close()


async def until_entered(tables: Tables) -> None:
    entered = sa.select(PROCESSES.c.process).where(PROCESSES.c.process == postgres(tables).process)
    async with asyncio.timeout(PATIENCE):
        while not await sql_store(tables).database.ask(entered):
            await asyncio.sleep(0.01)


async def until_leading(tables: Tables, table: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await postgres(tables).take_lease(table):
            await asyncio.sleep(0.01)


async def test_who_is_struck_off_leads_nothing_until_it_has_entered_itself(postgresql: str) -> None:
    async with servers(postgresql) as (one, two):
        await until_entered(one)
        postgres(one)._task.cancel()
        await sql_store(two).database.do([sa.delete(PROCESSES)])
        assert not await postgres(one).take_lease("a table")


def postgres(tables: Tables) -> PostgresPeers:
    assert isinstance(tables._peers, PostgresPeers)
    return tables._peers


async def test_any_notice_is_survived(postgresql: str) -> None:
    async with servers(postgresql) as both:
        table, other, anna, _ = await meet(*both)
        for payload in ("", "x", f"{table.id} x", f"{table.id} 99999999999999999999", "ü ü ü"):
            await sql_store(both[0]).database.do([], [payload])
        await anna.choose_first()
        await until(lambda: other.version == table.version)
