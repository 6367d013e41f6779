"""The batch environment on a GPU.

Its programs are compiled here without a GPU. A GPU, if present, plays the CPU's games step by step.
"""

import re
from typing import Any

import numba
import numpy as np
import pytest
from numba import cuda, types
from numba.cuda import dispatcher
from numba.cuda.cudadrv.driver import driver
from numba.cuda.cudadrv.runtime import runtime

from pasch.adapters import cuda as gpu
from pasch.adapters.batch import Batch
from pasch.adapters.batch_step import BEGIN
from pasch.core.errors import PaschError
from pasch.core.game.position import OVER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.engine.record import dtype_of
from tests.checker import name_of
from tests.kits import kit_of

GAMES = list(games().values())
COUNT = 300
COMPARED = ("state", "observation", "legal", "player", "ways", "done", "returns", "steps")
HOPPER = (9, 0)
INTEGERS, BYTES, FRACTIONS = types.int64[::1], types.int8[::1], types.float64[:, ::1]
MASK = types.boolean[:, ::1]


class Hopper:
    """A stand-in for a GPU: all that the compiler asks of one."""

    compute_capability = HOPPER


@pytest.fixture
def no_gpu_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: Hopper)


def program(name: str, function: Any, *given: Any) -> str:
    """Return what the GPU's driver is handed; it is kept with the compiled code."""
    kept = gpu.KEPT / f"{name}.ptx"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(cuda.compile_ptx(function, given, cc=HOPPER)[0])
    return kept.read_text()


@pytest.mark.usefixtures("no_gpu_needed")
@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_the_rules_are_compiled_for_a_gpu(game: Game) -> None:
    dtype = dtype_of(game.rules.STATE)
    records = types.Array(numba.from_dtype(dtype), 1, "C")
    made = program(
        game.key,
        gpu.step_kernel(game.rules.ACTIONS, dtype, quicks=True, short=False),
        INTEGERS,
        types.int64,
        types.boolean,
        *[records] * 3,
        BYTES,
        *[INTEGERS] * 3,
        BYTES,
        INTEGERS,
        MASK,
        FRACTIONS,
        types.boolean[::1],
    )
    assert ".visible .entry" in made
    assert "call.uni" not in made, "nothing is built in that allocates or could fail"
    assert ".const" not in made, "a GPU's memory for constants holds 64 KB"
    assert not re.search(r"\bfma\.rn\.f64", made), "the CPU rounds products"
    assert not re.search(r"\bld\.global\.u8[^;]*;\s*st\.local\.u8", made), "copied by the byte"


@pytest.mark.usefixtures("no_gpu_needed")
def test_so_is_what_goes_around_them() -> None:
    small, large = types.int8[:, ::1], types.int64[:, ::1]
    for function, given in (
        (gpu.encode_one, (small, large, types.int64, large, small)),
        (gpu.sample_one, (BYTES, INTEGERS, MASK, INTEGERS, INTEGERS)),
        (gpu.find_illegal, (INTEGERS, BYTES, INTEGERS, MASK, INTEGERS)),
    ):
        assert ".visible .entry" in program(function.__name__, function, *given)


def test_what_is_missing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(PaschError, match=r"^expected an NVIDIA GPU and its driver, found none$"):
        Batch("mmm", 1, device="cuda")
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(driver, "get_version", lambda: (11, 8))
    monkeypatch.setattr(runtime, "get_version", lambda: (13, 0))
    with pytest.raises(PaschError) as refused:
        Batch("mmm", 1, device="cuda")
    assert str(refused.value) == (
        "the GPU's driver is too old: it knows CUDA 11.8, and 13.0 is needed"
    )
    with pytest.raises(PaschError, match=r"^device is cpu or cuda, not 'tpu'$"):
        Batch("mmm", 1, device="tpu")


# Only on a machine with a GPU


on_a_gpu = pytest.mark.skipif(not cuda.is_available(), reason="there is no NVIDIA GPU here")


def here(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def agree(cpu: Batch, other: Batch) -> None:
    for name in COMPARED:
        ours, theirs = (here(getattr(env, name)) for env in (cpu, other))
        assert ours.tobytes() == theirs.tobytes(), name


def both(game: Game, **more: Any) -> tuple[Batch, Batch]:
    given = {**dict(kit_of(game.key).SHORT), "seed": 3, **more}
    return Batch(game.key, COUNT, **given), Batch(game.key, COUNT, device="cuda", **given)


@on_a_gpu
@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_a_gpu_plays_the_same_games(game: Game) -> None:
    cpu, other = both(game)
    ended = 0
    while ended < 2 * COUNT:
        agree(cpu, other)
        actions = cpu.sample().copy()
        assert here(other.sample()).tolist() == actions.tolist()
        cpu.step(actions)
        other.step(actions)
        ended += cpu.done.sum()
    agree(cpu, other)


@on_a_gpu
@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_its_quick_players_choose_the_same(game: Game) -> None:
    cpu, other = both(game, players=["quick"] * len(game.table), seats=len(game.table), again=False)
    assert (cpu.player == OVER).all()
    agree(cpu, other)
    for env in (cpu, other):
        env.step(np.full(COUNT, BEGIN))
    agree(cpu, other)


@on_a_gpu
def test_dice_may_be_the_callers_there_too() -> None:
    cpu, other = both(GAMES[0], chance="caller")
    for _ in range(50):
        cpu.step(cpu.sample())
        other.step(other.sample())
        agree(cpu, other)


@on_a_gpu
def test_it_refuses_the_same_actions() -> None:
    for env in both(GAMES[0]):
        actions = here(env.sample()).copy()
        actions[7] = actions[9] = 10**6
        with pytest.raises(PaschError, match=r"^match 7: 1000000 is not possible: "):
            env.step(actions)
        with pytest.raises(PaschError, match="expected 300 whole numbers of 64 bits"):
            env.step(actions[:5])


@on_a_gpu
@pytest.mark.parametrize("package", ["torch", "cupy", "jax"])
def test_its_arrays_are_handed_on_without_a_copy(package: str) -> None:
    taker: Any = pytest.importorskip(package)
    if package == "jax":
        taker.config.update("jax_enable_x64", True)
    from_dlpack = taker.dlpack.from_dlpack if package == "jax" else taker.from_dlpack
    env = Batch("mmm", COUNT, seats=2, seed=3, device="cuda")
    for name in ("observation", "legal", "player", "done", "returns"):
        ours = getattr(env, name)
        theirs = from_dlpack(ours)
        assert place(theirs) == place(ours), name
        assert theirs.tolist() == here(ours).tolist()
    env.step(from_dlpack(env.sample()))


def place(array: Any) -> int:
    found: int = array.__cuda_array_interface__["data"][0]
    return found
