"""What is to be seen of a match at one prompt, and what may be answered: all that a way of asking
has to know."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, Self

from rich.console import Console
from rich.text import Text

from pasch.core.view.scene import Scene
from pasch.core.words import Words
from pasch.terminal.screen.keys import LEAVE, Reply


class Quit(Exception):
    """The person closed the input or asked to leave."""


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
    """So many of these, the last, have not been seen yet."""
    needed: int = 0
    """So many, the last, have to be in sight."""
    replies: Sequence[Reply] = ()
    asides: Sequence[Aside] = field(default=())

    def ways_out(self, say: Words, width: int = 1000) -> str:
        """What else may be typed, in words as far as there is room for them."""
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
    """Where people look and type."""

    paced: bool
    """Whether one can watch what the bots do."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def ask(self, prompt: Prompt) -> int:
        """The action that was chosen; Quit if somebody leaves instead."""

    def show(self, prompt: Prompt, seconds: float) -> str:
        """For a while, or until a key is pressed: which one."""

    def curtain(self, line: str) -> None:
        """Nothing but this, until whoever it is for sits down."""

    def page(self) -> AbstractContextManager[Console]:
        """To print something long on."""

    def away(self) -> AbstractContextManager[None]:
        """For what draws bars of its own."""

    def busy(self, line: str) -> AbstractContextManager[object]:
        """Says so while something takes long."""


def question(scene: Scene, name: str | None = None) -> str:
    """What is asked, and whom; or how it ended."""
    asked = [name or line.name for line in scene.seats if line.to_move]
    return ": ".join([*asked[:1], scene.prompt])
