"""Statistics of an arena: of each bot, each pair of bots, each seat, and of the games.

Every statistic is declared once, as the `Measure` of a field. JSON, CSV, the terminal and the HTML
report loop over these declarations.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

import msgspec

from pasch.arena.plan import Plan
from pasch.arena.play import Result
from pasch.arena.statistics import formatting
from pasch.arena.statistics.formatting import (
    AMOUNT,
    AMOUNT_LEAD,
    BETWEEN,
    COUNT,
    MILLISECONDS,
    PERCENT,
    RATING,
    SHARE,
    SHARE_LEAD,
    Form,
)
from pasch.arena.statistics.intervals import Estimate, Spread
from pasch.arena.statistics.table import ResultTable
from pasch.core.game.registry import load
from pasch.core.words import Words, message, words

Label: TypeAlias = str | Callable[["Figures", Words], str]
"""A message to translate, or a function that returns a text."""


def written(label: Label, figures: "Figures", say: Words) -> str:
    """Return a label's text; a message may name the unit of the scores."""
    if isinstance(label, str):
        return say(label, unit=unit(figures, say)) if label else ""
    return label(figures, say)


def no_mark(_: "Figures") -> None:
    return None


def zero(_: "Figures") -> float:
    return 0


def par(figures: "Figures") -> float | None:
    return figures.par


class Plot(NamedTuple):
    """A section of the report with a plot of one measure, a line for each row of its table."""

    heading: Label
    sentence: Label = ""
    mark: Callable[["Figures"], float | None] = no_mark
    """Returns the value that others are compared with, a dashed line."""


class Measure(NamedTuple):
    """One statistic: how it is computed, what it is called and how it is written."""

    of: Callable[..., Any]
    """Computes the value from a ResultTable and the number of a bot, of two bots or of a seat."""
    label: Label
    form: Form
    plot: Plot | None = None
    is_optional: bool = False
    """Left out where nobody has a value."""
    study: Label | None = None
    """What its line in a study's table is called; without one it has no line."""
    change: str = ""
    """The field of a study's `Change` that stands beside it."""
    sentence: str = ""
    """A part of the sentences below an arena's tables, with the value as {n}."""
    name: str = ""
    """The field's name, read from the class."""

    def title(self, figures: "Figures", say: Words) -> str:
        return written(self.label, figures, say)


def per_game(field: str, label: Label, sentence: str = "", change: str = "") -> Measure:
    """Return the measure of a number that each game has; a study shows those it compares."""
    return Measure(
        lambda table: table.spread(field),
        label,
        BETWEEN,
        study=label if change else None,
        change=change,
        sentence=sentence,
    )


def ratio_of(part: str, whole: str) -> Callable[[ResultTable], float]:
    return lambda table: table.ratio(part, whole)


@cache
def measures(table: type) -> tuple[Measure, ...]:
    """Return the measures that a class declares as annotations of its fields, in their order."""
    return tuple(
        note._replace(name=name)
        for name, hint in get_type_hints(table, include_extras=True).items()
        for note in getattr(hint, "__metadata__", ())
        if isinstance(note, Measure)
    )


def measured(table: type, results: ResultTable, *whose: Any) -> dict[str, Any]:
    return {each.name: each.of(results, *whose) for each in measures(table)}


def reached(figures: "Figures", say: Words) -> str:
    """Return what shares are called: bots may share a victory, win together, or reach a goal."""
    if figures.par is not None:
        return say("share")
    return say("won") if load(figures.plan.game).together else say("reached")


def unit(figures: "Figures", say: Words) -> str:
    return unit_of(figures.plan, say)


def unit_of(plan: Plan, say: Words) -> str:
    """Return what the scores count."""
    game = load(plan.game)
    found: str = game.view.score_unit(plan.seats, words(say.language, game.folder))
    return found


def about_shares(figures: "Figures", say: Words) -> str:
    if figures.par is None:
        return say("What each bot reaches with the same dice.")
    par = formatting.percent(figures.par, say)
    return say("The share of the victory, for one seat; among equals {par}.", par=par)


def about_ratings(figures: "Figures", say: Words) -> str:
    scale = say("On Elo's scale: 400 more is ten times the strength.")
    return f"{scale} {without_interval(figures, say)}".rstrip()


def without_interval(figures: "Figures", say: Words) -> str:
    """Return why some ratings have no interval, though there are blocks enough."""
    known = (bot for bot in figures.bots if bot.share.low is not None)
    if any(bot.rating and bot.rating.low is None for bot in known):
        return say(
            "No interval where games tell too little: "
            "who never won, or always, may lie much farther off."
        )
    return ""


class TableRow(msgspec.Struct):
    """One row of a table of statistics."""

    table: ClassVar[str]

    def key(self) -> tuple[str, str]:
        """Return whose row it is, and where two are compared over whom."""
        raise NotImplementedError

    def title(self, say: Words) -> str:
        raise NotImplementedError

    @staticmethod
    def heading(say: Words) -> str:
        """Return what stands above the titles."""
        return say("bot")


class BotFigures(TableRow):
    table: ClassVar[str] = "bot"

    bot: str
    games: Annotated[int, Measure(ResultTable.games, message("games"), COUNT)]
    share: Annotated[
        Estimate,
        Measure(
            ResultTable.bot_share,
            reached,
            SHARE,
            Plot(message("Who wins"), about_shares, par),
            study=reached,
        ),
    ]
    """The share of the victory, for one seat; alone or together: what was reached."""
    rating: Annotated[
        Estimate | None,
        Measure(
            ResultTable.rating,
            message("rating"),
            RATING,
            Plot(message("Ratings"), about_ratings, zero),
            is_optional=True,
        ),
    ]
    score: Annotated[
        Estimate,
        Measure(
            ResultTable.bot_score,
            unit,
            AMOUNT,
            Plot(
                message("How games end: {unit}"),
                message("What a scorebook notes, for one seat."),
            ),
        ),
    ]
    ms: Annotated[
        float | None, Measure(ResultTable.milliseconds, message("ms a decision"), MILLISECONDS)
    ]
    """Milliseconds for a real decision."""

    def key(self) -> tuple[str, str]:
        return self.bot, ""

    def title(self, say: Words) -> str:  # noqa: ARG002 - a name in every language
        return self.bot


class Lead(TableRow):
    """How much more one bot reaches than another with the same dice; it may be less."""

    table: ClassVar[str] = "lead"

    bot: str
    over: str
    share: Annotated[
        Estimate,
        Measure(
            ResultTable.share_lead,
            reached,
            SHARE_LEAD,
            Plot(
                message("Who is ahead of whom"),
                message("The difference of their shares, match by match, with the same dice."),
                zero,
            ),
        ),
    ]
    score: Annotated[Estimate, Measure(ResultTable.score_lead, unit, AMOUNT_LEAD)]

    def key(self) -> tuple[str, str]:
        return self.bot, self.over

    def title(self, say: Words) -> str:
        return say("{bot} over {other}", bot=self.bot, other=self.over)


class SeatFigures(TableRow):
    table: ClassVar[str] = "seat"

    seat: int
    """From 1, who begins."""
    share: Annotated[
        Estimate,
        Measure(
            ResultTable.seat_share,
            reached,
            SHARE,
            Plot(message("Who wins, by seat"), about_shares, par),
        ),
    ]
    score: Annotated[Estimate, Measure(ResultTable.seat_score, unit, AMOUNT)]

    def key(self) -> tuple[str, str]:
        return str(self.seat), ""

    def title(self, say: Words) -> str:
        return say("{n}, begins", n=self.seat) if self.seat == 1 else str(self.seat)

    @staticmethod
    def heading(say: Words) -> str:
        return say("seat")


class Length(msgspec.Struct):
    """How long a game lasts."""

    turns: Annotated[Spread, per_game("turns", message("turns"), message("{n} turns"), "turns")]
    decisions: Annotated[
        Spread, per_game("decisions", message("decisions"), message("{n} decisions"), "decisions")
    ]
    real: Annotated[Spread, per_game("real", message("… with a choice"))]
    """Decisions with more than one legal action."""
    events: Annotated[Spread, per_game("events", message("events"), message("{n} events"))]


class Figures(msgspec.Struct):
    """All statistics of an arena."""

    plan: Plan
    games: int
    par: float | None
    """What everybody's share would be among equals."""
    unit: str
    """What the scores count."""
    bots: list[BotFigures]
    leads: list[Lead]
    """A lead of each bot over those named before it."""
    seats: list[SeatFigures]
    length: Length
    real_decisions: Annotated[
        float,
        Measure(
            ratio_of("real", "decisions"),
            message("decisions that leave a choice"),
            PERCENT,
            study=message("… with a choice"),
            change="real",
            sentence=message("{n} of the decisions leave a choice"),
        ),
    ]
    """The share of decisions with more than one legal action."""
    real_turns: Annotated[
        float,
        Measure(
            ratio_of("real_turns", "turns"),
            message("turns with such a decision"),
            PERCENT,
            study=message("turns with such a one"),
            sentence=message("{n} of the turns have such a one"),
        ),
    ]
    """The share of turns with such a decision."""

    def tables(self) -> Iterator[Sequence[TableRow]]:
        yield from filter(None, (self.bots, self.leads, self.seats))


def figures(plan: Plan, results: Sequence[Result]) -> Figures:
    table = ResultTable(plan, results)
    bots, seats = range(len(plan.bots)), range(0 if plan.alone else plan.seats)
    return Figures(
        plan=plan,
        games=len(results),
        par=None if plan.alone else 1 / plan.seats,
        unit=unit_of(plan, words("en")),
        bots=[
            BotFigures(bot=plan.bots[bot], **measured(BotFigures, table, bot))
            for bot in bots
            if (table.bot == bot).any()
        ],
        leads=[
            Lead(bot=plan.bots[bot], over=plan.bots[over], **measured(Lead, table, (bot, over)))
            for over, bot in combinations(bots, 2)
            if table.have_met((bot, over))
        ],
        seats=[SeatFigures(seat=seat + 1, **measured(SeatFigures, table, seat)) for seat in seats],
        length=Length(**measured(Length, table)),
        **measured(Figures, table),
    )
