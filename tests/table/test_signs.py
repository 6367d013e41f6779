"""Messages that change nothing on the table: explanations of refusals, faces, pointing."""

import pytest

from pasch.table.model import Refused
from pasch.table.tables import Tables
from pasch.table.views.messages import Sign
from tests.table.party import begin, gather, until

pytestmark = pytest.mark.anyio


async def test_a_thing_that_cannot_be_used_says_why_in_the_viewers_language(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    open_ones = {choice.at for choice in anna.moment.scene.choices}
    closed = next(
        cell.key for cell in anna.moment.scene.areas[0].cells if cell.key not in open_ones
    )
    why = table.viewers.why_not(anna.viewer, closed)
    assert why.reason
    assert why.clause == "MMM-6"
    assert not table.viewers.why_not(anna.viewer, next(iter(open_ones))).reason
    with pytest.raises(Refused, match="nothing called 'nothing of that name' on the table"):
        table.viewers.why_not(anna.viewer, "nothing of that name")
    with pytest.raises(Refused, match="it is the turn of Anna"):
        table.viewers.why_not(ben.viewer, closed)


async def test_a_sign_is_seen_by_everybody_and_kept_nowhere(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    table.viewers.make_sign(ben.viewer, "👍", "")
    table.viewers.make_sign(ben.viewer, "", "c4")
    for each in (anna, ben):
        signs = [message.d for message in each.received if isinstance(message.d, Sign)]
        assert signs == [Sign(1, "👍", ""), Sign(1, "", "c4")]
    assert table.version == version


async def test_only_who_sits_there_makes_signs_and_only_known_ones(tables: Tables) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    with pytest.raises(Refused, match="expected one of"):
        table.viewers.make_sign(anna.viewer, "<b>", "")
    with pytest.raises(Refused, match=r"nothing called 'x{60}' on the table"):
        table.viewers.make_sign(anna.viewer, "", "x" * 90)
    anna.viewer.holder = ""
    with pytest.raises(Refused):
        table.viewers.make_sign(anna.viewer, "👍", "")


async def test_of_several_things_one_has_to_be_on_the_table_to_be_explained(tables: Tables) -> None:
    """A piece may have gone since it was seen, but not the place where it lay."""
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    told = table.viewers.help(anna.viewer, ["gone since", "a1"])
    assert told == table.viewers.help(anna.viewer, ["a1"])
    assert told.text
    assert table.viewers.help(anna.viewer, []).text == ""
    with pytest.raises(Refused, match="nothing called 'gone since' on the table"):
        table.viewers.help(anna.viewer, ["gone since", "never there"])


async def test_before_a_game_begins_nothing_is_pointed_at(tables: Tables) -> None:
    table, (anna,) = await gather(tables, "Anna", bots=2)
    table.viewers.make_sign(anna.viewer, "👍", "")
    with pytest.raises(Refused, match="the game has not begun"):
        table.viewers.make_sign(anna.viewer, "", "card:1")
