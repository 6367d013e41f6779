"""Why something can't be done, in the language of who tried it."""

from collections import Counter
from typing import Any

import pytest

from pasch.core.game.registry import games
from pasch.core.match.match import Match, new
from tests.checker import walk
from tests.kits import kits

TABLES = [(key, table) for key in games() for table in kits()[key].TABLES.values()]
ENOUGH = 2  # positions to check for each kind of event
LOOKED_AT = 300  # events of a game to look at


def check_reasons(match: Match) -> None:
    """Assert that every impossible number, and what is no number, is refused with a reason."""
    numbers = range(-1, match.game.rules.ACTIONS + 1)
    for a in (None, *sorted({*numbers} - {*match.possible()})):
        reason, clause = match.refusal(a, "en")
        in_german, same_clause = match.refusal(a, "de")
        assert reason
        assert reason != in_german
        assert clause == same_clause


@pytest.mark.parametrize(("key", "table"), TABLES)
def test_every_reason_a_game_gives_is_given_in_german_too(key: str, table: dict[str, Any]) -> None:
    match = new(key, **table)
    looked = Counter[tuple[str, str]]()
    for _ in walk(match, "1"):
        if len(match.events) > LOOKED_AT:
            continue
        expected = match.refusal(None)
        looked[expected] += 1
        if looked[expected] <= ENOUGH:
            check_reasons(match)
    check_reasons(match)
