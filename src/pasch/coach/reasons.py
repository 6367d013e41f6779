"""What the coach says in the words of a game: its reasons for a choice, and a player's habits."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pasch.coach.findings import Decision, RatedChoice, Reason
from pasch.coach.formatting import ShareFormat
from pasch.core.match.match import Match
from pasch.core.view.view import View

TELLABLE = 0.005
"""How much less a choice must be worth than the best to be compared with it, as a share of the
victory."""
LITTLE = 0.01
"""Players who gave away less than this share of the victory in all need no advice."""


def short_names(match: Match, language: str) -> dict[int, str]:
    """Return the coach's name for each choice, without coordinates: the board lights the place."""
    view = match.shown_to(match.player, language)
    return {a: view.short_name(a) for a in match.legal()}


def reason(match: Match, a: int, other: int | None, language: str) -> Reason | None:
    """Return what speaks for one choice and against another; its place is lit too."""
    view = match.shown_to(match.player, language)
    found = view.reason(a, other)
    if found is None:
        return None
    places = {choice.action: choice.at for choice in view.choices()}
    return Reason(found.text, [*dict.fromkeys([places[a], *found.lights])])


def rival(choices: list[RatedChoice]) -> int | None:
    """Return the first choice that is clearly worse than the best and has another name."""
    best, *others = choices
    return next(
        (
            each.action
            for each in others
            if each.value < best.value - TELLABLE and each.called != best.called
        ),
        None,
    )


@dataclass(frozen=True)
class Habit:
    """A recurring mistake: how often a player chose one kind of move where another was better."""

    did: str
    better: str
    words: tuple[str, str]
    """What one does with each, as a habit."""
    times: int = 0
    cost: float = 0.0


def habit_tip(match: Match, decisions: Iterable[Decision], language: str) -> str:
    """Return what a seat should try next time; "" where its game has no words for it."""
    if not match.game.view.has_habits():
        return ""
    say = match.words(language)
    habits = habits_in(match, decisions, language)
    if sum(habit.cost for habit in habits) < LITTLE:
        return say("Hardly a choice of yours cost anything: play on like that.")
    worst = max(habits, key=lambda habit: habit.cost)
    told = {
        "did": worst.words[0],
        "better": worst.words[1],
        "cost": ShareFormat(match, say).plain_loss(worst.cost),
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


def habits_in(match: Match, decisions: Iterable[Decision], language: str) -> list[Habit]:
    found: dict[tuple[str, str], Habit] = {}
    for decision in decisions:
        if decision.loss <= 0:
            continue
        then = match.at(decision.event)
        view = then.shown_to(then.player, language)
        did, better = decision.chosen.action, decision.best.action
        words = view.habit(did), view.habit(better)
        if not all(words):
            continue
        kinds = kind_of(view, did), kind_of(view, better)
        known = found.get(kinds, Habit(*kinds, words))
        found[kinds] = replace(known, times=known.times + 1, cost=known.cost + decision.loss)
    return list(found.values())


def kind_of(view: View, a: int) -> str:
    return next(iter(view.record(a)))
