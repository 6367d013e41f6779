"""The pages: HTML shells, scripts, styles and pictures, as they lie in `static`."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = Path(__file__).parent / "static"

# A page loads nothing from elsewhere and runs no script but ours; the verifier stands alone,
# so its script and style are part of it.
ONLY_OURS = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
ALL_IN_ONE = (
    "default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
)

FILES = {"/t/{id}": "table.html", "/verify": "verify.html"}
SCRIPTS = {  # in the same shell
    "/": "home",
    "/new/{game}": "new",
    "/deal/{code}": "deal",
    "/t/{id}/review": "review",
}
SHELL = (STATIC / "page.html").read_text(encoding="utf-8")


def page(path: str) -> Route:
    headers = {"content-security-policy": ALL_IN_ONE if path == "/verify" else ONLY_OURS}

    async def show(_: Request) -> Response:
        if path in FILES:
            return FileResponse(STATIC / FILES[path], headers=headers)
        return HTMLResponse(SHELL.replace("{page}", SCRIPTS[path]), headers=headers)

    return Route(path, show)


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
    *(page(path) for path in (*FILES, *SCRIPTS)),
    Mount("/static", StaticFiles(directory=STATIC)),
]
