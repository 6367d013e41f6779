"""Measures a click at a real server: the files with a function that runs until all see it.

Two people and a watcher sit at a table. It is counted from a choice to the moment when the last
of the three was sent what changed: in Python by a profiler, in JavaScript by the coverage that
Chromium counts in the pages of both people. A file that only holds types has no function that runs.

    python docs/clicks.py    prints the files
"""

import asyncio
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pasch"
GAME = {"game": "mmm", "seats": 2, "starter": 0, "deal": "WALK"}
PEOPLE = {name: f"{name}-0123456789abcdef-walk" for name in ("Anna", "Ben")}

SCRIPT = "/pasch.js"
"""Every module of the client, in one script."""

APART = "pasch-answers"
"""The thread in which a server prepares its pages when it starts; it has no part in a click."""

MODULE = re.compile(r'modules\["([^"]+)"\] = ')

Message = dict[str, Any]


class Trace:
    """A record of the files of the package whose functions run while it is switched on."""

    def __init__(self) -> None:
        self.files: set[Path] = set()
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if self.is_on and event == "call" and not threading.current_thread().name.startswith(APART):
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(PACKAGE):
                self.files.add(path)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen in this thread and in all that are started from now on."""
        threading.setprofile(self)
        sys.setprofile(self)
        yield
        sys.setprofile(None)
        threading.setprofile(None)


class Viewer:
    """The client's end of a socket, without a network between."""

    def __init__(self, sent: Callable[["Viewer", list[Message]], None]) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._sent = sent
        self.received: list[Message] = []
        self._messages.put_nowait({"type": "websocket.connect"})

    def say(self, kind: str, content: Any = None, version: int = 0) -> None:
        text = json.dumps({"t": kind, "id": 1, "v": version, "d": content or {}})
        self._messages.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> Message:
        return await self._messages.get()

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            messages = json.loads(message["text"])
            self.received += messages
            self._sent(self, messages)


class Server:
    """The application, spoken to as a web server speaks to it."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(
        self, method: str, path: str, content: Any = None, token: str = ""
    ) -> dict[str, Any]:
        """Make a request and return its JSON."""
        scope = scope_of("http", path, method=method, token=token)
        body = b"" if content is None else json.dumps(content).encode()
        answer = bytearray()

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Mapping[str, Any]) -> None:
            answer.extend(message.get("body", b""))

        await self._app(scope, receive, send)
        told: dict[str, Any] = json.loads(answer)
        return told

    def connect(self, path: str, viewer: Viewer) -> None:
        scope = scope_of("websocket", path)
        self._tasks.add(asyncio.create_task(self._app(scope, viewer.receive, viewer.send)))


def scope_of(kind: str, path: str, method: str = "", token: str = "") -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    if token:
        headers.append((b"authorization", f"Bearer {token}".encode()))
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "subprotocols": [],
        "state": {},
    }


def python_of_a_click() -> set[Path]:
    """Return the Python files that run from a choice to what the last viewer is sent."""
    trace = Trace()
    with tempfile.TemporaryDirectory() as folder, trace.installed():
        asyncio.run(click(trace, Path(folder) / "tables.sqlite3"))
    return trace.files


async def click(trace: Trace, database: Path) -> None:
    from pasch.server.app import create_app  # noqa: PLC0415 - traced from its import on

    app = create_app(str(database))
    async with app.router.lifespan_context(app):
        server = Server(app)
        table = f"/tables/{(await server.ask('POST', '/tables', GAME))['id']}"
        for name, token in PEOPLE.items():
            sits = {"name": name, "token": token, "salt": "5e" * 16}
            await server.ask("POST", f"{table}/seats", sits)
        waiting: set[Viewer] = set()
        shown = asyncio.Event()

        def sent(viewer: Viewer, messages: list[Message]) -> None:
            if trace.is_on and any(message["t"] == "frames" for message in messages):
                waiting.discard(viewer)
                if not waiting:
                    trace.is_on = False
                    shown.set()

        viewers = [Viewer(sent) for _ in (*PEOPLE, "a watcher")]
        for viewer, token in zip(viewers, (*PEOPLE.values(), ""), strict=True):
            server.connect(f"{table}/live", viewer)
            viewer.say("hello", {"token": token, "language": "en"})
        anna, token = viewers[0], PEOPLE["Anna"]
        await server.ask("POST", f"{table}/start", token=token)
        turn = await turn_of(server, table, token)
        waiting |= {*viewers}
        trace.is_on = True
        anna.say("choose", {"action": turn["choices"][0]["action"]}, turn["version"])
        await asyncio.wait_for(shown.wait(), 60)


async def turn_of(server: Server, table: str, token: str) -> dict[str, Any]:
    """Wait until it is this person's turn, and every viewer was told."""
    while not (turn := await server.ask("GET", f"{table}/turn", token=token))["yours"]:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)
    return turn


def javascript_of_a_click() -> set[str]:
    """Return the modules of the client with a function that runs in the page of either person."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url:
        table = ask(f"{url}/tables", GAME)["id"]
        for name, token in PEOPLE.items():
            sits = {"name": name, "token": token, "salt": "5e" * 16}
            ask(f"{url}/tables/{table}/seats", sits)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium())
            pages = [opened(browser, f"{url}/t/{table}#{token}") for token in PEOPLE.values()]
            pages[0].click("#start")
            pages[0].wait_for_selector("#table .can, #buttons [data-choice]")
            ready = 'body[data-busy="false"]:not([data-sending])'
            for page in pages:
                page.wait_for_selector(ready)
            counters = [Counters(page) for page in pages]
            events = [page.evaluate("document.body.dataset.event") for page in pages]
            choose(pages[0])
            for page, event in zip(pages, events, strict=True):
                page.wait_for_selector(f'{ready}:not([data-event="{event}"])')
            return set().union(*(counter.modules() for counter in counters))


class Counters:
    """A count of the functions that run in a page from its creation on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._session.send("Profiler.enable")
        self._session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        self._session.send("Profiler.takePreciseCoverage")  # what was counted before is forgotten

    def modules(self) -> set[str]:
        """Return the modules of the page's one script that ran."""
        found: set[str] = set()
        for script in self._session.send("Profiler.takePreciseCoverage")["result"]:
            if script["url"].endswith(SCRIPT):
                source = self._page.evaluate(
                    "url => fetch(url).then((s) => s.text())", script["url"]
                )
                starts = [(match.start(), match[1]) for match in MODULE.finditer(source)]
                ran = [
                    function["ranges"][0]["startOffset"]
                    for function in script["functions"]
                    if function["ranges"][0]["count"]
                ]
                found |= {name for at in ran for name in [module_at(starts, at)] if name}
        return found


def module_at(starts: list[tuple[int, str]], at: int) -> str:
    before = [name for start, name in starts if start <= at]
    return before[-1] if before else ""


def choose(page: Page) -> None:
    """Click the first choice, on the board or below it, as often as it asks."""
    event = page.evaluate("document.body.dataset.event")
    while page.evaluate("document.body.dataset.event") == event:
        buttons = page.locator("#buttons [data-choice]:visible")
        (buttons if buttons.count() else page.locator("#table .can")).first.click()
        page.wait_for_timeout(300)


def opened(browser: Browser, url: str) -> Page:
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.goto(url)
    page.wait_for_selector("#table, #gather")
    return page


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run `pasch serve` with a store of its own; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    where = ["--host", "127.0.0.1", "--port", str(port), "--database", str(folder / "tables")]
    with subprocess.Popen(
        [sys.executable, "-m", "pasch", "serve", *where], stdout=subprocess.DEVNULL
    ) as process:
        try:
            while not answers(url):
                time.sleep(0.2)
            yield url
        finally:
            process.terminate()


def answers(url: str) -> bool:
    try:
        ask(f"{url}/health")
    except OSError:
        return False
    return True


def ask(url: str, content: Any = None) -> dict[str, Any]:
    """Make a request over the network and return its JSON."""
    body = None if content is None else json.dumps(content).encode()
    asked = urllib.request.Request(url, body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def chromium() -> str:
    """Return the path of a Chromium, or refuse to measure without one."""
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
    if found is None:
        raise SystemExit("the click is measured in a real browser: install chromium")
    return found


if __name__ == "__main__":
    for path in sorted(python_of_a_click()):
        print(path.relative_to(PACKAGE))
    for module in sorted(javascript_of_a_click()):
        print(f"client/{module}.js")
