"""The files that pages load. Their addresses name a hash of all that they contain, so a browser may
keep what it has for good; by an address without the hash it asks anew."""

import gzip
import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pasch.core.facts import Game
from pasch.core.registry import games
from pasch.web import STATIC
from pasch.web.art import pictures
from pasch.web.bundle import SCRIPT, script, style

FOR_GOOD = "public, max-age=31536000, immutable"
SHELLS = ("page", "table")
HASHED = re.compile(r"[0-9a-f]{16}/")


@cache
def assets() -> dict[str, Path]:
    """Every file by its path: the client's, pictures of emoji, and what games bring."""
    ours = (path for path in STATIC.rglob("*.*") if path.suffix not in (".html", ".js", ".css"))
    return {
        **{path.relative_to(STATIC).as_posix(): path for path in ours},
        **{f"art/{path.name}": path for path in pictures().values()},
        **{
            f"art/{game.key}/{path.name}": path
            for game in games().values()
            for path in brought(game)
        },
    }


def brought(game: Game) -> Iterable[Path]:
    """The style sheet of its board, where it has one, and its drawings."""
    yield from game.folder.glob("board.css")
    yield from (game.folder / "art").glob("*.svg")


@cache
def bundles() -> dict[str, str]:
    """What is made of several files, likewise."""
    styles = {f"pages/{page}.css": style(page) for page in SHELLS}
    return {SCRIPT: script(), **styles}


@cache
def packed(name: str) -> bytes:
    """Once, not for everybody who asks."""
    return gzip.compress(bundles()[name].encode())


@cache
def stamp() -> str:
    content = hashlib.sha256()
    for name, text in sorted(bundles().items()):
        content.update(name.encode() + b"\0" + text.encode())
    for name, path in sorted(assets().items()):
        content.update(name.encode() + b"\0" + path.read_bytes())
    return content.hexdigest()[:16]


def address(name: str) -> str:
    """Where a page finds a file."""
    return f"/static/{stamp()}/{name}"


def board_of(game: Game) -> str:
    """The address of the style sheet of its board, or ""."""
    name = f"art/{game.key}/board.css"
    return address(name) if name in assets() else ""


class Assets(StaticFiles):
    """Files like all others, but only those that are meant to be loaded, wherever they lie."""

    def __init__(self, below: str = "") -> None:
        super().__init__(directory=STATIC)
        self.below = below

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        found = assets().get(self.below + HASHED.sub("", path, count=1))
        return (str(found), found.stat()) if found else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        return kept(path, await super().get_response(path, scope))


def kept(path: str, response: Response) -> Response:
    if path.startswith(f"{stamp()}/"):
        response.headers["cache-control"] = FOR_GOOD
    return response


async def show_bundle(request: Request) -> Response:
    name = f"pages/{request.path_params['name']}"
    if name not in bundles():
        raise HTTPException(404)
    kind = "text/javascript" if name == SCRIPT else "text/css"
    if "gzip" in request.headers.get("accept-encoding", ""):
        how = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        bundle = Response(packed(name), media_type=kind, headers=how)
    else:
        bundle = Response(bundles()[name], media_type=kind)
    return kept(f"{request.path_params.get('stamp')}/", bundle)


routes: list[BaseRoute] = [
    Route("/static/pages/{name}", show_bundle),
    Route("/static/{stamp}/pages/{name}", show_bundle),
    Mount("/static", Assets()),
    Mount("/art", Assets("art/")),
]
