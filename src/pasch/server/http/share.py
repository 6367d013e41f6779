"""The link to a table, for the phone beside you."""

import io
import socket
from functools import lru_cache

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.server.http.responses import answer, at_table
from pasch.table.pools import Pool
from pasch.table.table import Table

KEPT = 256  # pictures
HERE = ("localhost", "127.0.0.1", "[::1]")


class Link(msgspec.Struct, frozen=True):
    link: str


def own_address() -> str | None:
    """This machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def link_to(request: Request, table: str) -> str:
    """As another device reaches it: an address of the network in place of "this machine"."""
    url = request.url
    host = url.hostname or ""
    bound_wide = request.app.state.reachable
    if bound_wide and (host in HERE or f"[{host}]" in HERE):
        host = own_address() or host
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{f'[{host}]' if ':' in host else host}{port}/t/{table}"


@at_table
async def show_link(request: Request, table: Table) -> Response:
    return answer(Link(link_to(request, table.id)))


@at_table
async def show_qr(request: Request, table: Table) -> Response:
    pool: Pool = request.app.state.pool
    return Response(await pool.do(drawn, link_to(request, table.id)), media_type="image/svg+xml")


@lru_cache(KEPT)
def drawn(link: str) -> bytes:
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", border=3, light="#fff", scale=4, omitsize=True)
    return picture.getvalue()


routes = [
    Route("/tables/{id}/link", show_link),
    Route("/tables/{id}/qr.svg", show_qr),
]
