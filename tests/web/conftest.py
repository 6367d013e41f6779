"""A server for requests, and one with a browser and windows in it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.compiled import compile_every_game
from tests.web.browser import WIDE, Look, Window, Windows, chromium
from tests.web.serving import Served

Opens = Callable[..., Window]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def http(store: Path) -> Iterator[TestClient]:
    with TestClient(create_app(str(store))) as client:
        yield client


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    compile_every_game()
    with Served(tmp_path_factory.mktemp("store") / "tables.sqlite") as served:
        yield served


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
    """Opens windows; each must have been quiet when the test ends."""
    with ExitStack() as lent:

        def open_window(look: Look = WIDE) -> Window:
            return lent.enter_context(windows.lend(look))

        yield open_window
