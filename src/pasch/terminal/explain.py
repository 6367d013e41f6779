"""What one may ask at the keyboard instead of choosing: about the choices, what lies where, and the
rules."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pasch.coach.why import reason
from pasch.core.match import Match
from pasch.core.words import Words
from pasch.terminal.frame import KEY
from pasch.terminal.keys import Reply
from pasch.terminal.moment import Aside

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
    from pasch.terminal.rules import show_rules  # noqa: PLC0415 - brings in a reader of Markdown

    scene = match.scene(seat, say.language)
    console.print(Text(scene.goal, "italic"))
    if match.player == seat:
        explain_choices(console, match, replies, say)
    console.print()
    for area in scene.areas:
        text = match.help([area.key], seat, say.language)
        if text:
            console.print(Text.assemble("  ", (area.title, "bold"), f"  {text}"))
    keys = " · ".join(filter(None, (aside.words for aside in asides)))
    console.print(Text.assemble("  ", (say("Keys"), "bold"), f"  {keys}"))
    console.print()
    show_rules(console, match.game, say.language)


def explain_choices(console: Console, match: Match, replies: Sequence[Reply], say: Words) -> None:
    console.print()
    for reply in replies:
        few = len(replies) <= FEW
        found = reason(match, reply.action, None, say.language) if few else None
        told = found.text if found else reply.small
        if told or few:
            line = Text.assemble("  ", (reply.shown, KEY), "  ", (reply.text, "bold"), f"  {told}")
            console.print(line)
