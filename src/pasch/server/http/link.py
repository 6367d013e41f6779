"""The link to a table for other devices, as text and as a QR code."""

import io
import socket
from functools import lru_cache

import segno
from starlette.requests import Request

KEPT = 256  # pictures
HERE = ("localhost", "127.0.0.1", "[::1]")


def own_address() -> str | None:
    """Return this machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address.startswith("127.") else address


def link_to(request: Request, table: str) -> str:
    """Return the link to a table, with an address of the network in place of "this machine"."""
    url = request.url
    host = url.hostname or ""
    if request.app.state.reachable and (host in HERE or f"[{host}]" in HERE):
        host = own_address() or host
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{f'[{host}]' if ':' in host else host}{port}/t/{table}"


@lru_cache(KEPT)
def qr_code(link: str) -> bytes:
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", border=3, light="#fff", scale=4, omitsize=True)
    return picture.getvalue()
