"""Sets as whole numbers, compiled and plain."""

from hypothesis import given
from hypothesis import strategies as st

from pasch.core.game.numbers import count, first
from pasch.engine.compile import kernel


@kernel
def compiled_count(things: int) -> int:
    return count(things)


@kernel
def compiled_first(things: int) -> int:
    return first(things)


@given(st.sets(st.integers(0, 62), min_size=1))
def test_a_set_is_counted_and_its_lowest_found(things: set[int]) -> None:
    number = sum(1 << thing for thing in things)
    assert count(number) == compiled_count(number) == len(things)
    assert first(number) == compiled_first(number) == min(things)
