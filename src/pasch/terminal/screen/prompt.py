"""What a frontend shows of a match, and what a person may answer."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, Self

from rich.console import Console
from rich.text import Text

from pasch.core.view.scene import Scene
from pasch.core.words import Words

LEAVE = "q"


class Quit(Exception):
    """The person closed the input or asked to leave."""


@dataclass(frozen=True)
class Reply:
    """A choice, what is shown to type for it, and what else will do."""

    action: int
    text: str
    shown: str
    keys: tuple[str, ...]
    small: str = ""
    """What it brings or costs."""
    at: str = ""
    """The place it is named after; choices of one place may be folded into one."""
    is_cell: bool = False
    """A square of a board, with its name."""


def plain(text: str) -> str:
    """Return a text as a person would type it."""
    return text.casefold().replace("−", "-").replace("+", "").strip()


@dataclass(frozen=True)
class Aside:
    """What may be typed instead of an answer: its key, what it is for, what it does."""

    key: str
    words: str
    act: Callable[[], None]


@dataclass(frozen=True)
class Prompt:
    title: str
    scene: Scene
    seat: int
    """Whose position matters most."""
    question: str
    told: Sequence[str | Text] = ()
    """What happened lately."""
    fresh: int = 0
    """How many of these, the last ones, have not been seen yet."""
    needed: int = 0
    """How many, the last ones, have to be in sight."""
    replies: Sequence[Reply] = ()
    asides: Sequence[Aside] = field(default=())

    def ways_out(self, say: Words, width: int = 1000) -> str:
        """Return what else may be typed, shortened where there is little room."""
        if not self.asides and not self.replies:
            return say("Enter goes on")
        told = [aside.words for aside in self.asides if aside.words]
        told.append(say("{key} leaves", key=LEAVE))
        for short in reversed(range(1, len(told))):
            if Text(" · ".join(told)).cell_len <= width:
                break
            told[short] = told[short].split()[0]
        return " · ".join(told)


class Frontend(Protocol):
    """A way to show prompts and to read answers."""

    paced: bool
    """Whether one can watch what the bots do."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def ask(self, prompt: Prompt) -> int:
        """Return the chosen action; raise Quit if somebody leaves instead."""

    def show(self, prompt: Prompt, seconds: float) -> str:
        """Show a prompt for a while, or until a key is pressed; return the key."""

    def curtain(self, line: str) -> None:
        """Show only this line until the next person answers."""

    def page(self) -> AbstractContextManager[Console]:
        """Return a console for a long text."""

    def away(self) -> AbstractContextManager[None]:
        """Leave the screen to something that draws its own bars."""

    def busy(self, line: str) -> AbstractContextManager[object]:
        """Show a line while something takes long."""


def question(scene: Scene, name: str | None = None) -> str:
    """Return the question with the name of the seat, or how the game ended."""
    asked = [name or line.name for line in scene.seats if line.to_move]
    return ": ".join([*asked[:1], scene.prompt])
