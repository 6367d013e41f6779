"""A finished match, looked at again. All of it takes a thread: a match is played anew."""

import asyncio

from pasch.core.errors import PaschError
from pasch.core.log import header_of, write
from pasch.core.match import Match
from pasch.core.position import CHANCE, OVER, WATCHER
from pasch.core.tally import Group, tally
from pasch.table.messages import DealResult, Moment
from pasch.table.sitting import Sitting


async def log_of(sitting: Sitting, match: Match) -> str:
    return await asyncio.to_thread(write_log, sitting, match)


def write_log(sitting: Sitting, match: Match) -> str:
    sealed = sitting.settings.dice == "sealed"
    origin = sitting.laid.origin
    header = header_of(
        match,
        sitting.players,
        commitment=sitting.laid.commitment if sealed else None,
        salts=sitting.salts,
        deal=sitting.settings.deal or None,
        drawn=sitting.drawn,
        dice=sitting.settings.dice,
        after=len(origin.events) if origin else 0,
    )
    return write(match, header=header, seed=sitting.laid.seed if sealed else None)


async def moment_at(match: Match, n: int, language: str) -> Moment:
    return await asyncio.to_thread(look_back, match, n, language)


def look_back(match: Match, n: int, language: str) -> Moment:
    if not 0 <= n <= len(match.events):
        raise PaschError("expected an event from 0 to {last}, got {n}", last=len(match.events), n=n)
    again = match.at(n)
    mover = match.at(n - 1).player if n else OVER
    over = again.player == OVER
    return Moment(
        event=n,
        kind="sync" if n == 0 else "chance" if mover == CHANCE else "choice",
        seat=mover if mover >= 0 else None,
        scene=again.scene(WATCHER, language),
        told=again.story(WATCHER, language) if n else [],
        undo=False,
        taps=[],
        left=None,
        over=over,
        returns=again.returns() if over else None,
    )


async def tally_of(match: Match, language: str) -> list[Group]:
    return await asyncio.to_thread(tally, match, language)


async def result_of(table: str, sitting: Sitting, language: str) -> DealResult:
    return await asyncio.to_thread(compare, table, sitting, language)


def compare(table: str, sitting: Sitting, language: str) -> DealResult:
    """How a finished match ended, beside others with the same dice."""
    assert sitting.ended is not None
    match = sitting.new_match()
    for a in sitting.events:
        match.apply(a)
    scene = match.scene(WATCHER, language)
    return DealResult(
        table=table,
        game=sitting.game.key,
        title=sitting.game.title,
        seats=len(sitting.seats),
        options=sitting.settings.options,
        names=sitting.names,
        returns=sitting.ended.returns,
        lines=[line.text for line in scene.seats],
        finished=sitting.ended.at,
    )
