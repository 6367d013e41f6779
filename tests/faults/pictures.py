"""Compares what a window showed when its connection ended with what the store has."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pasch.core.view.scene import Scene, Told
from pasch.table.model import Entry, TableState
from pasch.table.views.history import Perspective, ViewHistory
from tests.table.window import Window, as_it_lies


class Picture(NamedTuple):
    version: int
    """The last entry that is shown."""
    seat: int
    scene: Scene
    story: list[Told]


def picture_of(window: Window, version: int, seat: int) -> Picture:
    return Picture(version, seat, as_it_lies(window.moments[-1].scene), window.told)


def wrong(pictures: Iterable[Picture], entries: Sequence[Entry]) -> list[Picture]:
    """Return the pictures that differ from what the stored entries give to see."""
    state = TableState.of(entries[:1])
    histories: dict[int, ViewHistory] = {}
    found = []
    for picture in sorted(pictures, key=lambda picture: picture.version):
        for entry in entries[state.version : picture.version]:
            state.apply(entry)
        state.play()
        perspective = Perspective((picture.seat,), "en")
        history = histories.setdefault(
            picture.seat, ViewHistory(perspective.shared(state.game), state.taken_back)
        )
        is_there = state.version == picture.version and state.match is not None
        if not is_there or picture != seen_by(history, perspective, state):
            found.append(picture)
    return found


def seen_by(history: ViewHistory, perspective: Perspective, state: TableState) -> Picture:
    snapshot = history.snapshot(state.playable, None, perspective)
    return Picture(state.version, perspective.seats[0], as_it_lies(snapshot.scene), snapshot.told)
