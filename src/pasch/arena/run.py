"""Running plans: plays what is missing in this process, on all cores, or on a cluster."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import TypeAlias

from pasch.arena.plan import Plan, Seating, seatings
from pasch.arena.play import Done, play_chunk
from pasch.arena.results import Results, name_of, write
from pasch.core.errors import BadOption, PaschError

Chunk: TypeAlias = Sequence[Seating]
Job: TypeAlias = tuple[Plan, Chunk]
Work: TypeAlias = Callable[[Iterable[Job], bool], Iterator[tuple[int, Done]]]
"""Does jobs in any order, with logs or without; tells the number of each, and what was played.
A job is taken when somebody is free for it, or soon."""

PAUSE = 0.2  # seconds, where all that is missing is being played by others
AHEAD = 2  # jobs for each worker, under way or next
CHUNKS = 100
MOST_IN_A_CHUNK = 50


def run(
    files: Sequence[tuple[Plan, Results]],
    work: Work,
    logs: Path | None = None,
    tick: Callable[[int], None] = lambda _: None,
) -> None:
    """Play until each file holds all results of its plan; call `tick` with the number of new ones.

    Other processes may work on the same files: what a living process has begun is left to it.
    """
    try:
        while any(missing_of(plan, results, logs) for plan, results in files):
            if not run_some(files, work, logs, tick):
                time.sleep(PAUSE)
                for _, results in files:
                    before = len(results.held)
                    results.catch_up()
                    tick(len(results.held) - before)
    finally:
        for _, results in files:
            results.give_up()


def run_some(
    files: Sequence[tuple[Plan, Results]],
    work: Work,
    logs: Path | None,
    tick: Callable[[int], None],
) -> bool:
    """Play everything that nobody else is playing; return whether there was anything."""
    begun: list[tuple[Plan, Results]] = []

    def jobs() -> Iterator[Job]:
        for plan, results in files:
            for chunk in chunks_of(missing_of(plan, results, logs)):
                mine = results.claim(chunk)
                if mine := [each for each in mine if is_missing(plan, results, logs, each)]:
                    begun.append((plan, results))
                    yield plan, mine

    for i, done in work(jobs(), logs is not None):
        plan, results = begun[i]
        if logs is not None:
            for each in done.played:
                write(log_path(logs, plan, each.result.i), each.log.encode())
        before = len(results.held)
        results.add(each.result for each in done.played)
        tick(len(results.held) - before)
        if done.problem is not None:
            raise done.problem
    return bool(begun)


def missing_of(plan: Plan, results: Results, logs: Path | None) -> list[Seating]:
    return [each for each in seatings(plan) if is_missing(plan, results, logs, each)]


def is_missing(plan: Plan, results: Results, logs: Path | None, seating: Seating) -> bool:
    return seating.i not in results.held or (
        logs is not None and not log_path(logs, plan, seating.i).exists()
    )


def log_path(folder: Path, plan: Plan, i: int) -> Path:
    return folder / f"{plan.game}-{name_of(plan)}-{i:06}.jsonl"


def chunks_of(missing: Sequence[Seating]) -> list[Chunk]:
    size = min(max(len(missing) // CHUNKS, 1), MOST_IN_A_CHUNK)
    return [missing[i : i + size] for i in range(0, len(missing), size)]


def here(jobs: Iterable[Job], with_logs: bool) -> Iterator[tuple[int, Done]]:
    for i, (plan, chunk) in enumerate(jobs):
        yield i, play_chunk(plan, chunk, with_logs)


def on_cores(cores: int | None = None) -> Work:
    """Play on this many cores, or on all."""
    cores = os.cpu_count() or 1 if cores is None else cores
    if cores < 1:
        raise BadOption("expected at least 1 core, got {cores}", cores=cores)
    return here if cores == 1 else partial(spread, cores)


def spread(cores: int, jobs: Iterable[Job], with_logs: bool) -> Iterator[tuple[int, Done]]:
    """Play in several processes, which end together with this call."""
    context = multiprocessing.get_context("spawn")
    line, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(cores, context, listen, (line,))
    numbered = enumerate(jobs)
    given: dict[Future[Done], int] = {}
    try:
        while True:
            with no_script():
                for i, job in islice(numbered, AHEAD * cores - len(given)):
                    given[pool.submit(play_chunk, *job, with_logs)] = i
            if not given:
                break
            for done in wait(given, return_when=FIRST_COMPLETED).done:
                yield given.pop(done), done.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise PaschError(
            "a worker died; what was played is kept, and the same command goes on from there"
        ) from None
    finally:
        ours.close()
        pool.shutdown(wait=True, cancel_futures=True)
        line.close()


@contextmanager
def no_script() -> Iterator[None]:
    """Hide the main script: a new process would otherwise run it again."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def listen(line: Connection) -> None:
    """Prepare a worker: the parent handles Ctrl-C, and the worker ends when the parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, args=(line,), daemon=True).start()


def leave_with_parent(line: Connection) -> None:
    line.poll(None)
    os._exit(1)
