"""The figures of an arena and of a study, for people."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.arena.figures import Figures, Spread, unit_of
from pasch.arena.intervals import Estimate
from pasch.arena.study import Study, Variant
from pasch.core.registry import load
from pasch.core.words import Words

UNKNOWN = "–"
GAP = 3  # between columns


def show(console: Console, figures: Figures, say: Words) -> None:
    plan = figures.plan
    seats = say.many("{n} seat", "{n} seats", plan.seats)
    games = say.many("{n} game", "{n} games", figures.games)
    console.print(f"[bold]{load(plan.game).title}[/bold] · {seats} · {games}")
    if figures.par is not None:
        par = percent(figures.par, say)
        console.print(say("Shares of the victory; par is {par}.", par=par), style="dim")
    console.print(say("In brackets: 95 % intervals."), style="dim")
    console.print()
    console.print(bot_table(figures, say))
    if figures.seats:
        console.print()
        console.print(seat_table(figures, say))
    console.print()
    console.print(Text(length_line(figures, say)))


def bot_table(figures: Figures, say: Words) -> Table:
    against = figures.par is not None
    rated = against and len(figures.bots) > 1
    compared = not against and len(figures.bots) > 1
    table = grid(say("bot"), say("games"), reached(figures, say))
    if rated:
        add_column(table, say("rating"))
    if compared:
        add_column(table, say("ahead of {bot}", bot=figures.bots[0].bot))
    add_column(table, unit_of(figures.plan, say))
    add_column(table, say("ms a decision"))
    for line in figures.bots:
        cells = [line.bot, str(line.games), share(line.share, say)]
        if rated:
            cells.append(interval(line.rating, "{:+.0f}", say))
        if compared:
            cells.append(interval(line.ahead, "{:+.1%}", say))
        ms = UNKNOWN if line.ms is None else say.number(f"{line.ms:.2f}")
        cells += [interval(line.score, "{:.1f}", say), ms]
        table.add_row(*map(Text, cells))
    return table


def seat_table(figures: Figures, say: Words) -> Table:
    table = grid(say("seat"), say("share"), unit_of(figures.plan, say))
    for line in figures.seats:
        name = say("{n}, begins", n=line.seat) if line.seat == 1 else str(line.seat)
        cells = (share(line.share, say), interval(line.score, "{:.1f}", say))
        table.add_row(name, *map(Text, cells))
    return table


def grid(first: str, *more: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    table.add_column(first, no_wrap=True)
    for name in more:
        add_column(table, name)
    return table


def add_column(table: Table, name: str) -> None:
    table.add_column(name, justify="right", overflow="fold")


def reached(figures: Figures, say: Words) -> str:
    """What the shares are called at this table."""
    if figures.par is not None:
        return say("share")
    return say("won") if load(figures.plan.game).together else say("reached")


def length_line(figures: Figures, say: Words) -> str:
    length = figures.length
    lasts = say(
        "A game: {turns} turns, {decisions} decisions, {events} events"
        " (mean, and 90 % of the games).",
        turns=between(length.turns, say),
        decisions=between(length.decisions, say),
        events=between(length.events, say),
    )
    leaves = say(
        "{decisions} of the decisions leave a choice, {turns} of the turns have such a one.",
        decisions=percent(figures.real_decisions, say),
        turns=percent(figures.real_turns, say),
    )
    return f"{lasts} {leaves}"


def between(spread: Spread, say: Words) -> str:
    return f"{say.number(f'{spread.mean:.1f}')} [{spread.low:.0f}–{spread.high:.0f}]"


def share(estimate: Estimate, say: Words) -> str:
    return interval(estimate, "{:.1%}", say)


def percent(value: float, say: Words) -> str:
    return say.number(f"{value:.1%}")


def interval(estimate: Estimate | None, form: str, say: Words) -> str:
    if estimate is None:
        return UNKNOWN
    if estimate.low is None or estimate.high is None:
        return say.number(form.format(estimate.mean))
    mean, low, high = (
        say.number(form.format(each)) for each in (estimate.mean, estimate.low, estimate.high)
    )
    return say("{mean} [{low}, {high}]", mean=mean, low=low, high=high)


def show_study(console: Console, study: Study, say: Words) -> None:
    seats = say.many("{n} seat", "{n} seats", study.seats)
    against = say("{bot} against itself, {games} games a variant", bot=study.bot, games=study.games)
    console.print(f"[bold]{load(study.game).title}[/bold] · {seats} · {against}")
    if study.variants[0].field.par is None:
        last = say("Last: what each bot reaches with the same dice.")
    else:
        last = say("Last: what each bot reaches against the others.")
    brackets = say("In brackets: 95 % intervals.")
    console.print(f"{last} {brackets}", style="dim")
    console.print()
    for table in study_tables(study, console.width, say):
        console.print(table)
        console.print()


def study_tables(study: Study, width: int, say: Words) -> list[Table]:
    """A column for each variant, as many beside each other as there is room for."""
    header, rows = study_rows(study, say)
    first = max(map(len, header)) + GAP
    widest = max(len(cell) for row in rows for cell in row[1:]) + GAP
    room = max((width - first) // widest, 1)
    return [study_table(header, rows[i : i + room]) for i in range(0, len(rows), room)]


def study_table(header: list[str], rows: list[list[str]]) -> Table:
    table = grid(header[0])
    for row in rows:
        table.add_column(Text(row[0]), justify="right")
    for name, *cells in zip(header[1:], *(row[1:] for row in rows), strict=True):
        table.add_row(*map(Text, (name, *cells)))
    return table


def study_rows(study: Study, say: Words) -> tuple[list[str], list[list[str]]]:
    """A header, and a line for each variant."""
    first = study.variants[0]
    header = [
        say("variant"),
        *(say("seat {n}", n=line.seat) for line in first.mirror.seats),
        say("turns"),
        say("decisions"),
        say("… with a choice"),
        say("turns with such a one"),
        unit_of(first.mirror.plan, say),
        *(f"{line.bot}, {reached(first.field, say)}" for line in first.field.bots),
    ]
    return header, [variant_row(each, say) for each in study.variants]


def variant_row(each: Variant, say: Words) -> list[str]:
    mirror = each.mirror
    return [
        each.title(say),
        *(share(line.share, say) for line in mirror.seats),
        between(mirror.length.turns, say),
        between(mirror.length.decisions, say),
        percent(mirror.real_decisions, say),
        percent(mirror.real_turns, say),
        interval(mirror.bots[0].score, "{:.1f}", say),
        *(share(line.share, say) for line in each.field.bots),
    ]
