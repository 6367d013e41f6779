"""What one may ask at the keyboard instead of choosing: about the choices, what lies where, and the
rules."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from pasch.coach.reasons import reason
from pasch.core.match.match import Match
from pasch.core.words import Words
from pasch.terminal.commands.coach_view import inset
from pasch.terminal.screen.frame import KEY
from pasch.terminal.screen.keys import Reply
from pasch.terminal.screen.prompt import Aside

FEW = 12  # choices: of more, only what they cost or bring is told


def explain(
    console: Console,
    match: Match,
    seat: int,
    replies: Sequence[Reply],
    asides: Sequence[Aside],
    say: Words,
) -> None:
    """Each choice with what can be counted of it, then every part of the table, then the rules."""
    from pasch.terminal.commands.rules import show_rules  # noqa: PLC0415 - brings in a reader of Markdown

    scene = match.scene(seat, say.language)
    console.print(Text(scene.goal, "italic"))
    console.print()
    if match.player == seat:
        for line in told_choices(match, replies, say):
            console.print(inset(line))
        console.print()
    for area in scene.areas:
        if text := match.help([area.key], seat, say.language):
            console.print(inset(Text.assemble((area.title, "bold"), f"  {text}")))
    keys = " · ".join(filter(None, (aside.words for aside in asides)))
    console.print(inset(Text.assemble((say("Keys"), "bold"), f"  {keys}")))
    console.print()
    show_rules(console, match.game, say.language)


def told_choices(match: Match, replies: Sequence[Reply], say: Words) -> Iterator[Text]:
    few = len(replies) <= FEW
    for reply in replies:
        found = reason(match, reply.action, None, say.language) if few else None
        told = found.text if found else reply.small
        if told or few:
            yield Text.assemble((reply.shown, KEY), "  ", (reply.text, "bold"), f"  {told}")
