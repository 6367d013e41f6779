"""Golden playthroughs: whole games as readable text that plays again, word by word.

`python -m tests.goldens` writes those that are missing; delete a file to have it written anew,
and read the difference before you commit it.
"""

import json
import random
from pathlib import Path
from typing import Any

from pasch.core.match import Match, new
from pasch.core.record import CHANCE, OVER, WATCHER
from tests.checker import PlainTwin

FOLDER = Path(__file__).parent / "golden"

# One for each number of seats that plays differently, and one for each variant.
TABLES: dict[str, dict[str, Any]] = {
    "so-ein-mist-3": {"seats": 3, "start": 1},
    "so-ein-mist-4": {"seats": 4, "start": 0},
    "so-ein-mist-5": {"seats": 5, "start": 4},
    "so-ein-mist-6": {"seats": 6, "start": 2},
    "so-ein-mist-doubling": {"seats": 3, "start": 0, "doubling": True},
    "so-ein-mist-no-passing": {"seats": 5, "start": 3, "passing": False},
    "so-ein-mist-another-round": {"seats": 4, "start": 1, "another_round": True},
    "so-ein-mist-open-scores": {"seats": 3, "start": 2, "open_scores": True},
    "so-ein-mist-all": {
        "seats": 6,
        "start": 5,
        "doubling": True,
        "passing": False,
        "another_round": True,
        "open_scores": True,
    },
    "mmm-one-paw": {"seats": 2, "start": 0, "board": "one-paw"},
    "mmm-two-paws": {"seats": 1, "start": 0, "board": "two-paws"},
    "mmm-line": {"seats": 3, "start": 2, "line": True},
    "mmm-cat-steps": {"seats": 6, "start": 5, "cat_steps": 3},
}


def game_of(name: str) -> str:
    return "mmm" if name.startswith("mmm") else "so-ein-mist"


class Playthrough:
    """Tells a match line by line while it is played."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.match: Match = new(**table)
        self.twin = PlainTwin(self.match)
        self.lines = [json.dumps(table)]

    def apply(self, a: int) -> None:
        match = self.match
        self.twin.agree(match)
        seat = match.player
        who = "chance" if seat == CHANCE else match.names[seat]
        ways = len(match.possible())
        self.lines.append(f"{len(match.events) + 1:>4} {who}, {ways} ways: {match.text(a)}")
        before = match.view(WATCHER)
        match.apply(a)
        self.twin.apply(a)
        self.lines += [f"        {line}" for line in match.story(before, a, WATCHER)]

    def text(self) -> str:
        self.twin.agree(self.match)
        scene = self.match.scene(WATCHER)
        ends = [f"{seat.name}: {seat.text} = {seat.share:g}" for seat in scene.seats]
        return "\n".join([*self.lines, scene.prompt, *ends, ""])


def replay(text: str) -> str:
    """The same playthrough, played again from the words of its events."""
    first, *rest = text.splitlines()
    playing = Playthrough(json.loads(first))
    for line in rest:
        if line[:4].strip().isdecimal():
            playing.apply(playing.match.read(line.partition(" ways: ")[2]))
    return playing.text()


def write(name: str) -> str:
    """A fresh playthrough: quick players who now and then do anything."""
    playing = Playthrough({"key": game_of(name), **TABLES[name]})
    chooser = random.Random(name)
    match = playing.match
    while match.player != OVER:
        if match.player == CHANCE or chooser.random() < 0.2:
            playing.apply(chooser.choice(match.possible()))
        else:
            playing.apply(int(match.game.play.quick(match.view(match.player))))
    return playing.text()


def main() -> None:
    for name in TABLES:
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(write(name), encoding="utf-8")


if __name__ == "__main__":
    main()
