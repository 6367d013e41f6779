"""An arena on a real Ray with a worker that is killed gives the same results."""

import builtins
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pasch.arena import HERE, cluster
from pasch.arena.cluster import on_ray
from pasch.core.errors import PaschError
from tests.arena.kit import plan, played, timeless
from tests.patience import PATIENCE

WORKING = b"ray::play_chunk"


@pytest.fixture
def two_workers(ray: Any) -> Iterator[Any]:
    cluster.start(
        ray,
        address=HERE,
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=cluster.STORE,
        log_to_driver=False,
        logging_level="error",
    )
    yield ray
    ray.shutdown()


def parents() -> dict[int, int]:
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(
                line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line
            )
        except OSError:
            continue
        found[int(status.parent.name)] = int(lines["PPid"])
    return found


def working() -> list[int]:
    """Return the processes of our own Ray that play at this moment."""
    parent = parents()

    def ours(pid: int) -> bool:
        while pid in parent:
            pid = parent[pid]
            if pid == os.getpid():
                return True
        return False

    found = []
    for pid in filter(ours, parent):
        try:
            if (Path("/proc") / str(pid) / "cmdline").read_bytes().startswith(WORKING):
                found.append(pid)
        except OSError:
            continue
    return found


def kill_one() -> int:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for pid in working():
            os.kill(pid, signal.SIGKILL)
            return pid
        time.sleep(0.01)
    raise AssertionError("no worker was at work")


def test_a_killed_worker_loses_no_result_and_what_a_worker_refuses_is_told(
    two_workers: Any, tmp_path: Path
) -> None:
    asked = plan("so-ein-mist", "random", "search:1500", games=6, seats=3)
    killed: list[int] = []

    def tick(_: int) -> None:
        if not killed:
            killed.append(kill_one())

    results = played(asked, tmp_path / "ray", on_ray(HERE), tick=tick)
    assert killed
    assert killed[0] not in working()
    assert timeless(results) == timeless(played(asked, tmp_path / "here"))
    changed = msgspec.structs.replace(asked, code="elsewhere")
    with pytest.raises(PaschError, match=r"a worker failed: .*expected sources elsewhere"):
        list(on_ray(HERE)([(changed, [])], False))
    assert two_workers.is_initialized()


def test_with_nothing_left_to_play_no_cluster_is_needed() -> None:
    assert list(on_ray("nowhere")([], False)) == []


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_named(address: str) -> None:
    with pytest.raises(PaschError, match=f"no Ray cluster at '{address}'"):
        list(on_ray(address)([(plan(), [])], False))


class Slow:
    """A Ray whose start times out this many times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.did: list[str] = []

    def init(self, **_: Any) -> None:
        self.did.append("init")
        if self.did.count("init") <= self.times:
            raise Exception("The current node timed out during startup.")

    def shutdown(self) -> None:
        self.did.append("shutdown")

    def is_initialized(self) -> bool:
        return False


def test_a_cluster_of_our_own_that_missed_its_start_is_started_again() -> None:
    slow = Slow(2)
    assert cluster.join(slow, HERE)
    assert slow.did == ["init", "shutdown", "init", "shutdown", "init"]


def test_one_that_never_starts_is_said() -> None:
    slow = Slow(99)
    with pytest.raises(PaschError, match=f"no Ray cluster at '{HERE}': .*timed out"):
        cluster.join(slow, HERE)
    assert slow.did.count("init") == cluster.STARTS


def test_one_elsewhere_is_asked_once() -> None:
    slow = Slow(1)
    with pytest.raises(PaschError, match="no Ray cluster at 'auto'"):
        cluster.join(slow, "auto")
    assert slow.did == ["init"]


def test_without_ray_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return real_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PaschError, match=r"pip install 'pasch\[ray\]'"):
        on_ray(HERE)
