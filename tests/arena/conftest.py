"""A Ray that is given the time it takes to start and to go."""

import gc
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from pasch.arena.cluster import load_ray
from tests.patience import PATIENCE

A_START = 120  # seconds; a Ray that takes longer to start is dead, and another one is tried


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Start a Ray, which waits half a minute for its processes and leaves some behind."""
    ray = load_ray()
    ask = ray._private.services.get_node

    def ask_again(*node: str) -> Any:
        end = time.monotonic() + A_START
        while True:
            try:
                return ask(*node)
            except RuntimeError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray._private.services, "get_node", ask_again)
        patch.setenv("RAY_gcs_server_port_wait_time_s", str(PATIENCE))
        patch.setenv("RAY_worker_register_timeout_seconds", str(PATIENCE))
        patch.setenv("RAY_worker_niceness", "0")  # a nice worker would wait for all other processes
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        yield ray
        ray.shutdown()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
