"""Chances as bands of blocks."""

from pasch.terminal.screen.chart import chart, sampled

CHANCES = [[0.5, 0.5], [0.75, 0.25], [1.0, 0.0]]


def test_a_band_is_as_high_as_the_chance() -> None:
    lines = chart(["Anna", "Ben"], CHANCES, 80).plain.split("\n")
    assert [line[:6].strip() for line in lines] == ["", "Anna", "", "Ben"]
    assert lines[0].endswith("█")
    assert lines[1].endswith("█")
    assert lines[2].strip() == ""
    assert lines[3].endswith("▁")


def test_the_chart_fits_the_width() -> None:
    many = CHANCES * 100
    for width in (40, 80, 200):
        assert max(map(len, chart(["Anna", "Ben"], many, width).plain.split("\n"))) <= width


def test_the_first_and_the_last_moment_are_always_shown() -> None:
    values = sampled([float(n) for n in range(500)], 60)
    assert len(values) == 60
    assert (values[0], values[-1]) == (0.0, 499.0)
