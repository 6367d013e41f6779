"""Arenas that play until a figure is known well enough."""

from pathlib import Path

import msgspec
import pytest

from pasch.arena.plan import Plan
from pasch.arena.precision import play_until, read_width, widest_of
from pasch.arena.statistics.figures import Figures, figures
from pasch.core.errors import BadOption
from tests.arena.kit import plan, played, result


@pytest.mark.parametrize(
    ("text", "width"),
    [("±1%", 0.01), ("1%", 0.01), ("+-0.5 %", 0.005), (" ± 2,5 % ", 0.025), ("+/-10%", 0.1)],
)
def test_a_width_is_read(text: str, width: float) -> None:
    assert read_width(text) == pytest.approx(width)


@pytest.mark.parametrize("text", ["", "1", "0%", "±50%", "-1%", "one", "1%%", "nan%", "1e-9%"])
def test_what_is_no_width_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="--until expects how exactly"):
        read_width(text)


def looks(asked: Plan, width: float, folder: Path) -> tuple[Figures, list[int]]:
    seen = []

    def play(games: int) -> Figures:
        seen.append(games)
        part = msgspec.structs.replace(asked, games=games)
        return figures(part, played(part, folder / "results"))

    return play_until(asked.block_size, asked.games, width, play, widest_of), seen


def test_it_stops_when_every_share_is_known_so_well_and_always_at_the_same_game(
    tmp_path: Path,
) -> None:
    asked = plan("so-ein-mist", "random", "quick", games=100_000, seats=3)
    found, seen = looks(asked, 0.05, tmp_path)
    assert widest_of(found) <= 0.05
    assert seen == sorted(set(seen))
    assert seen[0] == 180
    assert seen[-1] <= found.games < 1000
    assert looks(asked, 0.05, tmp_path) == (found, seen)


def test_it_plays_no_more_than_the_most(tmp_path: Path) -> None:
    found, seen = looks(plan("so-ein-mist", "quick", "level:1", games=9, seats=3), 0.01, tmp_path)
    assert seen == [9]
    assert widest_of(found) > 0.01


def test_together_a_table_of_six_needs_as_many_games_as_a_table_of_one() -> None:
    """No game is won, which 60 games tell less exactly than 360 seats would."""

    def games(seats: int) -> int:
        asked = plan("mmm", "random", games=10_000, seats=seats)

        def play(games: int) -> Figures:
            lost = [result(i, i, [0] * seats, [0.0] * seats) for i in range(games)]
            return figures(asked, lost)

        return play_until(asked.block_size, asked.games, 0.05, play, widest_of).games

    assert games(6) == games(1) > 60
