import pytest

pytest.register_assert_rewrite("tests.command")  # a failed `refused` shows both texts
