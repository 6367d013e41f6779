"""A finished match, looked at again; each time as a match of its own."""

from collections.abc import Sequence
from typing import Any

from pasch.core.errors import PaschError
from pasch.core.game.position import CHANCE, OVER, WATCHER
from pasch.core.game.registry import games
from pasch.core.match.log import header_of, write
from pasch.core.match.match import Match
from pasch.core.view.scene import Told
from pasch.core.words import LANGUAGES
from pasch.table.model.entries import Ended, Result
from pasch.table.model.state import TableState
from pasch.table.views.history import regrets
from pasch.table.views.messages import DealResult, Moment


def write_log(state: TableState, match: Match, journal: Sequence[str]) -> str:
    origin = state.laid.origin
    header = header_of(
        match,
        state.players,
        commitment=state.laid.commitment or None,
        salts=state.salts,
        deal=state.deal or None,
        drawn=state.drawn,
        dice=state.settings.dice,
        hidden=state.hides,
        after=len(origin.events) if origin else None,
    )
    seed = state.laid.seed or None
    return write(match, header=header, seed=seed, key=state.laid.key, journal=journal)


def look_back(match: Match, n: int, language: str) -> Moment:
    if not 0 <= n <= len(match.events):
        raise PaschError("expected an event from 0 to {last}, got {n}", last=len(match.events), n=n)
    again = match.at(n)
    mover = match.player_at(n - 1) if n else OVER
    over = again.player == OVER
    return Moment(
        event=n,
        kind="sync" if n == 0 else "chance" if mover == CHANCE else "choice",
        seat=mover if mover >= 0 else None,
        scene=again.scene(WATCHER, language),
        told=again.story(WATCHER, language) if n else [],
        left=None,
        over=over,
        returns=again.returns() if over else None,
    )


def tell_again(state: TableState, language: str) -> list[list[Told]]:
    match = state.playable
    again = match.at(0)
    told = []
    for n, event in enumerate(match.events):
        again.apply(event)
        before = regrets(state.taken_back, n, match.names, language)
        told.append([*before, *again.story(WATCHER, language)])
    return told


def result_of(state: TableState, match: Match, ended: Ended) -> Result:
    """How a table of a deal ended, to be held beside others with the same dice."""
    ends = {language: match.scene(WATCHER, language).seats for language in LANGUAGES}
    kept = {
        "game": state.game.key,
        "options": state.settings.options,
        "names": state.names,
        "returns": ended.returns,
        "lines": {
            language: [f"{line.count} {line.text}".strip() for line in lines]
            for language, lines in ends.items()
        },
        "finished": ended.at,
    }
    return Result(state.settings.deal, ended.at, kept)


def deal_result(table: str, kept: dict[str, Any], language: str) -> DealResult:
    title = games()[kept["game"]].title if kept["game"] in games() else kept["game"]
    lines = kept["lines"][language]
    return DealResult(table=table, title=title, seats=len(lines), **{**kept, "lines": lines})
