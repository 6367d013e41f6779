"""A store and a hall for tests of live tables."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.table.storage.store import Store
from pasch.table.tables import Hall


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The loop that a server has."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(str(tmp_path / "tables.sqlite3"))
    yield store
    await store.close()


@pytest.fixture
async def hall(store: Store) -> AsyncIterator[Hall]:
    hall = Hall(store)
    yield hall
    await hall.close()
