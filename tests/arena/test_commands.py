"""`pasch arena` and `pasch study` as they are typed."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pasch.terminal.commands import arena
from tests.command import Pasch
from tests.own import own_bots

__all__ = ["own_bots"]


@pytest.fixture(autouse=True)
def wide(pasch: Pasch, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - after it
    """Make the terminal 120 columns wide, so that no table of figures is wrapped."""
    monkeypatch.setenv("COLUMNS", "120")


ARENA = ("arena", "so-ein-mist", "random", "quick", "--games", 12, "--cores", 1)
STUDY = ("study", "mmm", "--set", "cat_steps=3,11", "--games", 4, "--cores", 1)


def test_an_arena_tells_its_table_and_where_it_is_kept(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch(*ARENA)
    assert (answer.code, answer.err) == (0, "")
    assert "So ein Mist · 3 seats · 12 games" in answer.out
    kept = list((tmp_path / "data" / "pasch" / "arena").iterdir())
    assert len(kept) == 1
    assert str(kept[0]) in answer.out


def test_asked_again_it_tells_the_same_at_once(
    pasch: Pasch, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = pasch(*ARENA)
    monkeypatch.setattr(arena, "run", lambda *_: None)
    assert pasch(*ARENA) == before


def test_an_arena_as_json(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch(*ARENA, "--json", "--out", "results.jsonl", "--logs", "logs", "--seats", 5)
    found = json.loads(answer.out)
    assert found["games"] == 15
    assert [line["bot"] for line in found["bots"]] == ["random", "quick"]
    assert len(found["seats"]) == 5
    assert len(list((tmp_path / "logs").iterdir())) == 15
    assert (tmp_path / "results.jsonl").exists()


def test_ray_alone_is_a_cluster_on_this_machine_that_ends_with_the_run(
    pasch: Pasch, ray: Any, own_bots: Path
) -> None:
    """The arena plays a bot of one's own, from the working directory."""
    asked = ("arena", "so-ein-mist", "mymodule:MyBot", "quick", "--games", 3)
    plain = json.loads(pasch(*asked, "--cores", 1, "--json").out)
    answer = pasch(*asked, "--json", "--out", "there.jsonl", "--ray")
    assert answer.code == 0, answer.err
    there = json.loads(answer.out)
    assert there["games"] == 3
    assert (own_bots / "there.jsonl").exists()
    for same in ("share", "score"):
        assert [line[same] for line in there["bots"]] == [line[same] for line in plain["bots"]]
    assert not ray.is_initialized()


def test_more_games_go_on_with_the_file(pasch: Pasch, tmp_path: Path) -> None:
    pasch(*ARENA, "--out", "results.jsonl")
    before = (tmp_path / "results.jsonl").read_bytes()
    more = json.loads(pasch(*ARENA, "--out", "results.jsonl", "--games", 21, "--json").out)
    assert more["games"] == 21
    assert (tmp_path / "results.jsonl").read_bytes().startswith(before)
    fewer = pasch(*ARENA, "--out", "results.jsonl").out
    assert "12 games" in fewer
    assert "The first of 21 that are kept." in fewer


def test_until_it_is_known_well_enough(pasch: Pasch) -> None:
    until = ("arena", "so-ein-mist", "random", "quick", "--cores", 1, "--until", "±40%")
    found = json.loads(pasch(*until, "--json").out)
    assert found["games"] == 180
    answer = pasch(*until[:-1], "±1%", "--games", 12, "--language", "de")
    assert answer.code == 0
    assert re.search(r"Nur auf ±\d+,\d % genau bekannt, nicht auf ±1,0 %", answer.out)


def test_an_arena_as_csv_and_as_a_page(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch(*ARENA, "--csv", "--html", "arena.html")
    lines = list(csv.DictReader(io.StringIO(answer.out)))
    shares = {
        line["name"]: float(line["value"])
        for line in lines
        if (line["table"], line["figure"]) == ("bot", "share")
    }
    assert sorted(shares) == ["quick", "random"]
    assert {line["table"] for line in lines} == {"bot", "lead", "seat", "game"}
    html = (tmp_path / "arena.html").read_text(encoding="utf-8")
    assert "<b>quick over random</b>" in html
    assert f"{shares['quick']:.1%}" in html


def test_options_and_seed_are_part_of_the_plan(pasch: Pasch) -> None:
    answer = pasch(*ARENA, "--set", "doubling=yes", "--seed", "yard", "--json")
    plan = json.loads(answer.out)["plan"]
    assert plan["options"]["doubling"] is True
    assert plan["seed"] == "yard"


def test_a_study_tells_its_variants_and_writes_a_report(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch(*STUDY, "--html", "cats.html", "--out", "kept")
    assert (answer.code, answer.err) == (0, "")
    assert "cat_steps=3" in answer.out
    assert "The report: cats.html" in answer.out
    assert (tmp_path / "cats.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_a_study_as_json(pasch: Pasch) -> None:
    found = json.loads(pasch(*STUDY, "--json").out)
    assert [each["name"] for each in found["variants"]] == ["cat_steps=3", "cat_steps=11"]
    assert found["unit"] == "grade, 0 to 7"


def test_who_never_won_is_told_to_have_no_interval(pasch: Pasch, tmp_path: Path) -> None:
    why = (
        "No interval where games tell too little: "
        "who never won, or always, may lie much farther off."
    )
    hopeless = ("arena", "compost", "random", "quick", "--games", 4, "--cores", 1)
    assert why in " ".join(pasch(*hopeless, "--html", "hopeless.html").out.split())
    assert f"strength. {why}<" in (tmp_path / "hopeless.html").read_text(encoding="utf-8")
    even = ("arena", "so-ein-mist", "quick", "random", "--games", 30, "--cores", 1)
    assert "No interval" not in pasch(*even).out


def test_a_study_until_every_share_is_known_well_enough(pasch: Pasch) -> None:
    until = ("study", "so-ein-mist", "--set", "doubling=no,yes", "--cores", 1, "--until", "±25%")
    found = json.loads(pasch(*until, "--json").out)
    assert found["games"] == 180
    lines = [line for each in found["variants"] for line in each["mirror"]["seats"]]
    assert all(line["share"]["high"] - line["share"]["mean"] <= 0.25 for line in lines)
    answer = pasch(*until[:-1], "±1%", "--games", 12, "--language", "de")
    assert re.search(r"Nur auf ±\d+,\d % genau bekannt, nicht auf ±1,0 %", answer.out)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("arena", "so-ein-mits", "quick"), "Did you mean 'so-ein-mist'?"),
        (("arena", "mmm", "slow"), "a bot is one of newcomer, easygoing,"),
        (("arena", "mmm", "search:many"), "not 'many'"),
        (("arena", "mmm", "level:9"), "a level is a number from 1 to 6, not 9"),
        (("arena", "mmm", "quick", "--seats", 7), "Mmm! is for 1 to 6 seats, not 7"),
        (("arena", "mmm", "quick", "--games", 0), "1 to 1000000 games, not 0"),
        (("arena", "mmm", "quick", "--set", "cats"), "--set expects name=value, not 'cats'"),
        (("arena", "mmm", "quick", "--cores", 0), "expected at least 1 core, got 0"),
        (("arena", "mmm", "quick", "--out", "taken"), "expected the plan of an arena"),
        (("arena", "mmm", "quick", "--out", "taken/results"), "Not a directory"),
        (("arena", "mmm", "quick", "--logs", "taken"), "the folder taken can't be made"),
        (("arena", "mmm", "quick", "--cores", 2, "--ray", "local"), "exclude each other"),
        (("arena", "mmm", "quick", "--cores", 2, "--ray"), "exclude each other"),
        (("study", "mmm", "--ray", "--cores", 2), "exclude each other"),
        (("arena", "mmm", "quick", "--until", "well"), "±1% say; got 'well'"),
        (("arena", "mmm", "quick", "--json", "--csv"), "--json and --csv exclude each other"),
        (("arena", "mmm", "quick", "--html", "taken"), "taken exists already"),
        (("study", "mmm", "--set", "cats=1,2"), "Mmm! has no option 'cats'"),
        (("study", "mmm", "--set", "cat_steps=9,no"), "from 1 to 99, not 'no'"),
        (("study", "mmm", "--bot", "best"), "a bot is one of newcomer, easygoing,"),
        (("study", "mmm", "--html", "taken"), "taken exists already"),
        (("study", "mmm", "--out", "taken"), "the folder taken can't be made"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_is_written(
    pasch: Pasch, tmp_path: Path, command: tuple[object, ...], message: str
) -> None:
    (tmp_path / "taken").write_text("mine\n")
    answer = pasch(*command)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("pasch: ")
    assert message in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken").read_text() == "mine\n"


def test_a_results_file_of_another_run_is_refused(pasch: Pasch, tmp_path: Path) -> None:
    pasch(*ARENA, "--out", "results.jsonl")
    before = (tmp_path / "results.jsonl").read_bytes()
    answer = pasch(*ARENA, "--out", "results.jsonl", "--seed", "2")
    assert answer.code == 2
    assert "holds another run" in answer.err
    assert (tmp_path / "results.jsonl").read_bytes() == before


def test_ctrl_c_is_told_in_one_line(pasch: Pasch, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run", interrupted)
    answer = pasch(*ARENA, "--out", "results.jsonl")
    assert answer.code == 130
    assert answer.err.startswith("Interrupted. What was played is kept in results.jsonl;")
    monkeypatch.setattr(arena, "run_study", interrupted)
    answer = pasch(*STUDY, "--language", "de")
    assert answer.code == 130
    assert answer.err.startswith("Unterbrochen. Was gespielt ist, liegt in ")
