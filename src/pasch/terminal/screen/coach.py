"""The coach's words in a terminal: what to choose, and how it went."""

from collections.abc import Mapping
from typing import Literal

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pasch.coach.findings import Advice, Decision, Review, Roll, Standing, Weighed
from pasch.coach.formatting import MARKS, Scale, is_rough, tally, without_luck
from pasch.core.match.match import Match
from pasch.core.words import Words
from pasch.terminal.screen.chart import COLOURS, chart
from pasch.terminal.screen.frame import KEY

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
    """Every choice, the best first; `keys` are what to type for them."""
    scale = Scale(match, say)
    title = say("What {name} may choose", name=match.names[advice.seat])
    rough = all(is_rough(choice.error) for choice in advice.choices)
    sure = how_sure(advice.exact, say, rough=rough)
    console.print(Text.assemble((title, "bold"), " · ", sure))
    sides: list[Side] = ["left", "right", "left", "right"]
    table = grid("left", *(["left", *sides] if keys else sides))
    for i, (choice, *alike) in enumerate(groups(advice, scale, bool(keys))):
        behind = choice.value - advice.choices[0].value
        table.add_row(
            Text("★" if i == 0 else "", "bold yellow"),
            *(
                [Text(" ".join(keys[each.action] for each in (choice, *alike)), KEY)]
                if keys
                else []
            ),
            Text(choice.called if keys else choice.text, "bold" if i == 0 else ""),
            Text(scale.worth(choice.value), "bold" if i == 0 else ""),
            Text("" if advice.exact else scale.surety(choice.error), "dim"),
            Text(scale.gain(behind) if i else "", "dim"),
        )
    console.print(inset(table))
    if advice.why:
        console.print(inset(Text(advice.why.text)))
    if match.seats > 1:
        show_chances(console, match, Standing(advice.exact, advice.chances, advice.errors), say)


def groups(advice: Advice, scale: Scale, by_keys: bool) -> list[list[Weighed]]:
    """Choices that differ in their keys alone stand together."""
    found: dict[tuple[str, str], list[Weighed]] = {}
    for choice in advice.choices:
        name = choice.called if by_keys else choice.text
        found.setdefault((name, scale.worth(choice.value)), []).append(choice)
    return list(found.values())


def how_sure(exact: bool, say: Words, *, rough: bool = False) -> Text:
    if exact:
        return Text(say("exact"), "green")
    if rough:
        return Text(say("a rough guess"), "dim")
    return Text(say("estimated; off by ± at most in 95 of 100 cases"), "dim")


def show_chances(console: Console, match: Match, found: Standing, say: Words) -> None:
    """A bar for every seat, or one for all who play together."""
    scale = Scale(match, say)
    table = grid("left", "left", "right", "left")
    for seat, name in enumerate(sides_of(match, say)):
        bar = round(BAR * found.shares[seat])
        table.add_row(
            Text(name),
            Text.assemble(("█" * bar, COLOURS[seat]), ("░" * (BAR - bar), "dim")),
            scale.worth(found.shares[seat]),
            Text("" if found.exact else scale.surety(found.errors[seat]), "dim"),
        )
    console.print(inset(table))


def sides_of(match: Match, say: Words) -> list[str]:
    return [say("all together")] if match.game.together and match.seats > 1 else list(match.names)


def show_review(console: Console, match: Match, found: Review, say: Words) -> None:
    scale = Scale(match, say)
    title = say("{title}: luck and skill", title=found.title)
    console.print(Text.assemble((title, "bold"), " · ", how_sure(found.exact, say)))
    console.print()
    console.print(chart(sides_of(match, say), found.chances, console.width))
    console.print()
    console.print(inset(accounts_table(found, scale, say)))
    console.print(inset(Text(without_luck(say), "dim")))
    for seat in range(match.seats):
        show_seat(console, found, seat, scale, say)


def accounts_table(found: Review, scale: Scale, say: Words) -> Table:
    """A line for each seat that adds up: what there was, what changed it, what came."""
    several = len(found.accounts) > 1
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for column in (
        say("start"),
        say("luck"),
        *([] if found.exact else [""]),
        say("skill"),
        *([say("others'")] if several else []),
        say("result"),
        say("without luck"),
    ):
        table.add_column(column, justify="right")
    for each in found.accounts:
        winner = "bold" if each.result else ""
        table.add_row(
            Text(each.name, winner),
            scale.worth(each.start),
            coloured(each.luck, scale),
            *([] if found.exact else [Text(scale.interval(each.luck_error), "dim")]),
            coloured(each.own, scale),
            *([Text(scale.gain(each.others))] if several else []),
            Text(scale.worth(each.result), winner),
            scale.worth(each.adjusted),
        )
    return table


def coloured(difference: float, scale: Scale) -> Text:
    style = "green" if difference > 0 else "red" if difference < 0 else ""
    return Text(scale.gain(difference), style)


def show_seat(console: Console, found: Review, seat: int, scale: Scale, say: Words) -> None:
    account = found.accounts[seat]
    console.print()
    console.print(Text.assemble((account.name, "bold"), " · ", tally(account, say)))
    decisions = {each.event: each for each in found.decisions}
    rolls = {each.event: each for each in found.rolls}
    table = grid("right", "left", "right")
    for event in account.costliest:
        add_decision(table, decisions[event], scale, say)
    for roll in (account.luckiest, account.unluckiest):
        if roll is not None:
            add_roll(table, rolls[roll], seat, scale, say)
    if table.row_count:
        console.print(inset(table))
    if account.tip:
        console.print(Text("  " + account.tip, "italic"))


def add_decision(table: Table, decision: Decision, scale: Scale, say: Words) -> None:
    mark = f" {MARKS[decision.judged]}".rstrip()
    line = Text(say("chose {chosen}", chosen=decision.chosen.text))
    line.append(mark, STYLES[decision.judged])
    line.append(" · ")
    line.append(say("better: {best}", best=decision.best.text), "bold")
    line.append(f" ({scale.worth(decision.best.value)})", "dim")
    table.add_row(
        Text(str(decision.event), "dim"),
        line,
        Text(scale.gain(-decision.loss), STYLES[decision.judged]),
    )
    if decision.why:
        table.add_row("", Text(decision.why.text, "dim"), "")


def add_roll(table: Table, roll: Roll, seat: int, scale: Scale, say: Words) -> None:
    luck = roll.luck[seat]
    if luck > 0:
        line = say("luckiest roll: {roll}", roll=roll.text)
    else:
        line = say("unluckiest roll: {roll}", roll=roll.text)
    table.add_row(Text(str(roll.first), "dim"), Text(line), coloured(luck, scale))
