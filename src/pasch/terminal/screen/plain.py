"""The plain frontend: one line after another, for pipes, screen readers and whoever prefers it."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Self

from rich.columns import Columns
from rich.console import Console, Group
from rich.segment import Segment, Segments
from rich.status import Status
from rich.text import Text

from pasch.core.words import Words
from pasch.terminal.screen.draw import KEY, draw
from pasch.terminal.screen.frame import FEW, told_choice
from pasch.terminal.screen.prompt import LEAVE, Aside, Prompt, Quit, Reply, plain

AROUND = 9  # lines for the title, the choices and the question


class PlainFrontend:
    """A frontend whose every line stays."""

    paced = False

    def __init__(self, console: Console, say: Words) -> None:
        self.console = console
        self.say = say

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Change nothing back."""

    def ask(self, prompt: Prompt) -> int:
        self.show(prompt)
        return ask(self.console, prompt.question, prompt.replies, self.say, prompt.asides)

    def show(self, prompt: Prompt, seconds: float = 0) -> str:  # noqa: ARG002
        show_table(self.console, prompt)
        return ""

    def curtain(self, line: str) -> None:
        """Scroll away what was shown in secret, and wait for Enter."""
        if self.console.is_terminal:
            self.console.print("\n" * self.console.height)
            self.console.print(Text(line, "bold"))
            read_line(self.console)

    def page(self) -> nullcontext[Console]:
        return nullcontext(self.console)

    def busy(self, line: str) -> Status:
        return self.console.status(line)

    @contextmanager
    def away(self) -> Iterator[None]:
        yield


def show_table(console: Console, prompt: Prompt) -> None:
    """Print the whole table, and below it what happened since it was last shown."""
    console.rule(Text(prompt.title, "bold"))
    drawn = console.render_lines(draw(prompt.scene, console.width))
    for segments in drawn:
        console.print(Segments([*segments, Segment.line()]), end="")
    console.print()
    room = max(3, console.height - len(drawn) - AROUND)
    if prompt.fresh > room:
        console.print("  …", style="dim")
    for line in prompt.told[-min(room, prompt.fresh) :] if prompt.fresh else ():
        console.print(Text.assemble("  ", line))


def show(console: Console, replies: Sequence[Reply]) -> None:
    cells: dict[str, list[str]] = {}
    lines = []
    for reply in replies:
        if reply.is_cell:
            what = reply.text.removesuffix(reply.shown).strip()
            cells.setdefault(what, []).append(reply.shown)
        elif reply.text:
            lines.append(told_choice(reply))
    console.print(Columns(lines, column_first=True) if len(lines) > FEW else Group(*lines))
    for what, names in cells.items():
        console.print(Text.assemble(f"  {what} ", (" ".join(names), KEY)))


def ask(
    console: Console,
    prompt: str,
    replies: Sequence[Reply],
    say: Words,
    asides: Sequence[Aside] = (),
) -> int:
    """Ask until the answer is one of the replies."""
    show(console, replies)
    show_asides(console, asides, say)
    console.print(Text(prompt, "bold"))
    while True:
        answer = read_line(console)
        found = understood(answer, replies, asides)
        if isinstance(found, Reply):
            return found.action
        if found:
            found.act()
            console.print(Text(prompt, "bold"))
            continue
        console.print(Text(misunderstood(answer, replies, say), "red"))


def understood(
    answer: str, replies: Sequence[Reply], asides: Sequence[Aside]
) -> Reply | Aside | None:
    """Return what was typed; raise Quit if that is to leave."""
    meant = plain(answer)
    if meant == LEAVE:
        raise Quit
    typed = {key: reply for reply in replies for key in reply.keys}
    asked = {aside.key: aside for aside in asides}
    return typed.get(meant) or asked.get(answer.strip().casefold())


def misunderstood(answer: str, replies: Sequence[Reply], say: Words) -> str:
    expected = ", ".join(reply.shown for reply in replies if reply.text)
    got = plain(answer)
    return say("Expected one of {expected}; got {answer!r}.", expected=expected, answer=got)


def show_asides(console: Console, asides: Sequence[Aside], say: Words) -> None:
    told = [*(aside.words for aside in asides), say("{key} leaves", key=LEAVE)]
    console.print(Text("  " + " · ".join(filter(None, told)), "dim"))


def read_line(console: Console) -> str:
    if sys.stdin is None:
        raise Quit
    try:
        return console.input("> ")
    except EOFError:
        raise Quit from None
