"""A cache of its own for each test, so that none uses a solution that another one worked out."""

from pathlib import Path

import pytest

from pasch import solutions
from pasch.engine import cache

assert cache.folder()  # chosen here, before the tests change PASCH_CACHE


@pytest.fixture(autouse=True)
def _own_solutions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(solutions, "KNOWN", {})
