"""The files that pages load.

Their addresses contain a hash of all files, so that a browser may cache them forever; at an address
without the hash it asks the server again.
"""

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

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.server import STATIC
from pasch.server.http.art import pictures
from pasch.server.http.bundle import SCRIPT, script, style
from pasch.server.http.compression import VARIES, accepts_gzip, compress, is_compressible
from pasch.server.http.endpoint import Endpoint

FOR_GOOD = "public, max-age=31536000, immutable"
SHELLS = ("page", "table")
HASHED = re.compile(r"[0-9a-f]{16}/")


@cache
def assets() -> dict[str, Path]:
    """Return every file by its path: the client's, pictures of emoji, and those of games."""
    ours = (path for path in STATIC.rglob("*.*") if path.suffix not in (".html", ".js", ".css"))
    return {
        **{path.relative_to(STATIC).as_posix(): path for path in ours},
        **{f"art/{path.name}": path for path in pictures().values()},
        **{
            f"art/{game.key}/{path.name}": path
            for game in games().values()
            for path in files_of(game)
        },
    }


def files_of(game: Game) -> Iterable[Path]:
    """Yield the style sheet of a game's board, if it has one, and its drawings."""
    yield from game.folder.glob("board.css")
    yield from (game.folder / "art").glob("*.svg")


@cache
def bundles() -> dict[str, str]:
    """Return what is made of several files, by its path."""
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
    """Return the address of a file."""
    return f"/static/{stamp()}/{name}"


def board_of(game: Game) -> str:
    """Return the address of the style sheet of a game's board, or ""."""
    name = f"art/{game.key}/board.css"
    return address(name) if name in assets() else ""


@dataclass(frozen=True)
class Asset:
    """A file in memory."""

    media_type: str
    content: bytes
    compressed: bytes | None
    """None if it is short, or of a compressed format."""


@cache
def loaded() -> dict[str, Asset]:
    """Return every file and bundle, compressed ahead of time."""
    contents = {
        **{name: path.read_bytes() for name, path in assets().items()},
        **{name: text.encode() for name, text in bundles().items()},
    }
    return {name: asset(name, content) for name, content in contents.items()}


def asset(name: str, content: bytes) -> Asset:
    media_type = guess_type(name)[0] or "application/octet-stream"
    compressed = compress(content) if is_compressible(media_type, content) else None
    return Asset(media_type, content, compressed)


async def show_asset(request: Request) -> Response:
    path = request.path_params["path"]
    below = "art/" if request.scope["path"].startswith("/art/") else ""
    found = loaded().get(below + HASHED.sub("", path, count=1))
    if found is None:
        raise HTTPException(404)
    headers = {"etag": f'"{stamp()}"', **VARIES}
    if path.startswith(f"{stamp()}/"):
        headers["cache-control"] = FOR_GOOD
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if found.compressed is None or not accepts_gzip(request.headers):
        return Response(found.content, media_type=found.media_type, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(found.compressed, media_type=found.media_type, headers=headers)


endpoints = [
    Endpoint("GET", "/static/{path:path}", show_asset),
    Endpoint("GET", "/art/{path:path}", show_asset),
]
