"""An arena or a study as one HTML page that needs nothing else: plots, and tables behind them."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from pathlib import Path

from pasch.arena import story
from pasch.arena.figures import Figures, unit_of
from pasch.arena.intervals import Estimate
from pasch.arena.report.plots import Bars, Line, bins_of, histograms, intervals, scale_of, shares
from pasch.arena.results import write
from pasch.arena.study import Study, Variant
from pasch.core.errors import PaschError
from pasch.core.game.registry import load
from pasch.core.words import Words, words

COLOURS = ("#2f7ed8", "#e07a2f", "#2f9e57", "#b052c0", "#b8930b", "#1899a8")
STYLE = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")

Section = tuple[str, str, str]
"""What it is called, what it shows in a sentence, and what it shows."""


def check_page(path: Path) -> None:
    """Before anything is played: the page could be written."""
    if path.exists():
        raise PaschError("{path} exists already; name another file", path=path)
    if not path.parent.is_dir():
        raise PaschError(
            "{path} can't be written: there is no folder {folder}", path=path, folder=path.parent
        )


def write_page(path: Path, page: str) -> None:
    write(path, page.encode())


def page(title: str, icon: str, about: str, sections: Iterable[Section], say: Words) -> str:
    body = "".join(
        f"<section>\n<h2>{escape(heading)}</h2>\n<p>{escape(sentence)}</p>\n{shown}\n</section>\n"
        for heading, sentence, shown in sections
    )
    return (
        f'<!doctype html>\n<html lang="{say.language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{icon} {escape(title)}</h1>\n{about}\n{body}</html>\n"
    )


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"

    body = "\n".join(cells("td", row) for row in rows)
    return f'<div class="wide"><table>\n{cells("th", header)}\n{body}\n</table></div>'


def folded(summary: str, inside: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>\n{inside}\n</details>"


def percent(say: Words) -> Callable[[float], str]:
    return lambda value: say.number(f"{100 * value:.4g}%")


def plain(say: Words) -> Callable[[float], str]:
    return lambda value: say.number(f"{value:.4g}")


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
    unit = unit_of(figures.plan, say)
    bots = [Line(bot.bot, bot.share, story.share(bot.share, say)) for bot in figures.bots]
    scores = [Line(bot.bot, bot.score, story.number(bot.score, say)) for bot in figures.bots]
    return [
        (say("Who wins"), what_share_is(figures, say), share_plot(bots, figures, say)),
        *rating_section(figures, say),
        *lead_section(figures, say),
        *seat_section(figures, say),
        (
            say("How games end: {unit}", unit=unit),
            say("What a scorebook notes, for one seat."),
            intervals(scores, scale_of(scores), plain(say)),
        ),
        (say("How long a game lasts"), "", length_table(figures, say)),
    ]


def what_share_is(figures: Figures, say: Words) -> str:
    if figures.par is None:
        return say("What each bot reaches with the same dice.")
    par = story.percent(figures.par, say)
    return say("The share of the victory, for one seat; among equals {par}.", par=par)


def share_plot(lines: list[Line], figures: Figures, say: Words) -> str:
    marks = [] if figures.par is None else [figures.par]
    return intervals(lines, scale_of(lines, *marks), percent(say), figures.par)


def rating_section(figures: Figures, say: Words) -> list[Section]:
    lines = [
        Line(bot.bot, bot.rating, story.rating(bot.rating, say))
        for bot in figures.bots
        if bot.rating is not None
    ]
    if not lines:
        return []
    scale = say("On Elo's scale: 400 more is ten times the strength.")
    sentence = f"{scale} {story.without_interval(figures, say)}".rstrip()
    return [(say("Ratings"), sentence, intervals(lines, scale_of(lines, 0), plain(say), 0))]


def lead_section(figures: Figures, say: Words) -> list[Section]:
    if not figures.leads:
        return []
    lines = [
        Line(
            say("{bot} over {other}", bot=lead.bot, other=lead.over),
            lead.share,
            story.lead(lead.share, say),
        )
        for lead in figures.leads
    ]
    sentence = say("The difference of their shares, match by match, with the same dice.")
    shown = intervals(lines, scale_of(lines, 0), percent(say), 0)
    return [(say("Who is ahead of whom"), sentence, shown)]


def seat_section(figures: Figures, say: Words) -> list[Section]:
    if not figures.seats:
        return []
    lines = [
        Line(story.seat_name(seat.seat, say), seat.share, story.share(seat.share, say))
        for seat in figures.seats
    ]
    sentence = what_share_is(figures, say)
    return [(say("Who wins, by seat"), sentence, share_plot(lines, figures, say))]


def length_table(figures: Figures, say: Words) -> str:
    length = figures.length
    rows = [
        (say("turns"), story.between(length.turns, say)),
        (say("decisions"), story.between(length.decisions, say)),
        (say("… with a choice"), story.between(length.real, say)),
        (say("events"), story.between(length.events, say)),
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
    """The options that differ, and what they mean."""
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
        skill_section(study, say),
    ]


def colour(n: int) -> str:
    return COLOURS[n % len(COLOURS)]


def grouped(study: Study, lines_of: Callable[[Variant], list[Line]], say: Words) -> list[Line]:
    """Together what is alike, each variant in its colour; one without lines is left out."""
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
            Line(say("seat {n}", n=seat.seat), seat.share, story.share(seat.share, say))
            for seat in each.mirror.seats
        ]

    first = study.variants[0].mirror
    lines = grouped(study, lines_of, say)
    sentence = what_share_is(first, say)
    return say("Who wins, by seat"), sentence, share_plot(lines, first, say)


def turns_section(study: Study, say: Words) -> Section:
    lines = [
        Bars(each.title(say), each.turns, story.between(each.mirror.length.turns, say), colour(n))
        for n, each in enumerate(study.variants)
    ]
    sentence = say("How many games take so many turns; the mean, and 90 % of the games.")
    return say("How long a game lasts"), sentence, distributions(lines, say("turns"), say)


def scores_section(study: Study, unit: str, say: Words) -> Section:
    lines = [
        Bars(each.title(say), each.scores, story.number(each.mirror.bots[0].score, say), colour(n))
        for n, each in enumerate(study.variants)
    ]
    sentence = say("How often a scorebook notes so much; the mean with its interval.")
    return say("How games end: {unit}", unit=unit), sentence, distributions(lines, unit, say)


def distributions(lines: Sequence[Bars], unit: str, say: Words) -> str:
    bins = bins_of(lines)
    part = partial(story.percent, say=say)
    rows = [(name, *map(part, parts)) for name, *parts in zip(bins.names, *bins.parts, strict=True)]
    header = (unit, *(line.name for line in lines))
    behind = folded(say("In numbers"), table(header, rows))
    return histograms(lines, bins, unit, part) + behind


def decisions_section(study: Study, say: Words) -> Section:
    def lines_of(each: Variant) -> list[Line]:
        mirror = each.mirror
        parts = (
            (say("decisions that leave a choice"), mirror.real_decisions),
            (say("turns with such a decision"), mirror.real_turns),
        )
        return [Line(name, Estimate(part), story.percent(part, say)) for name, part in parts]

    mean = study.variants[0].mirror.length.real.mean
    sentence = say(
        "Where there is one thing to do, nobody decides. Real decisions a game, in the first"
        " variant: {n}.",
        n=say.number(f"{mean:.1f}"),
    )
    return (
        say("How much there is to decide"),
        sentence,
        shares(grouped(study, lines_of, say)),
    )


def skill_section(study: Study, say: Words) -> Section:
    def lines_of(each: Variant) -> list[Line]:
        return [Line(bot.bot, bot.share, story.share(bot.share, say)) for bot in each.field.bots]

    first = study.variants[0].field
    lines = grouped(study, lines_of, say)
    leads = [
        [
            each.title(say),
            say("{bot} over {other}", bot=lead.bot, other=lead.over),
            story.lead(lead.share, say),
        ]
        for each in study.variants
        for lead in each.field.leads
    ]
    header = (say("variant"), say("bot"), story.reached(first, say))
    behind = folded(say("Who is ahead of whom"), table(header, leads))
    farther = say("The farther bots lie apart, the more skill decides.")
    sentence = f"{farther} {what_share_is(first, say)}"
    return say("How far skill goes"), sentence, share_plot(lines, first, say) + behind


def change_section(study: Study, unit: str, say: Words) -> Section:
    """Shares on one scale, every other number on its own."""
    first = study.variants[0]
    sentence = say(
        "What is more or less than with {first}, match by match, with the same dice: luck that both"
        " have alike cancels out.",
        first=first.title(say),
    )
    wins = grouped(study, partial(share_changes, say=say), say)
    shown = f"<h3>{escape(story.reached(first.field, say))}</h3>"
    shown += intervals(wins, scale_of(wins, 0), percent(say), 0)
    numbers = (
        (say("turns"), "turns"),
        (say("decisions with a choice"), "real"),
        (unit, "score"),
    )
    for name, field in numbers:
        lines = grouped(study, partial(number_change, field, say=say), say)
        shown += f"<h3>{escape(name)}</h3>" + intervals(lines, scale_of(lines, 0), plain(say), 0)
    return say("What the change changes"), sentence, shown


def share_changes(each: Variant, say: Words) -> list[Line]:
    if each.change is None:
        return []
    seats = [say("seat {n}", n=seat.seat) for seat in each.mirror.seats]
    bots = [bot.bot for bot in each.field.bots]
    estimates = each.change.seats + each.change.bots
    return [
        Line(name, estimate, story.lead(estimate, say))
        for name, estimate in zip(seats + bots, estimates, strict=True)
    ]


def number_change(field: str, each: Variant, say: Words) -> list[Line]:
    if each.change is None:
        return []
    estimate: Estimate = getattr(each.change, field)
    return [Line("", estimate, story.more(estimate, say))]
