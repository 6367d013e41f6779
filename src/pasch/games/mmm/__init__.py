"""Mmm!: mice empty a pantry together before the cat comes."""

from dataclasses import dataclass
from typing import Any

from pasch.games.mmm.board_files import ours, read_board, read_board_text
from pasch.sdk import Game, option


@dataclass(frozen=True)
class Options:
    board: str | dict[str, Any] = option(
        "one-paw",
        "which pantry: one paw, two paws, or one of your own (MMM-3)",
        read=read_board,
        choices=tuple(ours()),
        read_text=read_board_text,
    )
    cat_steps: int = option(11, "steps the cat needs into the pantry (MMM-4)", between=(1, 99))
    line: bool = option(False, "a turn's dice lie in one row or one column (MMM-14)")


GAME = Game(
    key="mmm",
    title="Mmm!",
    icon="🐭",
    author="Reiner Knizia",
    year=2015,
    summary="mice empty a pantry together before the cat comes",
    seats=(1, 6),
    table=("me",),
    options=Options,
    version=1,
    package=__name__,
    together=True,
    minutes=8,
    thinking="weighing the risk",
    scenery=("🐟", "🧀", "🥕", "🐈"),
)
