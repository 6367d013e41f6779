"""The coach at a live table: who gets which advice, how often, and what nobody gets."""

import asyncio
import threading
from typing import Any

import msgspec
import numpy as np
import pytest

from pasch.bots import quick
from pasch.coach import judge
from pasch.coach.findings import Advice
from pasch.core.game.position import WATCHER
from pasch.core.match.match import Match
from pasch.core.match.match import new as new_match
from pasch.table.model import Refused
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.thinking import thinker
from pasch.table.views.encoding import Chances, Hint, QueuePlace
from pasch.table.views.messages import Refusal
from tests.patience import PATIENCE
from tests.table.party import Person, begin, play, until

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the coach few playouts: its strength is not tested here."""
    monkeypatch.setattr(thinker, "HINT", judge.LEAST_PLAYOUTS)
    monkeypatch.setattr(thinker, "GLANCE", judge.LEAST_PLAYOUTS)


def hints(person: Person) -> list[Hint]:
    return [message.d for message in person.received if isinstance(message.d, Hint)]


def chances(person: Person) -> list[Chances]:
    return [message.d for message in person.received if isinstance(message.d, Chances)]


async def at_a_choice(tables: Tables, **settings: Any) -> tuple[Table, Person, Person]:
    """Return a table where Anna has more than one choice and Ben waits, with both people."""
    table, (anna, ben) = await begin(tables, "Anna", "Ben", bots=1, **settings)
    await play(table, [anna, ben], events=30)
    while len(table.viewers.actions_of(anna.token)) < 2:
        await play(table, [anna, ben], events=len(match_of(table).events) + 1)
    return table, anna, ben


def match_of(table: Table) -> Match:
    assert table.state.match is not None
    return table.state.match


class Slow:
    """A coach that answers when the test lets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.positions: list[tuple[int, ...]] = []
        self.go = threading.Event()
        self._answer = getattr(judge, name)
        monkeypatch.setattr(judge, name, self)

    @property
    def asked(self) -> int:
        return len(self.positions)

    def __call__(self, match: Match, *args: Any, **kwargs: Any) -> Any:
        self.positions.append(tuple(match.events))
        assert self.go.wait(PATIENCE)
        return self._answer(match, *args, **kwargs)


async def test_a_hint_weighs_every_choice_and_goes_to_who_asked_alone(tables: Tables) -> None:
    table, anna, ben = await at_a_choice(tables)
    await table.hint(anna.viewer, table.version)
    await until(lambda: hints(anna))
    (hint,) = hints(anna)
    assert hint.event == len(match_of(table).events)
    assert hint.advice.seat == 0
    assert sorted(choice.action for choice in hint.advice.choices) == match_of(table).legal()
    values = [choice.value for choice in hint.advice.choices]
    assert values == sorted(values, reverse=True)
    assert hints(ben) == []


async def test_who_waits_for_a_hint_hears_how_many_are_before(tables: Tables) -> None:
    table, anna, _ = await at_a_choice(tables)
    go, pool = threading.Event(), tables._pools.coach
    others = [asyncio.create_task(pool.do(go.wait, PATIENCE)) for _ in range(3)]
    await asyncio.sleep(0)
    await table.hint(anna.viewer, table.version)
    await until(lambda: QueuePlace(3) in [message.d for message in anna.received])
    assert not hints(anna)
    go.set()
    await until(lambda: hints(anna))
    assert [message.d for message in anna.received if isinstance(message.d, QueuePlace)][
        -1
    ] == QueuePlace(0)
    await asyncio.gather(*others)


async def test_a_hint_for_which_there_is_no_room_is_refused_in_words(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna, _ = await at_a_choice(tables)
    monkeypatch.setattr(tables._pools.coach, "_room", 0)
    await table.hint(anna.viewer, table.version)
    await until(lambda: [m.d for m in anna.received if isinstance(m.d, Refusal)])
    (refusal,) = [m.d for m in anna.received if isinstance(m.d, Refusal)]
    assert (refusal.code, refusal.reason[:16]) == ("busy", "too many ask for")


async def test_a_hint_speaks_the_viewers_language(tables: Tables) -> None:
    table, anna, _ = await at_a_choice(tables)
    german = await Person(table, anna.token, "de").look()
    for person in (anna, german):
        await table.hint(person.viewer, table.version)
    await until(lambda: hints(anna) and hints(german))
    texts = {choice.action: choice.text for choice in hints(german)[0].advice.choices}
    assert texts == {a: match_of(table).text(a, "de") for a in match_of(table).legal()}
    assert texts != {choice.action: choice.text for choice in hints(anna)[0].advice.choices}


async def test_no_hint_out_of_turn_or_where_the_table_allows_none(tables: Tables) -> None:
    table, anna, ben = await at_a_choice(tables)
    watcher = await Person(table).look()
    with pytest.raises(Refused, match="it is the turn of Anna"):
        await table.hint(ben.viewer, table.version)
    with pytest.raises(Refused, match="only somebody who sits"):
        await table.hint(watcher.viewer, table.version)
    with pytest.raises(Refused, match="the table has changed meanwhile"):
        await table.hint(anna.viewer, 1)
    alone, anna, _ = await at_a_choice(tables, coach=False)
    with pytest.raises(Refused, match="the coach may not help at this table") as refused:
        await alone.hint(anna.viewer, alone.version)
    assert refused.value.code == "coach"
    with pytest.raises(Refused, match="the coach may not help at this table"):
        alone.coach.follow(anna.viewer, True)
    alone.coach.follow(anna.viewer, False)


async def test_no_hint_while_real_dice_are_due(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", dice="real")
    with pytest.raises(Refused, match="it is for the dice now"):
        await table.hint(anna.viewer, table.version)


async def test_a_hint_that_comes_too_late_is_dropped(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna, _ = await at_a_choice(tables)
    slow = Slow(monkeypatch, "advise")
    await table.hint(anna.viewer, table.version)
    await until(lambda: slow.asked)
    await anna.choose_first()
    slow.go.set()
    await until(lambda: not table._tasks)
    assert hints(anna) == []


async def test_a_hint_asked_for_twice_is_worked_out_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna, _ = await at_a_choice(tables)
    slow = Slow(monkeypatch, "advise")
    for _ in range(5):
        await table.hint(anna.viewer, table.version)
    await until(lambda: slow.asked)
    slow.go.set()
    await until(lambda: len(hints(anna)) == 5)
    await table.hint(anna.viewer, table.version)
    await until(lambda: len(hints(anna)) == 6)
    assert slow.asked == 1


async def test_where_all_is_ready_nobody_hears_of_getting_ready(tables: Tables) -> None:
    table, anna, _ = await at_a_choice(tables)
    await table._prepare()
    told = len(anna.infos)
    await table._prepare()
    assert len(anna.infos) == told


async def test_a_coach_that_fails_says_so_and_the_table_goes_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> Advice:
        raise RuntimeError("no idea")

    table, anna, _ = await at_a_choice(tables)
    monkeypatch.setattr(judge, "advise", fail)
    await table.hint(anna.viewer, table.version)
    await until(lambda: isinstance(anna.received[-1].d, Refusal))
    assert anna.received[-1].d == Refusal(0, "the coach can't tell just now", "", "coach")
    assert "no hint at event" in caplog.text
    await anna.choose_first()


async def test_chances_come_to_who_looks_and_only_then(tables: Tables) -> None:
    table, anna, ben = await at_a_choice(tables)
    watcher = await Person(table).look()
    table.coach.follow(anna.viewer, True)
    await until(lambda: chances(anna))
    assert [found.event for found in chances(anna)] == [len(match_of(table).events)]
    assert sum(chances(anna)[0].shares) == pytest.approx(1)
    assert len(chances(anna)[0].errors) == 3
    assert chances(watcher) == chances(ben) == []
    table.coach.follow(watcher.viewer, True)
    assert chances(watcher) == chances(anna)
    await anna.choose_first()
    await until(lambda: chances(anna)[-1].event == len(match_of(table).events))
    assert chances(watcher)[-1] == chances(anna)[-1]
    told = len(chances(anna))
    for person in (anna, watcher):
        table.coach.follow(person.viewer, False)
    await play(table, [anna, ben], events=len(match_of(table).events) + 5)
    assert len(chances(anna)) == told


async def test_chances_are_worked_out_once_for_a_position(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, anna, ben = await at_a_choice(tables)
    slow = Slow(monkeypatch, "chances")
    for person in (anna, ben):
        table.coach.follow(person.viewer, True)
    await until(lambda: slow.asked)
    before = len(match_of(table).events)
    await anna.choose_first()
    slow.go.set()
    await until(lambda: chances(anna) and chances(ben))
    assert all(found.event > before for found in chances(anna))
    table.coach.follow(ben.viewer, True)
    assert len(slow.positions) == len(set(slow.positions))


async def test_chances_that_can_not_be_found_hurt_nobody(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> Advice:
        raise RuntimeError("no idea")

    table, anna, _ = await at_a_choice(tables)
    monkeypatch.setattr(judge, "chances", fail)
    table.coach.follow(anna.viewer, True)
    await until(lambda: "no chances" in caplog.text)
    await anna.choose_first()
    assert chances(anna) == []


def hidden_away(match: Match, eyes: int) -> Match:
    """Return another match that looks the same to these eyes."""
    other = match.copy()
    rng = np.random.default_rng(3)
    while other.position() == match.position():
        other._state = match.guess(eyes, rng)
    assert other.view(eyes) == match.view(eyes)
    return other


def test_the_coach_knows_nothing_that_is_hidden() -> None:
    match = new_match("mistkaefer", seats=3, start=0)
    rng = np.random.default_rng(5)
    while len(match.events) < 120 or len(match.legal()) < 2:
        match.apply(
            quick.choose(match, rng) if match.player >= 0 else int(rng.integers(match.chance))
        )
    other = hidden_away(match, match.player)
    budget = {"playouts": judge.LEAST_PLAYOUTS, "seed": 1}
    advice = [msgspec.json.encode(judge.advise(each, **budget)) for each in (match, other)]  # type: ignore[arg-type]
    assert advice[0] == advice[1]
    glances = [thinker.chances_of(each) for each in (match, hidden_away(match, WATCHER))]
    assert glances[0] == glances[1]
