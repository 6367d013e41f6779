"""A server for requests, and one in a thread."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pasch.server.app import create_app
from tests.compiled import compile_every_game
from tests.server.serving import Served


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def http(store: Path) -> Iterator[TestClient]:
    with TestClient(create_app(str(store))) as client:
        yield client


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    compile_every_game()
    with Served(tmp_path_factory.mktemp("store") / "tables.sqlite") as served:
        yield served
