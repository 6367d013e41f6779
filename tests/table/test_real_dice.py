"""People roll their own dice and tap what fell."""

import pytest

from pasch.core import log
from pasch.core.position import CHANCE
from pasch.table.errors import Refused
from pasch.table.hall import Hall
from tests.table.party import Person, begin, play

pytestmark = pytest.mark.anyio


async def test_people_tap_every_outcome_and_bots_choose(hall: Hall) -> None:
    table, (anna,) = await begin(hall, "Anna", bots=1, game="mmm", dice="real", starter=0)
    watcher = await Person(table).look()
    assert [tap.text for tap in anna.taps][:2] == ["bread", "fish"]
    assert [tap.action for tap in anna.taps] == list(range(6))
    assert watcher.taps == []
    for food in ("bread", "fish", "cheese"):
        await anna.choose(food)
    assert anna.taps == []
    assert anna.moment.scene.choices
    await play(table, [anna])
    assert table.commitment == ""
    assert anna.info.seed == ""
    written = log.read(await table.finished_log())
    assert (written.header.dice, written.header.commitment) == ("real", None)
    assert written.end is not None
    assert written.end.seed is None


async def test_who_is_to_move_taps_if_they_are_there_else_anybody_seated(hall: Hall) -> None:
    table, (anna, ben) = await begin(hall, "Anna", "Ben", game="mmm", dice="real")
    assert anna.taps
    assert not ben.taps
    with pytest.raises(Refused, match="it is for the dice now") as refused:
        await table.choose(ben.token, table.version, 0)
    assert refused.value.code == "turn"
    anna.go()
    assert ben.taps
    await ben.choose("bread")
    await anna.look()
    assert not ben.taps
    await table.leave(anna.token)
    await ben.choose("fish")


async def test_an_outcome_that_is_none_is_refused(hall: Hall) -> None:
    table, (anna,) = await begin(hall, "Anna", game="mmm", dice="real", starter=None)
    for outcome in (-1, 6):
        with pytest.raises(Refused, match=f"what fell, from 0 to 5, got {outcome}") as refused:
            await table.choose(anna.token, table.version, outcome)
        assert refused.value.code == "illegal"


async def test_sealed_dice_are_tapped_by_nobody(hall: Hall) -> None:
    table, (anna,) = await begin(hall, "Anna", bots=2)
    await play(table, [anna], events=30)
    assert not any(message.d.taps for message in anna.received if message.t == "own")


async def test_chips_that_look_alike_are_one_tap(hall: Hall) -> None:
    options = {"bonus": "green 1 chip, yellow 1 chip, blue 1 chip"}
    _, (anna, _) = await begin(hall, "Anna", "Ben", game="mistkaefer", dice="real", options=options)
    for text in ("roll 1 blue", "1", "put down: 1"):
        await anna.choose(text)
    taps = [(tap.action, tap.text) for tap in anna.taps]
    assert taps == [(0, "one ball"), (1, "two balls"), (2, "clover")]
    await anna.choose("clover")
    assert "1 🍀" in anna.moment.scene.seats[0].text


async def test_a_thief_is_not_told_what_there_is_to_steal(hall: Hall) -> None:
    """MK-5 Anna has two clovers, and Ben, who draws one of them, reads all kinds there are."""
    options = {"bonus": "green 1 steal, blue 1 chips"}
    table, (anna, ben) = await begin(
        hall, "Anna", "Ben", game="mistkaefer", dice="real", options=options
    )
    for text in ("roll 1 blue", "1", "put down: 1", "clover", "clover"):
        await anna.choose(text)
    for text in ("roll 1 green", "1", "put down: 1", "steal from Anna"):
        await ben.choose(text)
    assert [tap.text for tap in ben.taps] == ["one ball", "two balls", "clover"]
    assert [offer.do for offer in table.choices_of(ben.token)] == [{}] * 3
    before = table.version
    with pytest.raises(Refused, match="there is none of these"):
        await ben.choose("two balls")
    assert table.version == before
    await ben.choose("clover")
    assert "1 🍀" in ben.moment.scene.seats[1].text


async def test_dice_that_lead_to_the_same_position_are_all_there_to_tap(hall: Hall) -> None:
    table, (anna, ben) = await begin(hall, "Anna", "Ben", game="mistkaefer", dice="real")
    for person, text in [
        (anna, "roll 1 blue"),
        (anna, "6"),
        (anna, "put down: 6"),
        (ben, "score for 0 chips"),
        (anna, "roll 1 blue"),
    ]:
        await person.choose(text)
    assert table.match is not None
    assert table.match.player == CHANCE
    assert [tap.text for tap in anna.taps] == ["1", "2", "3", "4", "5", "6"]


async def test_a_tap_shows_the_die_as_it_would_lie_there(hall: Hall) -> None:
    _, (anna,) = await begin(hall, "Anna", bots=1, game="mice-to-meet-you", dice="real", starter=0)
    faces = [piece for tap in anna.taps for piece in tap.ghosts]
    assert [face.pips for face in faces] == [1, 2, 3, 4, 5, 6]
    assert {face.kind for face in faces} == {"die"}
    assert {face.colour for face in faces} == {"red"}
