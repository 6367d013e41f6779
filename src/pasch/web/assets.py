"""The files that pages load. Their addresses name a hash of all that they contain, so a browser may
keep what it has for good; by an address without the hash it asks anew."""

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pasch.core.facts import Game
from pasch.core.registry import games
from pasch.web import STATIC
from pasch.web.art import pictures, pictures_script

FOR_GOOD = "public, max-age=31536000, immutable"
HASHED = re.compile(r"[0-9a-f]{16}/")
IMPORTED = re.compile(r'^(?:import|\}) .*from "\./([\w-]+\.js)";$', re.MULTILINE)
PICTURES = "art/pictures.js"


@cache
def assets() -> dict[str, Path]:
    """Every file by its path: the client's, pictures of emoji, and what games bring."""
    ours = (path for path in STATIC.rglob("*.*") if path.suffix != ".html")
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
def stamp() -> str:
    content = hashlib.sha256(pictures_script().encode())
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


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """A script of ours and all that it imports, itself or by what it imports."""
    found: dict[str, None] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += IMPORTED.findall((STATIC / "js" / name).read_text(encoding="utf-8"))
    return tuple(found)


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


async def show_pictures(request: Request) -> Response:
    script = Response(pictures_script(), media_type="text/javascript")
    return kept(f"{request.path_params.get('stamp')}/", script)


routes: list[BaseRoute] = [
    Route(f"/static/{PICTURES}", show_pictures),
    Route(f"/static/{{stamp}}/{PICTURES}", show_pictures),
    Mount("/static", Assets()),
    Mount("/art", Assets("art/")),
]
