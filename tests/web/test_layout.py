"""Every game, wide and on a phone: nothing is cut off, covered, or beside the page."""

import pytest

from tests.web.browser import PHONE, WIDE, Look
from tests.web.conftest import Opens
from tests.web.layout import overlaps, troubles
from tests.web.playing import Play
from tests.web.serving import Served
from tests.web.staging import MOMENTS, Staging, link_of, names_of, played_out, played_to

LOOKS = pytest.mark.parametrize("look", [WIDE, PHONE], ids=["wide", "phone"])
GAMES = pytest.mark.parametrize("moment", MOMENTS, ids=names_of(MOMENTS))


@LOOKS
@GAMES
def test_a_game_can_be_seen_whole(
    moment: Staging, look: Look, window: Opens, served: Served
) -> None:
    table = played_to(served, moment)
    anna = window(look)
    anna.go(link_of(table))
    Play(served, table, {0: anna}).shown()
    assert troubles(anna.page) == []
    assert overlaps(anna.page) == []


@LOOKS
@GAMES
def test_a_result_can_be_seen_whole(
    moment: Staging, look: Look, window: Opens, served: Served
) -> None:
    table = played_out(served, moment)
    anna = window(look)
    anna.go(link_of(table))
    anna.page.wait_for_selector("#result h2")
    assert troubles(anna.page) == []


@LOOKS
@pytest.mark.parametrize("path", ["/", "/new/mistkaefer", "/new/mmm", "/deal/NOBODY", "/verify"])
def test_a_page_can_be_seen_whole(path: str, look: Look, window: Opens) -> None:
    anna = window(look)
    anna.go(path)
    assert troubles(anna.page) == []
