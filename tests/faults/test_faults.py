"""A short form of `make faults`."""

import asyncio

import pytest

from tests.faults.trial import run_trial
from tests.faults.troubles import FUZZ, KILL, TROUBLES

SOON_OVER = {"mmm": {"cat_steps": 6}}


@pytest.mark.parametrize(("trouble", "strikes"), [(KILL, 3), ("cut", 5), (FUZZ, 500)])
def test_what_was_acknowledged_is_kept_and_every_match_ends(trouble: str, strikes: int) -> None:
    report = asyncio.run(run_trial(TROUBLES[trouble], "sqlite", 1, strikes, SOON_OVER))
    assert report.holds, [report.line(), *report.faults]
    assert report.matches >= 6
