"""Matches that are shown from their record: a finished match, and a lesson."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pasch.core.errors import PaschError
from pasch.core.game.position import WATCHER
from pasch.core.game.registry import games
from pasch.core.match.lesson import LEARNER, Lesson, Step
from pasch.core.match.log import header_of, write
from pasch.core.match.match import Match
from pasch.core.match.tally import Group, tally
from pasch.core.view.scene import Told
from pasch.table.model import Context, Laid, Seat, Settings, TableState
from pasch.table.views.history import (
    Perspective,
    ViewHistory,
    kind_of_event,
    snapshot_of,
    taken_back_lines,
)
from pasch.table.views.messages import (
    DealResult,
    LessonShown,
    Snapshot,
    StepShown,
    TableInfo,
    WhyNot,
    table_info,
)

LESSON = "lesson"


def write_log(state: TableState, journal: Sequence[str]) -> str:
    """Return the log of a finished match, with its envelope opened."""
    match, origin = state.playable, state.laid.origin
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


def snapshot_at(state: TableState, n: int, language: str) -> Snapshot:
    """Return how a finished match looked to a watcher after event n."""
    match = state.playable
    if not 0 <= n <= len(match.events):
        raise PaschError("expected an event from 0 to {last}, got {n}", last=len(match.events), n=n)
    again = match.at(n)
    told = again.story(WATCHER, language) if n else []
    shown = snapshot_of(again, again.scene(WATCHER, language), told, left=None)
    kind, seat = kind_of_event(match, n) if n else ("sync", None)
    return replace(shown, kind=kind, seat=seat)


def story_of(state: TableState, language: str) -> list[list[Told]]:
    """Return the story of a finished match as a watcher read it, by event."""
    match = state.playable
    again = match.at(0)
    told = []
    for n, event in enumerate(match.events):
        again.apply(event)
        before = taken_back_lines(state.taken_back, n, match.names, language)
        told.append([*before, *again.story(WATCHER, language)])
    return told


def dice_tally(state: TableState, language: str) -> list[Group]:
    """Return how the dice of a finished match fell."""
    return tally(state.playable, language)


def deal_result(table: str, kept: dict[str, Any], language: str) -> DealResult:
    title = games()[kept["game"]].title if kept["game"] in games() else kept["game"]
    lines = kept["lines"][language]
    return DealResult(table=table, title=title, seats=len(lines), **{**kept, "lines": lines})


def whole_lesson(lesson: Lesson, learner: str, language: str) -> LessonShown:
    """Return a lesson as a table that needs no server: all that its steps show."""
    match = lesson.told_to(learner)
    history = ViewHistory(Perspective((LEARNER,), language))
    first = history.snapshot(match.at(lesson.steps[0].event), None)
    steps = [show_step(step, match.at(step.event), history, language) for step in lesson.steps]
    title = lesson.head.title(language)
    return LessonShown(title=title, table=lesson_table(match), first=first, steps=steps)


def show_step(step: Step, match: Match, history: ViewHistory, language: str) -> StepShown:
    return StepShown(
        title=step.title(language),
        text=step.text(language),
        do=step.do(language) if step.do else "",
        spots=step.spots,
        choice=step.choice,
        wrong=step.wrong(language) if step.wrong else "",
        others={a: text(language) for a, text in step.others.items()},
        why=reasons(match, language) if step.choice is not None else {},
        frames=history.viewer_deltas(match, None),
    )


def reasons(match: Match, language: str) -> dict[str, WhyNot]:
    """Return why things can't be used now, by their keys."""
    keys = match.scene(LEARNER, language).keys()
    found = {key: match.why_not(key, LEARNER, language) for key in keys}
    return {key: WhyNot(*why) for key, why in found.items() if why[0]}


def lesson_table(match: Match) -> TableInfo:
    """Return the table of a lesson, with the learner and bots at it."""
    options: dict[str, Any] = match.options_as_json()
    settings = Settings(match.game.key, match.seats, options=options, coach=False)
    state = TableState(Laid(settings, seed="", commitment="", rules=match.game.version, at=0.0))
    state.start, state.match = match.start, match
    state.seats = [Seat("bot" if n else "person", name) for n, name in enumerate(match.names)]
    info = table_info(LESSON, Context(state, here=(), now=0.0))
    everybody = [replace(seat, here=True) for seat in info.seats]
    return replace(info, salts=[], seals=[], seats=everybody)
