"""Numbers of an arena as people read them, with their 95 % intervals."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pasch.arena.statistics.intervals import Estimate, Spread
from pasch.core.words import Words

UNKNOWN = "–"


def interval(estimate: Estimate, pattern: str, say: Words) -> str:
    if estimate.low is None or estimate.high is None:
        return say.number(pattern.format(estimate.mean))
    mean, low, high = (
        say.number(pattern.format(each)) for each in (estimate.mean, estimate.low, estimate.high)
    )
    return say("{mean} [{low}, {high}]", mean=mean, low=low, high=high)


def share(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:.1%}", say)


def share_lead(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:+z.1%}", say)


def amount(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:.1f}", say)


def amount_lead(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:+z.1f}", say)


def rating(estimate: Estimate | None, say: Words) -> str:
    return UNKNOWN if estimate is None else interval(estimate, "{:+z.0f}", say)


def between(spread: Spread, say: Words) -> str:
    return f"{say.number(f'{spread.mean:.1f}')} [{spread.low:.0f}–{spread.high:.0f}]"


def milliseconds(ms: float | None, say: Words) -> str:
    return UNKNOWN if ms is None else say.number(f"{ms:.2f}")


def percent(value: float, say: Words) -> str:
    return say.number(f"{value:.1%}")


def count(value: int, say: Words) -> str:  # noqa: ARG001 - written alike in every language
    return str(value)


def percent_tick(value: float, say: Words) -> str:
    return say.number(f"{100 * value:.4g}%")


def plain_tick(value: float, say: Words) -> str:
    return say.number(f"{value:.4g}")


class Form(NamedTuple):
    """How values of one kind are written: in a table, and at the axis of a plot."""

    text: Callable[[Any, Words], str]
    tick: Callable[[float, Words], str] = plain_tick


SHARE = Form(share, percent_tick)
SHARE_LEAD = Form(share_lead, percent_tick)
AMOUNT = Form(amount)
AMOUNT_LEAD = Form(amount_lead)
RATING = Form(rating)
BETWEEN = Form(between)
PERCENT = Form(percent, percent_tick)
MILLISECONDS = Form(milliseconds)
COUNT = Form(count)
