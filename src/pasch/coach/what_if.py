"""What if: another decision in a match, and the same dice from there on."""

from collections.abc import Sequence

import numpy as np

from pasch.bots import Bot
from pasch.core.errors import BadOption, PaschError
from pasch.core.game.dice import Draws, draws_of
from pasch.core.game.position import OVER
from pasch.core.match.log import Read
from pasch.core.match.match import Match


def dice_of(read: Read) -> Draws:
    """Return the dice of a log; raise PaschError if they cannot be rolled again."""
    if read.header.dice == "real":
        raise PaschError("this match was played with real dice: nobody knows how they would fall")
    if read.seed is None:
        raise PaschError(
            "the seed of the dice is not in this log: it is revealed when the match is over"
        )
    return draws_of(read.seed, read.header.salts, deal=read.header.deal)


def place(match: Match, at: int) -> Match:
    """Return the match after so many events."""
    if not 0 <= at <= len(match.events):
        raise BadOption(
            "--at is a number from 0 to {last}, not {at}", last=len(match.events), at=at
        )
    return match.at(at)


def what_if(
    read: Read, at: int, choose: int | None, bots: Sequence[Bot], *, seed: int = 0
) -> Match:
    """Return the match after `at` events and another choice (None: the bot's), ended by bots."""
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
        match.apply(bots[match.player].choose(match, rng) if due is None else due)
    return match
