"""The clock, leaving a table, bots that stand in, and coming back."""

import asyncio
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from pasch.bots import BOTS, Bot
from pasch.core.match.match import Match
from pasch.table.driver import Deadline
from pasch.table.model import Did, Late, Refused, StandIn, holder_of
from pasch.table.model.entries import Left
from pasch.table.services import SystemClock
from pasch.table.storage.sql import SqlStore
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.history import NO_SEATS
from pasch.table.views.messages import ViewerSeats, WhyNot
from tests.patience import PATIENCE
from tests.table import acts
from tests.table.party import Person, begin, gather, play, sit, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasch.table.creation.CLOCK", (1, 600))


class SlowBot(Bot):
    """A bot that thinks until the test lets it act."""

    def __init__(self) -> None:
        self.thinks = threading.Event()
        self.may_act = threading.Event()

    def choose(self, match: Match, rng: np.random.Generator) -> int:
        self.thinks.set()
        assert self.may_act.wait(PATIENCE)
        return BOTS["random"].choose(match, rng)


@pytest.fixture
def slow_bot(monkeypatch: pytest.MonkeyPatch) -> SlowBot:
    bot = SlowBot()
    monkeypatch.setitem(BOTS, "steady", bot)
    return bot


def is_done(table: Table) -> bool:
    """Return whether the driver has stopped, so that nothing happens by itself any more."""
    return not table._driver.runs


async def test_a_bot_plays_for_who_has_left_until_they_are_back(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await acts.leave(table, anna.token)
    assert ben.info.seats[0].away
    await until(lambda: ben.moment.scene.choices)
    await table.back(anna.token)
    assert not ben.info.seats[0].away
    await play(table, [ben], events=len(ben.moments))
    version = table.version
    await table.back(anna.token)
    await table.back("")
    assert table.version == version


async def test_who_stands_in_plays_at_the_level_of_the_seat(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Champion(Bot):
        def choose(self, match: Match, rng: np.random.Generator) -> int:
            asked.append(match.player)
            return BOTS["quick"].choose(match, rng)

    monkeypatch.setitem(BOTS, "champion", Champion())
    table, (anna,) = await gather(tables, "Anna", bots=1, settings={"game": "mmm"})
    await acts.sit_bot(table, anna.token, 1, "champion")
    await acts.stand(table, anna.token, 1)
    ben = await sit(table, "Ben")
    await acts.start(table, anna.token)
    await acts.leave(table, ben.token)
    await play(table, [anna])
    assert set(asked) == {1}


async def test_who_is_back_before_the_bot_acted_acts(tables: Tables, slow_bot: SlowBot) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    events = anna.moment.event
    await acts.leave(table, anna.token)
    await until(slow_bot.thinks.is_set)
    await table.back(anna.token)
    slow_bot.may_act.set()
    await until(lambda: is_done(table))
    assert anna.moment.event == events
    slow_bot.may_act.clear()
    await acts.leave(table, anna.token)
    await anna.choose_first()
    slow_bot.may_act.set()
    assert not anna.info.seats[0].away
    seats = [moment.seat for moment in anna.moments if moment.kind == "choice"]
    assert seats == [0]


async def test_a_bot_s_thought_counts_only_if_nothing_changed(
    tables: Tables, slow_bot: SlowBot
) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    await acts.leave(table, anna.token)
    await until(slow_bot.thinks.is_set)
    await acts.undo(table, anna.token, table.version)
    slow_bot.may_act.set()
    await until(lambda: is_done(table))
    assert anna.moment.kind == "undo"
    assert ben.moment.event == anna.moment.event


@pytest.mark.usefixtures("short_clock")
async def test_when_the_time_is_up_a_bot_stands_in(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", clock=1)
    await until(lambda: anna.moment.scene.choices)
    left = anna.moment.left
    assert left is not None
    assert 0 < left <= 1000
    await until(lambda: anna.info.seats[0].away)
    await until(lambda: ben.moment.scene.choices or ben.moment.over)
    assert anna.moment.event > 3
    if not ben.moment.over:
        await table.back(anna.token)
        assert not ben.info.seats[0].away


@pytest.mark.usefixtures("short_clock")
async def test_time_that_is_up_against_bots_costs_one_choice_and_not_the_game(
    tables: Tables,
) -> None:
    """Nobody waits but a bot: a bot makes this choice, and Anna is told so and plays on."""
    table, (anna,) = await begin(tables, "Anna", bots=1, game="mmm", clock=2)
    german = await Person(table, anna.token, "de").look()
    await until(lambda: reasons_told(anna))
    assert reasons_told(anna)[0].startswith("Your time was up: a bot has made this choice")
    assert reasons_told(german)[0].startswith("Die Zeit war um: Ein Bot hat dies für dich")
    assert not anna.info.seats[0].away
    await until(lambda: table.viewers.actions_of(anna.token))
    await anna.choose_first()
    entries = (await tables.store.read(table.id)).entries
    first = entries.index(Late(0))
    assert isinstance(entries[first + 1], Did)
    assert Left(0) not in entries
    assert table.state.phase == "playing"


@pytest.mark.usefixtures("short_clock")
async def test_who_has_left_does_not_make_bots_take_over_for_who_stays(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", clock=2)
    await acts.leave(table, ben.token)
    await until(lambda: reasons_told(anna))
    assert not anna.info.seats[0].away


def reasons_told(person: Person) -> list[str]:
    return [message.d.reason for message in person.received if isinstance(message.d, WhyNot)]


async def test_taking_back_gives_no_new_time(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", clock=600)
    await until(lambda: anna.moment.scene.choices)
    await asyncio.sleep(0.3)
    await anna.choose_first()
    assert anna.may_undo
    await acts.undo(table, anna.token, table.version)
    assert anna.moment.left is not None
    assert anna.moment.left <= 599_700


async def test_leaving_and_coming_back_gives_no_new_time(tables: Tables, slow_bot: SlowBot) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", clock=600)
    await until(lambda: anna.moment.scene.choices)
    await asyncio.sleep(0.3)
    await acts.leave(table, anna.token)
    await table.back(anna.token)
    slow_bot.may_act.set()
    await anna.look()
    assert anna.moment.left is not None
    assert anna.moment.left <= 599_700


async def test_all_see_the_clock_again_when_somebody_is_back_and_else_only_what_changed(
    tables: Tables, slow_bot: SlowBot
) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", clock=600)
    await until(lambda: anna.moment.scene.choices)
    await anna.choose_first()
    await acts.leave(table, anna.token)
    before = len(ben.moments)
    await table.back(anna.token)
    assert [moment.kind for moment in ben.moments[before - 1 :]] == ["choice", "sync"]
    assert ben.moment.left is not None
    slow_bot.may_act.set()


async def test_a_restart_gives_no_new_time(store: SqlStore) -> None:
    before = Tables(store)
    table, (anna,) = await begin(before, "Anna", game="mmm", clock=600)
    await until(lambda: anna.moment.scene.choices)
    anna.go()
    await asyncio.sleep(0.3)
    await before.close()
    after = Tables(store)
    again = await Person(await after.find(table.id), anna.token).look()
    assert again.moment.left is not None
    assert again.moment.left <= 599_700
    await after.close()


@pytest.mark.usefixtures("short_clock")
async def test_the_clock_runs_for_real_dice_too(tables: Tables) -> None:
    table, (_, ben) = await begin(
        tables, "Anna", "Ben", game="mmm", clock=1, dice="real", starter=0
    )
    await until(lambda: table.state.seats[0].away)
    await until(lambda: ben.taps)


@pytest.mark.usefixtures("short_clock")
async def test_who_rolls_real_dice_too_late_is_replaced_though_only_bots_wait(
    tables: Tables,
) -> None:
    """No bot can choose what a real die shows, so the time can't cost one choice alone."""
    table, _ = await begin(tables, "Anna", bots=1, game="mmm", clock=1, dice="real", starter=0)
    await until(lambda: table.state.seats[0].away)


async def test_who_is_back_after_the_end_changes_nothing(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", options={"cat_steps": 4})
    await acts.leave(table, anna.token)
    await play(table, [ben])
    version = table.version
    await table.back(anna.token)
    assert table.state.phase == "over"
    assert table.version == version


async def test_a_closed_table_takes_no_commands(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    await table.close()
    with pytest.raises(Refused, match="the server stops"):
        await anna.choose_first()
    assert table.version == version


async def test_a_clock_runs_until_it_is_stopped() -> None:
    rang: list[bool] = []
    clock = Deadline(SystemClock(), lambda: rang.append(clock.is_up))
    assert (clock.runs, clock.left, clock.is_up) == (False, None, False)
    clock.run(time.time() + 60)
    assert clock.runs
    clock.stop()
    assert (clock.runs, clock.left, clock.is_up) == (False, None, False)
    clock.run(time.time() + 0.02)
    await until(lambda: rang)
    assert rang == [True]


async def test_a_table_whose_clock_runs_does_not_rest(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", clock=600)
    other, (ben,) = await begin(tables, "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices and ben.moment.scene.choices)
    anna.go()
    ben.go()
    await until(lambda: other.is_idle)
    assert not table.is_idle


async def test_who_is_connected_to_another_process_is_here_for_all(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", dice="real", starter=1)
    ben.go()
    assert not anna.info.seats[1].here
    assert anna.taps
    table.set_elsewhere({holder_of(ben.token)})
    assert anna.info.seats[1].here
    assert not anna.taps
    sent = len(anna.sent)
    table.set_elsewhere({holder_of(ben.token)})
    assert len(anna.sent) == sent


async def test_who_is_shown_the_table_again_learns_what_is_theirs(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    anna.viewer.seats = NO_SEATS
    sent = len(anna.received)
    table.viewers.resend(anna.viewer)
    assert [m.d for m in anna.received[sent:] if isinstance(m.d, ViewerSeats)] == [
        ViewerSeats([0], False, [])
    ]


async def test_a_program_that_asks_for_its_turn_is_here(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    monkeypatch.setattr("pasch.table.model.context.GRACE_S", 0)
    ben.go()
    table.viewers.mark_polled(ben.token)
    assert table.viewers.info().seats[1].here
    with pytest.raises(Refused, match="Ben is here"):
        await acts.stand_in(table, anna.token, 1)
    monkeypatch.setattr("pasch.table.viewers.ASKS_S", 0)
    await acts.stand_in(table, anna.token, 1)


async def test_a_bot_stands_in_only_for_who_has_no_connection(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, ben) = await gather(tables, "Anna", "Ben", settings={"game": "mmm"})
    with pytest.raises(Refused, match="only while a game is played"):
        await acts.stand_in(table, anna.token, 1)
    await acts.start(table, anna.token)
    with pytest.raises(Refused, match="Ben is here"):
        await acts.stand_in(table, anna.token, 1)
    with pytest.raises(Refused, match="expected a seat from 1 to 2"):
        await acts.stand_in(table, anna.token, 2)
    ben.go()
    with pytest.raises(Refused, match="Ben was here just now; ask again in 20 seconds"):
        await acts.stand_in(table, anna.token, 1)
    later = time.time() + 60
    known = replace(
        table.viewers.context, now=later, last_seen={holder_of(ben.token): later - 19.5}
    )
    with pytest.raises(Refused, match="ask again in 1 seconds"):
        StandIn(holder_of(anna.token), 1).decide(known)
    monkeypatch.setattr("pasch.table.model.context.GRACE_S", 0)
    await acts.stand_in(table, anna.token, 1)
    assert anna.info.seats[1].away
    with pytest.raises(Refused, match="a bot plays for Ben already"):
        await acts.stand_in(table, anna.token, 1)
    await play(table, [anna])


async def test_leaving_twice_is_leaving_once(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    await acts.leave(table, ben.token)
    version = table.version
    await acts.leave(table, ben.token)
    assert table.version == version
    await play(table, [anna], events=10)


async def test_a_bot_that_fails_is_logged_and_the_people_play_on(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Bot):
        def choose(self, match: Match, rng: np.random.Generator) -> int:
            raise ZeroDivisionError(match, rng)

    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    monkeypatch.setitem(BOTS, "steady", Broken())
    await acts.leave(table, anna.token)
    await until(lambda: "ZeroDivisionError" in caplog.text)
    await anna.choose_first()
    assert not anna.info.seats[0].away
