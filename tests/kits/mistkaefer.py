"""Mistkäfer for the shared checks, and a table whose dice and chips a test sets."""

from typing import Any

from pasch.core.match.match import Match, new
from pasch.games.mistkaefer import GAME, rules
from pasch.games.mistkaefer.tableau import COLOURS, SPACES
from pasch.sdk import OVER, State

KEY = "mistkaefer"

BONUSES = "green 1 steal, green 2 steal-all, green 3 chip, yellow 5 extra, blue 2 chips"

VALUES: dict[str, list[Any]] = {
    "clovers": [4],
    "balls": [0, 5],
    "spaces": [6],
    "line": [2],
    "bonus": [GAME.options().bonus, BONUSES],
}

TABLES: dict[str, dict[str, Any]] = {
    "2": {"seats": 2, "start": 1, "balls": 12},
    "3": {"seats": 3, "start": 0},
    "4": {"seats": 4, "start": 3},
    "clovers": {"seats": 3, "start": 1, "clovers": 1, "balls": 20},
    "tableau": {"seats": 2, "start": 0, "balls": 8, "spaces": 8, "line": 3, "bonus": BONUSES},
}

SHORT = {"seats": 2, "clovers": 1, "balls": 3}

MOMENT = {"bots": 2, "events": 90}


def material(s: State) -> tuple[int, int]:
    """Assert that no die or chip is lost or doubled; return the numbers of seats and of chips."""
    for colour in range(rules.COLOURS):
        in_hand = s.to_roll + sum(s.rolled) if s.colour == colour else 0
        in_rows = sum(row[colour] for row in s.filled)
        assert int(s.dice[colour]) + in_hand + in_rows == rules.DICE - rules.TAKEN_OUT[s.seats]
        for seat in range(rules.SEATS):
            row = s.row[seat, colour]
            n = int(s.filled[seat, colour])
            assert list(row) == sorted(row[:n]) + [0] * (len(row) - n)
            assert 0 not in row[:n]
            assert n <= s.spaces
    chips = s.heaped + sum(s.owned)
    assert chips == sum(rules.ALL_CHIPS[s.seats])
    if rules.player(s) == OVER:
        shown = [sum(kind) for kind in zip(s.heap, *s.chips, strict=True)]
        assert shown == list(rules.ALL_CHIPS[s.seats])
    return int(s.seats), chips


def beetles(seats: int = 3, start: int = 0, *, later: bool = True, **options: Any) -> Match:
    """Return a table, as a rule after its first round."""
    match = new("mistkaefer", seats=seats, start=start, **options)
    if later:
        match._state.newcomers = 0
    return match


def lay(match: Match, seat: int, **rows: str) -> Match:
    """Put dice from the supply on the tableau of the seat: green="335"."""
    s = match._state
    for name, faces in rows.items():
        colour = COLOURS.index(name)
        s.dice[colour] += int(s.filled[seat, colour]) - len(faces)
        s.filled[seat, colour] = len(faces)
        for column, face in enumerate(faces.ljust(SPACES, "0")):
            s.row[seat, colour, column] = int(face)
    return match


def give(match: Match, seat: int, one: int = 0, two: int = 0, clover: int = 0) -> Match:
    """Give the seat these chips from the supply."""
    s = match._state
    for kind, n in enumerate((one, two, clover)):
        s.chips[seat, kind] += n
        s.heap[kind] -= n
        s.owned[seat] += n
        s.heaped -= n
    return match
