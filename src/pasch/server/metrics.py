"""Figures of the running server for Prometheus.

Where several processes share a port, they are of all processes together.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from pasch.table.tables import Tables

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # names the folder that several processes share
SAMPLE_EVERY_S = 2.0
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
    """Record how long a command takes."""
    began = time.perf_counter()
    try:
        yield
    finally:
        commands(kind).observe(time.perf_counter() - began)


commands = cache(COMMANDS.labels)


async def sample(tables: Tables) -> None:
    """Record now and then how much there is."""
    while True:
        n_tables, viewers, work = tables.figures()
        TABLES.set(n_tables)
        VIEWERS.set(viewers)
        for kind, n in work.items():
            WORK.labels(kind).set(n)
        await asyncio.sleep(SAMPLE_EVERY_S)


def report() -> bytes:
    """Return all figures as Prometheus reads them."""
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def shared_in(folder: str) -> Callable[[int], None]:
    """Let processes that start later write their figures there.

    Return a function to call with the number of a process that has ended.
    """
    os.environ[FOLDER] = folder
    return lambda process: mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
