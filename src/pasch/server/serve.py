"""Start the server, print its address, and open a browser if asked to."""

import asyncio
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from ipaddress import ip_address
from tempfile import TemporaryDirectory

import msgspec
import uvicorn
from rich.console import Console
from starlette.applications import Starlette

from pasch.bots import sources_of
from pasch.core.errors import PaschError
from pasch.core.words import Words
from pasch.server import EVERYWHERE, PORT, LogKind
from pasch.server.app import create_app
from pasch.server.http.link import own_address
from pasch.server.instance_lock import AlreadyServed, InstanceLock, locked
from pasch.server.limits import LIMITS, UNLIMITED, Budgets, Limits
from pasch.server.metrics import shared_in
from pasch.server.protocols import HttpProtocol, WebSocketProtocol
from pasch.server.workers import Workers
from pasch.table.storage.database import sqlite_path
from pasch.table.storage.sql import SqlStore

PORTS_TRIED = 20  # ports after the usual one
EVERY_ADDRESS = (EVERYWHERE, "::")
LONGEST_FRAME = 16_000  # bytes; a message of more than LONGEST_MESSAGE is refused in words


class Server(uvicorn.Server):
    """A server that reports when it is ready, and releases waiting clients when it stops."""

    def __init__(self, app: Starlette, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.tables.release_waiters()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as problem:
        listener.close()
        reason = getattr(problem, "strerror", None) or problem
        raise PaschError(
            "can't listen on {host}, port {port}: {reason}", host=host, port=port, reason=reason
        ) from None
    return listener


def listen_nearby(host: str) -> socket.socket:
    """Listen on the usual port, or on the next that is free."""
    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            return listen(host, port)
        except PaschError:
            continue
    return listen(host, 0)


@dataclass(frozen=True)
class Site:
    """The settings of a server: its address, its proxy, its limits."""

    host: str
    port: int | None
    names: tuple[str, ...] = ()
    """Host names of its own."""
    proxy: str = ""
    """The address of a proxy that is trusted to say where a request comes from."""
    limits: Limits = LIMITS
    workers: int = 1
    """Processes that share the port."""
    metrics_for: tuple[str, ...] = ()
    """Addresses that may read /metrics, besides those of this machine."""
    log: LogKind = LogKind.TEXT
    bots: tuple[str, ...] = ()
    """Bots that it offers beside the levels."""


def serve(console: Console, say: Words, site: Site, database: str, browser: bool) -> None:
    """Serve until Ctrl-C. If a server runs already and a browser is wanted, open it there."""
    try:
        with locked(database) as lock:
            serve_locked(console, say, site, database, browser, lock)
    except AlreadyServed as served:
        if not (browser and served.link):
            raise
        console.print(say("pasch runs already: {link}", link=served.link), soft_wrap=True)
        webbrowser.open(served.link)


def serve_locked(
    console: Console, say: Words, site: Site, database: str, browser: bool, lock: InstanceLock
) -> None:
    host, port = site.host, site.port
    expect_shared(site.workers, database)
    sources_of(site.bots)  # report one that can't be used before anything starts
    asyncio.run(try_store(database))
    listener = listen_nearby(host) if port is None else listen(host, port)
    port = listener.getsockname()[1]
    here = f"http://{'localhost' if host in (*EVERY_ADDRESS, '127.0.0.1') else host}:{port}"

    def ready() -> None:
        lock.publish(here)
        announce(console, say, here, site, port)
        if browser:
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    with suppress(KeyboardInterrupt):
        if site.workers == 1:
            run_process(site, database, listener, ready)
        else:
            run_processes(site, database, listener, ready)
    console.print(say("Every table is kept. Until next time!"))


def expect_shared(workers: int, database: str) -> None:
    if workers > 1 and sqlite_path(database):
        raise PaschError(
            "several processes need a store that tells them what the others do: "
            "expected --database postgresql://…"
        )


def run_process(
    site: Site, database: str, listener: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve in this process until it is told to end."""
    write_logs(site.log)
    tune_garbage_collector()
    app = app_of(site, database)
    Server(app, config_of(site, app), ready).run([listener])


def run_processes(
    site: Site, database: str, listener: socket.socket, ready: Callable[[], None]
) -> None:
    write_logs(site.log)
    with TemporaryDirectory(prefix="pasch-figures-") as folder:
        ended = shared_in(folder)
        Workers(site.workers, partial(run_process, site, database), listener, ended).run(ready)


def app_of(site: Site, database: str) -> Starlette:
    return create_app(
        database,
        reachable=site.host in EVERY_ADDRESS,
        limits=site.limits,
        names=site.names,
        metrics_for=site.metrics_for,
        bots=site.bots,
    )


def config_of(site: Site, app: Starlette) -> uvicorn.Config:
    budgets = Budgets(UNLIMITED) if site.proxy else app.state.budgets  # all come from the proxy
    return uvicorn.Config(
        app,
        http=type("Http", (HttpProtocol,), {"budgets": budgets}),
        ws=WebSocketProtocol,
        proxy_headers=bool(site.proxy),
        forwarded_allow_ips=site.proxy or None,
        log_config=None,
        log_level="warning",
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # messages are short, and each connection would compress anew
        timeout_graceful_shutdown=2,
    )


class JsonLines(logging.Formatter):
    """One line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def write_logs(kind: LogKind) -> None:
    """Log to standard error: warnings for people; for programs also new and finished tables."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if kind == LogKind.JSON else text)
    logging.basicConfig(
        level=logging.INFO if kind == LogKind.JSON else logging.WARNING,
        handlers=[handler],
        force=True,
    )


def tune_garbage_collector() -> None:
    """Let Python scan long-lived objects less often: tables hold many, and none is garbage.

    New objects are scanned often enough that each scan is short.
    """
    gc.freeze()
    gc.set_threshold(20_000, 3, 330)


async def try_store(database: str) -> None:
    """Raise an error if the store can't be opened, before anything starts."""
    await (await SqlStore.open(database)).close()


def is_public(site: Site, address: str) -> bool:
    """Return whether the Internet reaches the server at this address without a proxy."""
    if site.proxy:
        return False
    try:
        return ip_address(address).is_global
    except ValueError:  # a name
        return False


def announce(console: Console, say: Words, here: str, site: Site, port: int) -> None:
    host = site.host
    console.print(say("pasch is ready: {link}", link=here), style="bold", soft_wrap=True)
    address = own_address() if host in EVERY_ADDRESS else None
    if address:
        link = f"http://{address}:{port}"
        console.print(say("On other devices of your network: {link}", link=link), soft_wrap=True)
    if is_public(site, address or site.host):
        console.print(
            say(
                "Strangers can read along: nothing is encrypted here. Put a proxy with TLS before "
                "it and name it with --proxy (docs/operating.md)."
            ),
            style="yellow",
            soft_wrap=True,
        )
    console.print(say("Ctrl-C stops it; every table is kept."), style="dim")
