"""People roll their own dice and tap what fell."""

from typing import Any

import pytest

from pasch.core.game.position import CHANCE
from pasch.core.match import log
from pasch.core.match.verify import verify
from pasch.table.model import Refused
from pasch.table.tables import Tables
from pasch.table.views.messages import ViewerSeats
from tests.table import acts
from tests.table.party import Person, begin, choose_well, draw_chips, play, salt_of

pytestmark = pytest.mark.anyio


async def test_people_tap_every_outcome_and_bots_choose(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", bots=1, game="mmm", dice="real", starter=0)
    watcher = await Person(table).look()
    assert [tap.text for tap in anna.taps][:2] == ["bread", "fish"]
    assert [tap.action for tap in anna.taps] == list(range(6))
    assert watcher.taps == []
    for food in ("bread", "fish", "cheese"):
        await anna.choose(food)
    assert anna.taps == []
    assert anna.moment.scene.choices
    await play(table, [anna])
    assert table.state.laid.commitment == ""
    assert anna.info.seed == ""
    written = log.read(await table.finished_log())
    assert (written.header.dice, written.header.commitment) == ("real", None)
    assert written.end is not None
    assert written.end.seed is None


async def test_who_is_to_move_taps_if_they_are_there_else_anybody_seated(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm", dice="real")
    assert anna.taps
    assert not ben.taps
    with pytest.raises(Refused, match="it is for the dice now") as refused:
        await acts.choose(table, ben.token, table.version, 0)
    assert refused.value.code == "turn"
    anna.go()
    assert ben.taps
    await ben.choose("bread")
    await anna.look()
    assert not ben.taps
    await acts.leave(table, anna.token)
    await ben.choose("fish")


async def test_an_outcome_that_is_none_is_refused(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", game="mmm", dice="real", starter=None)
    for outcome in (-1, 6):
        with pytest.raises(Refused, match=f"what fell, from 0 to 5, got {outcome}") as refused:
            await acts.choose(table, anna.token, table.version, outcome)
        assert refused.value.code == "illegal"


async def test_sealed_dice_are_tapped_by_nobody(tables: Tables) -> None:
    table, (anna,) = await begin(tables, "Anna", bots=2)
    await play(table, [anna], events=30)
    assert not any(message.d.taps for message in anna.received if message.t == "own")


STEALING = {"bonus": "green 1 steal, blue 1 chips"}
KINDS = ("one ball", "two balls", "clover")


@pytest.mark.parametrize("kind", KINDS)
async def test_what_lies_hidden_is_drawn_by_the_table_and_cannot_be_probed(
    tables: Tables, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MK-5 Anna has two chips of a kind, and Ben may steal one: nobody is asked which.

    Whatever he sends instead is refused in the same words, whatever she holds.
    """
    draw_chips(monkeypatch, lambda _: kind)
    table, (anna, ben) = await begin(
        tables, "Anna", "Ben", game="mistkaefer", dice="real", options=STEALING
    )
    for text in ("roll 1 blue", "1", "put down: 1"):
        await anna.choose(text)
    assert anna.moment.scene.seats[0].count == "2"
    for text in ("roll 1 green", "1", "put down: 1"):
        await ben.choose(text)
    assert table.state.match is not None
    assert [offer.text for offer in table.viewers.actions_of(ben.token)] == ["steal from Anna"]
    refusals = set()
    for action in range(200):
        if action not in table.state.match.legal():
            with pytest.raises(Refused) as refused:
                await acts.choose(table, ben.token, table.version, action)
            refusals.add((refused.value.code, str(refused.value)))
    assert refusals == {("illegal", REFUSED)}
    await ben.choose("steal from Anna")
    assert not table.viewers.actions_of(ben.token)
    assert not any(tap.text in KINDS for own in owns(anna) + owns(ben) for tap in own.taps)
    assert not anna.may_undo
    assert not ben.may_undo


REFUSED = "expected a player who has chips (29 + the seat, from 0)"


def owns(person: Person) -> list[ViewerSeats]:
    return [message.d for message in person.received if isinstance(message.d, ViewerSeats)]


async def test_what_the_table_drew_in_secret_is_checked_when_the_game_is_over(
    tables: Tables,
) -> None:
    settings: dict[str, Any] = {"game": "mistkaefer", "dice": "real"}
    table, people = await begin(tables, "Anna", "Ben", **settings, options={"balls": 8})
    assert people[0].info.hides
    assert people[0].info.salts == [salt_of("Anna"), salt_of("Ben")]
    commitment = people[0].info.commitment
    assert commitment
    await play(table, people, choose=choose_well)
    written = log.read(await table.finished_log())
    assert (written.header.dice, written.header.hidden) == ("real", True)
    assert written.header.commitment == commitment
    verdict = verify(written.header, written.match, written.seed)
    assert verdict.ok
    assert verdict.rolls
    assert verify(written.header, written.match, "another").wrong_rolls


async def test_dice_that_lead_to_the_same_position_are_all_there_to_tap(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mistkaefer", dice="real")
    for person, text in [
        (anna, "roll 1 blue"),
        (anna, "6"),
        (anna, "put down: 6"),
        (ben, "score for 0 chips"),
        (anna, "roll 1 blue"),
    ]:
        await person.choose(text)
    assert table.state.match is not None
    assert table.state.match.player == CHANCE
    assert [tap.text for tap in anna.taps] == ["1", "2", "3", "4", "5", "6"]


async def test_a_tap_shows_the_die_as_it_would_lie_there(tables: Tables) -> None:
    _, (anna,) = await begin(
        tables, "Anna", bots=1, game="mice-to-meet-you", dice="real", starter=0
    )
    faces = [piece for tap in anna.taps for piece in tap.ghosts]
    assert [face.pips for face in faces] == [1, 2, 3, 4, 5, 6]
    assert {face.kind for face in faces} == {"die"}
    assert {face.colour for face in faces} == {"red"}
