"""Plays what is missing of plans: in this process, on all cores, or wherever `work` leads."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
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
Work: TypeAlias = Callable[[Sequence[Job], bool], Iterator[tuple[int, Done]]]
"""Does jobs in any order, with logs or without; tells the number of each, and what was played."""

CHUNKS = 100
MOST_IN_A_CHUNK = 50


def run(
    files: Sequence[tuple[Plan, Results]],
    work: Work,
    logs: Path | None = None,
    tick: Callable[[int], None] = lambda _: None,
) -> None:
    """Until each file holds all results of its plan; `tick` hears of those just played."""
    todo = [
        (plan, chunk, results)
        for plan, results in files
        for chunk in chunks_of(missing_of(plan, results, logs))
    ]
    for i, done in work([(plan, chunk) for plan, chunk, _ in todo], logs is not None):
        plan, _, results = todo[i]
        if logs is not None:
            for each in done.played:
                write(log_path(logs, plan, each.result.i), each.log.encode())
        results.add(each.result for each in done.played)
        tick(len(done.played))
        if done.problem is not None:
            raise done.problem


def missing_of(plan: Plan, results: Results, logs: Path | None) -> list[Seating]:
    return [
        seating
        for seating in seatings(plan)
        if seating.i not in results.held
        or (logs is not None and not log_path(logs, plan, seating.i).exists())
    ]


def log_path(folder: Path, plan: Plan, i: int) -> Path:
    return folder / f"{plan.game}-{name_of(plan)}-{i:06}.jsonl"


def chunks_of(missing: Sequence[Seating]) -> list[Chunk]:
    size = min(max(len(missing) // CHUNKS, 1), MOST_IN_A_CHUNK)
    return [missing[i : i + size] for i in range(0, len(missing), size)]


def here(jobs: Sequence[Job], with_logs: bool) -> Iterator[tuple[int, Done]]:
    for i, (plan, chunk) in enumerate(jobs):
        yield i, play_chunk(plan, chunk, with_logs)


def on_cores(cores: int | None = None) -> Work:
    """On so many cores, or on all."""
    cores = os.cpu_count() or 1 if cores is None else cores
    if cores < 1:
        raise BadOption("expected at least 1 core, got {cores}", cores=cores)
    return here if cores == 1 else partial(spread, cores)


def spread(cores: int, jobs: Sequence[Job], with_logs: bool) -> Iterator[tuple[int, Done]]:
    """Over processes; however this ends, they end with it."""
    if not jobs:
        return
    context = multiprocessing.get_context("spawn")
    line, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(cores, len(jobs)), context, listen, (line,))
    try:
        with no_script():
            given = {pool.submit(play_chunk, *job, with_logs): i for i, job in enumerate(jobs)}
        for done in as_completed(given):
            yield given[done], done.result()
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
    """A process that is started here would first run the script again that wants it."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def listen(line: Connection) -> None:
    """In a worker: Ctrl-C is the parent's to hear; when its end of the line goes, all is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, args=(line,), daemon=True).start()


def leave_with_parent(line: Connection) -> None:
    line.poll(None)
    os._exit(1)
