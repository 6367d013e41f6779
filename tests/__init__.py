import pytest

pytest.register_assert_rewrite("tests.command")  # a refusal that fails says what was told
