"""A real Chromium, and windows in it that complain of any noise."""

import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from types import TracebackType
from typing import Any, Literal, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.patience import PATIENCE

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
LEFT_THE_PAGE = "net::ERR_ABORTED"  # a request that was still under way when the page was left
PATIENCE_MS = 1000 * PATIENCE
MANY_TABS = 120
# Short pauses are skipped, since nothing moves; longer ones, such as before a reconnect, are kept.
NO_PAUSES = """
    const later = window.setTimeout;
    window.setTimeout = (what, ms, ...rest) => later(what, ms < 300 ? 0 : ms, ...rest);
"""
# The default settings of the tests: the fastest pace, and no choice made by itself.
AT_ONCE = """
    if (location.protocol.startsWith("http")) {
        const kept = JSON.parse(localStorage.getItem("pasch.settings") ?? "{}");
        const quick = JSON.stringify({ pace: "fast", forced: false, ...kept });
        localStorage.setItem("pasch.settings", quick);
    }
"""
# No service worker, which would answer without the server and send notices.
NO_WORKER = "if (navigator.serviceWorker) navigator.serviceWorker.register = async () => {};"
# The page is laid out, found and clicked as usual, but not painted: that takes half of the time.
NOT_PAINTED = """
    const unseen = new CSSStyleSheet();
    unseen.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets = [unseen];
"""
PAINTED = "document.adoptedStyleSheets = []"


@contextmanager
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise FileNotFoundError(f"expected one of {', '.join(NAMES)} on the path, found none")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=ARGUMENTS, timeout=PATIENCE_MS
        )
        try:
            yield browser
        finally:
            browser.close()


def new_context(browser: Browser, **how: Any) -> BrowserContext:
    context = browser.new_context(**how)
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    return context


@dataclass(frozen=True)
class Look:
    """The kind of a window: its size, language, colours and input."""

    width: int = 1280
    height: int = 800
    language: str = "en-GB"
    dark: bool = False
    moving: bool = False
    touch: bool = False
    keys: bool = False
    """Whether the person uses the keyboard only."""
    worker: bool = False
    """Whether the page may start its service worker, which takes long."""
    scale: int = 1

    @property
    def scheme(self) -> Literal["dark", "light"]:
        return "dark" if self.dark else "light"

    @property
    def make(self) -> tuple[str, bool, bool, bool, int]:
        """The part of a look that is fixed when a window is created."""
        return self.language, self.moving, self.touch, self.worker, self.scale


WIDE = Look()
PHONE = Look(width=390, height=844, touch=True)
LYING = Look(width=844, height=390, touch=True)
KEYBOARD = Look(keys=True)


class Windows:
    """Windows to lend. One that is returned and cleared is lent again: opening one takes long."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._ready: dict[tuple[object, ...], list[Window]] = defaultdict(list)

    @contextmanager
    def lend(self, look: Look) -> Iterator["Window"]:
        ready = self._ready[look.make]
        if ready:
            window = ready.pop()
            window.become(look)
        else:
            window = Window(self._browser, self._url, look, painted=False)
        yield window
        complaints = window.complaints
        if window.can_be_washed and window.wash():
            ready.append(window)
        else:
            window.close()
        assert complaints == []

    def close(self) -> None:
        for window in chain.from_iterable(self._ready.values()):
            window.close()


class Window:
    """Somebody's own browser: nothing of it is shared with another window."""

    def __init__(
        self, browser: Browser, url: str, look: Look = WIDE, *, painted: bool = True
    ) -> None:
        self.url = url
        self.look = look
        self.is_as_new = True
        """Whether nothing has changed in the window but what `wash` clears."""
        self._context = new_context(
            browser,
            base_url=url,
            viewport={"width": look.width, "height": look.height},
            locale=look.language,
            color_scheme=look.scheme,
            reduced_motion="no-preference" if look.moving else "reduce",
            has_touch=look.touch,
            is_mobile=look.touch,
            device_scale_factor=look.scale,
        )
        self._context.add_init_script(AT_ONCE)
        if not look.moving:
            self._context.add_init_script(NO_PAUSES)
        if not look.worker:
            self._context.add_init_script(NO_WORKER)
        if not painted:
            self._context.add_init_script(NOT_PAINTED)
        self.noise: list[str] = []
        self._expected: list[str] = []
        self.page = self.open_page()

    @property
    def context(self) -> BrowserContext:
        """The browser's context; a test that asks for it does something that stays."""
        self.is_as_new = False
        return self._context

    def open_page(self) -> Page:
        """Open another tab of the same person."""
        page = self._context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.noise.append(f"uncaught: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.noise.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT_THE_PAGE:
            self.noise.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.noise.append(f"status {response.status}: {response.url}")

    def expect_noise(self, pattern: str) -> None:
        """Expect a line on the console: it is right for what the test does."""
        self._expected.append(pattern)

    @property
    def complaints(self) -> list[str]:
        expected = re.compile("|".join(self._expected) or r"(?!)")
        return [noise for noise in self.noise if not expected.search(noise)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.close()
        if kind is None:
            assert self.complaints == []

    def close(self) -> None:
        self._context.close()

    @property
    def can_be_washed(self) -> bool:
        here = not self.page.is_closed() and self.page.url.startswith(self.url)
        return self.is_as_new and here and len(self._context.pages) == 1

    def wash(self) -> bool:
        """Forget what was kept from before; return whether that worked.

        It takes half the time of a new context. It fails if the page was just on its way elsewhere.
        """
        try:
            self.page.evaluate("sessionStorage.clear()")
        except Error:
            return False
        self.page.goto("about:blank")
        everything = {"origin": self.url, "storageTypes": "all"}
        self._context.new_cdp_session(self.page).send("Storage.clearDataForOrigin", everything)
        self.noise.clear()
        self._expected.clear()
        return True

    def become(self, look: Look) -> None:
        """Change the colour scheme and the size of the window to those of this look."""
        self.look = look
        self.page.emulate_media(color_scheme=look.scheme)
        self.resize(look.width, look.height)

    def go(self, path: str) -> None:
        """Open a page and wait until it can be used."""
        self.page.goto(path)
        self.is_usable()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def is_usable(self, page: str = "") -> None:
        wanted = f'[data-page="{page}"]' if page else ""
        self.page.wait_for_selector(f'body[data-ready="true"]{wanted}')

    def press(self, what: str | Locator) -> None:
        """Click, tap where there is no mouse, or press a key where there is neither."""
        target = self.page.locator(what) if isinstance(what, str) else what
        if self.look.keys:
            self.tab_to(target)
            self.page.keyboard.press("Enter")
        elif self.look.touch:
            target.tap()
        else:
            target.click()

    def tab_to(self, target: Locator) -> None:
        target.wait_for()
        for _ in range(MANY_TABS):
            if target.evaluate("target => target === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"expected to reach {target} within {MANY_TABS} presses of Tab")

    @property
    def scrolls_sideways(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))

    def describe(self) -> str:
        """Return the state of the page, for the message of a failed test."""
        try:
            attributes = self.page.evaluate("({...document.body.dataset})")
            prompt = self.page.locator("#prompt").first.inner_text(timeout=500)
        except Error as problem:
            return f"{self.page.url}: {problem}"
        return f"{self.page.url} {attributes} {prompt!r} noise {self.noise}"
