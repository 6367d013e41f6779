"""The changes that a viewer is sent add up to the table: in every game, and after undo."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

import pytest

from pasch.core.game.position import CHANCE, OVER
from pasch.core.game.registry import games, load
from pasch.core.game.spec import Game
from pasch.core.match.match import Match, Mover, new
from pasch.core.view.scene import Area, Choice, Piece, Scene, cell, piece
from pasch.table.table import Table
from pasch.table.tables import Tables
from pasch.table.views.delta import FieldDefaults, scene_changes
from pasch.table.views.encoding import encode_cached, encode_message
from pasch.table.views.history import EventDelta, Perspective, ViewHistory
from pasch.table.views.messages import Delta
from tests.checker import name_of
from tests.kits import kit_of
from tests.table.party import Person, begin, until
from tests.table.window import Window, as_it_lies, changed, read

OFTEN = 3  # how often the whole story is compared; more seldom the longer it is


class Pair:
    """A perspective, and the window of somebody who has it."""

    def __init__(self, seats: tuple[int, ...], language: str, match: Match) -> None:
        self.history, self.window = ViewHistory(Perspective(seats, language)), Window()
        self.send(self.history.snapshot(match))

    def send(self, content: Any) -> None:
        self.window.hear(read(encode_message(1, content)))

    def check(self, match: Match) -> None:
        if frames := self.history.viewer_deltas(match, None):
            self.send(frames)
        perspective, shown = self.history.perspective, self.window.moments[-1]
        anew = match.copy().scene(perspective.seat_for(match.player), perspective.language)
        assert as_it_lies(shown.scene) == as_it_lies(anew)
        assert (shown.event, shown.over) == (len(match.events), match.player == OVER)

    def check_all(self, match: Match) -> None:
        """Assert that the whole story in the window is that of a new history; this is slow."""
        anew = ViewHistory(self.history.perspective).snapshot(match)
        assert (self.window.told, self.window.moments[-1].returns) == (anew.told, anew.returns)


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_what_changed_put_together_is_what_is_there(game: Game) -> None:
    match = new(game.key, start=0, **{"seats": 2, **kit_of(game.key).SHORT})
    chooser = random.Random(game.key)
    languages = {(): "en", (0,): "de", (1,): "en", (0, 1): "en"}
    pairs = [Pair(seats, language, match) for seats, language in languages.items()]
    while match.player != OVER:
        for _ in range(chooser.choice((1, 1, 2, 5))):
            if match.player != OVER:
                match.apply(chooser.choice(match.possible()))
        if match.player >= 0 and chooser.random() < 0.2:
            match.undo()
        is_whole = match.player == OVER or chooser.random() < OFTEN / len(match.events)
        for pair in pairs:
            pair.check(match)
            if is_whole:
                pair.check_all(match)
    assert len(match.events) > 10


def test_pieces_that_go_come_and_change_lie_in_their_order() -> None:
    chooser = random.Random(5)
    cells = "abc"

    def some() -> tuple[Piece, ...]:
        """Return a few pieces of one board: mostly where they always lie."""
        there = {f"p{n}": cells[n % 3] if chooser.random() < 0.8 else "c" for n in range(9)}
        lying = [(key, at) for key, at in there.items() if chooser.random() < 0.8]
        if chooser.random() < 0.2:
            chooser.shuffle(lying)
        return tuple(
            piece(key=key, kind="die", cell=at, pips=chooser.random() < 0.1, slot=SLOTS.get(key))
            for key, at in lying
        )

    for _ in range(500):
        before, after = (Scene("", (), some(), ()) for _ in range(2))
        frame = Delta(event=1, kind="choice", told=[], **scene_changes(before, after))
        assert as_it_lies(changed(before, frame)) == as_it_lies(after)


SLOTS = {"p4": 0, "p8": 1}


def test_of_pieces_and_areas_no_more_is_sent_than_changed() -> None:
    lies = tuple(piece(key=f"p{n}", kind="die", cell="a", slot=n) for n in range(2))
    loose = piece(key="q", kind="die", cell="b")
    turned = piece(key="p0", kind="die", cell="a", slot=0, pips=1)
    area, same, other = (
        Area(key="board", layout="row", title="", cells=tuple(cell(key=key) for key in keys))
        for keys in ("xy", "xy", "xz")
    )
    before = Scene("", (area,), (*lies, loose), ())
    found = scene_changes(before, Scene("", (same,), (turned, lies[1], loose), ()))
    assert found == {"gone": None, "pieces": [{"key": "p0", "pips": 1}]}
    assert scene_changes(before, Scene("", (other,), (*lies, loose), ())) == {"areas": [other]}


def test_choices_are_sent_when_they_are_others() -> None:
    frame = Delta(event=1, kind="choice", told=[])
    mine, again, none = (Mover(0, lambda: (Choice(1, "go"),)) for _ in range(3))
    none.player = CHANCE
    perspective = Perspective((0,), "en")
    assert EventDelta(frame, mine, again).seen_from(perspective).choices is None
    assert EventDelta(frame, none, mine).seen_from(perspective).choices == (Choice(1, "go"),)
    assert EventDelta(frame, mine, none).seen_from(perspective).choices == ()
    assert EventDelta(frame, none, mine).seen_from(Perspective((1,), "en")).choices is None


def test_what_a_thing_usually_is_are_its_defaults() -> None:
    choice, usual = Choice(1, "go"), FieldDefaults(Choice)
    told = {"action": MISSING, "text": MISSING}
    expected = [told.get(name, getattr(choice, name)) for name in usual.names]
    assert usual.values == expected


def test_what_is_as_usual_is_not_sent() -> None:
    ghost = piece(key="p", kind="die", cell="a")
    assert json.loads(encode_cached(Choice(1, "go", ghosts=(ghost,)))) == {
        "action": 1,
        "text": "go",
        "ghosts": [{"key": "p", "kind": "die", "cell": "a"}],
    }


def test_what_never_changes_is_sent_once() -> None:
    match = new("mmm", start=0)
    history = ViewHistory(Perspective((0,), "en"))
    whole = encode_message(1, history.snapshot(match))
    sent = []
    while match.player != OVER:
        while True:
            match.apply(match.possible()[0])
            if match.player != CHANCE:
                break
        sent.append(encode_message(1, history.viewer_deltas(match, None)))
    assert '"cells"' in whole
    assert not any('"areas"' in text for text in sent)
    cells = [frame["cells"] for text in sent for frame in json.loads(text)["d"] if "cells" in frame]
    assert max(map(len, cells)) < 10, "a finished item, and where the cat has been"
    assert max(map(len, sent)) < len(whole) / 2


def test_dice_that_fall_together_are_one_frame() -> None:
    match = new("mmm", start=0)
    history = ViewHistory(Perspective((), "en"))
    history.snapshot(match)
    for face in (0, 1, 2):
        match.apply(face)
    (shown,) = history.viewer_deltas(match, None)
    frame = shown.delta
    assert (frame.event, frame.kind) == (3, "chance")
    assert [piece["key"] for piece in frame.pieces or ()] == ["die:0", "die:1", "die:2"]


@pytest.mark.anyio
async def test_who_has_the_same_eyes_is_sent_the_same(tables: Tables) -> None:
    """The message is made and encoded once."""
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    watchers = [await Person(table).look() for _ in range(3)]
    await until(lambda: table.viewers.actions_of(anna.token))
    seen = [len(watcher.sent) for watcher in watchers]
    await anna.choose_first()
    one, *others = [watcher.sent[n] for watcher, n in zip(watchers, seen, strict=True)]
    assert all(other is one for other in others)


@pytest.mark.anyio
async def test_what_all_see_is_made_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (anna, _) = await begin(tables, "Anna", "Ben", game="mmm")
    await Person(table).look()
    await until(lambda: table.viewers.actions_of(anna.token))
    view = load("mmm").view
    story: list[Any] = []
    scene: list[Any] = []
    for name, made in (("story", story), ("scene", scene)):
        monkeypatch.setattr(view, name, counted(getattr(view, name), made))
    before = len(playing(table).events)
    await anna.choose_first()
    assert len(story) == len(playing(table).events) - before
    assert len(scene) == 1


def counted(function: Callable[..., Any], calls: list[Any]) -> Callable[..., Any]:
    def count(*given: Any) -> Any:
        calls.append(given)
        return function(*given)

    return count


def playing(table: Table) -> Match:
    assert table.state.match is not None
    return table.state.match


@pytest.mark.anyio
async def test_a_crowd_hears_of_watchers_with_other_news(tables: Tables) -> None:
    table, (anna, ben) = await begin(tables, "Anna", "Ben", game="mmm")
    crowd = [await Person(table).look() for _ in range(120)]
    await until(lambda: table.viewers.actions_of(anna.token))
    heard = [len(person.sent) for person in crowd]
    late = await Person(table).look()
    assert late.info.watchers == 121
    assert [len(person.sent) for person in crowd] == heard
    ben.go()
    assert crowd[0].info.watchers == 121
    assert not crowd[0].info.seats[1].here


PLAIN = """
import sys
import pasch
from pasch.table.model import playing
from pasch.table.views import history
for game in pasch.games().values():
    assert game.rules and game.quick_player and game.view
edge = {"numpy", "numba", "msgspec", "sqlalchemy", "starlette", "uvicorn"}
print(sorted(edge & set(sys.modules)))
"""


def test_what_decides_evolves_and_shows_needs_nothing_but_python() -> None:
    command = [sys.executable, "-c", PLAIN]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"
