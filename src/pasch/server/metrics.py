"""What goes on here, as figures that Prometheus reads; of all processes together, where several
share a port."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from ipaddress import ip_address

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pasch.table.tables import Tables

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where several processes keep theirs
EVERY_S = 2.0
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter("pasch_requests", "HTTP requests, by the status of the answer", ["status"])
COMMANDS = Histogram(
    "pasch_command_seconds", "From a viewer's message to its answer", ["kind"], buckets=SECONDS
)
REFUSED = Counter("pasch_refused", "Messages of viewers that were refused, by why", ["code"])
TABLES = Gauge("pasch_tables", "Tables at hand", multiprocess_mode="livesum")
VIEWERS = Gauge("pasch_viewers", "Viewers connected", multiprocess_mode="livesum")
WORK = Gauge(
    "pasch_work", "Work being done or waiting, by kind", ["kind"], multiprocess_mode="livesum"
)


@contextmanager
def timed(kind: str) -> Iterator[None]:
    began = time.perf_counter()
    try:
        yield
    finally:
        commands(kind).observe(time.perf_counter() - began)


commands = cache(COMMANDS.labels)


@asynccontextmanager
async def watched(tables: Tables) -> AsyncIterator[None]:
    """How much there is, looked at now and then."""
    task = asyncio.create_task(watch(tables))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def watch(tables: Tables) -> None:
    while True:
        loaded, viewers, work = tables.figures()
        TABLES.set(loaded)
        VIEWERS.set(viewers)
        for kind, n in work.items():
            WORK.labels(kind).set(n)
        await asyncio.sleep(EVERY_S)


async def show(request: Request) -> Response:
    """Only to who is on this machine, or was named."""
    address = request.client.host if request.client else ""
    if not (is_here(address) or address in request.app.state.metrics_for):
        raise HTTPException(404)
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def shared_in(folder: str) -> Callable[[int], None]:
    """Before other processes start: they keep their figures there. Returns what to tell when one
    has ended."""
    os.environ[FOLDER] = folder
    return lambda process: mark_process_dead(process, folder)  # type: ignore[no-untyped-call]


routes = [Route("/metrics", show)]
