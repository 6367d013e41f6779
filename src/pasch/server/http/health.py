"""The state of the server for its operator: its health and its figures."""

from ipaddress import ip_address

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pasch.server import metrics
from pasch.server.http.endpoint import Endpoint
from pasch.server.http.responses import tables_of


async def show_health(request: Request) -> dict[str, str]:
    await tables_of(request).store.check()
    return {"status": "ok", "name": "pasch"}


async def show_metrics(request: Request) -> Response:
    """Return the figures to a client on this machine, or at an address that was named."""
    address = request.client.host if request.client else ""
    if not (is_loopback(address) or address in request.app.state.metrics_for):
        raise HTTPException(404)
    return Response(metrics.report(), media_type=CONTENT_TYPE_LATEST)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


endpoints = [
    Endpoint(
        "GET", "/health", show_health, "whether the server and its store are well", dict[str, str]
    ),
    Endpoint("GET", "/metrics", show_metrics),
]
