"""Reloads, lost connections, second windows, watchers, and choices taken back."""

from collections.abc import Callable

from pasch.core.game.position import WATCHER
from tests.client.browser import Window
from tests.client.conftest import Opens
from tests.client.playing import Play, lay, lay_in_lobby, ready_at
from tests.client.staging import BENS_TOKEN, TOKEN, Staging, link_of, meet, play_to
from tests.server.serving import Served

OFFLINE = "ERR_INTERNET_DISCONNECTED"
MARKUP = "<img src=x onerror=alert(1)>"


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(window: Opens, served: Served) -> None:
    anna, table = window(), play_to(served, Staging("mmm", bots=1, events=0))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    while not is_placing(play):
        play.choose()
    story = shown_story(anna, play)
    anna.page.reload()
    assert shown_story(anna, play) == story
    play.on(choices=3)
    play.shown()


def is_placing(play: Play) -> bool:
    """Return whether a choice has been made in this turn and another is due."""
    play.settle()
    return play.chosen > 2 and anna_chose_last(play)


def anna_chose_last(play: Play) -> bool:
    before = play.match.copy()
    before.undo()
    return before.player == 0


def shown_story(window: Window, play: Play) -> list[str]:
    window.page.wait_for_selector(ready_at(play.match))
    return window.page.locator("#story li").all_inner_texts()


def sit_down(play: Play) -> None:
    for seat, token in enumerate((TOKEN, BENS_TOKEN)):
        play.windows[seat].go(link_of(play.table, token))


def test_whoever_loses_the_connection_in_a_turn_goes_on_where_the_table_is(
    window: Opens, served: Served
) -> None:
    anna, ben = window(), window()
    play = Play(served, meet(served, "so-ein-mist", bots=1), {0: anna, 1: ben})
    sit_down(play)
    play.on(choices=3)
    play.shown()
    with anna.page.expect_websocket(), ben.page.expect_websocket():
        served.cut()
    for each in (anna, ben):
        each.page.wait_for_selector('body[data-connection="on"]')
    play.on(choices=3)
    play.shown()


def test_who_was_offline_sees_what_the_others_did_meanwhile(window: Opens, served: Served) -> None:
    anna, ben = window(), window()
    play = Play(served, meet(served, "mmm"), {0: anna, 1: ben})
    sit_down(play)
    play.on(choices=2)
    while play.match.player != 1:
        play.choose()
    play.shown()
    anna.expect_noise(OFFLINE)
    anna.context.set_offline(True)
    served.cut()
    anna.page.wait_for_selector('body[data-connection="off"]')
    ben.page.wait_for_selector('body[data-connection="on"]')
    while play.match.player == 1:
        play.choose()
    anna.context.set_offline(False)
    play.shown()
    play.on(choices=3)


def test_two_windows_on_one_seat_both_follow_and_both_may_choose(
    window: Opens, served: Served
) -> None:
    table = play_to(served, Staging("mmm", bots=1, events=20))
    laptop, phone = window(), window()
    for each in (laptop, phone):
        each.go(link_of(table))
    for each in (laptop, phone, laptop):
        play = Play(served, table, {0: each})
        play.choose()
        Play(served, table, {0: laptop, 1: phone}).shown()
    assert shown_story(laptop, play) == shown_story(phone, play)


def test_a_choice_is_taken_back_as_long_as_no_die_has_fallen(window: Opens, served: Served) -> None:
    anna, table = window(), play_to(served, Staging("mmm", bots=0, events=0))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    while not is_placing(play):
        play.choose()
    before = play.match.events[:-1]
    play.shown()
    play.act(lambda: anna.press("#undo"))
    play.shown()
    assert play.match.events == before
    assert anna.page.locator("#undo").is_disabled()
    play.on(choices=4)


def test_a_watcher_sees_what_watchers_may_see_and_chooses_nothing(
    window: Opens, served: Served
) -> None:
    table = play_to(served, Staging("mistkaefer", bots=2, events=60))
    anna, watcher = window(), window()
    anna.go(link_of(table))
    watcher.go(f"/t/{table.id}")
    play = Play(served, table, {0: anna})
    play.shown()
    watcher.page.wait_for_selector(ready_at(play.match))
    page = watcher.page
    assert page.locator("#choices button, #table .can, #taps button, #buttons button").count() == 0
    assert "watching" in page.locator("#me").inner_text()
    assert page.locator("#leave").is_hidden()
    lying = sorted(piece.key for piece in play.match.scene(WATCHER).pieces)
    shown = page.locator("#table [data-piece]").evaluate_all("all => all.map(p => p.dataset.piece)")
    assert sorted(shown) == lying
    assert TOKEN not in page.content()
    play.on(choices=2)
    page.wait_for_selector(f'body[data-event="{len(play.match.events)}"]')
    assert "1 person is watching" in anna.page.locator("#watchers").inner_text()


def test_a_name_with_markup_is_shown_as_it_was_typed(window: Opens) -> None:
    anna, ben = window(), window()
    id = lay_in_lobby(anna, "mmm", MARKUP, ["me", "open"])
    ben.go("/")
    assert MARKUP in ben.page.locator(f'#lobby [data-table="{id}"]').inner_text()
    ben.go(f"/t/{id}")
    assert MARKUP in ben.page.locator('#gather [data-seat="0"]').inner_text()
    assert ben.page.locator('img[src="x"]').count() == 0


def test_a_die_is_dragged_to_its_square(window: Opens, served: Served) -> None:
    anna = window()
    table = play_to(served, Staging("mmm", 0, 3))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    piece, goal = first_drag(play)
    play.act(lambda: drag(anna, piece, goal))
    play.shown()
    assert anna.page.locator(".dragged, .lifted").count() == 0


def test_a_connection_lost_in_mid_drag_is_told_and_nothing_is_done(
    window: Opens, served: Served
) -> None:
    anna = window()
    anna.expect_noise(OFFLINE)
    table = play_to(served, Staging("mmm", 0, 3))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    piece, goal = first_drag(play)
    before = table.version

    def lose() -> None:
        anna.context.set_offline(True)
        served.cut()
        anna.page.wait_for_selector('body[data-connection="off"]')

    drag(anna, piece, goal, lose)
    anna.page.wait_for_selector("#toast p")
    assert table.version == before
    anna.context.set_offline(False)
    anna.page.wait_for_selector('body[data-connection="on"]')
    play.shown()
    assert anna.page.locator(".dragged, .lifted").count() == 0
    play.act(lambda: drag(anna, *first_drag(play)))


def first_drag(play: Play) -> tuple[str, str]:
    """Return a piece and where it may go."""
    choices = play.match.scene(0).choices
    choice = next(choice for choice in choices if choice.by and not choice.asks)
    return f'[data-piece="{choice.by.split()[0]}"]', f'[data-cell="{choice.at}"]'


def drag(
    window: Window, piece: str, goal: str, meanwhile: Callable[[], None] = lambda: None
) -> None:
    mouse = window.page.mouse
    window.page.wait_for_selector(f".grip{piece}")
    mouse.move(*middle(window, piece))
    mouse.down()
    mouse.move(*middle(window, goal), steps=4)
    assert window.page.locator(".dragged").count() == 1
    meanwhile()
    mouse.up()


def middle(window: Window, what: str) -> tuple[float, float]:
    box = window.page.locator(f"#table {what}").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_press_counts_though_something_comes_in_the_middle_of_it(
    window: Opens, served: Served
) -> None:
    """News is drawn after the click, so that the click meets what was pressed."""
    anna, ben = window(), window()
    with anna.page.expect_websocket() as line:
        id = lay(anna, "mmm", "Anna", ["me", "open"])
    anna.page.locator("#fill").hover()
    anna.page.mouse.down()
    with line.value.expect_event("framereceived", lambda sent: '"watchers":1' in str(sent)):
        ben.go(f"/t/{id}")
    anna.page.mouse.up()
    Play(served, served.table(id), {0: anna}).on(choices=1)


def test_in_a_break_nobody_plays_until_somebody_goes_on(window: Opens, served: Served) -> None:
    anna, ben = window(), window()
    play = Play(served, meet(served, "mmm"), {0: anna, 1: ben})
    sit_down(play)
    play.on(choices=1)
    play.shown()
    ben.page.evaluate("document.querySelector('#pause').click()")
    for each in (anna, ben):
        each.page.get_by_text("Ben paused the game.").wait_for()
        assert each.page.locator("#pause").is_hidden()
        assert each.page.locator("#table .can").count() == 0
    anna.page.click("#go-on")
    for each in (anna, ben):
        each.page.locator("#pause").wait_for(state="attached")
        each.page.locator("#go-on").wait_for(state="detached")
    play.on(choices=2)
    play.shown()
