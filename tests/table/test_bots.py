"""The bots that may sit down at the tables of a server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.bots import Bot, read_bot
from pasch.bots.external import process_of
from pasch.core.game.position import OVER
from pasch.table.model import Refused
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.thinking.thinker import Bots
from tests.own import own_bots
from tests.table import acts
from tests.table.party import Person, gather, play, until

__all__ = ["own_bots"]

pytestmark = pytest.mark.anyio

OWN = "mymodule:MyBot"
NAMED = (OWN, "wrong:raises", "search:20")


@pytest.fixture
async def server(store: SqlStore, own_bots: Path) -> AsyncIterator[Tables]:  # noqa: ARG001 - there
    tables = Tables(store, NAMED)
    yield tables
    await tables.close()


async def begin(tables: Tables, *named: str) -> tuple[Table, Person]:
    table, (anna,) = await gather(tables, "Anna", bots=len(named))
    for seat, bot in enumerate(named, start=1):
        await acts.sit_bot(table, anna.token, seat, bot)
    await acts.start(table, anna.token)
    return table, anna


async def test_a_bot_of_ones_own_that_the_operator_named_plays_to_the_end(server: Tables) -> None:
    table, anna = await begin(server, OWN, OWN)
    assert [seat.name for seat in anna.info.seats] == ["Anna", "MyBot", "MyBot 2"]
    await play(table, [anna])
    assert table.state.match is not None
    assert table.state.match.player == OVER


async def test_one_that_fails_is_logged_and_a_steady_player_chooses(
    server: Tables, own_bots: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table, anna = await begin(server, "wrong:raises", OWN)
    (own_bots / "mymodule.py").unlink()
    process_of(OWN).end()
    await play(table, [anna], events=40)
    assert "mymodule:MyBot can't play: ModuleNotFoundError" in caplog.text
    assert "wrong:raises raised ZeroDivisionError" in caplog.text
    assert "steady plays for it" in caplog.text


@pytest.mark.parametrize("bot", [OWN, "level:6", "search:20", "search:9999999", "os:system", ""])
async def test_a_stranger_chooses_among_the_levels_and_nothing_is_imported(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=2)
    monkeypatch.setattr("pasch.bots.external.start", must_not_happen)
    with pytest.raises(Refused, match=f"expected one of newcomer, .*, got '{bot}'"):
        await acts.sit_bot(table, anna.token, 1, bot)


async def test_a_table_whose_bot_the_server_has_no_more_is_played_on(
    store: SqlStore,
    server: Tables,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, anna = await begin(server, OWN, "quick")
    await until(lambda: anna.moments)
    await server.close()
    monkeypatch.setattr("pasch.bots.external.start", must_not_happen)
    later = Tables(store)
    again = await later.find(table.id)
    await play(again, [await Person(again, anna.token).look()], events=40)
    assert f"{OWN} is no bot of this server; steady plays for it" in caplog.text
    await later.close()


def must_not_happen(*_: object) -> None:
    raise AssertionError("somebody's module was imported")


def test_what_the_operator_named_is_found() -> None:
    known: dict[str, Bot] = {text: Bots(NAMED).find(text) for text in (*NAMED, "quick")}
    assert known == {text: read_bot(text) for text in known}
