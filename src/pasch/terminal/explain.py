"""What one may ask at the keyboard instead of choosing: about the choices, and what lies where."""

from rich.console import Console
from rich.text import Text

from pasch.coach.why import reason
from pasch.core.match import Match
from pasch.core.words import Words
from pasch.terminal.ask import KEY, Reply

FEW = 12  # choices: of more, only what they cost or bring is told


def explain(console: Console, match: Match, replies: list[Reply], say: Words) -> None:
    """Each choice with what can be counted of it, then every part of the table."""
    language, seat = say.language, match.player
    scene = match.scene(seat, language)
    small = {choice.action: choice.small for choice in scene.choices}
    for reply in replies:
        found = reason(match, reply.action, None, language) if len(replies) <= FEW else None
        told = found.text if found else small[reply.action]
        line = Text.assemble("  ", (reply.shown, KEY), "  ", (reply.text, "bold"), f"  {told}")
        console.print(line)
    for area in scene.areas:
        text = match.help([area.key], seat, language)
        if text:
            console.print(Text.assemble("  ", (area.title, "bold"), f"  {text}"))
