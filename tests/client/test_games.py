"""Each game from its table's settings to its result, by two windows and mostly a bot."""

import pytest

from pasch.core.game.position import WATCHER
from pasch.core.game.registry import games
from pasch.core.match.match import new
from tests.client.browser import KEYBOARD, LYING, PHONE, WIDE, Look, Window
from tests.client.conftest import Opens
from tests.client.playing import NO_OPTIONS, Options, Play, join, lay
from tests.client.staging import link_of, moment_of, play_to
from tests.kits import short_table
from tests.server.serving import Served

DEAL = "SHORT-GAMES"
AT_FIRST, AT_LAST = 3, 2  # choices made on the board; those between are made without windows

PIECES_ARE = """
    (wanted) => {
        const pieces = document.querySelectorAll("#table [data-piece]");
        return Array.from(pieces, (piece) => piece.dataset.piece).sort().join() === wanted;
    }
"""
KEEP_MOVES = """
    window.moves = []; // of which kind of piece, by how many stops
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (stops, how) {
        window.moves.push([this.dataset.kind, stops.length]);
        return animate.call(this, stops, how);
    };
"""


EVERY_GAME = pytest.mark.parametrize("game", games())


def seats_of(count: int) -> list[str]:
    """Return the kinds of the seats: two people, and bots on the other seats."""
    return ["me", "open", *["bot:steady"] * (count - 2)]


@EVERY_GAME
def test_two_people_play_from_the_first_seat_to_the_result(
    game: str, window: Opens, served: Served
) -> None:
    """They use the board alone, by touch and by the keyboard."""
    play = short_game(game, window(PHONE), window(KEYBOARD), served)
    play.on(choices=AT_FIRST)
    play.skim(leaving=AT_LAST)
    play_to_the_result(play)


@pytest.mark.soak
@EVERY_GAME
@pytest.mark.parametrize(
    "hands",
    [
        pytest.param((PHONE, KEYBOARD), id="touch-keys"),
        pytest.param((WIDE, LYING), id="mouse-lying"),
    ],
)
def test_two_people_play_every_choice_on_the_board(
    game: str, hands: tuple[Look, Look], window: Opens, served: Served
) -> None:
    anna, ben = (window(look) for look in hands)
    play_to_the_result(short_game(game, anna, ben, served))


def short_game(game: str, anna: Window, ben: Window, served: Served) -> Play:
    seats, options = short_table(game)
    return begun(anna, ben, served, game, seats_of(seats), options, DEAL)


@pytest.mark.soak
@EVERY_GAME
def test_two_people_and_a_bot_play_a_long_game_to_the_result(
    game: str, window: Opens, served: Served
) -> None:
    play_to_the_result(begun(window(), window(), served, game, seats_of(3)))


def begun(
    anna: Window,
    ben: Window,
    served: Served,
    game: str,
    seats: list[str],
    options: Options = NO_OPTIONS,
    deal: str = "",
) -> Play:
    dice = "deal" if deal else "sealed"
    id = lay(anna, game, "Anna", seats, options, dice=dice, deal=deal)
    join(ben, id, "Ben", 1)
    anna.press("#start")
    return Play(served, served.table(id), {0: anna, 1: ben})


def play_to_the_result(play: Play) -> None:
    play.on()
    play.shown()
    for window in play.windows.values():
        shows_result(window, play)
    replays(play.windows[0], play)


def shows_result(window: Window, play: Play) -> None:
    page = window.page
    page.wait_for_selector('body[data-phase="over"] #result h2')
    winners = {line.name for line in play.match.scene(0).seats if line.share > 0}
    heading = page.locator("#result h2").first.inner_text()
    named = {name for name in ("Anna", "Ben", "Greta") if name in heading}
    assert heading
    assert named == (set() if play.match.game.together else winners)
    assert page.locator("#others .winner, #me .winner").count() == len(winners)
    assert page.locator("#story li").count() > 10


def replays(window: Window, play: Play) -> None:
    """Check that the slider shows the middle of the game as it was."""
    events = play.match.events
    half = len(events) // 2
    before = new(
        play.match.game.key,
        seats=play.match.seats,
        start=play.match.start,
        names=play.match.names,
        **play.match.options_as_json(),
    )
    for event in events[:half]:
        before.apply(event)
    lying = sorted(piece.key for piece in before.scene(WATCHER).pieces)
    window.press("#look-back")
    window.page.locator("#replay").fill(str(half))
    window.page.wait_for_function(PIECES_ARE, arg=",".join(lying))
    assert window.page.locator(".replay .count").inner_text() == f"{half} / {len(events)}"


def test_pieces_glide_and_dice_tumble_but_lie_still_for_who_wants_that(
    window: Opens, served: Served
) -> None:
    anna, ben = window(Look(moving=True)), window(Look(moving=False))
    for who in (anna, ben):
        who.context.add_init_script(KEEP_MOVES)
    id = lay(anna, "mice-to-meet-you", "Anna", ["me", "open", "bot:steady"])
    join(ben, id, "Ben", 1)
    anna.press("#start")
    play = Play(served, served.table(id), {0: anna, 1: ben})
    play.on(choices=4)
    play.shown()
    assert anna.page.evaluate("window.moves.length") > 0
    assert ben.page.evaluate("window.moves.length") == 0
    assert anna.page.locator("#flight > *").count() == 0


def test_a_figure_goes_by_the_cards_between(window: Opens, served: Served) -> None:
    anna = window(Look(moving=True))
    anna.context.add_init_script(KEEP_MOVES)
    table = play_to(served, moment_of("so-ein-mist"))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    play.on(choices=4)
    play.shown()
    moves = anna.page.evaluate("window.moves")
    assert any(kind == "figure" and stops > 2 for kind, stops in moves)
    assert anna.page.locator("#flight > *").count() == 0


def test_what_looks_the_same_is_not_drawn_anew(window: Opens, served: Served) -> None:
    anna, table = window(PHONE), play_to(served, moment_of("mmm"))
    anna.go(link_of(table))
    play = Play(served, table, {0: anna})
    play.shown()
    anna.page.evaluate("for (const cell of document.querySelectorAll('.cell')) cell.known = true")
    play.on(choices=1)
    play.shown()
    known = "all => all.filter((cell) => cell.known).length"
    assert anna.page.locator("#board .cell").evaluate_all(known) > 30
