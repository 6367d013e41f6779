"""The whole server as one ASGI application on one store."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from pasch.core.errors import PaschError
from pasch.core.words import LANGUAGES
from pasch.server import metrics
from pasch.server.http import assets, games, health, pages, tables
from pasch.server.http.compression import Compression
from pasch.server.http.endpoint import Endpoint, describe
from pasch.server.http.pages import http_error
from pasch.server.http.responses import error_response, json_response
from pasch.server.limits import LIMITS, Budgets, Limits
from pasch.server.middleware import RequestGuard, SecurityHeaders
from pasch.server.websocket import handle_websocket
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables
from pasch.table.thinking.pools import Pool

WAITING = 400  # responses that may wait for the one thread that draws and compresses


@cache
def description() -> dict[str, Any]:
    return describe(ENDPOINTS)


async def show_description(_: Request) -> Response:
    return json_response(description())


ENDPOINTS = [
    *games.endpoints,
    *tables.endpoints,
    *health.endpoints,
    *assets.endpoints,
    *pages.endpoints,
    Endpoint("GET", "/openapi.json", show_description),
]


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
        try:
            async with metrics.sampled(tables):
                yield
        finally:
            warming.cancel()
            await tables.close()
            pool.close()
            await store.close()

    budgets = Budgets(limits)
    pool = Pool("answers", 1, WAITING, is_charged=True)
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
