"""Hints and reviews of the coach, printed in a terminal."""

from collections.abc import Mapping
from typing import Literal

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pasch.coach.findings import Advice, Decision, RatedChoice, Review, Standing
from pasch.coach.formatting import ShareFormat, is_rough
from pasch.coach.summary import (
    MARKS,
    about_luck,
    account_header,
    account_row,
    costliest,
    extreme_rolls,
    how_sure,
    tally,
    title_of,
)
from pasch.core.match.match import Match
from pasch.core.words import Words
from pasch.terminal.screen.chart import COLOURS, chart
from pasch.terminal.screen.draw import KEY

BAR = 24
STYLES = {"fine": "green", "inaccuracy": "yellow", "error": "dark_orange", "blunder": "bold red"}

Side = Literal["left", "right"]


def grid(*sides: Side) -> Table:
    table = Table.grid(padding=(0, 2))
    for side in sides:
        table.add_column(justify=side)
    return table


def inset(shown: Table | Text) -> Padding:
    return Padding(shown, (0, 0, 0, 2), expand=False)


def show_advice(
    console: Console,
    match: Match,
    advice: Advice,
    say: Words,
    keys: Mapping[int, str] | None = None,
) -> None:
    """Print every choice, the best first; `keys` are what to type for them."""
    form = ShareFormat(match, say)
    title = say("What {name} may choose", name=match.names[advice.seat])
    rough = all(is_rough(choice.error) for choice in advice.choices)
    sure = surety(advice.exact, say, rough=rough)
    console.print(Text.assemble((title, "bold"), " · ", sure))
    sides: list[Side] = ["left", "right", "left", "right"]
    table = grid("left", *(["left", *sides] if keys else sides))
    for i, (choice, *alike) in enumerate(groups(advice, form, bool(keys))):
        behind = choice.value - advice.choices[0].value
        table.add_row(
            Text("★" if i == 0 else "", "bold yellow"),
            *(
                [Text(" ".join(keys[each.action] for each in (choice, *alike)), KEY)]
                if keys
                else []
            ),
            Text(choice.called if keys else choice.text, "bold" if i == 0 else ""),
            Text(form.worth(choice.value), "bold" if i == 0 else ""),
            Text("" if advice.exact else form.surety(choice.error), "dim"),
            Text(form.gain(behind) if i else "", "dim"),
        )
    console.print(inset(table))
    if advice.why:
        console.print(inset(Text(advice.why.text)))
    if match.seats > 1:
        show_chances(console, match, Standing(advice.exact, advice.chances, advice.errors), say)


def groups(advice: Advice, form: ShareFormat, by_keys: bool) -> list[list[RatedChoice]]:
    """Group the choices that differ in their keys alone."""
    found: dict[tuple[str, str], list[RatedChoice]] = {}
    for choice in advice.choices:
        name = choice.called if by_keys else choice.text
        found.setdefault((name, form.worth(choice.value)), []).append(choice)
    return list(found.values())


def surety(exact: bool, say: Words, *, rough: bool = False) -> Text:
    if rough and not exact:
        return Text(say("a rough guess"), "dim")
    return Text(how_sure(exact, say), "green" if exact else "dim")


def show_chances(console: Console, match: Match, found: Standing, say: Words) -> None:
    """Print a bar for every seat, or one for all who play together."""
    form = ShareFormat(match, say)
    table = grid("left", "left", "right", "left")
    for seat, name in enumerate(sides_of(match, say)):
        bar = round(BAR * found.shares[seat])
        table.add_row(
            Text(name),
            Text.assemble(("█" * bar, COLOURS[seat]), ("░" * (BAR - bar), "dim")),
            form.worth(found.shares[seat]),
            Text("" if found.exact else form.surety(found.errors[seat]), "dim"),
        )
    console.print(inset(table))


def sides_of(match: Match, say: Words) -> list[str]:
    return [say("all together")] if match.game.together and match.seats > 1 else list(match.names)


def show_review(console: Console, match: Match, found: Review, say: Words) -> None:
    form = ShareFormat(match, say)
    console.print(Text.assemble((title_of(found, say), "bold"), " · ", surety(found.exact, say)))
    console.print()
    console.print(chart(sides_of(match, say), found.chances, console.width))
    console.print()
    console.print(inset(accounts_table(found, form, say)))
    console.print(inset(Text(about_luck(say), "dim")))
    for seat in range(match.seats):
        show_seat(console, found, seat, form, say)


def accounts_table(found: Review, form: ShareFormat, say: Words) -> Table:
    """Return a row for each seat: start, changes and result add up."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows = [account_row(found, each, form) for each in found.accounts]
    table.add_column("")
    for title, cell in zip(account_header(found, say), rows[0], strict=True):
        table.add_column(title, justify="right")
        if cell.interval:
            table.add_column("", justify="right")
    for account, row in zip(found.accounts, rows, strict=True):
        winner = "bold" if account.result else ""
        cells = [Text(account.name, winner)]
        for cell in row:
            cells.append(Text(cell.text, winner if cell.is_result else style_of(cell.difference)))
            if cell.interval:
                cells.append(Text(cell.interval, "dim"))
        table.add_row(*cells)
    return table


def style_of(difference: float | None) -> str:
    return "green" if difference and difference > 0 else "red" if difference else ""


def show_seat(console: Console, found: Review, seat: int, form: ShareFormat, say: Words) -> None:
    account = found.accounts[seat]
    console.print()
    console.print(Text.assemble((account.name, "bold"), " · ", tally(account, say)))
    table = grid("right", "left", "right")
    for decision in costliest(found, seat):
        add_decision(table, decision, form, say)
    for each in extreme_rolls(found, seat, say):
        change = Text(form.gain(each.luck), style_of(each.luck))
        table.add_row(Text(str(each.roll.first), "dim"), Text(each.text), change)
    if table.row_count:
        console.print(inset(table))
    if account.tip:
        console.print(Text("  " + account.tip, "italic"))


def add_decision(table: Table, decision: Decision, form: ShareFormat, say: Words) -> None:
    mark = f" {MARKS[decision.judged]}".rstrip()
    line = Text(say("chose {chosen}", chosen=decision.chosen.text))
    line.append(mark, STYLES[decision.judged])
    line.append(" · ")
    line.append(say("better: {best}", best=decision.best.text), "bold")
    line.append(f" ({form.worth(decision.best.value)})", "dim")
    table.add_row(
        Text(str(decision.event), "dim"),
        line,
        Text(form.gain(-decision.loss), STYLES[decision.judged]),
    )
    if decision.why:
        table.add_row("", Text(decision.why.text, "dim"), "")
