"""What a position and its choices are worth: exactly where the game is solved, else estimated.

An estimate is the champion's search with more time: every choice is played out many times. First
each choice gets a part of the playouts, then those that may still be the best get more.
"""

import os
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Protocol

import numpy as np

from pasch.bots.search.searcher import Outlook, Searcher
from pasch.bots.search.tree import ALL_KNOWING
from pasch.coach.calibration import Calibration, calibration_of
from pasch.coach.findings import Advice, RatedChoice, Standing
from pasch.coach.reasons import reason, rival, short_names
from pasch.coach.solved import find
from pasch.core.errors import PaschError
from pasch.core.game.contract import Solution
from pasch.core.game.position import OVER, WATCHER, Position
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

PLAYOUTS = 8192
"""The default for each choice that may be the best."""
LEAST_PLAYOUTS = 64
FIRST_PART = 8  # every choice gets one in so many of the playouts
SURE = 3.0  # standard errors that leave a choice behind for good

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

__all__ = ["ALL_KNOWING", "PLAYOUTS", "Judge", "Outlook", "advise", "chances", "judge_of"]


class Judge(Protocol):
    """Values positions and choices.

    The errors of its outlooks are those of sampling alone: most other errors are the same for all
    choices of a position, and cancel where choices are compared.
    """

    exact: bool
    calibration: Calibration
    """The further error of a single outlook."""

    def outlook(self, view: Position, seat: int, opening: int | None = None) -> Outlook:
        """Return what a position is worth to every seat; with an opening, after that action."""

    def choices(
        self, view: Position, seat: int, legal: list[int], spread: Spread = map, part: int = 1
    ) -> dict[int, Outlook]:
        """Return what each choice of a seat is worth to every seat, with a part of the playouts."""


class SolvedJudge:
    """A judge with an exact solution; what wins for one seat wins for all."""

    exact = True
    calibration = Calibration()

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def outlook(self, view: Position, seat: int, opening: int | None = None) -> Outlook:  # noqa: ARG002 - all is open
        if opening is None:
            return self._sure(view, self.solution.value(view))
        return self._sure(view, self.solution.choices(view)[opening])

    def choices(
        self,
        view: Position,
        seat: int,  # noqa: ARG002
        legal: list[int],
        spread: Spread = map,  # noqa: ARG002
        part: int = 1,  # noqa: ARG002
    ) -> dict[int, Outlook]:
        values = self.solution.choices(view)
        return {a: self._sure(view, values[a]) for a in legal}

    def _sure(self, view: Position, value: float) -> Outlook:
        return Outlook(np.full(view.seats, value), np.zeros(view.seats))


class SearchJudge:
    """A judge that estimates by search."""

    exact = False

    def __init__(self, game: Game, playouts: int, seed: int, calibration: Calibration) -> None:
        if playouts < LEAST_PLAYOUTS:
            raise PaschError(
                "an estimate takes {least} playouts or more, not {n}",
                least=LEAST_PLAYOUTS,
                n=playouts,
            )
        self.searcher = searcher(game)
        self.playouts = playouts
        self.seed = seed
        self.calibration = calibration

    def outlook(self, view: Position, seat: int, opening: int | None = None) -> Outlook:
        found = self.searcher.weigh(view, seat, self.playouts, self.seed, opening)
        return self.calibration.corrected(found, view.turn)

    def choices(
        self, view: Position, seat: int, legal: list[int], spread: Spread = map, part: int = 1
    ) -> dict[int, Outlook]:
        few = max(self.playouts // FIRST_PART, LEAST_PLAYOUTS)
        many = max(self.playouts // part, LEAST_PLAYOUTS)

        def weigh(playouts: int, seed: int, actions: Collection[int]) -> dict[int, Outlook]:
            found = spread(lambda a: self.searcher.weigh(view, seat, playouts, seed, a), actions)
            return dict(zip(actions, found, strict=True))

        first = weigh(few, self.seed + 1, legal)
        best = max(first.values(), key=lambda each: each.shares[seat])
        hopeful = [a for a in legal if not behind(first[a], best, seat, SURE)]
        second = weigh(many, self.seed + 2, hopeful)
        found = first | {a: pooled(first[a], few, second[a], many) for a in hopeful}
        return {a: self.calibration.corrected(each, view.turn) for a, each in found.items()}


@cache
def searcher(game: Game) -> Searcher:
    return Searcher(game)


def behind(this: Outlook, other: Outlook, seat: int, errors: float) -> bool:
    """Return whether this is worse for the seat by more than so many standard errors."""
    ahead = float(other.shares[seat] - this.shares[seat])
    return ahead > errors * error_between(this, other, seat)


def error_between(this: Outlook, other: Outlook, seat: int) -> float:
    return float(np.hypot(this.errors[seat], other.errors[seat]))


def pooled(a: Outlook, playouts_a: int, b: Outlook, playouts_b: int) -> Outlook:
    part = playouts_a / (playouts_a + playouts_b)
    return Outlook(
        part * a.shares + (1 - part) * b.shares, np.hypot(part * a.errors, (1 - part) * b.errors)
    )


def judge_of(match: Match, playouts: int = PLAYOUTS, seed: int = 0) -> Judge:
    solution = find(match)
    if solution is not None:
        return SolvedJudge(solution)
    return SearchJudge(match.game, playouts, seed, calibration_of(match))


def advise(
    match: Match,
    *,
    playouts: int = PLAYOUTS,
    cores: int | None = None,
    seed: int = 0,
    language: str = "en",
) -> Advice:
    """Return what each legal choice is worth to the seat whose turn it is, by what it knows.

    >>> import pasch
    >>> match = pasch.new("so-ein-mist", seats=3, start=0)
    >>> while match.player == pasch.CHANCE:
    ...     match.apply(0)
    >>> advice = advise(match, playouts=100)
    >>> sorted(choice.action for choice in advice.choices) == match.legal()
    True
    """
    seat = match.player
    if seat == OVER:
        raise PaschError("the match is over: there is nothing left to choose")
    if seat < 0:
        raise PaschError("the dice or cards come next: nobody has to choose now")
    judge = judge_of(match, playouts, seed)
    with ThreadPoolExecutor(cores or os.cpu_count()) as pool:
        found = judge.choices(match.view(seat), seat, match.legal(), spread=pool.map)
    ranked = sorted(found, key=lambda a: -found[a].shares[seat])
    names = short_names(match, language)
    choices = [rated_choice(judge, match, a, found[a], names, language) for a in ranked]
    return Advice(
        seat=seat,
        exact=judge.exact,
        choices=choices,
        chances=found[ranked[0]].shares.tolist(),
        errors=judge.calibration.errors(found[ranked[0]], match.turn).tolist(),
        why=reason(match, ranked[0], rival(choices), language),
    )


def chances(
    match: Match, viewer: int = WATCHER, *, playouts: int = PLAYOUTS, seed: int = 0
) -> Standing:
    """Return everybody's chances by what the viewer knows, also before a roll or after the end."""
    if match.player == OVER:
        return Standing(True, match.returns(), [0.0] * match.seats)
    judge = judge_of(match, playouts, seed)
    found = judge.outlook(match.view(viewer), viewer)
    errors = judge.calibration.errors(found, match.turn)
    return Standing(judge.exact, found.shares.tolist(), errors.tolist())


def rated_choice(
    judge: Judge, match: Match, a: int, found: Outlook, names: dict[int, str], language: str
) -> RatedChoice:
    seat = match.player
    errors = judge.calibration.errors(found, match.turn)
    return RatedChoice(
        action=a,
        text=match.text(a, language),
        value=float(found.shares[seat]),
        error=float(errors[seat]),
        called=names[a],
    )
