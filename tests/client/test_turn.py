"""The beginning of one's turn: the only choice is made by itself, and a notice is shown."""

import numpy as np

from pasch.bots import quick
from pasch.core.match.match import Match
from pasch.table.table import Table
from tests.client.browser import Look
from tests.client.conftest import Opens
from tests.client.playing import Play, press_on_board, ready_at
from tests.client.staging import TOKEN, Staging, link_of, moment_of, play_to
from tests.server.serving import Served, go_on
from tests.table import acts

SWITCH_ON = """(setting) => {
    const kept = JSON.parse(localStorage.getItem("pasch.settings"));
    localStorage.setItem("pasch.settings", JSON.stringify({ ...kept, [setting]: true }));
}"""
LOOKS_ELSEWHERE = """() =>
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true })"""
# A headless browser neither allows nor shows notices.
KEEP_NOTICES = """
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => {
        document.body.dataset.notice = [title, body, tag].join();
    };
"""


def test_a_move_without_an_alternative_plays_itself_but_not_once_it_was_taken_back(
    window: Opens, served: Served
) -> None:
    table = play_to(served, Staging("compost", bots=1, events=0))
    served.call(to_a_forced_choice(table))
    assert table.state.match is not None
    before = table.state.match.copy()
    anna = window()
    anna.page.clock.install()
    anna.go("/")
    anna.page.evaluate(SWITCH_ON, "forced")
    anna.go(link_of(table))
    anna.page.wait_for_selector(ready_at(before))
    anna.page.clock.fast_forward(5000)
    play = Play(served, table, {0: anna})
    anna.page.wait_for_selector(f'body[data-event="{len(before.events) + 1}"]')
    play.act(lambda: anna.press("#undo:enabled"))
    anna.page.wait_for_selector(ready_at(before))
    anna.page.clock.fast_forward(5000)
    press_on_board(anna, before, 0, before.legal()[0])
    anna.page.wait_for_selector(f'body[data-event="{len(before.events) + 1}"]')


def test_in_a_break_no_move_plays_itself(window: Opens, served: Served) -> None:
    table = play_to(served, Staging("compost", bots=1, events=0))
    served.call(to_a_forced_choice(table))
    served.call(acts.pause(table, TOKEN))
    assert table.state.match is not None
    before = table.state.match.copy()
    anna = window()
    anna.page.clock.install()
    anna.go("/")
    anna.page.evaluate(SWITCH_ON, "forced")
    anna.go(link_of(table))
    anna.page.wait_for_selector("#go-on")
    anna.page.clock.fast_forward(5000)
    anna.press("#go-on")
    anna.page.wait_for_selector("#go-on", state="detached")
    assert anna.page.locator("#toast").inner_text() == ""
    press_on_board(anna, before, 0, before.legal()[0])
    anna.page.wait_for_selector(f'body[data-event="{len(before.events) + 1}"]')


def test_who_looks_elsewhere_is_told_that_it_is_their_turn(window: Opens, served: Served) -> None:
    table = play_to(served, moment_of("so-ein-mist"))
    anna = window(Look(worker=True))
    anna.context.add_init_script(KEEP_NOTICES)
    anna.go("/")
    anna.page.evaluate(SWITCH_ON, "notify")
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    anna.page.evaluate(LOOKS_ELSEWHERE)
    play.choose()
    anna.page.wait_for_selector(f'body[data-notice="So ein Mist,Your turn,{table.id}"]')


async def to_a_forced_choice(table: Table) -> None:
    rng = np.random.default_rng(1)
    while table.state.match is None or not is_forced(table.state.match):
        if table.state.match is None or table.state.match.player != 0:
            await go_on(table)
        else:
            await acts.choose(
                table, TOKEN, table.version, quick.choose(table.state.match.copy(), rng)
            )


def is_forced(match: Match) -> bool:
    """Return whether Anna has one choice only, and several after it."""
    if match.player != 0 or len(match.legal()) > 1:
        return False
    after = match.copy()
    after.apply(match.legal()[0])
    return after.player == 0 and len(after.legal()) > 1
