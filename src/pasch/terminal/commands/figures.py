"""The figures of an arena and of a study, for people."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.arena import story
from pasch.arena.figures import Figures, unit_of
from pasch.arena.study import Change, Study, Variant
from pasch.core.game.registry import load
from pasch.core.words import Words

GAP = 3  # between columns


def show(console: Console, figures: Figures, say: Words) -> None:
    plan = figures.plan
    seats = say.many("{n} seat", "{n} seats", plan.seats)
    games = say.many("{n} game", "{n} games", figures.games)
    console.print(Text.assemble((load(plan.game).title, "bold"), f" · {seats} · {games}"))
    if figures.par is not None:
        par = story.percent(figures.par, say)
        console.print(say("Shares of the victory; par is {par}.", par=par), style="dim")
    console.print(say("In brackets: 95 % intervals."), style="dim")
    print_folded(console, *bot_rows(figures, say))
    if remark := story.without_interval(figures, say):
        console.print()
        console.print(Text(remark, "dim"))
    if figures.leads:
        heading = say("Who is ahead of whom, with the same dice:")
        print_folded(console, *lead_rows(figures, say), heading)
    if figures.seats:
        print_folded(console, *seat_rows(figures, say))
    console.print()
    console.print(Text(length_line(figures, say)))


def print_folded(
    console: Console, header: Sequence[str], rows: Sequence[Sequence[str]], heading: str = ""
) -> None:
    """What does not fit beside each other comes below, each line under its name again."""
    if heading:
        console.print()
        console.print(Text(heading, "dim"))
    for columns in fold([list(each) for each in zip(header, *rows, strict=True)], console.width):
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
        for i, (head, *_) in enumerate(columns):
            table.add_column(Text(head), justify="right" if i else "left", overflow="fold")
        for cells in zip(*(cells for _, *cells in columns), strict=True):
            table.add_row(*map(Text, cells))
        console.print()
        console.print(table)


def fold(columns: list[list[str]], width: int) -> list[list[list[str]]]:
    """The columns, as many beside each other as there is room for, the first in every line."""
    names, *rest = columns
    widths = [widest(cells) + GAP for cells in rest]
    room = width - min(widest(names) + GAP, width // 2)
    lines: list[list[list[str]]] = [[names]]
    left = room
    for column, wide in zip(rest, widths, strict=True):
        if wide > left and len(lines[-1]) > 1:
            lines.append([names])
            left = room
        lines[-1].append(column)
        left -= wide
    return lines


def widest(cells: Sequence[str]) -> int:
    return max(cell_len(line) for cell in cells for line in cell.split("\n"))


def bot_rows(figures: Figures, say: Words) -> tuple[list[str], list[list[str]]]:
    rated = any(line.rating is not None for line in figures.bots)
    header = [
        say("bot"),
        say("games"),
        story.reached(figures, say),
        *([say("rating")] if rated else []),
        unit_of(figures.plan, say),
        say("ms a decision"),
    ]
    rows = [
        [
            line.bot,
            str(line.games),
            story.share(line.share, say),
            *([story.rating(line.rating, say)] if rated else []),
            story.number(line.score, say),
            story.milliseconds(line.ms, say),
        ]
        for line in figures.bots
    ]
    return header, rows


def lead_rows(figures: Figures, say: Words) -> tuple[list[str], list[list[str]]]:
    header = [say("bot"), story.reached(figures, say), unit_of(figures.plan, say)]
    rows = [
        [
            say("{bot} over {other}", bot=line.bot, other=line.over),
            story.lead(line.share, say),
            story.more(line.score, say),
        ]
        for line in figures.leads
    ]
    return header, rows


def seat_rows(figures: Figures, say: Words) -> tuple[list[str], list[list[str]]]:
    rows = [
        [
            story.seat_name(line.seat, say),
            story.share(line.share, say),
            story.number(line.score, say),
        ]
        for line in figures.seats
    ]
    return [say("seat"), say("share"), unit_of(figures.plan, say)], rows


def length_line(figures: Figures, say: Words) -> str:
    length = figures.length
    lasts = say(
        "A game: {turns} turns, {decisions} decisions, {events} events"
        " (mean, and 90 % of the games).",
        turns=story.between(length.turns, say),
        decisions=story.between(length.decisions, say),
        events=story.between(length.events, say),
    )
    leaves = say(
        "{decisions} of the decisions leave a choice, {turns} of the turns have such a one.",
        decisions=story.percent(figures.real_decisions, say),
        turns=story.percent(figures.real_turns, say),
    )
    return f"{lasts} {leaves}"


def show_study(console: Console, study: Study, say: Words) -> None:
    seats = say.many("{n} seat", "{n} seats", study.seats)
    against = say("{bot} against itself, {games} games a variant", bot=study.bot, games=study.games)
    console.print(Text.assemble((load(study.game).title, "bold"), f" · {seats} · {against}"))
    if study.variants[0].field.par is None:
        last = say("Last: what each bot reaches with the same dice.")
    else:
        last = say("Last: what each bot reaches against the others.")
    brackets = say("In brackets: 95 % intervals.")
    console.print(f"{last} {brackets}", style="dim")
    print_folded(console, *study_columns(study, say))
    if len(study.variants) > 1:
        first = study.variants[0].title(say)
        heading = say("What is different from {first}, with the same dice:", first=first)
        print_folded(console, *change_columns(study, say), heading)
    console.print()


def study_columns(study: Study, say: Words) -> tuple[list[str], list[list[str]]]:
    """A column for each variant."""
    first = study.variants[0]
    names = [
        *seat_names(first, say),
        say("turns"),
        say("decisions"),
        say("… with a choice"),
        say("turns with such a one"),
        unit_of(first.mirror.plan, say),
        *bot_names(first, say),
    ]
    columns = [variant_column(each, say) for each in study.variants]
    return header_of(study.variants, say), rows_of(names, columns)


def change_columns(study: Study, say: Words) -> tuple[list[str], list[list[str]]]:
    first, *others = study.variants
    names = [
        *seat_names(first, say),
        say("turns"),
        say("decisions"),
        say("… with a choice"),
        unit_of(first.mirror.plan, say),
        *bot_names(first, say),
    ]
    columns = [change_column(each.change, say) for each in others if each.change is not None]
    return header_of(others, say), rows_of(names, columns)


def header_of(variants: Sequence[Variant], say: Words) -> list[str]:
    return [say("variant"), *(each.title(say).replace(", ", ",\n") for each in variants)]


def rows_of(names: list[str], columns: list[list[str]]) -> list[list[str]]:
    return [list(each) for each in zip(names, *columns, strict=True)]


def seat_names(first: Variant, say: Words) -> list[str]:
    return [say("seat {n}", n=line.seat) for line in first.mirror.seats]


def bot_names(first: Variant, say: Words) -> list[str]:
    return [f"{line.bot}, {story.reached(first.field, say)}" for line in first.field.bots]


def variant_column(each: Variant, say: Words) -> list[str]:
    mirror = each.mirror
    return [
        *(story.share(line.share, say) for line in mirror.seats),
        story.between(mirror.length.turns, say),
        story.between(mirror.length.decisions, say),
        story.percent(mirror.real_decisions, say),
        story.percent(mirror.real_turns, say),
        story.number(mirror.bots[0].score, say),
        *(story.share(line.share, say) for line in each.field.bots),
    ]


def change_column(change: Change, say: Words) -> list[str]:
    return [
        *(story.lead(each, say) for each in change.seats),
        story.more(change.turns, say),
        story.more(change.decisions, say),
        story.more(change.real, say),
        story.more(change.score, say),
        *(story.lead(each, say) for each in change.bots),
    ]
