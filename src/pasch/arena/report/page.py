"""An arena or a study as one HTML page that needs nothing else: plots, and tables behind them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path

from pasch.arena.report.plots import Bars, Line, bins_of, histograms, intervals, scale_of, shares
from pasch.arena.statistics.figures import (
    BotFigures,
    Figures,
    Length,
    Measure,
    TableRow,
    about_shares,
    measures,
    reached,
    unit_of,
    written,
)
from pasch.arena.statistics.formatting import (
    AMOUNT,
    AMOUNT_LEAD,
    BETWEEN,
    PERCENT,
    SHARE,
    SHARE_LEAD,
    Form,
)
from pasch.arena.statistics.intervals import Estimate
from pasch.arena.study import Change, Study, Variant
from pasch.core.errors import PaschError
from pasch.core.game.registry import load
from pasch.core.page import COLOURS, html_page
from pasch.core.words import Words, words

STYLE = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")

Section = tuple[str, str, str]
"""A heading, a sentence about what is shown, and the plot or the table."""


def check_page(path: Path) -> None:
    """Check, before anything is played, that the page can be written."""
    if path.exists():
        raise PaschError("{path} exists already; name another file", path=path)
    if not path.parent.is_dir():
        raise PaschError(
            "{path} can't be written: there is no folder {folder}", path=path, folder=path.parent
        )


def page(title: str, icon: str, about: str, sections: Iterable[Section], say: Words) -> str:
    body = "".join(
        f"<section>\n<h2>{escape(heading)}</h2>\n<p>{escape(sentence)}</p>\n{shown}\n</section>\n"
        for heading, sentence, shown in sections
    )
    return html_page(title, icon, STYLE, f"{about}\n{body}", say)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"

    body = "\n".join(cells("td", row) for row in rows)
    return f'<div class="wide"><table>\n{cells("th", header)}\n{body}\n</table></div>'


def folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{inside}\n</details>"


def how_to_read(say: Words) -> str:
    return say(
        "A dot is the mean, its bar the 95 % interval; it is full where the dashed line lies"
        " outside. Point at anything to read its numbers."
    )


# An arena


def arena_page(figures: Figures, say: Words) -> str:
    plan, game = figures.plan, load(figures.plan.game)
    about = " · ".join(
        (
            say.many("{n} seat", "{n} seats", plan.seats),
            say.many("{n} game", "{n} games", figures.games),
            say("seed {seed}", seed=plan.seed),
        )
    )
    about = f"<p>{escape(about)}</p>\n<p>{escape(how_to_read(say))}</p>"
    title = say("{title}: an arena", title=game.title)
    return page(title, game.icon, about, arena_sections(figures, say), say)


def arena_sections(figures: Figures, say: Words) -> list[Section]:
    """Return a section for each measure that has a plot; the amounts come after the shares."""
    plotted = [
        (each, lines)
        for table in figures.tables()
        for each in measures(type(table[0]))
        if each.plot is not None and (lines := lines_of(table, each, say))
    ]
    plotted.sort(key=lambda section: section[0].form is AMOUNT)
    return [
        *(plot_section(each, lines, figures, say) for each, lines in plotted),
        (say("How long a game lasts"), "", length_table(figures, say)),
    ]


def lines_of(rows: Iterable[TableRow], measure: Measure, say: Words) -> list[Line]:
    return [
        Line(row.title(say), value, measure.form.text(value, say))
        for row in rows
        if (value := getattr(row, measure.name)) is not None
    ]


def plot_section(measure: Measure, lines: list[Line], figures: Figures, say: Words) -> Section:
    plot = measure.plot
    assert plot is not None
    shown = interval_plot(lines, measure.form, say, plot.mark(figures))
    heading, sentence = (written(each, figures, say) for each in (plot.heading, plot.sentence))
    return heading, sentence, shown


def interval_plot(lines: Sequence[Line], form: Form, say: Words, mark: float | None) -> str:
    marks = [] if mark is None else [mark]
    return intervals(lines, scale_of(lines, *marks), lambda value: form.tick(value, say), mark)


def length_table(figures: Figures, say: Words) -> str:
    rows = [
        (each.title(figures, say), each.form.text(getattr(figures.length, each.name), say))
        for each in measures(Length)
    ]
    return table(("", say("mean, and 90 % of the games")), rows)


# A study


def study_page(study: Study, say: Words) -> str:
    game = load(study.game)
    title = say("{title}: a study", title=game.title)
    about = f"<p>{escape(who_plays(study, say))}</p>\n{what_changes(study, say)}"
    about += f"<p>{escape(how_to_read(say))}</p>"
    return page(title, game.icon, about, study_sections(study, say), say)


def who_plays(study: Study, say: Words) -> str:
    seats = say.many("{n} seat", "{n} seats", study.seats)
    names = {"bot": study.bot, "games": study.games}
    if is_alone(study):
        who = say("{bot} plays {games} games a variant, the others the same dice", **names)
    else:
        who = say("{bot} plays {games} games a variant against itself, then the others", **names)
    return f"{seats}; {who}; {say('seed {seed}', seed=study.seed)}."


def is_alone(study: Study) -> bool:
    return study.variants[0].mirror.par is None


def what_changes(study: Study, say: Words) -> str:
    """Return a list of the options that differ, with their meanings."""
    game = load(study.game)
    own = words(say.language, game.folder)
    first, *others = (each.mirror.plan.options for each in study.variants)
    changed = [
        f"<dt>{escape(fact.name)}</dt><dd>{escape(own(fact.meaning))}</dd>"
        for fact in game.option_facts()
        if any(each[fact.name] != first[fact.name] for each in others)
    ]
    return f"<dl>{''.join(changed)}</dl>\n" if changed else ""


def study_sections(study: Study, say: Words) -> list[Section]:
    unit = unit_of(study.variants[0].mirror.plan, say)
    return [
        *([change_section(study, unit, say)] if len(study.variants) > 1 else []),
        *([] if is_alone(study) else [seats_section(study, say)]),
        turns_section(study, say),
        scores_section(study, unit, say),
        decisions_section(study, say),
        *bot_sections(study, say),
    ]


def colour(n: int) -> str:
    return COLOURS[n % len(COLOURS)]


def grouped(study: Study, lines_of: Callable[[Variant], list[Line]], say: Words) -> list[Line]:
    """Return the lines of all variants, grouped by name, each variant in its colour."""
    columns = [
        [
            line._replace(name=each.title(say), colour=colour(n), group=line.name)
            for line in lines_of(each)
        ]
        for n, each in enumerate(study.variants)
    ]
    return [line for lines in zip(*filter(None, columns), strict=True) for line in lines]


def seats_section(study: Study, say: Words) -> Section:
    def lines_of(each: Variant) -> list[Line]:
        return [
            Line(say("seat {n}", n=seat.seat), seat.share, SHARE.text(seat.share, say))
            for seat in each.mirror.seats
        ]

    first = study.variants[0].mirror
    shown = interval_plot(grouped(study, lines_of, say), SHARE, say, first.par)
    return say("Who wins, by seat"), about_shares(first, say), shown


def turns_section(study: Study, say: Words) -> Section:
    lines = [
        Bars(each.title(say), each.turns, BETWEEN.text(each.mirror.length.turns, say), colour(n))
        for n, each in enumerate(study.variants)
    ]
    sentence = say("How many games take so many turns; the mean, and 90 % of the games.")
    return say("How long a game lasts"), sentence, distributions(lines, say("turns"), say)


def scores_section(study: Study, unit: str, say: Words) -> Section:
    lines = [
        Bars(each.title(say), each.scores, AMOUNT.text(each.mirror.bots[0].score, say), colour(n))
        for n, each in enumerate(study.variants)
    ]
    sentence = say("How often a scorebook notes so much; the mean with its interval.")
    return say("How games end: {unit}", unit=unit), sentence, distributions(lines, unit, say)


def distributions(lines: Sequence[Bars], unit: str, say: Words) -> str:
    def percent(part: float) -> str:
        return PERCENT.text(part, say)

    bins = bins_of(lines)
    parts = zip(bins.names, *bins.parts, strict=True)
    rows = [(name, *map(percent, values)) for name, *values in parts]
    header = (unit, *(line.name for line in lines))
    behind = folded(say("In numbers"), table(header, rows))
    return histograms(lines, bins, unit, percent) + behind


def decisions_section(study: Study, say: Words) -> Section:
    def lines_of(each: Variant) -> list[Line]:
        return [
            Line(part.title(each.mirror, say), Estimate(value), part.form.text(value, say))
            for part in measures(Figures)
            for value in [getattr(each.mirror, part.name)]
        ]

    mean = study.variants[0].mirror.length.real.mean
    sentence = say(
        "Where there is one thing to do, nobody decides. Real decisions a game, in the first"
        " variant: {n}.",
        n=say.number(f"{mean:.1f}"),
    )
    return say("How much there is to decide"), sentence, shares(grouped(study, lines_of, say))


def bot_sections(study: Study, say: Words) -> Iterator[Section]:
    """Yield a section for each measure of the bots that a study tells.

    Their leads stand behind the shares.
    """
    first = study.variants[0].field
    for each in measures(BotFigures):
        if each.study is not None and each.plot is not None:
            lines = grouped(study, partial(bot_lines, each, say), say)
            heading, sentence, shown = plot_section(each, lines, first, say)
            if each.name == "share":
                heading = say("How far skill goes")
                farther = say("The farther bots lie apart, the more skill decides.")
                sentence = f"{farther} {sentence}"
                shown += leads_table(study, first, say)
            yield heading, sentence, shown


def bot_lines(measure: Measure, say: Words, variant: Variant) -> list[Line]:
    return lines_of(variant.field.bots, measure, say)


def leads_table(study: Study, first: Figures, say: Words) -> str:
    leads = [
        [each.title(say), lead.title(say), SHARE_LEAD.text(lead.share, say)]
        for each in study.variants
        for lead in each.field.leads
    ]
    header = (say("variant"), say("bot"), reached(first, say))
    return folded(say("Who is ahead of whom"), table(header, leads))


def change_section(study: Study, unit: str, say: Words) -> Section:
    """Return the section about changes: shares on one scale, every other number on its own."""
    first = study.variants[0]
    sentence = say(
        "What is more or less than with {first}, match by match, with the same dice: luck that both"
        " have alike cancels out.",
        first=first.title(say),
    )
    wins = grouped(study, partial(share_changes, say=say), say)
    shown = f"<h3>{escape(reached(first.field, say))}</h3>"
    shown += interval_plot(wins, SHARE_LEAD, say, 0)
    numbers: tuple[tuple[str, Callable[[Change], Estimate]], ...] = (
        (say("turns"), lambda change: change.turns),
        (say("decisions with a choice"), lambda change: change.real),
        (unit, lambda change: change.score),
    )
    for name, value in numbers:
        lines = grouped(study, partial(number_change, value, say=say), say)
        shown += f"<h3>{escape(name)}</h3>" + interval_plot(lines, AMOUNT_LEAD, say, 0)
    return say("What the change changes"), sentence, shown


def share_changes(each: Variant, say: Words) -> list[Line]:
    if each.change is None:
        return []
    seats = [say("seat {n}", n=seat.seat) for seat in each.mirror.seats]
    bots = [bot.bot for bot in each.field.bots]
    estimates = each.change.seats + each.change.bots
    return [
        Line(name, estimate, SHARE_LEAD.text(estimate, say))
        for name, estimate in zip(seats + bots, estimates, strict=True)
    ]


def number_change(value: Callable[[Change], Estimate], each: Variant, say: Words) -> list[Line]:
    if each.change is None:
        return []
    estimate = value(each.change)
    return [Line("", estimate, AMOUNT_LEAD.text(estimate, say))]
