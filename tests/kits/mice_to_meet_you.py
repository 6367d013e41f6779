"""Mice to Meet You for the shared checks."""

from typing import Any

from pasch.core.match.match import Match, new
from pasch.games.mice_to_meet_you import cards, rules
from pasch.games.mice_to_meet_you.cards import DICE_CARDS
from pasch.sdk import State
from tests.moves import play

KEY = "mice-to-meet-you"

OTHER_CARDS = "15 red yellow, 12 yellow, 9 red, 6 yellow"

VALUES: dict[str, list[Any]] = {
    "dice_cards": [DICE_CARDS, OTHER_CARDS],
    "nuts": [3],
    "level": [0, 3],
    "threshold": [10],
}

TABLES: dict[str, dict[str, Any]] = {
    "2": {"seats": 2, "start": 1},
    "3": {"seats": 3, "start": 0},
    "5": {"seats": 5, "start": 4},
    "solo": {"seats": 1, "start": 0},
    "solo-level": {"seats": 1, "start": 0, "level": 3},
    "solo-threshold": {"seats": 1, "start": 0, "level": 2, "threshold": 10},
    "nuts": {"seats": 2, "start": 0, "nuts": 1},
    "dice-cards": {"seats": 3, "start": 2, "dice_cards": OTHER_CARDS},
}

SHORT = {"seats": 2}

MOMENT = {"bots": 2, "events": 90}


def material(s: State) -> int:
    """Assert that every hand card is in the hand or in the cage; return the number of nuts."""
    for seat in range(rules.SEATS):
        caged = [int(card) for card in s.cage[seat] if card]
        assert len(caged) == s.caged[seat]
        in_cage = sum(int(rules.BIT[card]) for card in caged)
        assert in_cage.bit_count() == len(caged), "a card lies twice in the cage"
        assert int(s.hand[seat]) & in_cage == 0, "a card lies in two places"
        assert int(s.hand[seat]) | in_cage == (rules.FULL_HAND if seat < s.seats else 0)
        assert s.nuts[seat] >= 0
    assert s.supply >= 0
    return s.supply + sum(s.nuts)


def mice(seats: int = 2, start: int = 0, **options: Any) -> Match:
    """Return a match with seat 0 to begin."""
    return new(KEY, seats=seats, start=start, **options)


def give(
    match: Match,
    seat: int,
    hand: tuple[int, ...] | None = None,
    cage: tuple[int, ...] = (),
    up: tuple[int, ...] | None = None,
    nuts: int | None = None,
) -> Match:
    """Set up the moment before a roll.

    These cards are in hand (the others in the cage, `cage` on top), these dice cards are open, and
    so many nuts are out of the middle.
    """
    s = match._state
    if hand is not None:
        all_cards = [card for card in range(1, rules.CARDS + 1) if card not in cards.VALUES]
        below = [card for card in all_cards if card not in hand and card not in cage]
        s.hand[seat] = sum(1 << card for card in hand)
        s.caged[seat] = len(below) + len(cage)
        for i, card in enumerate((*below, *cage)):
            s.cage[seat, i] = card
        for i in range(s.caged[seat], rules.HAND):
            s.cage[seat, i] = 0
    if up is not None:
        s.open[seat] = sum(1 << cards.VALUES.index(card) for card in up)
    if nuts is not None:
        s.supply -= nuts - s.nuts[seat]
        s.nuts[seat] = nuts
    rules.begin_round(s)
    material(s)
    return match


def roll(match: Match, faces: str) -> Match:
    """Apply the dice of one roll, the red ones first: "5 3 6 3 2"."""
    return play(match, *faces.split())


def do(match: Match, **described: Any) -> Match:
    """Make a choice as it stands in a log, such as `play=11, yellow=3`."""
    match.apply(match.number(described))
    return match


def offered(match: Match) -> list[str]:
    return [match.text(a) for a in match.possible()]


def hand(match: Match, seat: int = 0) -> list[int]:
    return [card for card in range(1, rules.CARDS + 1) if match.view(0).hand[seat] >> card & 1]


def cage(match: Match, seat: int = 0) -> list[int]:
    """Return the cage of a seat, the top card last."""
    return [int(card) for card in match.view(0).cage[seat] if card]


def up(match: Match, seat: int = 0) -> list[int]:
    """Return the dice cards that lie open."""
    return [card for i, card in enumerate(cards.VALUES) if match.view(0).open[seat] >> i & 1]


def nuts(match: Match) -> list[int]:
    """Return the nuts by seat, and those in the middle."""
    view = match.view(0)
    return [*view.nuts[: match.seats], view.supply]
