"""What changes nothing on the table: why a thing can't be used, faces, pointing."""

import pytest

from pasch.table.errors import Refused
from pasch.table.hall import Hall
from pasch.table.messages import Sign
from tests.table.party import begin, until

pytestmark = pytest.mark.anyio


async def test_a_thing_that_cannot_be_used_says_why_in_the_viewers_language(hall: Hall) -> None:
    table, (anna, ben) = await begin(hall, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    open_ones = {choice.at for choice in anna.moment.scene.choices}
    closed = next(
        cell.key for cell in anna.moment.scene.areas[0].cells if cell.key not in open_ones
    )
    why = table.why_not(anna.viewer, closed)
    assert why.reason
    assert why.clause == "MMM-6"
    assert not table.why_not(anna.viewer, next(iter(open_ones))).reason
    assert not table.why_not(anna.viewer, "nothing of that name").reason
    with pytest.raises(Refused):
        table.why_not(ben.viewer, closed)


async def test_a_sign_is_seen_by_everybody_and_kept_nowhere(hall: Hall) -> None:
    table, (anna, ben) = await begin(hall, "Anna", "Ben", game="mmm")
    await until(lambda: anna.moment.scene.choices)
    version = table.version
    table.make_sign(ben.viewer, "👍", "")
    table.make_sign(ben.viewer, "", "c4")
    for each in (anna, ben):
        signs = [message.d for message in each.received if isinstance(message.d, Sign)]
        assert signs == [Sign(1, "👍", ""), Sign(1, "", "c4")]
    assert table.version == version


async def test_only_who_sits_there_makes_signs_and_only_known_ones(hall: Hall) -> None:
    table, (anna, _) = await begin(hall, "Anna", "Ben", game="mmm")
    with pytest.raises(Refused, match="expected one of"):
        table.make_sign(anna.viewer, "<b>", "")
    anna.viewer.holder = ""
    with pytest.raises(Refused):
        table.make_sign(anna.viewer, "👍", "")
