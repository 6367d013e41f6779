"""Chunks of work on a Ray cluster. A chunk whose worker is lost is played again."""

import socket
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from pasch.arena import HERE
from pasch.arena.play import Done, play_chunk
from pasch.arena.run import AHEAD, Job, Work, on_cores
from pasch.core.errors import BadOption, PaschError

RETRIES = 10
STARTS = 4
REACH_TIMEOUT = 5.0  # seconds
STORE = 1 << 27  # bytes for results on their way


def work_of(cores: int | None, ray: str | None) -> Work:
    """Return where to play: on a cluster, or on this machine's cores (all by default)."""
    if ray is None:
        return on_cores(cores)
    if cores is not None:
        raise BadOption("--ray and --cores exclude each other: a cluster has its own cores")
    return on_ray(ray)


def on_ray(address: str) -> Work:
    """Play on the cluster at this address; `local` starts one on this machine for this run."""
    return partial(spread, load_ray(), address)


def load_ray() -> Any:
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError:
        raise PaschError("--ray needs Ray: pip install 'pasch[ray]'") from None
    return ray


def spread(
    ray: Any, address: str, jobs: Iterable[Job], with_logs: bool
) -> Iterator[tuple[int, Done]]:
    numbered = enumerate(jobs)
    first = next(numbered, None)
    if first is None:
        return
    ours = join(ray, address)
    try:
        task = ray.remote(max_retries=RETRIES)(play_chunk)
        given = {task.remote(*first[1], with_logs): first[0]}
        while given:
            room = AHEAD * int(ray.cluster_resources().get("CPU", 1)) - len(given)
            for i, job in islice(numbered, max(room, 0)):
                given[task.remote(*job, with_logs)] = i
            done, _ = ray.wait(list(given), num_returns=1)
            yield given.pop(done[0]), ray.get(done[0])
    except ray.exceptions.RayTaskError as problem:
        raise PaschError("a worker failed: {why}", why=problem.cause) from None
    except ray.exceptions.RayError as problem:
        raise PaschError(
            "the cluster lost a chunk {times} times over; what was played is kept, "
            "and the same command goes on from there ({why})",
            times=RETRIES,
            why=problem,
        ) from None
    finally:
        if ours:
            ray.shutdown()


def join(ray: Any, address: str) -> bool:
    """Connect unless connected; return whether this call did, and so has to end it."""
    if ray.is_initialized():
        return False
    check_reachable(address)
    quiet = {"address": address, "log_to_driver": False, "logging_level": "error"}
    if address == HERE:
        start(ray, include_dashboard=False, object_store_memory=STORE, **quiet)
    else:
        init(ray, **quiet)
    return True


def start(ray: Any, **how: Any) -> None:
    """Start a cluster here, with more attempts: on a busy machine its parts may time out."""
    for times in range(1, STARTS + 1):
        try:
            init(ray, **how)
            return
        except PaschError:
            ray.shutdown()
            if times == STARTS:
                raise


def init(ray: Any, **how: Any) -> None:
    try:
        ray.init(**how)
    except Exception as problem:  # of many kinds, bare ones too where it does not start in time
        raise nobody_at(how["address"], problem) from None


def check_reachable(address: str) -> None:
    """Raise at once if nothing answers at the address; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), REACH_TIMEOUT).close()
    except (OSError, OverflowError) as problem:
        raise nobody_at(address, problem) from None


def nobody_at(address: str, why: Exception) -> PaschError:
    return PaschError("no Ray cluster at {address!r}: {why}", address=address, why=why)
