"""pasch.sdk: the one module that a game imports, ours and those from outside."""

from pasch import sdk


def test_every_name_it_declares_is_there() -> None:
    assert [name for name in sdk.__all__ if not hasattr(sdk, name)] == []
    assert not hasattr(sdk, "BrokenGame")
