"""Compost for the shared checks."""

from itertools import product
from typing import Any

import numpy as np

from pasch.core.match.match import Match, new
from pasch.games.compost import rules
from pasch.games.compost.view.things import DIE_NAMES, kinds_in
from pasch.sdk import State, count
from tests.moves import play

KEY = "compost"

VALUES: dict[str, list[Any]] = {"dice": [10, 4], "neutral": [5], "turn_limit": [60]}

TABLES: dict[str, dict[str, Any]] = {
    "2": {"seats": 2, "start": 1, "dice": 6, "neutral": 2},
    "3": {"seats": 3, "start": 0, "dice": 5},
    "4": {"seats": 4, "start": 2, "turn_limit": 12},
}

SHORT = {"seats": 2, "dice": 4, "neutral": 1, "turn_limit": 12}

MOMENT = {"bots": 2, "events": 60}


def material(s: State) -> list[int]:
    """Assert that the record agrees with the dice; return the number of dice by colour.

    What is kept beside the dice themselves (how many, which kinds, odd faces) agrees with them.
    """
    heaps, kinds, odd = np.array(s.dice), np.array(s.kinds), np.array(s.odd)
    dice = heaps.reshape(rules.HEAPS, rules.COLOURS, rules.FACES)
    assert heaps.min() >= 0
    assert s.many == heaps.sum(1).tolist()
    assert ((kinds[:, None] >> np.arange(rules.KINDS) & 1) == (heaps > 0)).all()
    assert ((odd[:, None] >> np.arange(rules.FACES) & 1) == dice.sum(1) % 2).all()
    for seat in range(rules.SEATS):
        for place in range(rules.STOVE):
            assert_the_dice_go_together(s, seat, place, dice[rules.heap_of(seat, place)].sum(0))
    by_colour = dice.sum((0, 2)) + np.array(s.unrolled).sum(0) + s.compost
    return [int(n) for n in by_colour]


def assert_the_dice_go_together(s: State, seat: int, place: int, shown: Any) -> None:
    """Assert that these dice may lie together (CO-9), in another way than the rules do."""
    pattern = rules.PATTERN[rules.side_up(s, seat, place)]
    assert shown.sum() <= rules.MOST[rules.side_up(s, seat, place)]
    if pattern == rules.ALL_DIFFERENT:
        assert shown.max() <= 1
    elif pattern == rules.ALL_EQUAL:
        assert (shown > 0).sum() <= 1
    elif pattern == rules.TWO_PAIRS:
        assert sum(-(-int(n) // 2) for n in shown) <= 2
        assert count(s.odd[rules.heap_of(seat, place)]) <= 2


# For the clause tests, which lay dice by words, never by seeds.

SIDES = {
    "run": (0, False),
    "different": (0, True),
    "kind": (1, False),
    "control": (1, True),
    "pairs": (2, False),
    "target": (2, True),
    "stove": (3, False),
}


def at_turn(*seats: dict[str, str], to_move: int = 0, turn: int = 1, **options: Any) -> Match:
    """Return a seat about to reroll, with these dice on these sides: {"run": "red 2"}."""
    match = new("compost", seats=len(seats), start=0, **options)
    s = match._state
    for seat, colour in product(range(rules.SEATS), range(rules.COLOURS)):
        s.unrolled[seat, colour] = 0
    s.turn = turn
    s.to_move = to_move
    s.phase = rules.REROLL
    for seat, cards in enumerate(seats):
        for side, dice in cards.items():
            place, s.flipped[seat, SIDES[side][0]] = SIDES[side]
            for die in filter(None, dice.split(", ")):
                rules.put(s, rules.heap_of(seat, place), KIND_OF[die], 1)
    return match


KIND_OF = {name: kind for kind, name in enumerate(DIE_NAMES)}


def dice_on(match: Match, seat: int, side: str) -> str:
    """Return what lies on a card, as `at_turn` takes it; the side named must be up."""
    s = match.view(seat)
    place, flipped = SIDES[side]
    assert s.flipped[seat, place] == flipped, f"{side} is not up"
    return ", ".join(DIE_NAMES[kind] for kind in kinds_in(s, rules.heap_of(seat, place)))


def open_to(match: Match) -> list[str]:
    """Return what the seat to choose may do, in words."""
    return [match.text(a) for a in match.legal()]


def activating(*seats: dict[str, str], card: str, **options: Any) -> Match:
    """Let seat 0 reroll the red die of its Stove, put it back there and activate a card."""
    match = at_turn(*seats, **options)
    return play(match, "reroll Stove", "1", "red 1 on Stove", f"activate {card}")
