"""The whole server as one ASGI application on one store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute

from pasch.core.errors import PaschError
from pasch.table.hall import Hall
from pasch.table.store import Store
from pasch.web import assets, games, lessons, pages, share, tables
from pasch.web.answers import refuse
from pasch.web.limits import Buckets
from pasch.web.pages import Careful, lose
from pasch.web.socket import live

BURST, A_SECOND = 300, 30.0  # requests that change something, from one address


def create_app(database: str = "", reachable: bool = False) -> Starlette:
    """`reachable`: other machines can reach this server, so links name its network address."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await Store.open(database)
        app.state.hall = Hall(store)
        try:
            yield
        finally:
            await app.state.hall.close()
            await store.close()

    app = Starlette(
        routes=[
            *games.routes,
            *lessons.routes,
            *tables.routes,
            *share.routes,
            WebSocketRoute("/tables/{id}/live", live),
            *assets.routes,
            *pages.routes,
        ],
        middleware=[Middleware(Careful), Middleware(GZipMiddleware, minimum_size=500)],
        exception_handlers={PaschError: refuse, HTTPException: lose},
        lifespan=lifespan,
    )
    app.state.buckets = Buckets(BURST, A_SECOND)
    app.state.reachable = reachable
    return app
