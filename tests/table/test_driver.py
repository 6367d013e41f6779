"""Who plays for bots and dice: how it ends, and what its choices come from."""

import asyncio

import pytest

from pasch.table.hall import Hall
from pasch.table.live import settling
from tests.table.party import begin

pytestmark = pytest.mark.anyio


async def test_a_closed_table_is_not_woken_again(hall: Hall) -> None:
    table, _ = await begin(hall, "Anna", bots=2, starter=1)
    await table.close()
    table._driver.wake()
    assert not table._driver.runs


async def test_bots_are_the_same_with_the_same_dice_and_free_with_real_ones(hall: Hall) -> None:
    sealed, _ = await begin(hall, "Anna", bots=2)
    real, _ = await begin(hall, "Anna", bots=2, dice="real")
    whims = [
        [table._driver._whims(event).random() for event in (3, 3, 4)] for table in (sealed, real)
    ]
    assert whims[0][0] == whims[0][1] != whims[0][2]
    assert len(set(whims[1])) == 3


@pytest.mark.parametrize("problem", [None, ValueError("it broke")])
async def test_who_no_longer_waits_is_told_nothing(problem: Exception | None) -> None:
    given_up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    given_up.cancel()
    with settling(given_up):
        if problem:
            raise problem
    assert given_up.cancelled()
