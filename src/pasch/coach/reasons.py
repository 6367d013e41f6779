"""What the coach says in the words of a game: its reasons for a choice, and a player's habits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pasch.coach.findings import Decision, RatedChoice, Reason
from pasch.coach.formatting import ShareFormat
from pasch.core.match.match import Match

TELLABLE = 0.005
"""How much less a choice must be worth than the best to be compared with it, as a share of the
victory."""
LITTLE = 0.01
"""Players who gave away less than this share of the victory in all need no advice."""


def short_names(match: Match, language: str) -> dict[int, str]:
    """Return the coach's name for each choice, without coordinates: the board lights the place."""
    scenes, view, say = match.game.scene, match.view(match.player), match.words(language)
    own = getattr(scenes, "called", None)
    if own:
        return {a: own(view, a, say, match.names) for a in match.legal()}
    return {choice.action: choice.text for choice in scenes.choices(view, say, match.names)}


def reason(match: Match, a: int, other: int | None, language: str) -> Reason | None:
    """Return what speaks for one choice and against another; its place is lit too."""
    scenes, view, say = match.game.scene, match.view(match.player), match.words(language)
    why = getattr(scenes, "why", None)
    found = why(view, a, other, say, match.names) if why else None
    if found is None:
        return None
    places = {choice.action: choice.at for choice in scenes.choices(view, say, match.names)}
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
    times: int
    cost: float


def habit_tip(match: Match, decisions: Iterable[Decision], language: str) -> str:
    """Return what a seat should try next time; "" where its game has no words for it."""
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
