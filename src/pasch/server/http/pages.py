"""The pages: HTML shells as they lie in `static`, naming the files they load."""

import json
import re
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.core.game.registry import games
from pasch.core.match.lesson import lessons
from pasch.core.words import Words, words
from pasch.server import STATIC
from pasch.server.http.assets import address
from pasch.server.http.bundle import gathered
from pasch.server.http.responses import refuse_http, spoken_by
from pasch.table.model.errors import StoreTrouble, UnknownTable
from pasch.table.tables import Tables

# A page loads nothing from elsewhere and runs no script but ours; the verifier stands alone,
# so its script and style are part of it.
ONLY_OURS = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors {framed}; object-src 'none'"
)
ALL_IN_ONE = (
    "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "frame-ancestors 'self'"
)

ALONE = "/verify"
TABLES = {"/t/{id}": "table", "/learn/{game}/{lesson}": "lesson"}
SCRIPTS = {
    "/": "home",
    "/new/{game}": "new-table",
    "/deal/{code}": "deal",
    "/t/{id}/review": "review",
}
LOST = "not-found"
PROGRAMS = ("tables", "games", "words", "deals", "health")  # what only programs ask for
LOADED = re.compile(r'"/static/([^"]+)"')


def page(path: str) -> Route:
    async def show(request: Request) -> Response:
        if path == ALONE:
            headers = {"content-security-policy": ALL_IN_ONE}
            return HTMLResponse(verifier(), headers=headers)
        if not await leads_somewhere(request):
            return html(LOST, 404)
        return html({**TABLES, **SCRIPTS}[path])

    return Route(path, show)


@cache
def verifier() -> str:
    return (STATIC / "verify.html").read_text(encoding="utf-8")


async def leads_somewhere(request: Request) -> bool:
    """Whether there is the game or the table that the address names, as far as one can say."""
    named = request.path_params
    tables: Tables = request.app.state.tables
    try:
        if "id" in named:
            await tables.find(named["id"])
    except UnknownTable:
        return False
    except StoreTrouble:
        return True
    return leads_to_game(named.get("game"), named.get("lesson"))


def leads_to_game(key: str | None, lesson: str | None) -> bool:
    if key is None:
        return True
    taught = [each.name for each in lessons(games()[key])] if key in games() else []
    return key in games() and (lesson is None or lesson in taught)


def html(name: str, status: int = 200) -> Response:
    """The rules frame a lesson's table as an example; nothing else may be framed."""
    policy = ONLY_OURS.format(framed="'self'" if name == "lesson" else "'none'")
    return HTMLResponse(shell(name), status, headers={"content-security-policy": policy})


@cache
def shell(name: str) -> str:
    """A table or a plain page, filled by the script of this name."""
    text = gathered("table" if name in TABLES.values() else "page").replace("{page}", name)
    return LOADED.sub(lambda found: f'"{address(found[1])}"', text)


async def lose(request: Request, error: Exception) -> Response:
    """For somebody with a browser a page; for a program what was wrong."""
    assert isinstance(error, HTTPException)
    is_page = request.url.path.split("/")[1] not in PROGRAMS
    if error.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
        return html(LOST, 404)
    return await refuse_http(request, error)


async def worker(request: Request) -> Response:
    """Lies at the root, so that it may speak for every page; what it says is part of it."""
    return Response(worker_in(spoken_by(request)), media_type="text/javascript")


@cache
def worker_in(language: str) -> str:
    script = (STATIC / "worker.js").read_text(encoding="utf-8")
    offline = json.dumps(offline_page(words(language)))
    return script.replace('"{offline}"', offline)


def offline_page(say: Words) -> str:
    told = {
        "{language}": say.language,
        "{title}": say("No connection"),
        "{why}": say(
            "The table can't be reached. Nothing is lost: your seat and your game wait there."
        ),
        "{again}": say("Try again"),
    }
    page = (STATIC / "offline.html").read_text(encoding="utf-8")
    return re.sub(r"\{\w+\}", lambda found: told[found[0]], page)


class Careful:
    """Headers for every answer: ask whether a file changed, believe its type, tell nobody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_carefully(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                message["headers"] += [header for header in HEADERS if header[0] not in names]
            await send(message)

        await self.app(scope, receive, send_carefully)


HEADERS = [
    (b"cache-control", b"no-cache"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]

routes: list[BaseRoute] = [
    *(page(path) for path in (*TABLES, *SCRIPTS, ALONE)),
    Route("/worker.js", worker),
]
