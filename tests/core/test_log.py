"""The log: written, read, broken, mended."""

import errno
import json
import os
import re
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pasch
from pasch.core.errors import BrokenLog, IllegalAction, PaschError
from pasch.core.game.dice import Dice
from pasch.core.match import log
from tests.moves import finish, pantry, play, ring_of


def whole_log() -> str:
    return log.write(finish(pantry(cat_steps=1)))


def begun_log() -> list[str]:
    return log.write(play(pantry(), "bread", "X", "X", "bread on f3")).splitlines()


def test_a_log_reads_like_a_story() -> None:
    header, *events = begun_log()
    assert json.loads(header) == {
        "pasch": 1,
        "game": "mmm",
        "rules": 1,
        "seats": 2,
        "start": 0,
        "options": {"board": "one-paw", "cat_steps": 11, "line": False},
        "names": ["Player 1", "Player 2"],
    }
    assert events == [
        '{"n":1,"do":{"die":"bread"},"chance":6,"turn":0,"die":0,"outcome":0}',
        '{"n":2,"do":{"die":"x"},"chance":6,"turn":0,"die":1,"outcome":5}',
        '{"n":3,"do":{"die":"x"},"chance":6,"turn":0,"die":2,"outcome":5}',
        '{"n":4,"do":{"place":"f3"},"seat":0}',
    ]


def test_a_finished_log_ends_with_the_result() -> None:
    assert json.loads(whole_log().splitlines()[-1])["returns"] == [0.0, 0.0]


def broken(lines: list[str]) -> BrokenLog:
    with pytest.raises(BrokenLog) as refused:
        log.read("\n".join(lines) + "\n")
    return refused.value


def test_an_empty_log_lacks_its_header() -> None:
    with pytest.raises(BrokenLog, match="line 1: expected a header, but the log is empty"):
        log.read("")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"pasch": 2}, "expected log format 1, got 2"),
        ({"rules": 9}, "expected rules version 1 of Mmm!, got 9"),
        ({"rules": 0}, "expected rules version 1 of Mmm!, got 0"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"seats": 9}, "Mmm! is for 1 to 6 seats, not 9"),
        ({"start": 5}, "the starting seat is a number from 0 to 1, not 5"),
        ({"options": {"cats": 1}}, "Mmm! has no option 'cats'"),
        ({"names": ["Anna"]}, "expected 2 names, got 1"),
        ({"seats": "two"}, "expected a header"),
        ({"surprise": 1}, "expected a header"),
        ({"dice": "loaded"}, "expected a header"),
    ],
)
def test_a_wrong_header_is_named(change: dict[str, object], problem: str) -> None:
    header, *events = begun_log()
    error = broken([json.dumps({**json.loads(header), **change}), *events])
    assert error.line == 1
    assert problem in error.problem


def test_a_cut_off_line_is_named() -> None:
    lines = begun_log()
    lines[-1] = lines[-1][:12]
    error = broken(lines)
    assert error.line == 5
    assert 'expected event 4, got \'{"n":4,"do":\'' in error.problem


def test_a_line_that_is_too_long_to_tell_is_cut() -> None:
    header = begun_log()[0]
    assert f"got {'x' * 60!r}:" in str(broken([header, "x" * 60]))
    assert f"got {'x' * 60 + '…'!r}:" in str(broken([header, "x" * 61]))


def test_a_missing_line_is_named() -> None:
    lines = begun_log()
    del lines[2]
    assert str(broken(lines)) == "line 3: expected event 2, got event 3"


def test_an_outcome_that_cannot_be_is_named() -> None:
    lines = begun_log()
    lines[1] = lines[1].replace("bread", "beer")
    assert broken(lines).line == 2


def test_a_choice_out_of_turn_is_named() -> None:
    lines = begun_log()
    lines[4] = lines[4].replace('"seat":0', '"seat":1')
    assert "expected a choice of seat 0, got a choice of seat 1" in str(broken(lines))


def test_chance_where_a_choice_was_due_is_named_and_the_other_way_round() -> None:
    lines = begun_log()
    lines[4] = lines[4].replace('"seat":0', '"chance":6')
    assert "expected a choice of seat 0, got chance with 6 outcomes" in str(broken(lines))
    lines = begun_log()
    lines[1] = lines[1].replace('"chance":6', '"chance":8')
    assert "expected chance with 6 outcomes, got chance with 8 outcomes" in str(broken(lines))


@pytest.mark.parametrize(
    ("part", "wrong", "problem"),
    [
        ('"turn":0', '"turn":1', "expected turn 0, got turn 1"),
        ('"die":1', '"die":0', "expected die 1, got die 0"),
        ('"outcome":5', '"outcome":4', "expected outcome 5, got outcome 4"),
    ],
)
def test_what_an_event_says_wrongly_about_its_die_is_named(
    part: str, wrong: str, problem: str
) -> None:
    lines = begun_log()
    lines[2] = lines[2].replace(part, wrong)
    assert str(broken(lines)) == f"line 3: {problem}"


def test_a_choice_has_no_outcome() -> None:
    lines = begun_log()
    lines[4] = lines[4].replace('"seat":0', '"seat":0,"outcome":3')
    assert str(broken(lines)) == "line 5: expected outcome None, got outcome 3"


def test_an_illegal_choice_is_named_with_its_clause() -> None:
    lines = begun_log()
    lines[4] = lines[4].replace("f3", "a1")
    assert "MMM-6" in str(broken(lines))


def test_a_wrong_result_is_named() -> None:
    lines = whole_log().splitlines()
    lines[-1] = lines[-1].replace("[0.0,0.0]", "[1.0,1.0]")
    assert "expected" in str(broken(lines))
    assert broken(lines).line == len(lines)


def test_a_wrong_number_of_events_in_the_result_is_named() -> None:
    lines = whole_log().splitlines()
    events = json.loads(lines[-1])["events"]
    assert events == len(lines) - 2
    lines[-1] = lines[-1].replace(f'"events":{events}', f'"events":{events + 1}')
    assert f'expected {{"events":{events},' in str(broken(lines))
    assert broken(lines).line == len(lines)


def test_a_log_carries_the_envelope_and_opens_it_at_the_end() -> None:
    match = finish(pantry(cat_steps=1))
    dice = Dice("yard", ["ab" * 16, ""])
    header = log.header_of(
        match, ["me", "quick"], commitment=dice.commitment, salts=dice.salts, drawn=True
    )
    text = log.write(match, header=header, seed=dice.seed)
    assert "yard" not in text.splitlines()[0]
    read = log.read(text)
    assert (read.header, read.seed) == (header, "yard")
    assert read.end == log.end_of(match, "yard")
    assert log.read(whole_log()).seed is None
    assert log.read("\n".join(begun_log())).end is None


def test_a_deal_and_real_dice_stand_in_the_header() -> None:
    header = log.read(log.write(pantry(), header=log.header_of(pantry(), deal="ANNA"))).header
    assert (header.deal, header.dice) == ("ANNA", "sealed")
    header = log.read(log.write(pantry(), header=log.header_of(pantry(), dice="real"))).header
    assert (header.deal, header.dice) == (None, "real")


def test_a_log_from_before_the_dice_were_sealed_still_reads() -> None:
    old = [re.sub(r',"turn":.*,"outcome":\d', "", line) for line in begun_log()]
    assert old[1] == '{"n":1,"do":{"die":"bread"},"chance":6}'
    assert log.read("\n".join(old)).match.events == log.read("\n".join(begun_log())).match.events


def test_what_a_seat_may_know_of_a_match_holds_no_outcome_of_chance() -> None:
    match = play(pasch.new("mistkaefer", seats=2, start=0), "roll 1 green", "3")
    whole, seen = log.write(match), log.write(match, pasch.WATCHER)
    assert '"outcome":2' in whole
    assert "outcome" not in seen


def test_nothing_follows_the_result() -> None:
    lines = whole_log().splitlines()
    assert broken([*lines, lines[-1]]).line == len(lines) + 1


@settings(max_examples=150)
@given(at=st.integers(0, 400), junk=st.text(max_size=4), cut=st.integers(0, 6))
def test_a_damaged_log_is_refused_or_tells_a_lawful_game(at: int, junk: str, cut: int) -> None:
    text = "\n".join(begun_log()) + "\n"
    damaged = text[:at] + junk + text[at + cut :]
    try:
        match = log.read(damaged).match
    except BrokenLog:
        return
    again = log.read(log.write(match)).match
    assert again.position() == match.position()


def test_a_file_grows_with_the_match_and_opens_again(tmp_path: Path) -> None:
    match = pantry(cat_steps=1)
    path = tmp_path / "new" / "folder" / "game.jsonl"
    file = log.Log.create(path, log.header_of(match, ["me", "quick"], seed="7"), match)
    while match.player != pasch.OVER:
        file.apply(match.possible()[0])
        assert log.Log.open(path).match.events == match.events
    again = log.Log.open(path)
    assert again.header.players == ["me", "quick"]
    assert again.held.seed == "7"
    assert path.read_text(encoding="utf-8").splitlines()[1:] == whole_log().splitlines()[1:]


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_file_goes_on_whether_its_last_line_was_ended_or_not(tmp_path: Path, end: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(begun_log()) + end, encoding="utf-8")
    file = log.Log.open(path)
    for choice in ("roll again", "fish"):
        file.apply(file.match.read(choice))
    assert log.Log.open(path).match.events == file.match.events
    assert "\n\n" not in path.read_text(encoding="utf-8")


def test_what_is_taken_back_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = pantry(cat_steps=1)
    book = log.Log.create(path, log.header_of(match), match)
    written = [path.read_text("utf-8")]
    for a in finish(pantry(cat_steps=1)).events:
        book.apply(a)
        written.append(path.read_text("utf-8"))
    for text in reversed(written[:-1]):
        book.undo()
        assert path.read_text("utf-8") == text
    assert match.events == []


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(PaschError, match="exists already"):
        log.Log.create(path, log.header_of(pantry()), pantry())
    assert path.read_text(encoding="utf-8") == "mine"


def test_what_cannot_be_written_does_not_happen(tmp_path: Path) -> None:
    match = pantry()
    path = tmp_path / "game.jsonl"
    file = log.Log.create(path, log.header_of(match), match)
    path.unlink()
    path.mkdir()
    before = match.position()
    with pytest.raises(PaschError, match="can't be written"):
        file.apply(0)
    assert (match.events, match.position()) == ([], before)


def test_what_was_written_in_part_is_taken_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, write = pantry(), os.write
    file = log.Log.create(tmp_path / "game.jsonl", log.header_of(match), match)
    file.apply(0)
    written = file.path.read_bytes()
    monkeypatch.setattr("pasch.core.match.log.os.write", lambda pen, line: write(pen, line[:9]))
    with pytest.raises(PaschError, match="can't be written: No space left"):
        file.apply(5)
    assert file.path.read_bytes() == written
    assert match.events == [0]


def test_a_log_that_can_not_be_begun_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_up(path: str, _: int) -> NoReturn:
        Path(path).touch()
        raise OSError(errno.ENOSPC, "No space left")

    monkeypatch.setattr(log, "private", fill_up)
    with pytest.raises(PaschError, match="can't be written: No space left"):
        log.Log.create(tmp_path / "game.jsonl", log.header_of(pantry()), pantry())


def test_a_log_and_what_a_repair_keeps_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        log.Log.create(tmp_path / "game.jsonl", log.header_of(pantry()), pantry())
        with (tmp_path / "game.jsonl").open("a", encoding="utf-8") as file:
            file.write("{\n")
        assert log.repair(tmp_path / "game.jsonl")
    finally:
        os.umask(before)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["game.jsonl", "game.jsonl.broken"]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]


def test_a_log_just_opened_may_be_closed_or_taken_back_from(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(begun_log()), encoding="utf-8")
    log.Log.open(path).close()
    log.Log.open(path).undo()
    assert path.read_text(encoding="utf-8").splitlines() == begun_log()[:-1]


def test_what_is_illegal_is_not_written(tmp_path: Path) -> None:
    match = pantry()
    file = log.Log.create(tmp_path / "game.jsonl", log.header_of(match), match)
    written = file.path.read_bytes()
    with pytest.raises(IllegalAction):
        file.apply(6)
    assert file.path.read_bytes() == written


@pytest.mark.parametrize(
    ("content", "problem"),
    [(None, "can't be read"), (b"\xff\xfe", "not UTF-8"), (b"{}\n", "line 1: expected a header")],
)
def test_a_file_that_is_no_log_is_named(
    tmp_path: Path, content: bytes | None, problem: str
) -> None:
    path = tmp_path / "game.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PaschError, match=problem) as refused:
        log.Log.open(path)
    assert "game.jsonl" in str(refused.value)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("", encoding="utf-8")
    match = ring_of(
        "cow +2",
        "sheep +2",
        "pig +2",
        *(f"grey {v} ({w})" for v in ("−3", "−1", "+2") for w in "ab"),
    )
    with pytest.raises(PaschError, match="can't be written"):
        log.Log.create(blocker / "game.jsonl", log.header_of(match), match)


def test_a_log_has_one_writer(tmp_path: Path) -> None:
    match = pantry()
    first = log.Log.create(tmp_path / "game.jsonl", log.header_of(match), match)
    second = log.Log.open(first.path)
    with pytest.raises(PaschError, match="is being played in another window"):
        second.hold()
    first.apply(0)
    events = first.match.events
    first.close()
    with pytest.raises(PaschError, match="has been played on meanwhile"):
        second.apply(1)
    assert second.match.events == []
    again = log.Log.open(second.path)
    again.apply(2)
    assert log.Log.open(second.path).match.events == [*events, 2]


def test_a_log_written_by_two_is_cut_before_the_first_line_that_is_wrong(tmp_path: Path) -> None:
    match = pantry()
    file = log.Log.create(tmp_path / "game.jsonl", log.header_of(match), match)
    for food in (0, 1, 2):
        file.apply(food)
    whole = file.path.read_text("utf-8")
    assert log.repair(file.path) is None
    doubled = whole + whole.splitlines()[-1] + "\n"
    file.path.write_text(doubled, "utf-8")
    repaired = log.repair(file.path)
    assert repaired is not None
    assert repaired.broken.line == 5
    assert file.path.read_text("utf-8") == whole
    assert repaired.kept.read_text("utf-8") == doubled
    file.path.write_text(doubled, "utf-8")
    with pytest.raises(PaschError, match="can't be written"):
        log.repair(file.path)  # the copy kept by the first repair is not overwritten
    assert file.path.read_text("utf-8") == doubled
    file.path.write_text("nonsense\n", "utf-8")
    with pytest.raises(PaschError, match="line 1"):
        log.repair(file.path)
