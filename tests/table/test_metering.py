"""Loop time is charged to the client network that a task works for."""

import asyncio

import pytest

from pasch.server.limits import Account, Limits
from pasch.table import metering
from pasch.table.metering import PAYER, metered

pytestmark = pytest.mark.anyio
ENOUGH = Limits(loop_ms=(100_000, 0.0))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the thread's CPU time, which the tests let pass."""
    now = [0.0]
    monkeypatch.setattr(metering, "thread_time", lambda: now[0])
    return now


def spent(account: Account) -> float:
    return 100 - account._loop_ms.left / 1000


@pytest.fixture
def payer() -> Account:
    account = Account("a", ENOUGH)
    PAYER.set(account)
    return account


async def test_a_task_pays_for_its_steps_and_not_for_what_happens_while_it_waits(
    clock: list[float], payer: Account
) -> None:
    go_on = asyncio.Event()

    async def work() -> str:
        clock[0] += 2
        await go_on.wait()
        clock[0] += 3
        return "done"

    task = asyncio.create_task(metered(work()))
    await asyncio.sleep(0)
    clock[0] += 50
    go_on.set()
    assert await task == "done"
    assert spent(payer) == 5


async def test_in_one_round_of_the_loop_only_one_thing_of_a_network_begins() -> None:
    accounts, rounds = [Account("a", ENOUGH), Account("b", ENOUGH)], [0]
    begun: dict[str, list[int]] = {"a": [], "b": []}

    async def count() -> None:
        while True:
            await asyncio.sleep(0)
            rounds[0] += 1

    async def begin(account: Account) -> None:
        await account.wait_turn()
        begun[account.network].append(rounds[0])

    counting = asyncio.create_task(count())
    await asyncio.gather(*(begin(account) for account in accounts for _ in range(5)))
    counting.cancel()
    assert len(set(begun["a"])) == len(set(begun["b"])) == 5
    assert set(begun["a"]) & set(begun["b"])


async def test_work_that_fails_or_is_cancelled_is_paid_for(
    clock: list[float], payer: Account
) -> None:
    async def fail() -> None:
        clock[0] += 1
        raise ValueError("as it happens")

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            clock[0] += 1

    with pytest.raises(ValueError, match="as it happens"):
        await metered(fail())
    task = asyncio.create_task(metered(wait()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert spent(payer) == 2
