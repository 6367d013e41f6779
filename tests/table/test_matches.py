"""Whole matches at a live table, of every game."""

import asyncio
import hashlib
import threading

import pytest

from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match import log
from pasch.core.match.verify import verify
from pasch.table.model import Refused, Settings, TableState
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.finished import dice_tally, snapshot_at
from tests.checker import name_of
from tests.patience import PATIENCE
from tests.table import acts
from tests.table.memory import MemoryStore
from tests.table.party import SHORT, Person, begin, gather, play, sit
from tests.table.window import as_it_lies

pytestmark = pytest.mark.anyio

GAMES = list(games().values())


@pytest.mark.parametrize("length", ["short", pytest.param("whole", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES, ids=name_of)
async def test_people_and_a_bot_play_to_the_end(tables: Tables, game: Game, length: str) -> None:
    options = SHORT.get(game.key, {}) if length == "short" else {}
    settings = {"game": game.key, "starter": None, "deal": "", "options": options}
    table, people = await gather(tables, "Anna", "Ben", bots=1, settings=settings)
    watcher = await Person(table, language="de").look()
    await acts.start(table, people[0].token)
    await play(table, people)
    assert table.state.phase == "over"
    for viewer in (*people, watcher):
        events = [moment.event for moment in viewer.moments]
        assert events == sorted(set(events))
        assert viewer.moments[0].kind == "sync"
        assert not any(moment.over for moment in viewer.moments[:-1])
        assert viewer.moment.over
        assert viewer.moment.returns == viewer.moments[-1].returns is not None
        versions = [message.v for message in viewer.received]
        assert versions == sorted(versions)
        assert viewer.info.phase == "over"
    assert watcher.told
    assert people[0].told == (await table.viewers.snapshot(people[0].token)).told
    await check_log(table, people)


async def test_a_match_is_played_with_a_store_in_memory() -> None:
    tables = Tables(MemoryStore())
    table, people = await begin(tables, "Anna", "Ben", bots=1, game="mmm", options=SHORT["mmm"])
    await play(table, people)
    assert table.state.phase == "over"
    assert "\n" in await table.finished_log()
    assert [found.table for found in await tables.deal_results("TABLE")] == [table.id]
    await tables.store.check()
    await tables.close()


async def test_nobody_hears_of_a_match_before_it_is_there(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna,) = await gather(tables, "Anna", settings={"game": "mmm"})
    before, go, play = table.version, threading.Event(), TableState.play

    def play_late(state: TableState) -> None:
        assert go.wait(PATIENCE)
        play(state)

    monkeypatch.setattr(TableState, "play", play_late)
    begun = asyncio.create_task(acts.start(table, anna.token))
    while table.state.phase == "gathering":
        await asyncio.sleep(0)
    assert table.version == before
    with pytest.raises(Refused, match="the game has not begun"):
        await table.viewers.snapshot(anna.token)
    go.set()
    await begun
    assert table.version > before
    assert (await table.viewers.snapshot(anna.token)).event == 0


async def check_log(table: Table, people: list[Person]) -> None:
    """Check that the dice of a finished match can be checked."""
    written = log.read(await table.finished_log())
    assert written.end is not None
    journal = (written.end.key, written.end.journal)
    verdict = verify(written.header, written.match, written.end.seed, *journal)
    assert verdict.ok
    assert (verdict.chain.n, verdict.chain.hash) == (table.version, table.hash)
    assert not any(person.token in item for person in people for item in journal[1])
    assert written.header.commitment == table.state.laid.commitment == people[0].infos[0].commitment
    assert written.header.players == ["me", "me", "quick"]
    assert written.header.names == ["Anna", "Ben", "Pip"]
    assert written.header.salts == [*people[0].info.salts[:2], ""]
    assert written.header.drawn
    assert table.state.match is not None
    assert written.match.events == table.state.match.events


async def test_the_seed_stays_in_the_envelope_until_the_game_is_over(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", bots=2, deal="")
    await play(table, people)
    seed = people[0].info.seed
    assert seed is not None
    assert hashlib.sha256(seed.encode()).hexdigest() == table.state.laid.commitment
    before_the_end = [
        sent
        for sent, message in zip(people[0].sent, people[0].received, strict=True)
        if message.v < table.version
    ]
    assert len(before_the_end) > 30
    assert not any(seed in sent for sent in before_the_end)


async def test_nobody_is_sent_what_opens_a_seat(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", "Ben", bots=1)
    await play(table, people)
    secret = [hashlib.sha256(person.token.encode()).hexdigest() for person in people]
    secret += [person.token for person in people]
    for person in people:
        assert not any(word in sent for sent in person.sent for word in secret)


async def test_a_finished_match_can_be_looked_at_event_by_event(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", "Ben", bots=1, game="mice-to-meet-you")
    watcher = await Person(table, language="de").look()
    await play(table, people)
    assert table.state.match is not None
    for moment in watcher.moments[1::7] + watcher.moments[-1:]:
        again = await table.look_back(snapshot_at, moment.event, "de")
        assert (again.kind, again.seat) == (moment.kind, moment.seat)
        assert as_it_lies(again.scene) == as_it_lies(moment.scene)
        assert (again.told, again.returns) == (moment.told, moment.returns)
    assert (await table.look_back(snapshot_at, 0, "en")).kind == "sync"
    with pytest.raises(PaschError, match="expected an event from 0 to"):
        await table.look_back(snapshot_at, len(table.state.match.events) + 1, "en")
    dice = sum(group.rolls for group in await table.look_back(dice_tally, "en"))
    assert dice == sum(
        table.state.match.player_at(n) == CHANCE for n in range(len(table.state.match.events))
    )


async def test_a_table_of_one_begins_with_the_only_seat(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", game="mmm", starter=None)
    await play(table, people)
    assert people[0].info.start == 0
    assert people[0].moment.returns in ([0.0], [1.0])


async def test_who_comes_late_is_told_the_whole_story(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", "Ben", bots=1)
    early = await Person(table).look()
    await play(table, people, events=60)
    late = await Person(table).look()
    assert late.moment.kind == "sync"
    assert late.moment.told == early.told
    late.go()
    table.viewers.resend(late.viewer)
    await play(table, people, events=120)
    assert late.moments == [late.moment]
    await late.look()
    assert late.moment.told == early.told


async def test_several_people_at_one_device_see_through_the_eyes_of_who_is_to_move(
    tables: Tables,
) -> None:
    table = await tables.create_table(Settings("mistkaefer", 2, starter=0))
    device = await sit(table, "Anna")
    await sit(table, "Ben", device.token)
    assert table.viewers.seats_of(device.token) == [0, 1]
    await acts.start(table, device.token)
    await play(table, [device], events=200)
    offered = [m for m in device.moments if m.scene.choices]
    movers = {next(n for n, s in enumerate(m.scene.seats) if s.to_move) for m in offered}
    assert movers == {0, 1}
    assert device.told == (await table.viewers.snapshot()).told


async def test_bots_fill_a_table_on_which_everybody_has_left(tables: Tables) -> None:
    table, people = await begin(tables, "Anna", "Ben", bots=1)
    for person in people:
        await acts.leave(table, person.token)
        person.go()
    await play(table, [])
    assert table.state.phase == "over"
    assert table.state.match is not None
    assert table.state.match.player != CHANCE
