"""A lesson as a table that needs no server: all that its steps show is sent at once."""

from typing import Any

from pasch.core.match.lesson import LEARNER, Lesson, Step
from pasch.core.match.match import Match
from pasch.table.model.state import Settings
from pasch.table.views.history import Eyes, Sight
from pasch.table.views.messages import LessonShown, SeatInfo, StepShown, TableInfo, WhyNot

NAMELESS = "lesson"


def shown(lesson: Lesson, learner: str, language: str) -> LessonShown:
    match = lesson.told_to(learner)
    sight = Sight(Eyes((LEARNER,), language))
    first = sight.whole(match.at(lesson.steps[0].event), None)
    return LessonShown(
        title=lesson.head.title(language),
        table=table_of(match),
        first=first,
        steps=[shown_step(step, match.at(step.event), sight, language) for step in lesson.steps],
    )


def shown_step(step: Step, match: Match, sight: Sight, language: str) -> StepShown:
    return StepShown(
        title=step.title(language),
        text=step.text(language),
        do=step.do(language) if step.do else "",
        spots=step.spots,
        choice=step.choice,
        wrong=step.wrong(language) if step.wrong else "",
        others={a: text(language) for a, text in step.others.items()},
        why=reasons(match, language) if step.choice is not None else {},
        frames=sight.frames(match, None),
    )


def reasons(match: Match, language: str) -> dict[str, WhyNot]:
    keys = match.scene(LEARNER, language).keys()
    found = {key: match.why_not(key, LEARNER, language) for key in keys}
    return {key: WhyNot(*why) for key, why in found.items() if why[0]}


def table_of(match: Match) -> TableInfo:
    """As if it had been laid, with the learner and bots at it."""
    game = match.game
    options: dict[str, Any] = match.options_as_json()
    return TableInfo(
        id=NAMELESS,
        game=game.key,
        title=game.title,
        icon=game.icon,
        together=game.together,
        grades=game.grades(match.seats),
        phase="playing",
        settings=Settings(game.key, match.seats, options=options, coach=False),
        commitment="",
        hides=False,
        salts=[],
        seals=[],
        closed=False,
        seed=None,
        seats=[
            SeatInfo("bot" if seat else "person", name, "", here=True, away=False)
            for seat, name in enumerate(match.names)
        ],
        watchers=0,
        progress=None,
        rematch=None,
        start=match.start,
        log=False,
        origin=None,
    )
