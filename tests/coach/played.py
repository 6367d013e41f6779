"""Matches that bots have played, with dice that are always the same."""

from pathlib import Path
from typing import Any

import numpy as np

from pasch.bots import read_bot
from pasch.core.game.dice import Dice
from pasch.core.game.position import CHANCE, OVER
from pasch.core.match.log import Read, header_of, read, write
from pasch.core.match.match import Match, new

SEED = "coach"


def played(key: str, seats: int, bot: str = "easygoing", **options: Any) -> Match:
    match = new(key, seats=seats, start=0, **options)
    dice, rng, mind = Dice(SEED), np.random.default_rng(1), read_bot(bot)
    while match.player != OVER:
        if match.player == CHANCE:
            match.apply(dice.roll(match.turn, match.die, match.chance))
        else:
            match.apply(mind.choose(match, rng))
    return match


def logged(match: Match, **header: Any) -> str:
    return write(match, header=header_of(match, **{"seed": SEED, **header}))


def read_back(match: Match, **header: Any) -> Read:
    return read(logged(match, **header))


def kept(folder: Path, match: Match, events: int | None = None, **header: Any) -> Path:
    """Write the log of a match into a file, whole or its first events, and return the path."""
    lines = logged(match, **header).splitlines(keepends=True)
    path = folder / "match.jsonl"
    path.write_text("".join(lines if events is None else lines[: events + 1]), encoding="utf-8")
    return path
