"""A logged game, told again."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from pasch.core.errors import BadOption
from pasch.core.game.position import OVER, WATCHER
from pasch.core.match.log import repair
from pasch.core.match.verify import taken_back
from pasch.core.words import words
from pasch.terminal.commands.start import resume_command
from pasch.terminal.commands.verify import tell_known
from pasch.terminal.screen.draw import draw
from pasch.terminal.screen.prompt import question
from pasch.terminal.seats import open_told


def repair_log(console: Console, path: Path, language: str) -> None:
    """Up to the first line that doesn't hold; nothing is thrown away."""
    say = words(language)
    repaired = repair(path)
    if repaired is None:
        console.print(say("Every line holds; nothing was changed."))
        return
    broken = repaired.broken
    told = say(
        "Kept up to line {n}; line {next} doesn't hold: {why}",
        n=broken.line - 1,
        next=broken.line,
        why=broken.problem,
    )
    console.print(Text(told), soft_wrap=True)
    console.print(Text(say("As it was: {path}", path=repaired.kept)), soft_wrap=True)


def tell(console: Console, path: Path, at: int | None, language: str) -> None:
    say = words(language)
    log = open_told(path, say)
    events = log.match.events
    tell_known(console, log.header, say)
    if at is not None and not 0 <= at <= len(events):
        raise BadOption("--at is a number from 0 to {last}, not {at}", last=len(events), at=at)
    match = log.match.at(len(events) if at is None else at)
    journal = log.held.end.journal if log.held.end else ()
    regrets = taken_back(journal)
    for n in range(len(match.events)):
        for each in regrets:
            if each.at == n:
                console.print(Text(f"{'–':>4}  {each.told(match.names, say)}"))
        for told in match.story(WATCHER, language, n):
            console.print(Text(f"{n + 1:>4}  {told.text}"))
    scene = match.scene(WATCHER, language)
    console.rule(Text(match.game.title, "bold"))
    console.print(draw(scene, console.width))
    console.print(Text(question(scene), "bold"))
    if log.match.player != OVER:
        console.print(
            say("Unfinished after event {n}. Go on with:", n=len(events)),
        )
        console.print(f"  {resume_command(path)}", soft_wrap=True, markup=False)
