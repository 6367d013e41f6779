"""Figures as people read them."""

from pasch.arena.figures import Figures, Spread
from pasch.arena.intervals import Estimate
from pasch.core.game.registry import load
from pasch.core.words import Words

UNKNOWN = "–"


def percent(value: float, say: Words) -> str:
    return say.number(f"{value:.1%}")


def share(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:.1%}", say)


def lead(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:+z.1%}", say)


def number(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:.1f}", say)


def more(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:+z.1f}", say)


def rating(estimate: Estimate | None, say: Words) -> str:
    return UNKNOWN if estimate is None else interval(estimate, "{:+z.0f}", say)


def without_interval(figures: Figures, say: Words) -> str:
    """Why some ratings have none, though blocks would be enough."""
    known = (bot for bot in figures.bots if bot.share.low is not None)
    if any(bot.rating and bot.rating.low is None for bot in known):
        return say(
            "No interval where games tell too little: "
            "who never won, or always, may lie much farther off."
        )
    return ""


def interval(estimate: Estimate, form: str, say: Words) -> str:
    if estimate.low is None or estimate.high is None:
        return say.number(form.format(estimate.mean))
    mean, low, high = (
        say.number(form.format(each)) for each in (estimate.mean, estimate.low, estimate.high)
    )
    return say("{mean} [{low}, {high}]", mean=mean, low=low, high=high)


def between(spread: Spread, say: Words) -> str:
    return f"{say.number(f'{spread.mean:.1f}')} [{spread.low:.0f}–{spread.high:.0f}]"


def milliseconds(ms: float | None, say: Words) -> str:
    return UNKNOWN if ms is None else say.number(f"{ms:.2f}")


def reached(figures: Figures, say: Words) -> str:
    """What the shares are called at this table."""
    if figures.par is not None:
        return say("share")
    return say("won") if load(figures.plan.game).together else say("reached")


def seat_name(seat: int, say: Words) -> str:
    return say("{n}, begins", n=seat) if seat == 1 else str(seat)
