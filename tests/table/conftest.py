"""A store and its tables, for tests of live tables."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.table.storage.sql import SqlStore
from pasch.table.tables import Tables


@pytest.fixture
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Return the event loop that a server has."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(str(tmp_path / "tables.sqlite3"))
    yield store
    await store.close()


@pytest.fixture
async def tables(store: SqlStore) -> AsyncIterator[Tables]:
    tables = Tables(store)
    yield tables
    await tables.close()
