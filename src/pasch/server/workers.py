"""Several processes that share one port.

One that dies is started again; SIGHUP replaces them one by one, so that the server always answers.
"""

import logging
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Any

log = logging.getLogger("pasch.server")

CHECK_EVERY_S = 0.5  # seconds between checks
RESTART_AFTER_S = 1.0  # seconds until one that died is started again
STOP_WITHIN_S = 10.0  # seconds in which a process has to end

Work = Callable[[socket.socket, Callable[[], None]], None]


class Workers:
    """Processes that each run `work`, which calls its last argument when it is ready.

    `ended` is called with the number of a process that has ended.
    """

    def __init__(
        self, count: int, work: Work, listener: socket.socket, ended: Callable[[int], None]
    ) -> None:
        self._work = work
        self._on_ended = ended
        self._listener = listener
        self._spawn = multiprocessing.get_context("spawn")
        self._is_ready = self._spawn.Semaphore(0)
        self._running: list[SpawnProcess] = [self._start() for _ in range(count)]
        self._must_end = self._must_reload = False

    def _start(self) -> SpawnProcess:
        given = (self._work, self._listener, self._is_ready)
        process = self._spawn.Process(target=run_worker, args=given)
        process.start()
        return process

    def run(self, ready: Callable[[], None]) -> None:
        """Run until a signal ends it."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_end)
        signal.signal(signal.SIGHUP, self._on_reload)
        for _ in self._running:
            self._await_ready()
        if not self._must_end:
            ready()
        while not self._must_end:
            self._check()
        self._stop(self._running)

    def _on_end(self, *_: Any) -> None:
        self._must_end = True

    def _on_reload(self, *_: Any) -> None:
        self._must_reload = True

    def _await_ready(self) -> None:
        """Wait until one more process is ready, or all have died."""
        while not (self._must_end or self._is_ready.acquire(timeout=CHECK_EVERY_S)):
            self._must_end = all(not process.is_alive() for process in self._running)

    def _check(self) -> None:
        if self._must_reload:
            self._must_reload = False
            for n, process in enumerate(self._running):
                self._running[n] = self._start()
                self._await_ready()
                self._stop([process])
        wait([process.sentinel for process in self._running], CHECK_EVERY_S)
        for n, process in enumerate(self._running):
            if not process.is_alive() and not self._must_end:
                self._on_ended(process.pid or 0)
                log.warning("process %s ended by itself; another is started", process.pid)
                time.sleep(RESTART_AFTER_S)
                self._running[n] = self._start()

    def _stop(self, processes: list[SpawnProcess]) -> None:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(STOP_WITHIN_S)
            process.kill()
            self._on_ended(process.pid or 0)


def run_worker(work: Work, listener: socket.socket, is_ready: Any) -> None:
    threading.Thread(target=log_end_of_parent, daemon=True).start()
    with suppress(KeyboardInterrupt):
        work(listener, is_ready.release)


def log_end_of_parent() -> None:
    """Log that the first process has ended. This one goes on until it is ended too."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        log.warning("process %s is gone; this one goes on, but nobody starts it again", first.pid)
