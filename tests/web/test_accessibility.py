"""Nobody is kept from any page: no serious finding of an accessibility audit, light or dark."""

import pytest

from tests.web.audit import findings
from tests.web.browser import Look
from tests.web.conftest import Opens
from tests.web.playing import Play
from tests.web.serving import Served
from tests.web.staging import MOMENTS, Staging, gather, link_of, names_of, played_out, played_to

LIGHT_AND_DARK = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
SHORT = Staging("mmm", bots=1, events=0)


@LIGHT_AND_DARK
@pytest.mark.parametrize("path", ["/", "/new/so-ein-mist", "/new/mmm", "/deal/A-MOMENT", "/verify"])
def test_no_page_keeps_anybody_out(path: str, dark: bool, window: Opens, served: Served) -> None:
    played_out(served, SHORT)
    anna = window(Look(dark=dark))
    anna.go(path)
    assert findings(anna.page) == []


@pytest.mark.parametrize("path", ["/", "/new/mistkaefer", "/verify"])
def test_no_german_page_keeps_anybody_out(path: str, window: Opens) -> None:
    anna = window(Look(language="de-DE"))
    anna.go(path)
    assert findings(anna.page) == []


@LIGHT_AND_DARK
def test_the_settings_keep_nobody_out(dark: bool, window: Opens) -> None:
    anna = window(Look(dark=dark))
    anna.go("/")
    anna.press("#settings")
    anna.page.wait_for_selector("dialog[open]")
    assert findings(anna.page) == []


@LIGHT_AND_DARK
def test_no_table_keeps_anybody_out_before_and_after_the_game(
    dark: bool, window: Opens, served: Served
) -> None:
    anna = window(Look(dark=dark))
    anna.go(link_of(gather(served, SHORT)))
    assert findings(anna.page) == []
    over = played_out(served, SHORT)
    anna.go(link_of(over))
    anna.page.wait_for_selector("#result h2")
    assert findings(anna.page) == []


@LIGHT_AND_DARK
@pytest.mark.parametrize("moment", MOMENTS, ids=names_of(MOMENTS))
def test_no_game_keeps_anybody_out(
    moment: Staging, dark: bool, window: Opens, served: Served
) -> None:
    table = played_to(served, moment)
    anna = window(Look(dark=dark))
    anna.go(link_of(table))
    Play(served, table, {0: anna}).shown()
    assert findings(anna.page) == []
