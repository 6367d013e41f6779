"""Links, several people at one device, real dice, checked dice, same dice, and the next game."""

from pathlib import Path

import pytest

from pasch.core.game.position import CHANCE
from pasch.table.model import Settings
from tests.client.browser import Look, Window
from tests.client.conftest import Opens
from tests.client.playing import (
    Play,
    join,
    join_from_lobby,
    lay,
    lay_in_lobby,
    leave,
    ready_at,
    sit,
    table_in,
)
from tests.client.staging import Staging, link_of, play_out
from tests.command import Pasch
from tests.server.serving import Served

BEGINS_THE_YEAR = "2026-01-01"
"""A day whose game is the first of ours, which has lessons; not every game has."""


def test_a_private_table_is_found_by_its_link_and_its_picture_alone(
    window: Opens, served: Served
) -> None:
    anna, ben = window(), window()
    id = lay(anna, "mmm", "Anna", ["me", "open"])
    anna.page.locator("img.qr").evaluate("(picture) => picture.decode()")
    ben.go("/")
    assert ben.page.locator(f'#lobby [data-table="{id}"]').count() == 0
    ben.press("#join-code")
    ben.page.locator("#join-field").fill(f"{served.url}/t/{id}")
    ben.press("#join button")
    ben.is_usable("table")
    sit(ben, "Ben", 1)
    anna.press("#start")
    play = Play(served, served.table(id), {0: anna, 1: ben})
    play.on(choices=2)


def test_the_dice_wait_for_whose_device_is_gone_until_the_seat_is_freed(
    window: Opens, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's part of the dice can be left out unseen."""
    for module in ("seating", "context"):
        monkeypatch.setattr(f"pasch.table.model.{module}.GRACE_S", 0)
    anna, ben = window(Look(width=390, height=844, touch=True)), window()
    id = lay(anna, "mmm", "Anna", ["me", "open"])
    join(ben, id, "Ben", 1)
    anna.page.wait_for_selector("#start")
    ben.page.close()
    anna.press("#start")
    anna.page.wait_for_selector('.begin .state:has-text("the device of Ben.")')
    assert not anna.scrolls_sideways
    anna.press('[data-key="away 1"]')
    anna.press("#fill")
    Play(served, served.table(id), {0: anna}).on(choices=1)
    assert anna.page.locator("#alarm > div").count() == 0


def test_the_link_to_ones_seat_opens_it_on_another_device(window: Opens, served: Served) -> None:
    laptop, phone = window(), window()
    id = lay(laptop, "mmm", "Anna", ["me", "open"])
    laptop.press(".own-seat summary")
    phone.go(laptop.page.get_by_label("Link to your seat").input_value())
    phone.press("#fill")
    play = Play(served, served.table(id), {0: phone})
    play.on(choices=1)
    assert phone.page.locator("#alarm > div").count() == 0
    asks = "#alarm p:has-text('Did you open your seat on another device?')"
    laptop.page.wait_for_selector(asks)
    Play(served, play.table, {0: laptop}).on(choices=1)
    assert "#" not in phone.page.url


def test_several_people_play_at_one_device(window: Opens, served: Served) -> None:
    family = window()
    id = lay(family, "compost", "Anna", ["me", "here", "bot:steady"])
    play = Play(served, served.table(id), {0: family, 1: family})
    seen: set[int] = set()
    play.settle()
    while len(seen) < 2 or play.chosen < 8:
        seen.add(play.match.player)
        play.choose()
    play.shown()
    assert family.page.locator("#others .mine, #me .mine").count() == 2


def test_real_dice_are_tapped_in_and_a_wrong_tap_is_taken_back(
    window: Opens, served: Served
) -> None:
    anna = window()
    id = lay(anna, "mmm", "Anna", ["me", "bot:steady"], dice="real")
    anna.page.wait_for_selector("[data-tap]")
    play = Play(served, served.table(id), {0: anna, CHANCE: anna})
    play.settle()
    tap(anna, play, 2)
    play.act(lambda: anna.press("#undo:enabled"))
    assert play.match.events == []
    for n in range(16):
        if play.match.player == CHANCE:
            tap(anna, play, n)
        else:
            play.choose()
    assert "tap" in anna.page.locator("#envelope").inner_text()


@pytest.mark.parametrize(("game", "bots"), [("mmm", 1), ("so-ein-mist", 2)])
def test_what_real_dice_show_can_be_typed(
    game: str, bots: int, window: Opens, served: Served
) -> None:
    """A digit stands for the face of that number, or for the outcome at that place."""
    anna = window()
    id = lay(anna, game, "Anna", ["me", *["bot:steady"] * bots], dice="real")
    anna.page.wait_for_selector("[data-tap]")
    play = Play(served, served.table(id), {0: anna, CHANCE: anna})
    play.settle()
    anna.page.wait_for_selector(f"{ready_at(play.match)} [data-tap]")
    third = play.match.possible()[2]
    play.act(lambda: anna.page.keyboard.press("3"))
    assert play.match.events == [third]


def tap(window: Window, play: Play, n: int) -> None:
    """Tap one of the offered faces: the n-th, counted round and round."""
    window.page.wait_for_selector(f"{ready_at(play.match)} [data-tap]")
    faces = window.page.locator("[data-tap]")
    play.act(lambda: window.press(faces.nth(n % faces.count())))


KNOWN = "These dice are not secret"


@pytest.mark.parametrize(
    ("game", "settings", "title", "seal"),
    [
        ("mmm", {}, "Sealed envelope", True),
        ("mmm", {"deal": "A-CODE"}, KNOWN, False),
        ("mistkaefer", {"deal": "A-CODE"}, KNOWN, True),
        ("mmm", {"dice": "real"}, "Real dice", False),
        ("mistkaefer", {"dice": "real"}, "Real dice", True),
    ],
)
def test_a_table_says_whether_its_dice_are_secret(
    game: str, settings: dict[str, str], title: str, seal: bool, window: Opens, served: Served
) -> None:
    """A seal stands only where something is in an envelope."""
    anna = window()
    laid = Settings(game, 2, **settings)  # type: ignore[arg-type]
    anna.go(f"/t/{served.call(served.tables.create_table(laid)).id}")
    assert title in anna.page.inner_text("details.seal summary")
    assert (anna.page.locator("details.seal .secret").count() > 0) is seal


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_match_played_on_says_that_its_dice_are_not_secret(
    language: str, window: Opens, served: Served
) -> None:
    """A match that is played on from its very beginning says so too."""
    whole = play_out(served, Staging("mmm", 0, 0, options={"cat_steps": 3}))
    table = served.call(served.tables.play_on(whole.id, 0))
    anna = window(Look(language=language))
    anna.go(f"/t/{table.id}")
    words = anna.page.inner_text("details.seal summary")
    assert (KNOWN if language == "en-GB" else "Diese Würfel sind nicht geheim") in words


@pytest.fixture
def finished_log(window: Opens, served: Served, tmp_path: Path) -> Path:
    """Return the log of a finished game, downloaded as a person does it."""
    anna = window()
    id = lay(anna, "mistkaefer", "Anna", ["me", "bot:steady"])
    play = Play(served, served.table(id), {0: anna})
    play.on(choices=2)
    play.skim()
    with anna.page.expect_download() as download:
        anna.press("#result #log")
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_the_downloaded_log_proves_its_dice_and_another_seed_is_found_out(
    finished_log: Path, window: Opens, pasch: Pasch
) -> None:
    page = window()
    verify = ("verify", finished_log, "--language", "en")
    told = pasch(*verify)
    assert (told.code, told.err) == (0, "")
    assert "✗" not in told.out
    assert "✗" not in checked_in(page, finished_log)
    written = finished_log.read_text(encoding="utf-8")
    assert written.count('"seed":"') == 1
    finished_log.write_text(written.replace('"seed":"', '"seed":"0'))
    assert pasch(*verify).code != 0
    assert "✗" in checked_in(page, finished_log)


def checked_in(window: Window, log: Path) -> str:
    window.go("/verify")
    window.page.locator("#file").set_input_files(log)
    window.page.wait_for_selector("#result:visible #verdict:not(:empty)")
    assert window.page.locator("#checks li").count() > 0
    return window.page.locator("#result").inner_text()


def test_two_people_play_again_at_the_next_table(window: Opens, served: Served) -> None:
    anna, ben = window(), window()
    id = lay_in_lobby(anna, "mmm", "Anna", ["me", "open"])
    join_from_lobby(ben, id, "Ben", 1)
    anna.press("#start")
    play = Play(served, served.table(id), {0: anna, 1: ben})
    play.on(choices=1)
    play.skim()
    anna.press("#result #rematch")
    ben.press("#result #next")
    for each in (anna, ben):
        each.page.wait_for_url(lambda url: id not in url)
        each.is_usable("table")
    again = table_in(anna)
    assert table_in(ben) == again
    next_game = Play(served, served.table(again), {0: anna, 1: ben})
    next_game.on(choices=2)
    next_game.shown()


def test_the_dice_of_the_day_are_compared(window: Opens, served: Served) -> None:
    anna, ben = window(), window()
    for each in (anna, ben):
        each.context.clock.set_fixed_time(f"{BEGINS_THE_YEAR}T12:00:00Z")
    code = f"DAILY-{BEGINS_THE_YEAR}"
    anna.go("/")
    anna.press(f'[data-deal="{code}"] button.primary')
    anna.press("#play-first")
    anna.page.locator("dialog #name").fill("Anna")
    anna.press('dialog button[value="play"]')
    anna.is_usable("table")
    play = Play(served, served.table(table_in(anna)), {0: anna})
    play.on(choices=1)
    leave(play, anna)
    ben.go("/")
    ben.press(f'[data-deal="{code}"] a')
    ben.is_usable("deal")
    row = ben.page.locator(f'tr[data-table="{play.table.id}"]')
    assert "Anna" in row.inner_text()
    ben.press("a.button.primary:has-text('Play these dice')")
    ben.is_usable("new-table")
    assert ben.page.locator('input[name="deal"]').input_value() == code


def test_who_left_finds_the_finished_game_and_its_dice(window: Opens, served: Served) -> None:
    table = play_out(served, Staging("so-ein-mist", bots=2, events=0))
    anna = window()
    anna.go(link_of(table))
    anna.press("#dice summary")
    anna.page.wait_for_selector("#dice table")
    assert anna.page.locator("#dice tbody tr").count() >= 6
