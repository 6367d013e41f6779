"""A finished match is played on from any of its moments, with the same dice."""

import pytest

from pasch.core.errors import BadOption
from pasch.core.game.position import CHANCE
from pasch.core.match import log
from pasch.core.match.match import Match
from pasch.core.match.verify import verify
from pasch.table.model import Refused
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.finished import story_of
from tests.table import acts
from tests.table.party import Person, begin, play, ready, salt, until

pytestmark = pytest.mark.anyio

HALFWAY = 20


async def finished(tables: Tables, *names: str, bots: int = 1, **settings: object) -> Table:
    given = {"game": "compost", "options": {"dice": 4}, "deal": "", "starter": None, **settings}
    table, people = await begin(tables, *names, bots=bots, **given)
    await play(table, people)
    return table


async def sit_again(table: Table, name: str) -> Person:
    person = Person(table, f"the secret of {name}")
    await table.sit(None, name, person.token, salt())
    return await person.look()


def match_of(table: Table) -> Match:
    assert table.state.match is not None
    return table.state.match


def dice_of(match: Match) -> dict[tuple[int, int, int], int]:
    """Return what fell, by turn, die and the number of outcomes."""
    again, fell = match.at(0), {}
    for a in match.events:
        if again.player == CHANCE:
            fell[again.turn, again.die, again.chance] = a
        again.apply(a)
    return fell


async def test_who_plays_on_sits_where_they_sat_though_another_seat_is_open(tables: Tables) -> None:
    whole = await finished(tables, "Anna", "Ben", bots=0)
    table = await tables.play_on(whole.id, HALFWAY, "the secret of Ben")
    assert [seat.name for seat in table.viewers.info().seats] == ["", "Ben"]
    assert await table.sit(None, "Ben", "the secret of Ben", salt()) == 1


async def test_a_finished_match_is_told_again_event_by_event(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", options={"cat_steps": 3})
    await play(table, [anna])
    told = await table.look_back(story_of, "en")
    assert len(told) == len(match_of(table).events)
    assert [each for lines in told for each in lines] == anna.told


async def test_the_same_choices_give_the_same_match(tables: Tables) -> None:
    whole = await finished(tables, "Anna")
    table = await tables.play_on(whole.id, HALFWAY, "the secret of Anna")
    assert [seat.kind for seat in table.viewers.info().seats] == ["open", "bot"]
    assert table.viewers.info().seats[0].name == "Anna"
    assert table.viewers.info().seed is None
    anna = await sit_again(table, "Anna")
    await ready(table)
    assert match_of(table).events[:HALFWAY] == match_of(whole).events[:HALFWAY]
    assert anna.info.origin is not None
    assert (anna.info.origin.table, anna.info.origin.events) == (whole.id, HALFWAY)
    await play(table, [anna])
    assert match_of(table).events == match_of(whole).events


async def test_another_choice_leaves_the_dice_of_later_turns_alone(tables: Tables) -> None:
    whole = await finished(tables, "Anna", bots=0, game="mmm", options={})
    moment = match_of(whole).at(0)
    for a in match_of(whole).events:
        if len(moment.legal()) > 1:
            break
        moment.apply(a)
    n = len(moment.events)
    table = await tables.play_on(whole.id, n, "the secret of Anna")
    anna = await sit_again(table, "Anna")
    await until(lambda: table.viewers.actions_of(anna.token))
    other = table.viewers.actions_of(anna.token)[-1].action
    assert other != match_of(whole).events[n]
    await acts.choose(table, anna.token, table.version, other)
    await play(table, [anna])
    before, after = dice_of(match_of(whole)), dice_of(match_of(table))
    shared = {key for key in before.keys() & after.keys() if key[0] > moment.turn}
    assert len(shared) > 5
    assert {key: before[key] for key in shared} == {key: after[key] for key in shared}


@pytest.mark.parametrize("events", [0, HALFWAY])
@pytest.mark.parametrize("deal", ["", "again"], ids=["sealed", "a deal"])
async def test_its_log_can_be_verified_and_says_where_it_began(
    tables: Tables, deal: str, events: int
) -> None:
    whole = await finished(tables, "Anna", deal=deal)
    assert log.read(await whole.finished_log()).header.after is None
    table = await tables.play_on(whole.id, events, "the secret of Anna")
    await play(table, [await sit_again(table, "Anna")])
    text = await table.finished_log()
    assert f'"after":{events}' in text.partition("\n")[0]
    written = log.read(text)
    assert written.header.after == events
    assert written.header.commitment == whole.state.laid.commitment
    assert verify(written.header, written.match, written.seed).ok
    if deal:
        assert [result.table for result in await tables.deal_results(deal)] == [whole.id]


async def test_what_a_deal_hid_is_known_once_it_is_played_on(tables: Tables) -> None:
    """Its envelope is open: the same choices bring the same, also what is drawn in secret."""
    options = {"clovers": 1, "balls": 8}
    whole = await finished(tables, "Anna", game="mistkaefer", deal="again", options=options)
    assert whole.viewers.info().hides
    table = await tables.play_on(whole.id, HALFWAY, "the secret of Anna")
    await play(table, [await sit_again(table, "Anna")])
    assert match_of(table).events == match_of(whole).events
    assert table.viewers.info().seals == []
    written = log.read(await table.finished_log())
    assert (written.header.deal, written.header.hidden) == ("AGAIN", True)
    assert verify(written.header, written.match, written.seed).ok


async def test_seats_of_other_people_are_open(tables: Tables) -> None:
    whole = await finished(tables, "Anna", "Ben")
    table = await tables.play_on(whole.id, 0, "the secret of Ben")
    kinds = [(seat.kind, seat.name) for seat in table.viewers.info().seats]
    assert kinds == [("open", ""), ("open", "Ben"), ("bot", "Pip")]
    assert await table.sit(None, "Cleo", "c", salt()) == 0
    with pytest.raises(Refused, match="every seat is taken"):
        await table.sit(None, "Dora", "d", salt())
    await table.sit(None, "Ben", "the secret of Ben", salt())
    assert table.state.phase != "gathering"
    stranger = await tables.play_on(whole.id, 0)
    assert [seat.name for seat in stranger.viewers.info().seats] == ["", "", "Pip"]


async def test_with_real_dice_people_roll_on(tables: Tables) -> None:
    whole = await finished(tables, "Anna", bots=0, game="mmm", dice="real", options={})
    table = await tables.play_on(whole.id, HALFWAY, "the secret of Anna")
    anna = await sit_again(table, "Anna")
    await ready(table)
    assert match_of(table).events == match_of(whole).events[:HALFWAY]
    await play(table, [anna])
    assert table.state.phase == "over"
    assert log.read(await table.finished_log()).header.after == HALFWAY


async def test_only_a_finished_match_is_played_on_and_not_from_its_end(tables: Tables) -> None:
    going, _ = await begin(tables, "Anna", game="mmm")
    with pytest.raises(Refused, match="the game is not over"):
        await tables.play_on(going.id, 0)
    whole = await finished(tables, "Anna")
    last = len(match_of(whole).events)
    for n in (-1, last):
        with pytest.raises(BadOption, match=f"from event 0 to {last - 1}, not {n}"):
            await tables.play_on(whole.id, n)
