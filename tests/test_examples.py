"""The examples run, and show what they say."""

import importlib
import os
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pasch
from pasch.bots.external import process_of

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder to work in, where the examples are found."""
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    process_of("agent:Agent").end()


def example(name: str) -> Any:
    return importlib.import_module(name)


@pytest.mark.usefixtures("examples")
def test_a_player_learns_from_who_won_and_beats_random_in_the_arena() -> None:
    learn = example("learn")
    won = learn.learn(count=256, rounds=8)
    assert won[0] < 0.3
    assert won[-1] > won[0] + 0.15
    options = {"board": learn.BOARD, "cat_steps": learn.STEPS}
    found = pasch.arena("mmm", ["random", "agent:Agent"], games=120, options=options)
    random, learned = found.figures.bots
    assert learned.share.low is not None
    assert learned.share.low > random.share.mean


@pytest.mark.usefixtures("examples")
def test_the_exact_values_of_other_games_are_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact_values = example("exact_values")
    monkeypatch.setattr(exact_values, "STEPS", 9)  # a table that other tests solve too
    assert exact_values.learn(matches=60, moments=8) > 0.6


@pytest.mark.usefixtures("examples")
def test_the_notebook_runs_from_its_first_cell_to_its_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study, arena = pasch.study, pasch.arena
    monkeypatch.setattr(pasch, "study", lambda *asked, games: study(*asked, games=games // 20))
    monkeypatch.setattr(
        pasch, "arena", lambda *asked, games, **more: arena(*asked, games=games // 20, **more)
    )
    runpy.run_path(str(EXAMPLES / "tour.py"))
    told = capsys.readouterr().out
    assert "Mmm! (1, 6) seats: mice empty a pantry" in told
    assert "bread on " in told
    assert "cat_steps" in told
    assert "quick: " in told


def test_every_example_is_one_of_these() -> None:
    known = {"agent.py", "exact_values.py", "learn.py", "small.toml", "tour.py"}
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == known
