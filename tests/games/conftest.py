"""The clauses hold for the compiled rules; that the plain ones agree with them, others prove."""

import pytest

from pasch.core import fast, law
from pasch.core.registry import games


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in games():
        monkeypatch.setitem(law._compiled, key, fast)
