"""The whole server as one ASGI application on one store, with the endpoints about itself."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache
from ipaddress import ip_address
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from pasch.core.errors import PaschError
from pasch.core.words import LANGUAGES
from pasch.server import metrics
from pasch.server.http import assets, games, pages, tables
from pasch.server.http.compression import Compression
from pasch.server.http.endpoint import Endpoint, error_response, json_response, tables_of
from pasch.server.http.openapi import describe
from pasch.server.http.pages import http_error
from pasch.server.limits import LIMITS, Budgets, Limits
from pasch.server.middleware import RequestGuard, SecurityHeaders
from pasch.server.websocket import handle_websocket
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from pasch.table.thinking.pools import Pool

MOST_WAITING = 400  # responses that may wait for the one thread that draws and compresses


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


async def show_description(_: Request) -> Response:
    return json_response(description())


ENDPOINTS = [
    *games.endpoints,
    *tables.endpoints,
    Endpoint("GET", "/health", show_health, "whether the server and its store are well"),
    Endpoint("GET", "/metrics", show_metrics),
    *assets.endpoints,
    *pages.endpoints,
    Endpoint("GET", "/openapi.json", show_description),
]


@cache
def description() -> dict[str, Any]:
    """Return the description of the HTTP interface in OpenAPI."""
    return describe(ENDPOINTS)


def warm(bots: tuple[str, ...]) -> None:
    """Compute what every client asks for, before the first one does."""
    assets.loaded()
    for language in LANGUAGES:
        games.facts_in(language, bots)
        games.messages_in(language)


def create_app(
    database: str = "",
    reachable: bool = False,
    limits: Limits = LIMITS,
    names: Collection[str] = (),
    metrics_for: Collection[str] = (),
    bots: Collection[str] = (),
) -> Starlette:
    """Return the application.

    `reachable`: other machines can reach this server, so links contain its network address;
    `names`: its host names; `metrics_for`: addresses that may read its figures, besides those of
    this machine; `bots`: those that it offers beside the levels.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await SqlStore.open(database)
        tables = app.state.tables = Tables(store, bots)
        warming = asyncio.create_task(pool.do(warm, tables.bots.named))
        sampling = asyncio.create_task(metrics.sample(tables))
        try:
            yield
        finally:
            warming.cancel()
            sampling.cancel()
            await asyncio.gather(sampling, return_exceptions=True)
            await tables.close()
            pool.close()
            await store.close()

    budgets = Budgets(limits)
    pool = Pool("answers", 1, MOST_WAITING, is_charged=True)
    app = Starlette(
        routes=[
            *(endpoint.route for endpoint in ENDPOINTS),
            WebSocketRoute("/tables/{id}/live", handle_websocket),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestGuard, budgets=budgets, names=names),
            Middleware(Compression),
        ],
        exception_handlers={PaschError: error_response, HTTPException: http_error},
        lifespan=lifespan,
    )
    app.state.reachable = reachable
    app.state.budgets = budgets
    app.state.pool = pool
    app.state.metrics_for = metrics_for
    return app
