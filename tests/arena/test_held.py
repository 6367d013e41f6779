"""Arenas and studies from Python."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pasch
from pasch.arena import api
from pasch.core.errors import BadOption, PaschError

OPTIONS = {"cat_steps": 3}


def test_an_arena_is_held_kept_and_told_as_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {
        "games": 8,
        "seats": 2,
        "options": OPTIONS,
        "out": tmp_path / "kept.jsonl",
    }
    found = pasch.arena("mmm", ["random", "quick"], cores=1, **asked)
    assert [bot.bot for bot in found.figures.bots] == ["random", "quick"]
    table = found.to_pandas()
    assert len(table) == len(list(found.rows())) == 8 * 2
    means = table.groupby("bot")["share"].mean()
    assert [means[bot.bot] for bot in found.figures.bots] == pytest.approx(
        [bot.share.mean for bot in found.figures.bots]
    )
    assert found.to_polars().to_dicts() == list(found.rows()) == table.to_dict("records")
    monkeypatch.setattr("pasch.arena.run.play_chunk", None)
    assert pasch.arena("mmm", ["random", "quick"], cores=1, **asked).results == found.results


def test_a_study_is_told_with_its_variants_and_options(tmp_path: Path) -> None:
    values = {"doubling": [False, True]}
    found = pasch.study("so-ein-mist", values, games=3, seats=3, out=tmp_path, cores=1)
    assert [variant.name for variant in found.study.variants] == ["doubling=no", "doubling=yes"]
    table = found.to_polars()
    assert set(table["variant"]) == {"doubling=no", "doubling=yes"}
    assert set(table["tables"]) == {"mirror", "field"}
    assert all(
        name == f"doubling={'yes' if on else 'no'}"
        for name, on in table.select("variant", "doubling").iter_rows()
    )
    mirror = table.filter((table["tables"] == "mirror") & table["doubling"])
    first = found.study.variants[1].mirror
    assert mirror["score"].mean() == pytest.approx(first.bots[0].score.mean)


def test_texts_that_hold_commas_are_listed_too() -> None:
    mmm = pasch.load("mmm")
    assert api.listed(mmm, "cat_steps", [9, 10]) == "9,10"
    assert api.listed(mmm, "board", ["one-paw", "two-paws"]) == "one-paw,two-paws"
    beetles = pasch.load("mistkaefer")
    free = next(f.name for f in beetles.option_facts() if f.read is not None and not f.choices)
    assert api.listed(beetles, free, ["1,2", "3,4"]) == "1,2|3,4"


def test_without_the_extra_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for package in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(PaschError, match=rf"pip install 'pasch\[{package}\]' brings it"):
            api.frame(package, [])


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOption, match="a bot is one of newcomer"):
        pasch.arena("mmm", ["slow"])
    with pytest.raises(BadOption, match="exclude each other"):
        pasch.arena("mmm", ["quick"], cores=1, ray="local")
    with pytest.raises(BadOption, match="has no option 'cats'"):
        pasch.study("mmm", {"cats": [1]})


SCRIPT = """
import pasch
print("begins", flush=True)
found = pasch.arena("mmm", ["quick", "random"], games=4, cores=2, out="kept.jsonl")
print(len(found.results))
"""


def test_a_script_that_asks_for_cores_is_not_run_again_in_each(tmp_path: Path) -> None:
    """The script needs no `if __name__ == "__main__"` for that."""
    (tmp_path / "script.py").write_text(SCRIPT)
    run = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == ("begins\n4\n", "")
