"""The checks every game passes, at every table."""

from typing import Any

import numpy as np
import pytest

from pasch.core.facts import Game
from pasch.core.playout import QUICK, RANDOM, playouts
from pasch.core.record import OVER, State, blank
from pasch.core.registry import games
from pasch.games.mmm import rules as mmm
from pasch.games.so_ein_mist import rules as sem
from tests.checker import MATERIAL, check_game, material, name_of, tables


@material("so-ein-mist")
def cards_of_so_ein_mist(s: State) -> int:
    """Every card of the animals that can be in play, and the starting cards, is in one place."""
    places: list[int] = [int(s.middle)]
    places += [int(pile) for pile in s.pile]
    places += [int(sem.BIT[card]) for card in s.ring if card != sem.GAP]
    for seat in range(s.seats):
        if s.animal[seat] != sem.NONE:
            places.append(int(s.unseen[seat]) << (int(s.animal[seat]) * sem.OWN))
    together = 0
    for cards in places:
        assert together & cards == 0, "a card lies in two places"
        together |= cards
    dealt = sum(int(animal) != sem.NONE for animal in s.animal)
    assert together.bit_count() == dealt * sem.OWN + len(sem.STARTING)
    assert dealt + int(s.box).bit_count() == sem.ANIMALS
    return int(s.seats)


@material("mmm")
def dice_and_squares_of_mmm(s: State) -> int:
    """Three dice, each in hand or on a square of its own; every square free, chip or die."""
    on_board = [int(square) for square in s.lies if square != mmm.IN_HAND]
    assert len(set(on_board)) == len(on_board)
    assert sum(int(mmm.BIT[square]) for square in on_board) == s.dice
    assert len(on_board) + int(s.hand).bit_count() == mmm.DICE
    assert s.dice & s.chips == 0
    return int(np.bitwise_or.reduce(s.items))


@pytest.mark.parametrize(("game", "seats", "options"), tables(), ids=name_of)
def test_a_random_game_holds_from_the_first_event_to_the_last(
    game: Game, seats: int, options: dict[str, Any]
) -> None:
    match = check_game(game, seats, options, f"{seats}")
    assert match.player == OVER


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_every_game_says_what_material_it_conserves(game: Game) -> None:
    assert game.key in MATERIAL


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_many_games_in_one_call_are_the_same_on_one_core_and_on_all(game: Game) -> None:
    seats = game.seats[0]

    def play(cores: int) -> tuple[list[list[float]], list[int]]:
        first = blank(game.rules.STATE, 1)
        game.rules.setup(first[0], seats, 0, game.read_options({}))
        states = np.repeat(first, 10_000)
        minds = [QUICK] + [RANDOM] * (seats - 1)
        shares, events = playouts(game, states, minds, seed=1, cores=cores)
        assert all(game.rules.player(states.view(np.recarray)[i]) == OVER for i in range(9))
        return shares.tolist(), events.tolist()

    shares, events = play(cores=1)
    assert (shares, events) == play(cores=2)
    assert min(events) > 0
    assert 0 < np.mean(shares) < 1


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_quick_beats_random(game: Game) -> None:
    """Measured at length by bench/strength.py; here it must not be worse by accident."""
    seats = game.seats[0]

    def share_of_seat_0(minds: list[int]) -> float:
        first = blank(game.rules.STATE, 1)
        game.rules.setup(first[0], seats, 0, game.read_options({}))
        shares, _ = playouts(game, np.repeat(first, 4_000), minds, seed=2)
        return float(shares[:, 0].mean())

    rivals = [RANDOM] * (seats - 1)
    assert share_of_seat_0([QUICK, *rivals]) > share_of_seat_0([RANDOM, *rivals]) + 0.2
