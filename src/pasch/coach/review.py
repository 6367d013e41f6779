"""How well a finished match was played, and how much of its result was luck.

Every moment has a value for each seat: its chances if the best is chosen from here on. A choice
that was not the best costs its seat the difference; all else that changed is luck. So

    start + luck + own choices + others' choices = result

for every seat. A choice is judged by what its seat could know then; luck and chances, since all is
revealed in the end, by the whole position.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import msgspec
import numpy as np

from pasch.coach.findings import Account, Class, Decision, Review, Roll
from pasch.coach.judge import (
    ALL_KNOWING,
    PLAYOUTS,
    Judge,
    Outlook,
    behind,
    error_between,
    judge_of,
    rated_choice,
)
from pasch.coach.reasons import habit_tip, reason, short_names
from pasch.coach.timeline import Chosen, Rolled, Timeline, timeline_of
from pasch.core.errors import PaschError
from pasch.core.game.position import OVER
from pasch.core.match.match import Match

THRESHOLDS: tuple[tuple[float, Class], ...] = (
    (0.08, "blunder"),
    (0.04, "error"),
    (0.02, "inaccuracy"),
    (0.0, "fine"),
)
"""The least loss of each class, in shares of the victory, as in backgammon."""
CERTAIN = 2.0
NEGLIGIBLE = 0.001
"""A choice counts as the best unless it is behind by more than CERTAIN standard errors and by more
than this share: a player who has already lost can do nothing wrong."""
COSTLIEST = 3
WORTH_TELLING = 0.005
"""The least loss of a costliest decision, and the least luck of the luckiest roll."""
SCREENING = 4
"""The best choice is looked for with one in so many of the playouts."""


def class_of(loss: float) -> Class:
    return next(name for least, name in THRESHOLDS if loss >= least)


@dataclass(frozen=True)
class Judgement:
    """A choice, judged by what its seat knew."""

    decision: Decision
    after: Outlook
    """What the whole position is worth after the choice."""


class Ledger:
    """The running sums of luck and choices for every seat."""

    def __init__(self, seats: int) -> None:
        self.luck, self.own, self.others, self.luck_variance = np.zeros((4, seats))
        self.decisions: list[Decision] = []
        self.rolls: list[Roll] = []

    def roll(self, step: Rolled, before: Outlook, after: Outlook) -> None:
        luck = after.shares - before.shares
        errors = np.hypot(before.errors, after.errors)
        self.luck += luck
        self.luck_variance += errors**2
        self.rolls.append(
            Roll(
                event=step.event,
                first=step.first,
                turn=step.match.turn,
                seat=step.seat,
                text=step.text,
                luck=luck.tolist(),
                errors=errors.tolist(),
            )
        )

    def choose(self, decision: Decision) -> None:
        effect = np.array(decision.effect)
        self.own[decision.seat] -= decision.loss
        effect[decision.seat] = 0.0
        self.others += effect
        self.decisions.append(decision)


def review(
    match: Match,
    *,
    playouts: int = PLAYOUTS,
    cores: int | None = None,
    seed: int = 0,
    language: str = "en",
    tell: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished match; call `tell` with (done, of) as the moments are judged."""
    if match.player != OVER:
        raise PaschError(
            "the match is not over after event {n}; a review takes a finished one",
            n=len(match.events),
        )
    judge = judge_of(match, playouts, seed)
    timeline = timeline_of(match, language)
    judgements, values = judged(judge, timeline, language, cores or os.cpu_count() or 1, tell)
    places, ledger = settle(timeline, judgements, values)
    start = Outlook(places[0].shares, judge.calibration.errors(places[0], timeline.places[0].turn))
    together = match.game.together or match.seats == 1
    shared = (match, ledger, start, together, language)
    accounts = [account(*shared, seat) for seat in range(match.seats)]
    costly = {event for each in accounts for event in each.costliest}
    return Review(
        game=match.game.key,
        title=match.game.title,
        exact=judge.exact,
        together=together,
        chances=by_event(timeline, places),
        decisions=[
            explained(match, each, language) if each.event in costly else each
            for each in ledger.decisions
        ],
        rolls=ledger.rolls,
        accounts=accounts,
    )


def explained(match: Match, decision: Decision, language: str) -> Decision:
    then, best, chosen = match.at(decision.event), decision.best.action, decision.chosen.action
    return msgspec.structs.replace(decision, why=reason(then, best, chosen, language))


def judged(
    judge: Judge,
    timeline: Timeline,
    language: str,
    cores: int,
    tell: Callable[[int, int], None] | None,
) -> tuple[dict[int, Judgement], dict[int, Outlook]]:
    """Judge each decision; value each place that has no decision beside it."""
    choices = {i: step for i, step in enumerate(timeline.steps) if isinstance(step, Chosen)}
    beside = {place for i in choices for place in (i, i + 1)}
    places = [i for i in range(len(timeline.places)) if i not in beside]
    judgements: dict[int, Judgement] = {}
    values: dict[int, Outlook] = {}

    def judge_choice(i: int) -> None:
        judgements[i] = judgement_on(judge, choices[i], language)

    def judge_place(i: int) -> None:
        values[i] = value_of(judge, timeline.places[i])

    with ThreadPoolExecutor(cores) as pool:
        jobs = [pool.submit(judge_choice, i) for i in choices]
        jobs += [pool.submit(judge_place, i) for i in places]
        try:
            for done, job in enumerate(as_completed(jobs), start=1):
                job.result()
                if tell:
                    tell(done, len(jobs))
        finally:
            pool.shutdown(cancel_futures=True)
    return judgements, values


def value_of(judge: Judge, place: Match) -> Outlook:
    if place.player == OVER:
        return value_of_end(place)
    return judge.outlook(place.position(), ALL_KNOWING)


def value_of_end(place: Match) -> Outlook:
    return Outlook(np.array(place.returns()), np.zeros(place.seats))


def judgement_on(judge: Judge, step: Chosen, language: str) -> Judgement:
    """Judge a choice by what its seat knew; value the whole position where that is more.

    The best of many estimates looks better than it is, so it is estimated once more.
    """
    match, seat, chosen = step.match, step.match.player, step.action
    view = match.view(seat)
    screened = judge.choices(view, seat, match.legal(), part=SCREENING)
    best = max(screened, key=lambda a: float(screened[a].shares[seat]))
    found = {a: judge.outlook(view, seat, a) for a in {best, chosen}}
    if not judge.exact and not is_clearly_behind(found[chosen], found[best], seat):
        best = chosen
    loss = float(found[best].shares[seat] - found[chosen].shares[seat])
    effect = found[chosen].shares - found[best].shares
    after = found[chosen]
    if view != match.position():
        after = judge.outlook(match.position(), ALL_KNOWING, chosen)
    names = short_names(match, language)
    decision = Decision(
        event=step.event,
        turn=match.turn,
        seat=seat,
        chosen=rated_choice(judge, match, chosen, found[chosen], names, language),
        best=rated_choice(judge, match, best, found[best], names, language),
        loss=loss,
        error=0.0 if best == chosen else error_between(found[chosen], found[best], seat),
        judged=class_of(loss),
        effect=effect.tolist(),
    )
    return Judgement(decision, after)


def is_clearly_behind(this: Outlook, other: Outlook, seat: int) -> bool:
    far = other.shares[seat] - this.shares[seat] > NEGLIGIBLE
    return bool(far) and behind(this, other, seat, CERTAIN)


def settle(
    timeline: Timeline, judgements: dict[int, Judgement], values: dict[int, Outlook]
) -> tuple[list[Outlook], Ledger]:
    """Return the value of every place, and what each step was worth to every seat.

    This works back from the end: before a choice a place was worth its value after it, less what
    the choice changed. So no place ever has two estimates.
    """
    places = [value_of_end(timeline.places[-1])]
    for i in reversed(range(len(timeline.steps))):
        if i in judgements:
            places.append(before(judgements[i].decision, places[-1]))
        else:
            places.append(values[i] if i in values else judgements[i - 1].after)
    places.reverse()
    ledger = Ledger(timeline.places[0].seats)
    for i, step in enumerate(timeline.steps):
        if isinstance(step, Rolled):
            ledger.roll(step, places[i], places[i + 1])
        else:
            ledger.choose(judgements[i].decision)
    return places, ledger


def before(decision: Decision, after: Outlook) -> Outlook:
    return Outlook(after.shares - np.array(decision.effect), after.errors)


def by_event(timeline: Timeline, places: list[Outlook]) -> list[list[float]]:
    """Return the chances after each event; between two places they do not change."""
    now = places[0].shares.tolist()
    chances = [now]
    for step, after in zip(timeline.steps, places[1:], strict=True):
        chances += [now] * (step.event + 1 - len(chances))
        now = after.shares.tolist()
        chances.append(now)
    events = len(timeline.places[-1].events)
    return chances + [now] * (events + 1 - len(chances))


def account(
    match: Match, ledger: Ledger, start: Outlook, together: bool, language: str, seat: int
) -> Account:
    own = [each for each in ledger.decisions if each.seat == seat]
    costly = sorted(
        (each for each in own if each.loss >= WORTH_TELLING), key=lambda each: -each.loss
    )
    rolls = [each for each in ledger.rolls if together or each.seat == seat]
    told = [each for each in rolls if abs(each.luck[seat]) >= WORTH_TELLING]
    luckiest = max(told, key=lambda each: each.luck[seat], default=None)
    unluckiest = min(told, key=lambda each: each.luck[seat], default=None)
    return Account(
        name=match.names[seat],
        start=float(start.shares[seat]),
        luck=float(ledger.luck[seat]),
        luck_error=float(np.hypot(np.sqrt(ledger.luck_variance[seat]), start.errors[seat])),
        own=float(ledger.own[seat]),
        others=float(ledger.others[seat]),
        result=match.returns()[seat],
        costliest=[each.event for each in costly[:COSTLIEST]],
        luckiest=luckiest.event if luckiest and luckiest.luck[seat] > 0 else None,
        unluckiest=unluckiest.event
        if unluckiest and unluckiest.luck[seat] <= -WORTH_TELLING
        else None,
        decisions=len(own),
        classes={name: sum(each.judged == name for each in own) for _, name in THRESHOLDS},
        tip=habit_tip(match, own, language),
    )
