"""So ein Mist for the shared checks."""

from typing import Any

from pasch.games.so_ein_mist import rules
from pasch.sdk import State

KEY = "so-ein-mist"

VALUES: dict[str, list[Any]] = {}

TABLES: dict[str, dict[str, Any]] = {
    "3": {"seats": 3, "start": 1},
    "4": {"seats": 4, "start": 0},
    "5": {"seats": 5, "start": 4},
    "6": {"seats": 6, "start": 2},
    "doubling": {"seats": 3, "start": 0, "doubling": True},
    "no-passing": {"seats": 5, "start": 3, "passing": False},
    "another-round": {"seats": 4, "start": 1, "another_round": True},
    "open-scores": {"seats": 3, "start": 2, "open_scores": True},
    "all": {
        "seats": 6,
        "start": 5,
        "doubling": True,
        "passing": False,
        "another_round": True,
        "open_scores": True,
    },
}

SHORT = {"seats": 3}

MOMENT = {"bots": 3, "events": 60}


def material(s: State) -> int:
    """Assert that every card in the game lies in exactly one place; return the number of seats."""
    places: list[int] = [int(s.middle)]
    places += [int(pile) for pile in s.pile]
    places += [int(rules.BIT[card]) for card in s.ring if card != rules.GAP]
    for seat in range(s.seats):
        if s.animal[seat] != rules.NONE:
            places.append(int(s.unseen[seat]) << (int(s.animal[seat]) * rules.OWN))
    together = 0
    for cards in places:
        assert together & cards == 0, "a card lies in two places"
        together |= cards
    dealt = sum(int(animal) != rules.NONE for animal in s.animal)
    assert together.bit_count() == dealt * rules.OWN + len(rules.STARTING)
    assert dealt + int(s.box).bit_count() == rules.ANIMALS
    return int(s.seats)
