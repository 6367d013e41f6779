"""The files that pages load: one script, a style sheet for each kind of page, pictures, fonts.

Their addresses contain a hash of all files, so that a browser may cache them forever; at an address
without the hash it asks the server again.

All modules of the client are served as one script: each file less is one request less to wait for.
A module is named by its path in the client's folder, such as "board/layout". Modules stay as they
were written, each in a scope of its own that runs when it is first needed.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.server.http.compression import VARIES, accepts_gzip, compress, is_compressible
from pasch.server.http.endpoint import Endpoint

CLIENT = Path(__file__).parents[2] / "client"
PICTURES = CLIENT / "art"
SCRIPT = "pages/pasch.js"
PICTURES_MODULE = "art/pictures"
SHELLS = ("page", "table")
FOREVER = "public, max-age=31536000, immutable"
HASHED = re.compile(r"[0-9a-f]{16}/")
CODE_POINTS = re.compile(r"[0-9a-f]+(-[0-9a-f]+)*")
UNQUOTED = " '=:;,/()@!$*?+-"
IMPORTED = re.compile(r'^import \{([^}]*)\} from "(\.[\w./-]+)\.js";$', re.MULTILINE)
EXPORTED = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
STYLE = re.compile(r' *<link rel="stylesheet" href="/static/css/([^"]+)">\n')
SCRIPT_BEGINS = """\
const modules = {};
const run = {};
const use = (name) => (run[name] ??= modules[name]());
"""
SCRIPT_ENDS = "use(`pages/${document.body.dataset.page}`);\n"


@cache
def pictures() -> dict[str, Path]:
    """Return every picture by the code points of its emoji; the client's own precede a game's."""
    folders = [*(game.folder / "art" for game in games().values()), PICTURES]
    found = (path for folder in folders for path in folder.glob("*.svg"))
    return {path.stem: path for path in found if CODE_POINTS.fullmatch(path.stem)}


def pictures_module() -> str:
    """Return a JavaScript module with all pictures, so that a page fetches one file."""
    lines = (f'  ["{name}", "{data_url(path)}"],\n' for name, path in sorted(pictures().items()))
    return f"export const PICTURES = new Map([\n{''.join(lines)}]);\n"


def data_url(path: Path) -> str:
    drawing = path.read_text(encoding="utf-8").strip().replace('"', "'")
    return f"data:image/svg+xml,{quote(drawing, safe=UNQUOTED)}"


def modules() -> dict[str, Path]:
    """Return every module of the client by its name."""
    paths = sorted(CLIENT.glob("*/*.js"))
    return {path.relative_to(CLIENT).with_suffix("").as_posix(): path for path in paths}


@cache
def script() -> str:
    """Return all modules as one script, which runs the module of the page."""
    sources = {name: path.read_text("utf-8") for name, path in modules().items()}
    sources[PICTURES_MODULE] = pictures_module()
    scopes = (scope(name, source) for name, source in sources.items())
    return "\n".join([SCRIPT_BEGINS, *scopes, SCRIPT_ENDS])


def scope(name: str, source: str) -> str:
    """Return a module as a function that returns what the module exports."""
    folder = posixpath.dirname(name)

    def as_use(found: "re.Match[str]") -> str:
        names = found[1].replace(" as ", ": ")
        return f'const {{{names}}} = use("{posixpath.normpath(f"{folder}/{found[2]}")}");'

    exported = ", ".join(name for _, name in EXPORTED.findall(source))
    body = EXPORTED.sub(r"\1", IMPORTED.sub(as_use, source))
    return f'modules["{name}"] = () => {{\n{body}\nreturn {{ {exported} }};\n}};\n'


@cache
def style(page: str) -> str:
    """Return all style sheets that an HTML file of the client names, in their order."""
    names = STYLE.findall((CLIENT / f"{page}.html").read_text("utf-8"))
    return "\n".join((CLIENT / "css" / name).read_text("utf-8") for name in names)


def bundled_page(page: str) -> str:
    """Return an HTML file of the client, with one script and one style sheet."""
    text = (CLIENT / f"{page}.html").read_text("utf-8")
    first, *others = STYLE.finditer(text)
    for found in reversed(others):
        text = text[: found.start()] + text[found.end() :]
    one = first[0].replace(f"css/{first[1]}", f"pages/{page}.css")
    return text.replace(first[0], one).replace("pages/{page}.js", SCRIPT)


@cache
def bundles() -> dict[str, str]:
    """Return what is made of several files, by its path."""
    styles = {f"pages/{page}.css": style(page) for page in SHELLS}
    return {SCRIPT: script(), **styles}


@cache
def assets() -> dict[str, Path]:
    """Return every other file by its path: the client's, pictures, and those of games."""
    ours = (path for path in CLIENT.rglob("*.*") if path.suffix not in (".html", ".js", ".css"))
    return {
        **{path.relative_to(CLIENT).as_posix(): path for path in ours},
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
def stamp() -> str:
    """Return the hash of all files."""
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
        headers["cache-control"] = FOREVER
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
