"""The pages: HTML files of the client, with the addresses of the files they load filled in."""

import json
import re
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pasch.core.game.registry import games
from pasch.core.match.lesson import lessons
from pasch.core.words import Words, words
from pasch.server.http.assets import CLIENT, address, bundled_page
from pasch.server.http.endpoint import (
    Endpoint,
    Handler,
    http_error_response,
    preferred_language,
    tables_of,
)
from pasch.table.model import StoreTrouble, UnknownTable

# A page loads nothing from elsewhere and runs no script but ours; the verifier is a single file,
# so its script and style are part of it.
PAGE_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors {framed}; object-src 'none'"
)
VERIFIER_POLICY = (
    "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "frame-ancestors 'self'"
)

VERIFIER = "/verify"
TABLES = {"/t/{id}": "table", "/learn/{game}/{lesson}": "lesson"}
PAGES = {
    **TABLES,
    "/": "home",
    "/new/{game}": "new-table",
    "/deal/{code}": "deal",
    "/t/{id}/review": "review",
}
NOT_FOUND = "not-found"
PROGRAMS = ("tables", "games", "words", "deals", "health")  # first parts of their addresses
LOADED = re.compile(r'"/static/([^"]+)"')


def show_page(name: str) -> Handler:
    async def show(request: Request) -> Response:
        return html(name) if await is_found(request) else html(NOT_FOUND, 404)

    return show


async def show_verifier(_: Request) -> Response:
    return HTMLResponse(verifier(), headers={"content-security-policy": VERIFIER_POLICY})


@cache
def verifier() -> str:
    return (CLIENT / "verify.html").read_text(encoding="utf-8")


async def is_found(request: Request) -> bool:
    """Return whether the game or the table that the address names exists, as far as is known."""
    named = request.path_params
    try:
        if "id" in named:
            await tables_of(request).find(named["id"])
    except UnknownTable:
        return False
    except StoreTrouble:
        return True
    return is_game_found(named.get("game"), named.get("lesson"))


def is_game_found(key: str | None, lesson: str | None) -> bool:
    if key is None:
        return True
    taught = [each.name for each in lessons(games()[key])] if key in games() else []
    return key in games() and (lesson is None or lesson in taught)


def html(name: str, status: int = 200) -> Response:
    """Return a page. Only a lesson may be framed: the rules show its table as an example."""
    policy = PAGE_POLICY.format(framed="'self'" if name == "lesson" else "'none'")
    return HTMLResponse(shell(name), status, headers={"content-security-policy": policy})


@cache
def shell(name: str) -> str:
    """Return the HTML of a page, which the script of this name fills."""
    text = bundled_page("table" if name in TABLES.values() else "page").replace("{page}", name)
    return LOADED.sub(lambda found: f'"{address(found[1])}"', text)


async def http_error(request: Request, error: Exception) -> Response:
    """Return a page for a browser that asks for an unknown address, JSON for a program."""
    assert isinstance(error, HTTPException)
    is_page = request.url.path.split("/")[1] not in PROGRAMS
    if error.status_code == 404 and is_page and "text/html" in request.headers.get("accept", ""):
        return html(NOT_FOUND, 404)
    return await http_error_response(request, error)


async def show_worker(request: Request) -> Response:
    """Return the service worker. Its address is at the root, so that it works for every page."""
    return Response(worker_in(preferred_language(request)), media_type="text/javascript")


@cache
def worker_in(language: str) -> str:
    script = (CLIENT / "worker.js").read_text(encoding="utf-8")
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
    page = (CLIENT / "offline.html").read_text(encoding="utf-8")
    return re.sub(r"\{\w+\}", lambda found: told[found[0]], page)


endpoints = [
    *(Endpoint("GET", path, show_page(name)) for path, name in PAGES.items()),
    Endpoint("GET", VERIFIER, show_verifier),
    Endpoint("GET", "/worker.js", show_worker),
]
