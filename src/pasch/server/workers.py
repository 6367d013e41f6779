"""Several processes behind one port. One that dies is started again; SIGHUP renews one after the
other, so that somebody always answers."""

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

log = logging.getLogger(__name__)

LOOK_S = 0.5
PAUSE_S = 1.0  # until one that died is started again
CLOSING_S = 10.0

Work = Callable[[socket.socket, Callable[[], None]], None]


class Workers:
    """`work` runs in each process, and tells when it is ready; `ended` hears the number of one
    that is no more."""

    def __init__(
        self, count: int, work: Work, listener: socket.socket, ended: Callable[[int], None]
    ) -> None:
        self._work = work
        self._tell_ended = ended
        self._listener = listener
        self._spawn = multiprocessing.get_context("spawn")
        self._is_ready = self._spawn.Semaphore(0)
        self._running: list[SpawnProcess] = [self._start() for _ in range(count)]
        self._ended = self._renewed = False

    def _start(self) -> SpawnProcess:
        given = (self._work, self._listener, self._is_ready)
        process = self._spawn.Process(target=run_one, args=given)
        process.start()
        return process

    def run(self, ready: Callable[[], None]) -> None:
        """Until somebody ends it."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self._end)
        signal.signal(signal.SIGHUP, self._renew)
        for _ in self._running:
            self._await_one()
        if not self._ended:
            ready()
        while not self._ended:
            self._look()
        self._stop(self._running)

    def _end(self, *_: Any) -> None:
        self._ended = True

    def _renew(self, *_: Any) -> None:
        self._renewed = True

    def _await_one(self) -> None:
        """Until one more is ready, or can't be."""
        while not (self._ended or self._is_ready.acquire(timeout=LOOK_S)):
            self._ended = all(not process.is_alive() for process in self._running)

    def _look(self) -> None:
        if self._renewed:
            self._renewed = False
            for n, process in enumerate(self._running):
                self._running[n] = self._start()
                self._await_one()
                self._stop([process])
        wait([process.sentinel for process in self._running], LOOK_S)
        for n, process in enumerate(self._running):
            if not process.is_alive() and not self._ended:
                self._tell_ended(process.pid or 0)
                log.warning("process %s ended by itself; another is started", process.pid)
                time.sleep(PAUSE_S)
                self._running[n] = self._start()

    def _stop(self, processes: list[SpawnProcess]) -> None:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(CLOSING_S)
            process.kill()
            self._tell_ended(process.pid or 0)


def run_one(work: Work, listener: socket.socket, is_ready: Any) -> None:
    threading.Thread(target=tell_of_the_first, daemon=True).start()
    with suppress(KeyboardInterrupt):
        work(listener, is_ready.release)


def tell_of_the_first() -> None:
    """Log that the first process is gone. Matches go on here until this process is ended too."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        log.warning("process %s is gone; this one goes on, but nobody starts it again", first.pid)
