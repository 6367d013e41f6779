"""The figures of an arena for people."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pasch.arena.figures import Figures, Spread
from pasch.arena.intervals import Estimate
from pasch.arena.study import YARDSTICKS, Study, Variant
from pasch.core.registry import load

UNKNOWN = "–"
GAP = 3  # between columns


def show(console: Console, figures: Figures) -> None:
    plan = figures.plan
    title = load(plan.game).title
    console.print(f"[bold]{title}[/bold] · {seats_word(plan.seats)} · {figures.games} games")
    if figures.par is not None:
        console.print(f"Shares of the victory; par is {percent(figures.par)}.", style="dim")
    console.print("In brackets: 95 % intervals.", style="dim")
    console.print()
    console.print(bot_table(figures))
    if figures.seats:
        console.print()
        console.print(seat_table(figures))
    console.print()
    console.print(Text(length_line(figures)))


def bot_table(figures: Figures) -> Table:
    against = figures.par is not None
    rated = against and len(figures.bots) > 1
    compared = not against and len(figures.bots) > 1
    table = grid("bot", "games", reached(figures))
    if rated:
        add_column(table, "rating")
    if compared:
        add_column(table, f"ahead of {figures.bots[0].bot}")
    add_column(table, figures.unit)
    add_column(table, "ms a decision")
    for line in figures.bots:
        cells = [line.bot, str(line.games), share(line.share)]
        if rated:
            cells.append(interval(line.rating, "{:+.0f}"))
        if compared:
            cells.append(interval(line.ahead, "{:+.1%}"))
        cells += [interval(line.score, "{:.1f}"), UNKNOWN if line.ms is None else f"{line.ms:.2f}"]
        table.add_row(*map(Text, cells))
    return table


def seat_table(figures: Figures) -> Table:
    table = grid("seat", "share", figures.unit)
    for line in figures.seats:
        name = f"{line.seat}, begins" if line.seat == 1 else str(line.seat)
        table.add_row(name, *map(Text, (share(line.share), interval(line.score, "{:.1f}"))))
    return table


def grid(first: str, *more: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    table.add_column(first)
    for name in more:
        add_column(table, name)
    return table


def add_column(table: Table, name: str) -> None:
    table.add_column(name, justify="right", no_wrap=True)


def reached(figures: Figures) -> str:
    """What the shares are called at this table."""
    if figures.par is not None:
        return "share"
    return "won" if load(figures.plan.game).together else "reached"


def length_line(figures: Figures) -> str:
    length = figures.length
    return (
        f"A game: {between(length.turns)} turns, {between(length.decisions)} decisions, "
        f"{between(length.events)} events (mean, and 90 % of the games). "
        f"{percent(figures.real_decisions)} of the decisions leave a choice, "
        f"{percent(figures.real_turns)} of the turns have such a one."
    )


def between(spread: Spread) -> str:
    return f"{spread.mean:.1f} [{spread.low:.0f}–{spread.high:.0f}]"


def share(estimate: Estimate) -> str:
    return interval(estimate, "{:.1%}")


def percent(value: float) -> str:
    return f"{value:.1%}"


def interval(estimate: Estimate | None, form: str) -> str:
    if estimate is None:
        return UNKNOWN
    mean = form.format(estimate.mean)
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} [{form.format(estimate.low)}, {form.format(estimate.high)}]"


def seats_word(seats: int) -> str:
    return "1 seat" if seats == 1 else f"{seats} seats"


def show_study(console: Console, study: Study) -> None:
    title = load(study.game).title
    console.print(
        f"[bold]{title}[/bold] · {seats_word(study.seats)} · "
        f"{study.bot} against itself, {study.games} games a variant"
    )
    console.print(
        f"Last: what it reaches, {beside(study)}. In brackets: 95 % intervals.", style="dim"
    )
    console.print()
    for table in study_tables(study, console.width):
        console.print(table)
        console.print()


def beside(study: Study) -> str:
    others = " and ".join(name for name in YARDSTICKS if name != study.bot)
    if study.variants[0].field.par is None:
        return f"and what {others} reach with the same dice"
    return f"against {others}"


def study_tables(study: Study, width: int) -> list[Table]:
    """A column for each variant, as many beside each other as there is room for."""
    header, rows = study_rows(study)
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


def study_rows(study: Study) -> tuple[list[str], list[list[str]]]:
    """A header, and a line for each variant."""
    first = study.variants[0]
    header = [
        "variant",
        *(f"seat {line.seat}" for line in first.mirror.seats),
        "turns",
        "decisions",
        "… with a choice",
        "turns with such a one",
        study.unit,
        *(f"{line.bot}, {reached(first.field)}" for line in first.field.bots),
    ]
    return header, [variant_row(each) for each in study.variants]


def variant_row(each: Variant) -> list[str]:
    mirror = each.mirror
    return [
        each.name,
        *(share(line.share) for line in mirror.seats),
        between(mirror.length.turns),
        between(mirror.length.decisions),
        percent(mirror.real_decisions),
        percent(mirror.real_turns),
        interval(mirror.bots[0].score, "{:.1f}"),
        *(share(line.share) for line in each.field.bots),
    ]
