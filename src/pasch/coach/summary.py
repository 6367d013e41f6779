"""What a review tells, as rows and texts: the terminal and the HTML page both draw these."""

from collections.abc import Iterator
from typing import NamedTuple

from pasch.coach.findings import Account, Class, Decision, Review, Roll
from pasch.coach.formatting import ShareFormat
from pasch.core.words import Words

MARKS: dict[Class, str] = {"fine": "", "inaccuracy": "?!", "error": "?", "blunder": "??"}
"""The marks that chess players write behind a move."""


class Cell(NamedTuple):
    """One number of an account."""

    text: str
    difference: float | None = None
    """Given where the sign of a change matters: better or worse than nothing."""
    interval: str = ""
    """How sure the number is."""
    is_result: bool = False


class Highlight(NamedTuple):
    """The luckiest or unluckiest roll of a seat."""

    roll: Roll
    text: str
    luck: float


def title_of(found: Review, say: Words) -> str:
    return say("{title}: luck and skill", title=found.title)


def how_sure(exact: bool, say: Words) -> str:
    return say("exact") if exact else say("estimated; off by ± at most in 95 of 100 cases")


def account_header(found: Review, say: Words) -> list[str]:
    return [
        say("start"),
        say("luck"),
        say("skill"),
        *([say("others'")] if len(found.accounts) > 1 else []),
        say("result"),
        say("without luck"),
    ]


def account_row(found: Review, account: Account, form: ShareFormat) -> list[Cell]:
    """Return what a seat started with, what changed it and what it reached: the row adds up."""
    interval = "" if found.exact else form.interval(account.luck_error)
    return [
        Cell(form.worth(account.start)),
        Cell(form.gain(account.luck), account.luck, interval),
        Cell(form.gain(account.own), account.own),
        *([Cell(form.gain(account.others))] if len(found.accounts) > 1 else []),
        Cell(form.worth(account.result), is_result=True),
        Cell(form.worth(account.adjusted)),
    ]


def about_luck(say: Words) -> str:
    return say(
        "Without luck: the result less what luck brought. Who was lucky and still lost is below 0."
    )


def tally(account: Account, say: Words) -> str:
    """Return for example: 12 choices: 9 fine, 1 error, 2 blunders."""
    counts = [counted(judged, n, say) for judged, n in reversed(account.classes.items()) if n]
    choices = say.many("{n} choice", "{n} choices", account.decisions)
    return f"{choices}: {', '.join(counts)}" if counts else choices


def counted(judged: Class, n: int, say: Words) -> str:
    return {
        "fine": say("{n} fine", n=n),
        "inaccuracy": say.many("{n} inaccuracy", "{n} inaccuracies", n),
        "error": say.many("{n} error", "{n} errors", n),
        "blunder": say.many("{n} blunder", "{n} blunders", n),
    }[judged]


def name_of_class(judged: Class, say: Words) -> str:
    return {
        "fine": say("fine"),
        "inaccuracy": say("inaccuracy"),
        "error": say("error"),
        "blunder": say("blunder"),
    }[judged]


def costliest(found: Review, seat: int) -> list[Decision]:
    decisions = {each.event: each for each in found.decisions}
    return [decisions[event] for event in found.accounts[seat].costliest]


def extreme_rolls(found: Review, seat: int, say: Words) -> Iterator[Highlight]:
    rolls = {each.event: each for each in found.rolls}
    account = found.accounts[seat]
    if account.luckiest is not None:
        roll = rolls[account.luckiest]
        yield Highlight(roll, say("luckiest roll: {roll}", roll=roll.text), roll.luck[seat])
    if account.unluckiest is not None:
        roll = rolls[account.unluckiest]
        yield Highlight(roll, say("unluckiest roll: {roll}", roll=roll.text), roll.luck[seat])
