"""The files that pages load. Their addresses name a hash of all that they contain, so a browser may
keep what it has for good; by an address without the hash it asks anew."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.server import STATIC
from pasch.server.http.art import pictures
from pasch.server.http.bundle import SCRIPT, script, style
from pasch.server.http.packing import VARIES, is_packable, packed, unpacks

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


@dataclass(frozen=True)
class Asset:
    kind: str
    content: bytes
    packed: bytes | None
    """None: it is short, or compressed by itself."""


@cache
def kept() -> dict[str, Asset]:
    """Every file and bundle in memory, compressed ahead of time."""
    contents = {
        **{name: path.read_bytes() for name, path in assets().items()},
        **{name: text.encode() for name, text in bundles().items()},
    }
    return {name: asset(name, content) for name, content in contents.items()}


def asset(name: str, content: bytes) -> Asset:
    kind = guess_type(name)[0] or "application/octet-stream"
    return Asset(kind, content, packed(content) if is_packable(kind, content) else None)


async def show(request: Request) -> Response:
    """A file that is meant to be loaded, wherever it lies."""
    path = request.path_params["path"]
    below = "art/" if request.scope["path"].startswith("/art/") else ""
    found = kept().get(below + HASHED.sub("", path, count=1))
    if found is None:
        raise HTTPException(404)
    headers = {"etag": f'"{stamp()}"', **VARIES}
    if path.startswith(f"{stamp()}/"):
        headers["cache-control"] = FOR_GOOD
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if found.packed is None or not unpacks(request.headers):
        return Response(found.content, media_type=found.kind, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(found.packed, media_type=found.kind, headers=headers)


routes = [Route("/static/{path:path}", show), Route("/art/{path:path}", show)]
