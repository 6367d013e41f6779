"""Another decision, and from there on the same dice."""

from collections.abc import Sequence

import numpy as np

from pasch.bots import Bot
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.dice import Draws, draws_of
from pasch.core.game.position import OVER
from pasch.core.match.log import Read
from pasch.core.match.match import Match


def dice_of(read: Read) -> Draws:
    """The dice of a log, or why they can't be rolled again."""
    if read.header.dice == "real":
        raise PaschError("this match was played with real dice: nobody knows how they would fall")
    if read.seed is None:
        raise PaschError(
            "the seed of the dice is not in this log: it is revealed when the match is over"
        )
    return draws_of(read.seed, read.header.salts, deal=read.header.deal)


def place(match: Match, at: int) -> Match:
    """The match after so many events."""
    if not 0 <= at <= len(match.events):
        raise BadOption(
            "--at is a number from 0 to {last}, not {at}", last=len(match.events), at=at
        )
    return match.at(at)


def what_if(
    read: Read, at: int, choose: int | None, bots: Sequence[Bot], *, seed: int = 0
) -> Match:
    """The match after `at` events, another choice (None: the bot's), then bots to the end."""
    dice = dice_of(read)
    match = place(read.match, at)
    if len(bots) != match.seats:
        raise BadOption("expected {seats} bots, got {n}", seats=match.seats, n=len(bots))
    if choose is not None:
        if match.player < 0:
            raise BadOption("after event {at} nobody has to choose", at=at)
        match.apply(choose)
    rng = np.random.default_rng(seed)
    while match.player != OVER:
        due = match.due(dice)
        match.apply(bots[match.player](match, rng) if due is None else due)
    return match
