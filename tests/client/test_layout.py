"""Every page, wide and on a phone: nothing is cut off, covered, or beside the page.

An accessibility audit has no serious finding, light or dark.
"""

import pytest

from pasch.core.game.registry import games, load
from tests.client.audit import findings, keeps_nobody_out
from tests.client.browser import PHONE, WIDE, Look, Window
from tests.client.conftest import Opens
from tests.client.layout import overlaps, troubles
from tests.client.playing import ready_at
from tests.client.staging import (
    MOMENTS,
    Staging,
    gather,
    link_of,
    names_of,
    played_out,
    played_to,
)
from tests.server.serving import Served

GAMES = pytest.mark.parametrize("moment", MOMENTS, ids=names_of(MOMENTS))
NARROW = Look(width=320, height=640, language="de-DE")
SHORT = Staging("mmm", bots=1, events=0)


def is_seen_whole(window: Window) -> None:
    """Assert that the page can be seen whole on an upright phone and on a wide screen."""
    for look in (PHONE, WIDE):
        window.resize(look.width, look.height)
        assert troubles(window.page) == [], f"{look.width}x{look.height}"


@GAMES
def test_a_result_can_be_seen_whole(moment: Staging, window: Opens, served: Served) -> None:
    table = played_out(served, moment)
    anna = window(PHONE)
    anna.go(link_of(table))
    anna.page.wait_for_selector("#result h2")
    is_seen_whole(anna)
    if moment == MOMENTS[0]:
        keeps_nobody_out(anna.page)


@pytest.mark.parametrize(
    "path", ["/", "/new/mistkaefer", "/new/mmm", "/deal/NOBODY", "/deal/A-MOMENT", "/verify"]
)
def test_a_page_can_be_seen_whole(path: str, window: Opens, served: Served) -> None:
    played_out(served, SHORT)
    anna = window(PHONE)
    anna.go(path)
    is_seen_whole(anna)
    keeps_nobody_out(anna.page)


@pytest.mark.parametrize("path", ["/", *(f"/new/{key}" for key in games())])
def test_the_narrowest_phone_tears_no_word(path: str, window: Opens) -> None:
    """The narrowest phone stands for a page that is zoomed to that, in the longer language."""
    anna = window(NARROW)
    anna.go(path)
    anna.page.evaluate("document.querySelectorAll('.learn').forEach((each) => each.append(' ✓'))")
    assert troubles(anna.page) == []


@GAMES
def test_on_the_narrowest_phone_nothing_is_printed_over_the_title(
    moment: Staging, window: Opens, served: Served
) -> None:
    table = played_to(served, moment)
    assert table.state.match is not None
    anna = window(NARROW)
    anna.go(link_of(table))
    anna.page.wait_for_selector(ready_at(table.state.match), state="attached")
    title = load(moment.game).title
    assert [each for each in overlaps(anna.page) if title in each] == []


@pytest.mark.soak
@pytest.mark.parametrize("path", ["/", "/new/mistkaefer", "/verify"])
def test_no_german_page_keeps_anybody_out(path: str, window: Opens) -> None:
    anna = window(Look(language="de-DE"))
    anna.go(path)
    assert findings(anna.page) == []


def test_the_settings_keep_nobody_out(window: Opens) -> None:
    anna = window()
    anna.go("/")
    anna.press("#settings")
    anna.page.wait_for_selector("dialog[open]")
    keeps_nobody_out(anna.page)


def test_a_table_keeps_nobody_out_before_the_game(window: Opens, served: Served) -> None:
    anna = window()
    anna.go(link_of(gather(served, SHORT)))
    keeps_nobody_out(anna.page)
