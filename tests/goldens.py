"""Golden playthroughs: whole games as readable text that plays again, word by word.

`python -m tests.goldens` writes the missing ones; delete a file to have it written anew,
and read the difference before you commit it.
"""

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.match.match import Match, new
from tests.checker import CompiledTwin
from tests.kits import kits

TABLES: dict[str, dict[str, Any]] = {
    f"{key}-{name}": {"key": key, **table}
    for key, kit in kits().items()
    for name, table in kit.TABLES.items()
}


class Playthrough:
    """A match that is told line by line while it is played."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.match: Match = new(**table)
        self.twin = CompiledTwin(self.match)
        self.lines = [json.dumps(table)]

    def apply(self, a: int) -> None:
        match = self.match
        self.twin.agree(match)
        self.twin.agree_on_quick(match)
        seat = match.player
        who = "chance" if seat == CHANCE else match.names[seat]
        ways = len(match.possible())
        self.lines.append(f"{len(match.events) + 1:>4} {who}, {ways} ways: {match.text(a)}")
        match.apply(a)
        self.twin.apply(a)
        self.lines += [f"        {told.text}" for told in match.story(WATCHER)]

    def text(self) -> str:
        self.twin.agree(self.match)
        scene = self.match.scene(WATCHER)
        ends = [
            f"{seat.name}: {f'{seat.count} {seat.text}'.strip()} = {seat.share:g}"
            for seat in scene.seats
        ]
        return "\n".join([*self.lines, scene.prompt, *ends, ""])


def replay(text: str) -> str:
    """Return the same playthrough, played again from the words of its events."""
    first, *rest = text.splitlines()
    playing = Playthrough(json.loads(first))
    for line in rest:
        if line[:4].strip().isdecimal():
            playing.apply(playing.match.read(line.partition(" ways: ")[2]))
    return playing.text()


def write(name: str) -> str:
    """Return a fresh playthrough: quick players who now and then do anything."""
    playing = Playthrough(TABLES[name])
    chooser = random.Random(name)
    match = playing.match
    while match.player != OVER:
        if match.player == CHANCE or chooser.random() < 0.2:
            playing.apply(chooser.choice(match.possible()))
        else:
            playing.apply(int(match.game.quick_player.quick(match.view(match.player))))
    return playing.text()


def path_of(name: str) -> Path:
    """Return the path of a golden playthrough, which lies beside the kit of its game."""
    return folder_of(kits()[TABLES[name]["key"]]) / f"{name}.txt"


def folder_of(kit: ModuleType) -> Path:
    return Path(str(kit.__file__)).parent / "golden"


def main() -> None:
    for name in TABLES:
        path = path_of(name)
        if not path.exists():
            path.write_text(write(name), encoding="utf-8")


if __name__ == "__main__":
    main()
