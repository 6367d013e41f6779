"""One sentence after a match: what to try next time, from what the own choices cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pasch.coach.findings import Decision
from pasch.coach.formatting import Scale
from pasch.core.match.match import Match

LITTLE = 0.01
"""A share of the victory; who gave away less in all needs no advice."""


@dataclass(frozen=True)
class Habit:
    """Choices of one kind where another kind, or another of the same, would have been better."""

    did: str
    better: str
    times: int
    cost: float


def tip(match: Match, decisions: Iterable[Decision], language: str) -> str:
    """Of one seat's decisions; "" where its game has no words for them."""
    own = getattr(match.game.scene, "habits", None)
    if own is None:
        return ""
    say, words = match.words(language), own(match.words(language))
    habits = habits_in(match, decisions, words)
    if sum(habit.cost for habit in habits) < LITTLE:
        return say("Hardly a choice of yours cost anything: play on like that.")
    worst = max(habits, key=lambda habit: habit.cost)
    told = {
        "did": words[worst.did],
        "better": words[worst.better],
        "cost": Scale(match, say).plain_loss(worst.cost),
    }
    if worst.did == worst.better:
        return say.many(
            "What cost most was {did}: once there was a better way, worth {cost}.",
            "What cost most was {did}: {n} times there was a better way, worth {cost} in all.",
            worst.times,
            **told,
        )
    return say.many(
        "Next time try {better} more often than {did}: once that would have been worth {cost}.",
        "Next time try {better} more often than {did}: {n} times that would have been worth "
        "{cost} in all.",
        worst.times,
        **told,
    )


def habits_in(match: Match, decisions: Iterable[Decision], words: Mapping[str, str]) -> list[Habit]:
    found: dict[tuple[str, str], Habit] = {}
    for decision in decisions:
        if decision.loss <= 0:
            continue
        then = match.at(decision.event)
        kinds = kind_of(then, decision.chosen.action), kind_of(then, decision.best.action)
        if not all(kind in words for kind in kinds):
            continue
        known = found.get(kinds, Habit(*kinds, 0, 0.0))
        found[kinds] = Habit(*kinds, known.times + 1, known.cost + decision.loss)
    return list(found.values())


def kind_of(match: Match, a: int) -> str:
    return next(iter(match.action(a)))
