"""Tests of the ferry; they forget the sixth birthday and the refund."""

from tests.mutants.tiny.toll import ride, toll


def test_a_child_goes_free() -> None:
    assert toll(5) == 0


def test_everybody_else_pays() -> None:
    assert toll(30) == 3


def test_four_have_a_seat() -> None:
    assert ride([30] * 5) == 12
