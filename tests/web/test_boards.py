"""Every game at every size: whatever is to be decided fits the screen, and stays where it is."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pasch.bots import quick
from pasch.core.registry import games
from pasch.table.live import Table
from tests.web.browser import Look, Window
from tests.web.conftest import Opens
from tests.web.layout import ask
from tests.web.playing import Play
from tests.web.serving import Served, go_on
from tests.web.staging import TOKEN, Staging, has_a_say, link_of, moment_of, play_to

BOARD = Path(__file__).parent / "board.js"
SIZES = ((360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
DECISIONS = 30
WHERE = """() => ["#board", "#me", "#ask", "#acts"].map((zone) => {
    const { left, top, right } = document.querySelector(zone).getBoundingClientRect();
    return [zone, Math.round(left), Math.round(top), Math.round(right)].join(" ");
})"""


@pytest.mark.parametrize("key", games())
def test_every_decision_fits_every_screen(key: str, window: Opens, served: Served) -> None:
    anna = window(Look(touch=True))
    wrong: dict[str, str] = {}
    for table in decisions(served, moment_of(key), anna):
        for width, height in SIZES:
            anna.page.set_viewport_size({"width": width, "height": height})
            for trouble in ask(anna.page, BOARD):
                wrong.setdefault(f"{width}x{height} {trouble}", at_event(table))
    assert wrong == {}


def decisions(served: Served, staging: Staging, window: Window) -> Iterator[Table]:
    """Thirty of Anna's, spread over as many matches as they take, each shown in the window."""
    rng = np.random.default_rng(7)
    left = DECISIONS
    while left:
        table = play_to(served, Staging(staging.game, staging.bots, 0, options=staging.options))
        window.go(link_of(table))
        play = Play(served, table, {0: window})
        while left and not play.is_over:
            play.shown()
            left -= 1
            yield table
            served.call(on(table, rng))


async def on(table: Table, rng: np.random.Generator) -> None:
    """Anna has something to choose again, some choices later, or the game is over."""
    some = int(rng.integers(1, 4))
    while table.phase != "over":
        if table.match is None or table.match.player != 0:
            await go_on(table)
        elif some <= 0 and has_a_say(table):
            return
        else:
            await table.choose(TOKEN, table.version, quick(table.match.copy(), rng))
            some -= 1


def at_event(table: Table) -> str:
    assert table.match is not None
    return f"event {len(table.match.events)}: {table.match.scene(0).prompt}"


@pytest.mark.parametrize("key", games())
def test_nothing_moves_between_two_taps(key: str, window: Opens, served: Served) -> None:
    """The zones lie where they lay, whoever is to move and whatever is asked."""
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        anna = window(Look(width, height))
        table = play_to(served, moment_of(key))
        anna.go(link_of(table))
        play = Play(served, table, {0: anna})
        play.shown()
        lay = anna.page.evaluate(WHERE)
        for _ in range(4):
            if play.is_over:
                break
            play.choose()
            play.shown()
            if not play.is_over:
                assert anna.page.evaluate(WHERE) == lay, at_event(table)
