"""Scenes reuse the objects that have not changed, since the table compares by identity."""

from random import Random
from typing import Any

import pytest

from pasch.core.game.position import OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.game.spec import Game
from pasch.core.match.match import new
from pasch.core.view.scene import Scene
from tests.checker import name_of

EVENTS = 150


def parts(scene: Scene) -> dict[tuple[str, str], Any]:
    """Return the pieces, cells and seat lines of a scene by their kind and key."""
    found: dict[tuple[str, str], Any] = {("piece", piece.key): piece for piece in scene.pieces}
    found |= {("cell", cell.key): cell for area in scene.areas for cell in area.cells}
    found |= {("seat", line.name): line for line in scene.seats}
    return found


@pytest.mark.parametrize("game", list(games().values()), ids=name_of)
def test_an_event_makes_new_objects_only_of_what_it_changes(game: Game) -> None:
    chooser, match = Random(game.key), new(game.key, start=0)
    before = parts(match.scene(WATCHER))
    for _ in range(EVENTS):
        if match.player == OVER:
            break
        match.apply(chooser.choice(match.possible()))
        after = parts(match.scene(WATCHER))
        copies = [key for key, part in after.items() if is_copy(part, before.get(key))]
        assert copies == []
        before = after


def is_copy(part: Any, other: Any) -> bool:
    return part == other and part is not other
