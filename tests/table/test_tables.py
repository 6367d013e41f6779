"""Tables stay in memory while somebody uses them; bots are prepared once, off the event loop."""

import asyncio
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pasch.bots import quick
from pasch.bots.levels import Search
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match
from pasch.table.model import Refused
from pasch.table.tables import Tables
from pasch.table.thinking import preparation
from pasch.table.thinking.pools import NICENESS
from pasch.table.thinking.preparation import Preparation
from pasch.table.views.messages import ProgressInfo
from tests.patience import PATIENCE
from tests.table import acts
from tests.table.party import Person, begin, gather, play, until

pytestmark = pytest.mark.anyio


async def test_a_table_nobody_looks_at_is_unloaded_and_found_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: table.viewers.actions_of(anna.token))
    assert await tables.find(table.id) is table
    monkeypatch.setattr("pasch.table.tables.KEPT_S", -1)
    await tables.unload_idle()
    assert await tables.find(table.id) is table, "people look at it"
    for person in (anna, _):
        person.go()
    await until(lambda: table.is_idle)
    await tables.unload_idle()
    again = await tables.find(table.id)
    assert again is not table
    assert table._driver._stopped
    await Person(again, anna.token).look()
    await until(lambda: again.viewers.actions_of(anna.token))


async def test_no_task_outlives_the_tables(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", bots=2, clock=60)
    await play(table, people, events=20)
    await Person(table, language="de").look()
    await tables.close()
    await asyncio.sleep(0)
    alive = [task for task in asyncio.all_tasks() if "pasch" in str(task.get_coro())]
    assert alive == []


async def test_a_game_begins_at_once_and_who_thinks_plays_when_that_is_ready(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = asyncio.Event()
    calls = []

    async def prepare(game: Game, tell: Callable[[ProgressInfo], None]) -> None:
        calls.append(game.key)
        tell(ProgressInfo(3, 8))
        await may_go_on.wait()

    monkeypatch.setattr(preparation, "compile_once", prepare)
    monkeypatch.setattr(Search, "choose", lambda _, match, rng: quick.choose(match, rng))
    table, (anna,) = await gather(tables, "Anna", bots=1, settings={"game": "mmm"})
    await until(lambda: calls)  # compiling starts before a bot is asked for
    await acts.sit_bot(table, anna.token, 1, "clever")
    await acts.start(table, anna.token)
    assert (anna.info.phase, anna.info.progress) == ("playing", None)
    await until(lambda: table.viewers.actions_of(anna.token))
    while table.viewers.actions_of(anna.token):
        await anna.choose_first()
    thought_of = table.version
    watcher = await Person(table).look()
    await until(lambda: anna.info.progress == watcher.info.progress == ProgressInfo(3, 8))
    assert table.version == thought_of
    may_go_on.set()
    await until(lambda: table.version > thought_of)
    assert (anna.info.phase, anna.info.progress) == ("playing", None)
    assert calls == ["mmm"]


async def test_progress_is_told_and_what_failed_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcomes = iter([OSError("no room for what was compiled"), None])

    async def prepare(_: Game, tell: Callable[[ProgressInfo], None]) -> None:
        tell(ProgressInfo(1, 2))
        if problem := next(outcomes):
            raise problem

    monkeypatch.setattr(preparation, "compile_once", prepare)
    rules = Preparation()
    seen: list[ProgressInfo] = []
    game = load("mmm")
    with pytest.raises(OSError, match="no room"):
        await rules.compiled(game, seen.append)
    await rules.compiled(game, seen.append)
    await rules.compiled(game, seen.append)  # a game that is ready reports no progress
    assert seen == [ProgressInfo(0, 1), ProgressInfo(1, 2)] * 2
    await rules.close()


async def test_nobody_thinks_with_half_of_what_thinks_while_the_rest_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on = threading.Event()
    loaded = []

    async def prepare(*_: object) -> None:
        """Stand in for a compiler that has nothing left to do."""

    def load_thinking() -> None:
        may_go_on.wait(PATIENCE)
        loaded.append("whole")

    monkeypatch.setattr(preparation, "compile_once", prepare)
    monkeypatch.setattr(preparation, "load_thinking", load_thinking)
    rules = Preparation()
    waiting = [
        asyncio.create_task(rules.compiled(load(key), lambda _: None))
        for key in ("mmm", "mmm", "compost")
    ]
    done, _ = await asyncio.wait(waiting, timeout=0.2)
    assert not done
    may_go_on.set()
    await asyncio.gather(*waiting)
    assert loaded == ["whole"]
    await rules.close()


def test_what_thinks_is_loaded_once_and_is_no_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: list[bool] = []
    monkeypatch.setattr(preparation, "THINKING", "colorsys")
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append("colorsys" in sys.modules))
    for _ in range(2):
        preparation.load_thinking()
    assert frozen == [True]


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasch.engine.cache.is_ready", lambda _: False)


def compiler_that(does: str) -> tuple[str, ...]:
    return (sys.executable, "-c", f"import os, sys, time; {does}")


@pytest.mark.usefixtures("uncompiled")
async def test_the_first_start_compiles_in_another_process_and_loads_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[ProgressInfo] = []
    loaded = []

    def make_ready(game: Game) -> Iterator[tuple[int, int]]:
        loaded.append(game.key)
        return iter([(0, 1), (1, 1)])

    monkeypatch.setattr("pasch.bots.compile_game.make_ready", make_ready)
    does = "time.sleep(0.3); print(len(sys.argv[1]), os.getpriority(os.PRIO_PROCESS, 0))"
    monkeypatch.setattr(preparation, "COMPILER", compiler_that(does))
    await preparation.compile_once(load("mmm"), told.append)
    assert told == [ProgressInfo(len("mmm"), NICENESS)]
    assert loaded == ["mmm"]


@pytest.mark.usefixtures("uncompiled")
async def test_a_compiler_that_fails_is_told_of_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(preparation, "COMPILER", compiler_that("sys.exit(3)"))
    rules = Preparation()
    for _ in range(2):
        with pytest.raises(ChildProcessError, match="the compiler of mmm ended with 3"):
            await rules.compiled(load("mmm"), lambda _: None)
    assert [each.message for each in caplog.records] == ["mmm can't be compiled"] * 2
    await rules.close()


@pytest.mark.usefixtures("uncompiled")
async def test_a_compiler_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    does = "print(os.getpid(), 1, flush=True); time.sleep(60)"
    monkeypatch.setattr(preparation, "COMPILER", compiler_that(does))
    rules = Preparation()
    told: list[ProgressInfo] = []
    waiting = asyncio.create_task(rules.compiled(load("mmm"), told.append))
    await until(lambda: len(told) == 2)
    await asyncio.wait_for(rules.close(), PATIENCE)
    with pytest.raises(ProcessLookupError):
        os.kill(told[-1].done, 0)
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_table_of_a_perfect_player_waits_for_the_solution(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()
    solved = []

    def solve(match: Match, tell: Callable[[ProgressInfo], None]) -> None:
        tell(ProgressInfo(5, 7))
        solved.append((match.game.key, match.seats, match.options))
        assert may_go_on.wait(PATIENCE)

    monkeypatch.setattr(preparation, "solve", solve)
    table, (anna,) = await gather(tables, "Anna", bots=1, settings={"game": "mmm"})
    await acts.sit_bot(table, anna.token, 1, "perfect")
    await acts.start(table, anna.token)
    await until(lambda: anna.info.progress == ProgressInfo(5, 7))
    assert anna.info.phase == "playing"
    may_go_on.set()
    await until(lambda: anna.info.progress is None)
    assert solved == [("mmm", 2, load("mmm").read_options({}))]


async def test_who_waits_for_a_solution_hears_how_many_are_solved_before(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()
    monkeypatch.setattr(preparation, "solve", lambda *_: may_go_on.wait(PATIENCE))
    people = []
    for steps in (5, 6, 7):
        settings = {"game": "mmm", "options": {"cat_steps": steps}}
        table, (anna,) = await gather(tables, "Anna", bots=1, settings=settings)
        await acts.sit_bot(table, anna.token, 1, "perfect")
        await acts.start(table, anna.token)
        people.append(anna)
    await until(lambda: [anna.info.progress for anna in people][1:] == told(1, 2))
    may_go_on.set()
    await until(lambda: all(anna.info.progress is None for anna in people))


def told(*before: int) -> list[ProgressInfo]:
    return [ProgressInfo(0, 1, n) for n in before]


async def test_nobody_sits_perfectly_where_nobody_knows_what_that_is(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=2)
    with pytest.raises(Refused, match="the perfect player can't play here: So ein Mist has no"):
        await acts.sit_bot(table, anna.token, 1, "perfect")


def test_a_table_is_found_without_its_rules(tmp_path: Path) -> None:
    """The lobby must not wait for the compiler."""
    code = f"""
import asyncio, sys
from pasch.core.match.journal import NEW
from pasch.table.model import Laid, Settings
from pasch.table.tables import Tables
from pasch.table.storage.sql import SqlStore

async def look():
    store = await SqlStore.open({str(tmp_path / "tables.sqlite3")!r})
    await store.append("0123456789", NEW, [Laid(Settings("mmm", 1), "", "", 1, 0.0)])
    tables = Tables(store)
    table = await tables.find("0123456789")
    print(table.state.phase, table.state.game.title, "numba" in sys.modules)
    await tables.close()
    await store.close()

asyncio.run(look())
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert run.stdout == "gathering Mmm! False\n", run.stderr
