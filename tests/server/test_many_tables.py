"""Tables are opened, left, unloaded and found again at once, over HTTP and by viewers."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal

from pasch.server.app import create_app
from pasch.server.limits import UNLIMITED
from pasch.table.table import Table
from pasch.table.tables import Tables
from tests.table.party import Person, salt

AT_ONCE = 40  # visitors
ROUNDS = 2  # visits to each table
PAUSE = 0.001  # seconds between two sweeps of each of two sweepers


class Census:
    """A count of the tables in memory by name, of loads and of unloads."""

    def __init__(self) -> None:
        self.living: Counter[str] = Counter()
        self.known: set[str] = set()
        self.twice = self.unloaded = self.loaded = self.loaded_meanwhile = 0
        self.unloads_under_way = 0

    def enter(self, id: str) -> None:
        self.living[id] += 1
        self.twice += self.living[id] > 1
        if id in self.known:
            self.loaded += 1
            self.loaded_meanwhile += self.unloads_under_way > 0
        self.known.add(id)

    def leave(self, id: str) -> None:
        self.living[id] -= 1
        self.unloaded += 1


def census_of(monkeypatch: pytest.MonkeyPatch) -> Census:
    """Return a census that counts every table when it enters or leaves the memory."""
    census = Census()

    class Counted(Table):
        def __init__(self, id: str, *given: Any) -> None:
            census.enter(id)
            super().__init__(id, *given)

        async def close(self) -> None:
            await super().close()
            census.leave(self.id)

    monkeypatch.setattr("pasch.table.tables.Table", Counted)
    return census


def secret(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Evening:
    """Many tables of one server, whose sweeps put away whatever nobody uses."""

    def __init__(self, tables: Tables, http: httpx2.AsyncClient, census: Census) -> None:
        self.tables, self.http, self.census = tables, http, census
        self.answers: Counter[int] = Counter()
        self.lost = 0
        """The number of moves and viewers at a table that other requests did not find."""
        self.visitors = asyncio.Semaphore(AT_ONCE)
        self.is_over = False

    async def ask(self, method: str, path: str, **given: Any) -> Any:
        answer = await self.http.request(method, path, **given)
        self.answers[answer.status_code] += 1
        return answer.json()

    async def open(self, n: int) -> None:
        """Create a table, sit down, begin, and come back to it again and again."""
        async with self.visitors:
            id = (await self.ask("POST", "/tables", json={"game": "mmm", "seats": 1}))["id"]
            asked = {"name": "Anna", "salt": salt()}
            token = (await self.ask("POST", f"/tables/{id}/seats", json=asked))["token"]
            await self.ask("POST", f"/tables/{id}/start", headers=secret(token))
        for visit in range(ROUNDS):
            async with self.visitors:
                await (self.look_on(id, token) if (n + visit) % 2 else self.play(id, token))

    async def play(self, id: str, token: str) -> None:
        """Choose, and count which of two concurrent requests miss the acknowledged choice."""
        path = f"/tables/{id}"
        turn = await self.ask("GET", f"{path}/turn?wait=20", headers=secret(token))
        asked = {"version": turn["version"], "action": turn["choices"][0]["action"]}
        done = await self.ask("POST", f"{path}/choose", headers=secret(token), json=asked)
        asks = [self.ask("GET", f"{path}/turn", headers=secret(token)) for _ in range(2)]
        for turn in await asyncio.gather(*asks):
            self.lost += turn["version"] < done["version"]

    async def look_on(self, id: str, token: str) -> None:
        table = await self.tables.find(id)
        person = await Person(table, token).look()
        await asyncio.sleep(0)
        self.lost += await self.tables.find(id) is not table
        person.go()

    async def unload_idle(self) -> None:
        while not self.is_over:
            self.census.unloads_under_way += 1
            await self.tables.unload_idle()
            self.census.unloads_under_way -= 1
            await asyncio.sleep(PAUSE)

    async def run(self, tables: int) -> None:
        unloading = [asyncio.create_task(self.unload_idle()) for _ in range(2)]
        await asyncio.gather(*map(self.open, range(tables)))
        self.is_over = True
        await asyncio.gather(*unloading)
        await self.tables.unload_idle()


async def play_together(tables: int, store: str, census: Census) -> Evening:
    app = create_app(store, limits=UNLIMITED)
    here = httpx2.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=here, base_url="http://localhost", headers={"accept-encoding": "identity"}
        ) as http,
    ):
        evening = Evening(app.state.tables, http, census)
        await evening.run(tables)
        assert app.state.tables.figures()[:2] == (0, 0)
    return evening


@pytest.mark.parametrize("tables", [200, pytest.param(2000, marks=pytest.mark.soak)])
def test_tables_come_and_go_and_none_is_there_twice(
    tables: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasch.table.tables.KEPT_S", -1)
    census = census_of(monkeypatch)
    with start_blocking_portal() as portal:  # a browser's event loop may run in this thread
        evening = portal.call(play_together, tables, str(tmp_path / "tables.sqlite3"), census)
    assert set(evening.answers) == {200, 201}
    assert len(census.known) == tables
    assert (census.twice, evening.lost) == (0, 0)
    assert census.loaded_meanwhile > tables / 2, "unloads and loads did not overlap"
    assert census.unloaded == tables + census.loaded
