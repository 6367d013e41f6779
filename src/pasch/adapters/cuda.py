"""The batch environment on an NVIDIA GPU: a thread for each match, by the same rules.

Its arrays lie in the GPU's memory. PyTorch, JAX and CuPy take them as they are, without a copy:
`torch.from_dlpack(env.observation)`.
"""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from pasch.adapters import batch_step, encoder
from pasch.adapters.batch_step import CALLER, Bytes, Matches
from pasch.adapters.encoding import encoding_of
from pasch.core.errors import PaschError
from pasch.core.game.spec import Game
from pasch.core.optional import need
from pasch.engine.cache import folder
from pasch.engine.dispatch import hide
from pasch.engine.playouts import QUICK

need("numba_cuda", "cuda")

import numba  # noqa: E402 - after numba-cuda is known to be there
from cuda.core.utils import StridedMemoryView  # noqa: E402
from numba import cuda, types  # noqa: E402
from numba.cuda import config  # noqa: E402
from numba.cuda.cudadrv.devicearray import DeviceNDArray  # noqa: E402
from numba.cuda.cudadrv.driver import device_memset, device_to_device, driver  # noqa: E402
from numba.cuda.cudadrv.runtime import runtime  # noqa: E402

from pasch.adapters import cuda_rules  # noqa: E402 - likewise


def sources_hash() -> str:
    """Return a hash of what the GPU's code depends on beyond the cache key of all compiled code."""
    digest = hashlib.sha256(version("numba-cuda").encode())
    for path in (cuda_rules.__file__, __file__):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


THREADS = 128
"""Threads of a block."""
LANES = 32
"""Threads of a warp, which write next to each other."""
ROWS = 8
"""Observations that a warp writes before it continues with the next columns."""
ALIGNED = 16
"""Alignment in bytes, so that a thread can copy as many at once."""

KEPT = folder() / f"cuda-{sources_hash()}"
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0


def check_gpu() -> None:
    """Raise PaschError if there is no GPU that can play the matches."""
    if not cuda.is_available():
        raise PaschError("expected an NVIDIA GPU and its driver, found none")
    known, needed = driver.get_version(), runtime.get_version()
    if known[0] < needed[0]:
        raise PaschError(
            "the GPU's driver is too old: it knows CUDA {known}, and {needed} is needed",
            known=".".join(map(str, known)),
            needed=".".join(map(str, needed)),
        )


class OnDevice(DeviceNDArray):  # type: ignore[misc] # numba-cuda has no types
    """An array in the GPU's memory that other libraries take without a copy."""

    def __dlpack__(self, **asked: Any) -> Any:
        cuda.synchronize()  # the other library may have a stream of its own
        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(**asked)

    def __dlpack_device__(self) -> Any:
        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack_device__()


def as_row(array: Any, dtype: Any) -> Any:
    """Return the same memory as one long row of such numbers."""
    size = np.dtype(dtype).itemsize
    return DeviceNDArray(
        (1, array.nbytes // size), (array.nbytes, size), dtype, gpu_data=array.gpu_data
    )


class Gpu:
    """A machine (batch.py) that has its arrays in the GPU's memory."""

    def __init__(self, game: Game) -> None:
        check_gpu()
        self.game = game
        self.columns = self.put(np.array(encoding_of(game).recipe.columns()))
        self.found = self.put(np.zeros(1, np.int64))

    def put(self, array: Any) -> Any:
        made = cuda.to_device(array)
        return OnDevice(made.shape, made.strides, made.dtype, gpu_data=made.gpu_data)

    def get(self, array: Any) -> Any:
        return array.copy_to_host()

    def actions(self, given: Any) -> Any:
        if hasattr(given, "__cuda_array_interface__"):
            return cuda.as_cuda_array(given)
        return cuda.to_device(np.asarray(given))

    def step(self, m: Matches, actions: Any, seed: int, again: bool, minds: Bytes) -> None:
        device_memset(m.mask, 0, m.mask.size)
        most, dtype = self.game.rules.ACTIONS, m.states.dtype
        stepping = step_kernel(most, dtype, quicks=QUICK in minds, short=CALLER in minds)
        compiled(stepping)[blocks(len(actions)), THREADS](actions, seed, again, *m)
        device_to_device(m.views, m.states, m.states.nbytes)
        compiled(hide_one)[blocks(len(actions)), THREADS](m.players, m.views)

    def encode(self, m: Matches, out: Any) -> None:
        small, large = as_row(m.views, np.int8), as_row(m.views, np.int64)
        together = THREADS // LANES
        compiled(encode_one)[-(-len(out) // (together * ROWS)), (LANES, together)](
            small, large, m.views.dtype.itemsize, self.columns, as_row(out, np.int8)
        )

    def sample(self, m: Matches, streams: Any, actions: Any) -> None:
        sampling = compiled(sample_one)
        sampling[blocks(len(actions)), THREADS](m.players, m.ways, m.mask, streams, actions)

    def first_illegal(self, m: Matches, actions: Any) -> int:
        count = len(actions)
        self.found[0] = count
        finding = compiled(find_illegal)
        finding[blocks(count), THREADS](actions, m.players, m.ways, m.mask, self.found)
        found = int(self.found[0])
        return found if found < count else -1


def blocks(count: int) -> int:
    return -(-count // THREADS)


@cache
def compiled(function: Any) -> Any:
    """Compile a kernel for the GPU; its cache lies apart from that of the code for cores."""
    others, config.CACHE_DIR = config.CACHE_DIR, str(KEPT)
    try:
        return cuda.jit(cache=True)(function)
    finally:
        config.CACHE_DIR = others


@cache
def step_kernel(actions_of_game: int, dtype: Any, quicks: bool, short: bool) -> Any:
    """Return the kernel of a step, which plays where records lie or in copies.

    For a short way each thread plays on where its record lies, for a long one in a copy of its own:
    the copies of threads that go along together lie next to each other.
    """
    record = numba.from_dtype(dtype)

    def step_one(
        actions: Any,
        seed: int,
        again: bool,
        states: Any,
        views: Any,
        firsts: Any,
        minds: Any,
        games: Any,
        streams: Any,
        steps: Any,
        players: Any,
        ways: Any,
        mask: Any,
        shares: Any,
        done: Any,
    ) -> None:
        i = cuda.grid(1)
        if i >= len(actions):
            return
        end = i + 1
        out = cuda.local.array(actions_of_game, types.int16)
        state, view = states[i:end], views[i:end]
        if not short:
            state = cuda.local.array(1, record, ALIGNED)
            view = cuda.local.array(1, record, ALIGNED)
            state[0] = states[i]
        batch_step.step_each(
            0,
            1,
            len(actions),
            actions[i:end],
            seed,
            again,
            quicks,
            False,
            out,
            state,
            view,
            firsts,
            minds,
            games[i:end],
            streams[i:end],
            steps[i:end],
            players[i:end],
            ways[i:end],
            mask[i:end],
            shares[i:end],
            done[i:end],
        )
        if not short:
            states[i] = state[0]

    return step_one


def hide_one(players: Any, views: Any) -> None:
    i = cuda.grid(1)
    if i < len(views):
        hide(views[i], batch_step.viewer(players[i]))


def sample_one(players: Any, ways: Any, mask: Any, streams: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        batch_step.sample_each(i, i + 1, players, ways, mask, streams, actions)


def find_illegal(actions: Any, players: Any, ways: Any, mask: Any, found: Any) -> None:
    i = cuda.grid(1)
    if i < len(actions) and not batch_step.is_legal(actions[i], players[i], ways[i], mask[i]):
        cuda.atomic.min(found, 0, i)


def encode_one(small: Any, large: Any, record: int, table: Any, out: Any) -> None:
    """Encode several matches by the threads of a warp, a column each.

    Indices are unsigned, so that none counts from the end.
    """
    width = np.uint64(len(table))
    first = np.uint64((cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y) * ROWS)
    end = min((first + np.uint64(ROWS)) * width, np.uint64(out.shape[1]))
    for i in range(cuda.threadIdx.x, len(table), LANES):
        c = np.uint64(i)
        at: Any = first * np.uint64(record) + np.uint64(table[c, 0])
        size, kind, thing, mask = table[c, 1], table[c, 2], table[c, 3], table[c, 4]
        place = first * width + c
        while place < end:
            out[0, place] = encoder.column_value(small, large, at, size, kind, thing, mask)
            at += np.uint64(record)
            place += width
