"""A short form of `make faults`."""

import asyncio

import pytest

from tests.faults.altered import PLANTS
from tests.faults.trial import Length, run_trial
from tests.faults.troubles import FUZZ, KILL, POWER, TROUBLES

SOON_OVER = {"mmm": {"cat_steps": 6}}
SEED = 1
NOTICED_S = 120


@pytest.mark.parametrize(("trouble", "strikes"), [(KILL, 3), (POWER, 3), ("cut", 5), (FUZZ, 500)])
def test_what_was_acknowledged_is_kept_and_every_match_ends(trouble: str, strikes: int) -> None:
    length = Length(strikes)
    report = asyncio.run(run_trial(TROUBLES[trouble], "sqlite", 1, length, SOON_OVER, SEED))
    assert report.holds, [report.line(), *report.findings, *report.faults]
    assert report.matches >= 6


@pytest.mark.soak
@pytest.mark.parametrize("processes", [1, 3])
def test_a_power_cut_costs_nothing_on_postgresql(processes: int) -> None:
    trial = run_trial(TROUBLES[POWER], "postgresql", processes, Length(3), SOON_OVER, SEED)
    report = asyncio.run(trial)
    assert report.holds, [report.line(), *report.findings, *report.faults]


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_noticed_within_two_minutes(plant: str, engine: str) -> None:
    length = Length(seconds=NOTICED_S)
    trial = run_trial(TROUBLES[POWER], engine, 1, length, SOON_OVER, SEED, plant)
    report = asyncio.run(trial)
    assert report.noticed is not None, [report.line(), *report.faults]
    assert report.noticed < NOTICED_S
