"""Choosing: in turn, once, by the rules."""

import asyncio

import pytest

from pasch.core.match.journal import Chain
from pasch.server.http.tables import turn_of
from pasch.table.model import Refused
from pasch.table.storage.store import History
from pasch.table.tables import Tables
from pasch.table.viewers import Viewers
from pasch.table.views.messages import Snapshot
from tests.table import acts
from tests.table.party import Person, begin, play, until

pytestmark = pytest.mark.anyio


async def test_a_choice_is_seen_by_everybody_and_told_to_each(tables: Tables) -> None:
    _, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    seen, infos = len(ben.moments), len(ben.infos)
    await anna.choose_first()
    moment = ben.moments[seen]
    assert (moment.kind, moment.seat) == ("choice", 0)
    assert len(ben.infos) == infos
    assert moment.told[0].text.startswith("Anna placed")
    assert ben.moment.scene.choices == ()


async def test_a_program_is_told_the_choices_of_the_moment_it_is_shown(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody chooses while the snapshot is made."""
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    make = Viewers.snapshot

    async def make_later(viewers: Viewers, token: str, language: str) -> Snapshot:
        await anna.choose_first()
        return await make(viewers, token, language)

    monkeypatch.setattr(Viewers, "snapshot", make_later)
    before = table.viewers.actions_of(anna.token)
    turn = await turn_of(table, anna.token, "en")
    assert turn.moment is not None
    assert (turn.version, turn.choices) == (table.version, table.viewers.actions_of(anna.token))
    assert [choice.action for choice in turn.moment.scene.choices] == [
        choice.action for choice in turn.choices
    ]
    assert turn.choices != before


async def test_an_illegal_choice_is_refused_with_its_clause(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    for action in (-1, 10**9):
        with pytest.raises(Refused) as refused:
            await acts.choose(table, anna.token, version, action)
        assert refused.value.code == "illegal"
        assert refused.value.clause.startswith("MMM-")
        assert str(refused.value)
    assert table.version == version


async def test_a_version_from_the_future_is_refused_as_such(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version, action = table.version, anna.moment.scene.choices[0].action
    for ask in (
        acts.choose(table, anna.token, version + 1, action),
        acts.undo(table, anna.token, 10**12),
    ):
        with pytest.raises(Refused, match="nobody has seen that yet") as refused:
            await ask
        assert refused.value.code == "version"
    assert table.version == version


async def test_nobody_chooses_for_another(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    with pytest.raises(Refused, match="it is the turn of Anna") as refused:
        await acts.choose(table, ben.token, table.version, anna.moment.scene.choices[0].action)
    assert refused.value.code == "turn"
    for stranger in ("", "stranger"):
        with pytest.raises(Refused, match="only somebody who sits"):
            await acts.choose(table, stranger, table.version, 0)
        with pytest.raises(Refused, match="only somebody who sits"):
            await acts.undo(table, stranger, table.version)


async def test_a_double_click_counts_once(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version, action = table.version, anna.moment.scene.choices[0].action
    clicks = (acts.choose(table, anna.token, version, action) for _ in range(5))
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert results.count(None) == 1
    codes = {result.code for result in results if isinstance(result, Refused)}
    assert codes == {"stale"}


async def test_what_changes_nothing_in_the_match_makes_no_choice_stale(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    await acts.leave(table, ben.token)
    assert table.version > version
    await acts.choose(table, anna.token, version, anna.moment.scene.choices[0].action)


async def test_a_viewer_who_asks_is_shown_the_table_again(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    seen = len(anna.received)
    table.viewers.resend(anna.viewer)
    assert [message.t for message in anna.received[seen:]] == ["table", "moment"]
    assert anna.moment.kind == "sync"


async def test_whoever_stops_waiting_has_chosen_all_the_same(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version, action = table.version, anna.moment.scene.choices[0].action
    impatient = asyncio.create_task(acts.choose(table, anna.token, version, action))
    await asyncio.sleep(0)
    impatient.cancel()
    await until(lambda: table.version > version)
    assert table.state.match is not None
    assert anna.moment.event == len(table.state.match.events)


async def test_a_refusal_nobody_waits_for_disturbs_nobody(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    impatient = asyncio.create_task(acts.choose(table, anna.token, 0, 0))
    await asyncio.sleep(0)
    impatient.cancel()
    await play(table, [anna], events=4)


async def test_nothing_is_chosen_when_the_game_is_over(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await play(table, [anna])
    for attempt in (
        acts.choose(table, anna.token, table.version, 0),
        acts.undo(table, anna.token, table.version),
    ):
        with pytest.raises(Refused, match="the game is over") as refused:
            await attempt
        assert refused.value.code == "phase"
    version = table.version
    await acts.leave(table, anna.token)
    await table.back(anna.token)
    assert anna.info.phase == "over"
    assert table.version == version


async def test_two_windows_on_one_seat_both_follow(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    twin = await Person(table, anna.token).look()
    await until(lambda: anna.moment.scene.choices)
    await twin.choose_first()
    assert anna.sent[-1] == twin.sent[-1]


async def test_the_store_is_read_again_only_for_who_saw_more_than_this_table(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: table.viewers.actions_of(anna.token))
    reads: list[int] = []
    read = tables.store.read

    async def noted(id: str, after: Chain) -> History:
        reads.append(after.n)
        return await read(id, after)

    monkeypatch.setattr(tables.store, "read", noted)
    await anna.choose_first()
    await table.follow(table.version)
    assert reads == []
    await table.follow(table.version + 1)
    assert reads == [table.version]


async def test_a_program_waits_for_its_turn(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: table.viewers.actions_of(anna.token))
    waiting = asyncio.create_task(table.wait(table.version))
    await asyncio.sleep(0)
    assert not waiting.done()
    await anna.choose_first()
    assert await waiting
    offer = (table.viewers.actions_of(anna.token) or table.viewers.actions_of(ben.token))[0]
    assert table.state.match is not None
    assert table.state.match.number(offer.do) == offer.action
    waiting = asyncio.create_task(table.wait(table.version))
    await asyncio.sleep(0)
    table.release_waiters()
    assert not await waiting
