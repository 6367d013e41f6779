"""The coach at the command line, and what it says to bad input."""

import json
from pathlib import Path

import pytest

from pasch.coach.what_if import place
from pasch.core.match.log import Log
from pasch.core.match.match import Match
from tests.coach.played import kept, played
from tests.command import Pasch, refused
from tests.terminal.tmux import Terminal

FEW = ("--playouts", 64)
FARM = played("so-ein-mist", 3)
EVENTS = len(FARM.events)
AT = next(n for n in range(EVENTS) if place(FARM, n).player >= 0)


def broken(folder: Path) -> Path:
    """Return a log whose second choice is another seat's."""
    path = kept(folder, FARM)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[AT + 1] = lines[AT + 1].replace('"seat":0', '"seat":1')
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_hint_tells_every_choice(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch("hint", kept(tmp_path, FARM, AT), *FEW)
    before = place(FARM, AT)
    assert answer.code == 0
    assert all(before.text(a) in answer.out for a in before.legal())
    assert "★" in answer.out
    assert "estimated" in answer.out
    same = pasch("hint", kept(tmp_path, FARM), "--at", AT, *FEW)
    assert same == answer


def test_a_hint_as_json(pasch: Pasch, tmp_path: Path) -> None:
    path = kept(tmp_path, FARM)
    found = json.loads(pasch("hint", path, "--at", AT, "--json", *FEW).out)
    assert {each["action"] for each in found["choices"]} == set(place(FARM, AT).legal())
    due = json.loads(pasch("hint", path, "--at", 0, "--json", *FEW).out)
    assert len(due["shares"]) == 3


def test_while_the_dice_are_due_the_chances_are_told(pasch: Pasch, tmp_path: Path) -> None:
    answer = pasch("hint", kept(tmp_path, FARM), "--at", 0, *FEW)
    assert "Chance comes next" in answer.out
    assert all(name in answer.out for name in FARM.names)


def test_a_review_in_words_as_json_and_as_a_page(pasch: Pasch, tmp_path: Path) -> None:
    path = kept(tmp_path, FARM)
    page = tmp_path / "review.html"
    told = pasch("review", path, "--html", page, *FEW)
    assert told.code == 0
    for word in ("luck", "skill", "result", "luckiest roll", "pasch whatif", *FARM.names):
        assert word in told.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    found = json.loads(pasch("review", path, "--json", *FEW).out)
    assert len(found["chances"]) == EVENTS + 1
    again = pasch("review", path, "--html", page, *FEW)
    assert again.code == 2
    assert "exists already" in again.err


def test_what_if_tells_the_other_end_and_keeps_it(pasch: Pasch, tmp_path: Path) -> None:
    path = kept(tmp_path, FARM)
    before = place(FARM, AT)
    other = next(a for a in before.legal() if a != FARM.events[AT])
    out = tmp_path / "branch.jsonl"
    for choice in (before.text(other), other):
        arguments = ("--at", AT, "--choose", choice, "--bots", "quick", "--out", out)
        answer = pasch("whatif", path, *arguments)
        assert answer.code == 0, answer.err
        assert "As it was: " in answer.out
        held = Log.open(out).held
        assert held.header.after == AT
        assert "These dice are not secret" in pasch("verify", out).out
        branch: Match = held.match
        assert branch.events[: AT + 1] == [*FARM.events[:AT], other]
        out.unlink()


WARNING = "This game is not finished: what follows shows the dice that are still to come."


def choice_at(events: int) -> tuple[object, ...]:
    return ("--at", events, "--choose", place(FARM, events).legal()[0], "--bots", "quick")


def test_an_unfinished_game_shows_the_dice_to_come_only_if_somebody_wants_that(
    pasch: Pasch, tmp_path: Path
) -> None:
    path = kept(tmp_path, FARM, 20)
    out = tmp_path / "branch.jsonl"
    answer = pasch("whatif", path, *choice_at(AT), "--out", out, typed=("y",))
    refused(answer, "match.jsonl is not finished; --reveal shows its dice to come all the same")
    assert not out.exists()
    shown = pasch("whatif", path, *choice_at(AT), "--reveal")
    assert shown.code == 0
    assert shown.out.splitlines()[0] == WARNING
    assert "These dice are not secret" in shown.out


@pytest.mark.parametrize("salts", [["ab" * 16, "", ""], []], ids=["at a server", "in a window"])
def test_the_log_of_a_game_that_is_being_played_is_refused(
    pasch: Pasch, tmp_path: Path, salts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused even at a terminal, where somebody could be asked."""
    monkeypatch.setattr("pasch.terminal.commands.coach.has_person", lambda _: True)
    path = kept(tmp_path, FARM, 20, salts=salts)
    if not salts:
        playing = Log.open(path)
        playing.hold()
    answer = pasch("whatif", path, *choice_at(AT), typed=("y",))
    refused(answer, "match.jsonl is the log of a table where people still play; --reveal shows")
    assert pasch("whatif", path, *choice_at(AT), "--reveal").code == 0


@pytest.mark.parametrize(("typed", "code"), [("y", 0), ("n", 1), ("q", 1)])
def test_who_looks_is_asked_before_the_dice_to_come_are_shown(
    tmp_path: Path, typed: str, code: int
) -> None:
    path = kept(tmp_path, FARM, 20)
    command = " ".join(map(str, ("pasch whatif", path, *choice_at(AT), "--language en")))
    with Terminal(120, 50, tmp_path) as terminal:
        terminal.type(f"{command}; echo left with $?")
        asked = terminal.wait_until(lambda screen: screen.endswith("\n>"), "the question")
        assert WARNING in asked
        assert "then the same dice" not in asked
        terminal.type(typed)
        shown = terminal.wait_for(f"left with {code}")
        assert ("The game is over" in shown) is (code == 0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("hint", "{log}"), f"over after event {EVENTS}"),
        (("hint", "{log}", "--at", EVENTS + 1), f"from 0 to {EVENTS}, not {EVENTS + 1}"),
        (("hint", "{log}.no"), "can't be read"),
        (("hint", "{broken}"), f"line {AT + 2}: expected a choice of seat 0"),
        (("review", "{broken}"), f"line {AT + 2}: expected a choice of seat 0"),
        (("review", "{half}"), "not over after event 20"),
        (("review", "{log}", "--playouts", 3), "playouts"),
        (("whatif", "{log}", "--at", AT, "--choose", "fly"), "may choose: "),
        (("whatif", "{log}", "--at", 0, "--choose", 0), "nobody has to choose"),
        (("whatif", "{log}", "--at", -1, "--choose", 0), "from 0 to"),
        (("whatif", "{log}", "--at", AT, "--choose", 0, "--bots", "a,b"), "3 with commas"),
        (("whatif", "{log}", "--at", AT, "--choose", 0, "--bots", "nobody"), "a bot is one of"),
        (("whatif", "{real}", "--at", AT, "--choose", 0), "real dice"),
    ],
)
def test_bad_input_is_named(
    pasch: Pasch, tmp_path: Path, arguments: tuple[object, ...], complaint: str
) -> None:
    places = {"log": tmp_path / "a", "broken": tmp_path / "b", "half": tmp_path / "c"}
    places["real"] = tmp_path / "d"
    for folder in places.values():
        folder.mkdir()
    paths = {
        "log": kept(places["log"], FARM),
        "broken": broken(places["broken"]),
        "half": kept(places["half"], FARM, 20),
        "real": kept(places["real"], FARM, seed=None, dice="real"),
    }
    answer = pasch(*(str(each).format(**paths) for each in arguments))
    assert answer.code == 2
    assert complaint in " ".join(answer.err.split())


def test_h_asks_the_coach_in_the_game(pasch: Pasch) -> None:
    seats = ("--seats", "me:Anna,quick,quick", "--start", 1, "--seed", "yard")
    answer = pasch("play", "so-ein-mist", *seats, typed=("h", "q"))
    assert answer.code == 0
    assert "h hint" in answer.out
    assert "What Anna may choose" in answer.out
    assert answer.out.count("★") == 1


def test_where_a_solution_could_be_had_the_coach_says_so(pasch: Pasch) -> None:
    answer = pasch("play", "mmm", "--seats", "me", "--set", "cat-steps=1", typed=("h", "q"))
    assert "pasch solve mmm makes it exact." in answer.out
