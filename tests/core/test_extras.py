"""A missing extra is named, with the command that installs it."""

import pytest

from pasch.core.errors import PaschError
from pasch.core.optional import need


def test_a_missing_extra_is_a_sentence() -> None:
    need("numpy", "env")
    with pytest.raises(PaschError) as refused:
        need("no_such_package", "env")
    assert str(refused.value) == (
        "no_such_package is not installed; pip install 'pasch[env]' brings it"
    )
    assert refused.value.said("de").startswith("no_such_package ist nicht installiert")
