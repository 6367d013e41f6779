"""Nobody is kept from any page: no serious finding of an accessibility audit, light or dark."""

import pytest

from tests.web.audit import COLOURS, findings
from tests.web.browser import Look, Window
from tests.web.conftest import Opens
from tests.web.playing import Play
from tests.web.serving import Served
from tests.web.staging import MOMENTS, Staging, gather, link_of, names_of, played_out, played_to

SHORT = Staging("mmm", bots=1, events=0)


def keeps_nobody_out(window: Window) -> None:
    """In the dark, all but the colours is the same."""
    assert findings(window.page) == []
    window.page.emulate_media(color_scheme="dark")
    assert findings(window.page, COLOURS) == []


@pytest.mark.parametrize("path", ["/", "/new/so-ein-mist", "/new/mmm", "/deal/A-MOMENT", "/verify"])
def test_no_page_keeps_anybody_out(path: str, window: Opens, served: Served) -> None:
    played_out(served, SHORT)
    anna = window()
    anna.go(path)
    keeps_nobody_out(anna)


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
    keeps_nobody_out(anna)


def test_no_table_keeps_anybody_out_before_and_after_the_game(
    window: Opens, served: Served
) -> None:
    anna = window()
    anna.go(link_of(gather(served, SHORT)))
    keeps_nobody_out(anna)
    over = played_out(served, SHORT)
    anna.go(link_of(over))
    anna.page.wait_for_selector("#result h2")
    keeps_nobody_out(anna)


@pytest.mark.parametrize("moment", MOMENTS, ids=names_of(MOMENTS))
def test_no_game_keeps_anybody_out(moment: Staging, window: Opens, served: Served) -> None:
    table = played_to(served, moment)
    anna = window()
    anna.go(link_of(table))
    Play(served, table, {0: anna}).shown()
    keeps_nobody_out(anna)
