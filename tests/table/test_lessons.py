"""Lessons, which are tables without a server."""

import pytest

from pasch.core.game.registry import games, load
from pasch.core.match.lesson import LEARNER, lesson, lessons
from pasch.table.views.finished import whole_lesson

TAUGHT = [(key, head.name) for key in games() for head in lessons(load(key))]


@pytest.mark.parametrize(("key", "name"), TAUGHT)
def test_a_lesson_shows_the_table_and_answers_where_one_is_to_choose(key: str, name: str) -> None:
    taught = lesson(load(key), name)
    told = whole_lesson(taught, "Anna", "en")
    assert told.table.seats[LEARNER].name == told.first.scene.seats[LEARNER].name == "Anna"
    assert [seat.kind for seat in told.table.seats].count("person") == 1
    assert told.first.event == taught.steps[0].event
    event = told.first.event
    for step, seen in zip(taught.steps, told.steps, strict=True):
        assert bool(seen.frames) == (step.event > event)
        event = step.event
        assert (seen.choice, seen.title) == (step.choice, step.title("en"))
        assert not (seen.why and seen.choice is None)
        assert bool(seen.do) == (step.do is not None)
    asked = [seen for seen in told.steps if seen.choice is not None]
    assert any(seen.why for seen in asked)
