"""Another choice, the same dice."""

import pytest

from pasch.bots import quick
from pasch.coach.what_if import place, what_if
from pasch.core.errors import BadOption, IllegalAction, PaschError
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.match import Match
from tests.coach.played import SEED, played, read_back

FARM = played("so-ein-mist", 3, "quick")
BOTS = [quick] * 3


def first_choice(match: Match) -> int:
    """Return how many events come before the first choice."""
    return next(n for n in range(len(match.events)) if place(match, n).player >= 0)


def test_the_same_choice_leads_to_the_same_end() -> None:
    at = first_choice(FARM)
    again = what_if(read_back(FARM), at, FARM.events[at], BOTS)
    assert again.events == FARM.events
    assert what_if(read_back(FARM), at, None, BOTS).events == FARM.events


def test_another_choice_keeps_the_past_and_every_later_die() -> None:
    at = first_choice(FARM)
    before = place(FARM, at)
    other = next(a for a in before.legal() if a != FARM.events[at])
    branch = what_if(read_back(FARM), at, other, BOTS)
    assert branch.player == OVER
    assert branch.events[: at + 1] == [*FARM.events[:at], other]
    again = place(branch, 0)
    for a in branch.events:
        if again.player == CHANCE:
            assert a == Dice(SEED).roll(again.turn, again.die, again.chance)
        again.apply(a)


def test_salts_belong_to_the_dice() -> None:
    salts = ["ab" * 16] * 3
    at = first_choice(FARM)
    branch = what_if(read_back(FARM, salts=salts), at, None, BOTS)
    later = place(branch, at + 1)
    assert later.player == CHANCE
    due = Dice(SEED, salts).roll(later.turn, later.die, later.chance)
    assert branch.events[at + 1] == due


def test_real_dice_and_secret_dice_cannot_be_rolled_again() -> None:
    at = first_choice(FARM)
    with pytest.raises(PaschError, match="real dice"):
        what_if(read_back(FARM, dice="real", seed=None), at, None, BOTS)
    with pytest.raises(PaschError, match="seed"):
        what_if(read_back(FARM, seed=None), at, None, BOTS)


def test_what_cannot_be_is_refused() -> None:
    held = read_back(FARM)
    at = first_choice(FARM)
    with pytest.raises(BadOption, match="from 0 to"):
        what_if(held, -1, None, BOTS)
    with pytest.raises(BadOption, match="nobody has to choose"):
        what_if(held, 0, 0, BOTS)
    with pytest.raises(IllegalAction):
        what_if(held, at, 99, BOTS)
    with pytest.raises(BadOption, match="expected 3 bots, got 1"):
        what_if(held, at, None, [quick])
