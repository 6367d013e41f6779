"""A browser and windows in it, on a server."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.client.browser import WIDE, Look, Window, Windows, chromium
from tests.server.conftest import http, served, store
from tests.server.serving import Served

__all__ = ["browser", "http", "served", "store", "window", "windows"]
Opens = Callable[..., Window]


@pytest.fixture(scope="package")  # an event loop runs here as long as the browser does
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def windows(browser: Browser, served: Served) -> Iterator[Windows]:
    windows = Windows(browser, served.url)
    yield windows
    windows.close()


@pytest.fixture
def window(windows: Windows) -> Iterator[Opens]:
    """Yield a function that opens windows; each must have been quiet when the test ends."""
    with ExitStack() as lent:

        def open_window(look: Look = WIDE) -> Window:
            return lent.enter_context(windows.lend(look))

        yield open_window
