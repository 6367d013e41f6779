"""The whole server as one ASGI application on one store."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from pasch.core.errors import PaschError
from pasch.core.words import LANGUAGES
from pasch.server import metrics
from pasch.server.http import assets, games, lessons, openapi, pages, share, tables
from pasch.server.http.packing import Packing
from pasch.server.http.pages import Careful, lose
from pasch.server.http.responses import refuse
from pasch.server.limits import LIMITS, Budgets, Limits
from pasch.server.middleware import Door
from pasch.server.websocket import live
from pasch.table.pools import Pool
from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables

WAITING = 400  # answers that may wait for the one thread that draws and compresses


def warm(bots: tuple[str, ...]) -> None:
    """Make what everybody asks for before anybody does."""
    assets.kept()
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
    """`reachable`: other machines can reach this server, so links name its network address;
    `names`: what it is called where it has a name of its own; `metrics_for`: addresses that may
    read its figures, besides those of this machine; `bots`: those that it has beside the levels."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await SqlStore.open(database)
        app.state.tables = Tables(store, bots)
        warming = asyncio.create_task(pool.do(warm, app.state.tables.bots.named))
        try:
            async with metrics.watched(app.state.tables):
                yield
        finally:
            warming.cancel()
            await app.state.tables.close()
            pool.close()
            await store.close()

    budgets = Budgets(limits)
    pool = Pool("answers", 1, WAITING, is_charged=True)
    app = Starlette(
        routes=[
            *games.routes,
            *lessons.routes,
            *tables.routes,
            *share.routes,
            *openapi.routes,
            *metrics.routes,
            WebSocketRoute("/tables/{id}/live", live),
            *assets.routes,
            *pages.routes,
        ],
        middleware=[
            Middleware(Careful),
            Middleware(Door, budgets=budgets, names=names),
            Middleware(Packing),
        ],
        exception_handlers={PaschError: refuse, HTTPException: lose},
        lifespan=lifespan,
    )
    app.state.reachable = reachable
    app.state.budgets = budgets
    app.state.pool = pool
    app.state.metrics_for = metrics_for
    return app
