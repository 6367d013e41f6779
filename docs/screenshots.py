"""Makes the pictures of the table in the browser, and refuses one where anything is cut off."""

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pasch.arena.report.page import study_page  # noqa: E402 - found from the root
from pasch.arena.run import on_cores  # noqa: E402
from pasch.arena.study import outline, run_study  # noqa: E402
from pasch.core.game.registry import load  # noqa: E402
from pasch.core.page import write_page  # noqa: E402
from pasch.core.words import words  # noqa: E402
from tests.client.browser import PHONE, WIDE, Look, Window, chromium  # noqa: E402
from tests.client.layout import overlaps, troubles  # noqa: E402
from tests.client.playing import Play  # noqa: E402
from tests.client.staging import MOMENTS, Staging, link_of, moment_of, play_out, play_to  # noqa: E402
from tests.compiled import compile_every_game  # noqa: E402 - found from the root
from tests.server.serving import Served  # noqa: E402

PICTURES = ROOT / "docs" / "pictures" / "web"
QUALITY = 82
A_REVIEW_MS = 300_000
SHARP_PHONE = Look(PHONE.width, PHONE.height, touch=True, scale=2)
DARK = Look(dark=True)
SOME_DAY = datetime(2026, 11, 15, 12, tzinfo=UTC)  # the home page tells the date


def picture(window: Window, name: str) -> None:
    """Take a picture of the window, if all of it can be seen."""
    window.page.evaluate(
        "() => Promise.all(Array.from(document.images, (image) => image.decode()))"
    )
    found = troubles(window.page) + overlaps(window.page)
    if found:
        raise SystemExit("\n".join([f"{name}: expected nothing cut off or covered", *found]))
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.jpg"
    window.page.screenshot(path=path, type="jpeg", quality=QUALITY, animations="disabled")


def game(served: Served, browser: Browser, moment: Staging) -> None:
    table = play_to(served, moment)
    looks = {"wide": WIDE, "phone": SHARP_PHONE}
    if moment == moment_of("so-ein-mist"):
        looks["dark"] = DARK
    for name, look in looks.items():
        with Window(browser, served.url, look) as window:
            window.go(link_of(table))
            Play(served, table, {0: window}).shown()
            picture(window, f"{moment.game}-{name}")


def home(served: Served, browser: Browser) -> None:
    for name, look in {"wide": WIDE, "phone": SHARP_PHONE}.items():
        with Window(browser, served.url, look) as window:
            window.page.clock.set_fixed_time(SOME_DAY)
            window.go("/")
            picture(window, f"home-{name}")


def lesson(served: Served, browser: Browser) -> None:
    for name, look in {"wide": WIDE, "phone": SHARP_PHONE}.items():
        with Window(browser, served.url, look) as window:
            window.go("/learn/mmm/1-first")
            window.page.wait_for_selector('body[data-step="0"][data-busy="false"]')
            window.press("#lesson-next")
            window.page.wait_for_selector('body[data-step="1"][data-busy="false"]')
            window.page.screenshot(
                path=PICTURES / f"lesson-{name}.jpg", type="jpeg", quality=QUALITY
            )


def result(served: Served, browser: Browser) -> None:
    table = play_out(served, moment_of("mice-to-meet-you"))
    with Window(browser, served.url, WIDE) as window:
        window.go(link_of(table))
        window.page.wait_for_selector("#result h2")
        picture(window, "result-wide")


def coach(served: Served, browser: Browser) -> None:
    """Take pictures of a hint, and of the review of a whole match."""
    table = play_to(served, moment_of("so-ein-mist"))
    for name, look in {"wide": WIDE, "phone": SHARP_PHONE}.items():
        with Window(browser, served.url, look) as window:
            window.go(link_of(table))
            Play(served, table, {0: window}).shown()
            window.press("#hint")
            window.page.wait_for_selector(".worth.best")
            window.page.wait_for_selector(".chances li")
            picture(window, f"hint-{name}")
    over = play_out(served, moment_of("so-ein-mist"))
    with Window(browser, served.url, WIDE) as window:
        window.page.goto(f"/t/{over.id}/review")
        window.page.wait_for_selector(".account", timeout=A_REVIEW_MS)
        picture(window, "review-wide")


def report(browser: Browser, folder: Path) -> None:
    """Take a picture of the page of a study."""
    outlines = outline(load("mmm"), {"cat_steps": "9,10,11"}, "quick", games=100)
    study = run_study(outlines, folder, on_cores())
    write_page(folder / "study.html", study_page(study, words("en")))
    for name, look in {"wide": WIDE, "phone": SHARP_PHONE}.items():
        with Window(browser, folder.as_uri(), look) as window:
            window.page.goto((folder / "study.html").as_uri())
            picture(window, f"study-{name}")


def main() -> None:
    compile_every_game()
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder) / "tables.sqlite") as served,
        chromium() as browser,
    ):
        home(served, browser)
        for moment in MOMENTS:
            game(served, browser, moment)
        lesson(served, browser)
        result(served, browser)
        coach(served, browser)
        report(browser, Path(folder) / "study")


if __name__ == "__main__":
    main()
