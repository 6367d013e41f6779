"""Pictures of emoji: the client's own, and those that each game's folder brings along."""

import os
import re
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from pasch.core.registry import games
from pasch.web.pages import STATIC

OURS = STATIC / "art"
CODE_POINTS = re.compile(r"[0-9a-f]+(-[0-9a-f]+)*")


@cache
def pictures() -> dict[str, Path]:
    """Every picture by the code points of its emoji; the client's own come before a game's."""
    folders = [*(game.folder / "art" for game in games().values()), OURS]
    found = (path for folder in folders for path in folder.glob("*.svg"))
    return {path.stem: path for path in found if CODE_POINTS.fullmatch(path.stem)}


class Pictures(StaticFiles):
    """Files like all others, but only those that are pictures, wherever they lie."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        name, _, kind = path.partition(".")
        found = pictures().get(name) if kind == "svg" else None
        return (str(found), found.stat()) if found else ("", None)


async def list_pictures(_: Request) -> Response:
    """A module, so that it is loaded beside the other scripts of a page and none waits for it."""
    names = "".join(f'  "{name}",\n' for name in sorted(pictures()))
    script = f"export const PICTURES = new Set([\n{names}]);\n"
    return Response(script, media_type="text/javascript")


routes: list[BaseRoute] = [
    Route("/art/pictures.js", list_pictures),
    Mount("/art", Pictures(directory=OURS)),
]
