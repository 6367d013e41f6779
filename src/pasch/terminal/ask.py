"""Asks a person to choose, by number, letter, square or words."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console, Group
from rich.text import Text

from pasch.core.match import Match
from pasch.core.scene import Scene
from pasch.core.words import Words

LEAVE = "q"
KEY = "bold cyan"
FEW = 9  # choices: more have no letters and stand in columns


class Quit(Exception):
    """The person closed the input or asked to leave."""


@dataclass(frozen=True)
class Aside:
    """What may be typed instead of an answer: its key, what it is for, what it does."""

    key: str
    words: str
    act: Callable[[], None]


@dataclass(frozen=True)
class Reply:
    """A choice, what is shown to type for it, and what else will do."""

    action: int
    text: str
    shown: str
    keys: tuple[str, ...]
    is_cell: bool = False


def question(scene: Scene) -> str:
    """What is asked, and whom; or how it ended."""
    asked = [line.name for line in scene.seats if line.to_move]
    return ": ".join([*asked[:1], scene.prompt])


def replies_to_scene(scene: Scene, asides: Sequence[Aside] = ()) -> list[Reply]:
    """Named squares by name; everything else by number, a letter of its words, or its words."""
    grids = [area for area in scene.areas if area.layout == "grid"]
    labels = {cell.key: cell.label for area in grids for cell in area.cells if cell.label}
    few = sum(choice.at not in labels for choice in scene.choices) <= FEW
    taken = {LEAVE, *(aside.key for aside in asides)}
    replies = []
    listed = 0
    for choice in scene.choices:
        if choice.at in labels:
            name = labels[choice.at]
            by_name = (name, plain(choice.text))
            replies.append(Reply(choice.action, choice.text, name, by_name, is_cell=True))
            continue
        listed += 1
        number = str(listed)
        free = (c for c in choice.text.lower() if few and c.isalpha() and c not in taken)
        letter = next(free, number)
        taken.add(letter)
        shown = number if letter == number else f"{number} {letter}"
        keys = (number, letter, plain(choice.text))
        replies.append(Reply(choice.action, choice.text, shown, keys))
    return replies


def replies_to_chance(match: Match, language: str) -> list[Reply]:
    """For real dice and cards: what fell is typed by its place in the list or by its words."""
    lots = match.lots(language) or [(match.text(a, language), a) for a in match.possible()]
    return [
        Reply(a, text, str(place), (str(place), plain(text)))
        for place, (text, a) in enumerate(lots, start=1)
    ]


def plain(text: str) -> str:
    """As a person would type it."""
    return text.casefold().replace("−", "-").replace("+", "").strip()


def show(console: Console, replies: list[Reply]) -> None:
    cells: dict[str, list[str]] = {}
    lines = []
    for reply in replies:
        if reply.is_cell:
            what = reply.text.removesuffix(reply.shown).strip()
            cells.setdefault(what, []).append(reply.shown)
        else:
            lines.append(Text.assemble("  ", (reply.shown, KEY), "  ", reply.text))
    console.print(Columns(lines, column_first=True) if len(lines) > FEW else Group(*lines))
    for what, names in cells.items():
        console.print(Text.assemble(f"  {what} ", (" ".join(names), KEY)))


def ask(
    console: Console,
    prompt: str,
    replies: list[Reply],
    say: Words,
    asides: Sequence[Aside] = (),
) -> int:
    """Asks until the answer is one of the replies."""
    show(console, replies)
    show_asides(console, asides, say)
    console.print(Text(prompt, "bold"))
    aside_of = {aside.key: aside for aside in asides}
    typed = {key: reply.action for reply in replies for key in reply.keys}
    while True:
        answer = plain(read_line(console))
        if answer in typed:
            return typed[answer]
        if answer == LEAVE:
            raise Quit
        if answer in aside_of:
            aside_of[answer].act()
            console.print(Text(prompt, "bold"))
            continue
        expected = ", ".join(reply.shown for reply in replies)
        console.print(
            say("Expected one of {expected}; got {answer!r}.", expected=expected, answer=answer),
            style="red",
            markup=False,
        )


def show_asides(console: Console, asides: Sequence[Aside], say: Words) -> None:
    told = [*(aside.words for aside in asides), say("q leaves the table")]
    console.print(Text("  " + " · ".join(told), "dim"))


def read_line(console: Console) -> str:
    if sys.stdin is None:
        raise Quit
    try:
        return console.input("> ")
    except EOFError:
        raise Quit from None
