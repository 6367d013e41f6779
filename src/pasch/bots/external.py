"""External bots: a function or class in somebody's module, named as `mymodule:MyBot`.

Each runs in a process of its own (worker.py). So it can't see more than its seat may know, and one
that hangs or crashes is ended and reported, while the match goes on.
"""

import atexit
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, Any, TypeVar

from pasch.bots.bot import Bot
from pasch.bots.worker import Answer, Hello, Question, hash_of, question_of, receive, send
from pasch.core.errors import BadOption
from pasch.core.game.spec import Game
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")
LOADING = 120.0
"""Seconds for importing a module and making its bot."""


class BotFault(BadOption):
    """An external bot can't be loaded, or did not choose."""


@dataclass(frozen=True)
class ExternalBot(Bot):
    """A bot in a process of its own, named by its module and its name there."""

    text: str

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.text.rpartition(":")[2]

    def check(self, game: Game, seats: int, options: Any) -> None:  # noqa: ARG002 - nor does it say
        """Raise BotFault if it can't be loaded."""
        self.sources()

    def sources(self) -> str:
        """Return a hash of its sources, or raise BotFault if it can't be loaded."""
        return process_of(self.text).sources()

    def choose(self, match: Match, rng: "Generator") -> int:
        legal = match.legal()
        if len(legal) == 1:
            return legal[0]
        return process_of(self.text).choose(question_of(match, legal, rng))


class Process:
    """The process of one bot: started when it is needed, asked by one thread at a time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._asking = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._hello = Hello()

    def sources(self) -> str:
        """Return a hash of its sources as they are now; load a bot that was changed anew."""
        with self._asking:
            if hash_of(self._hello.files) != self._hello.sources:
                self.end()
            self._load()
            return self._hello.sources

    def choose(self, question: Question) -> int:
        """Return its answer, or raise BotFault if it has none."""
        with self._asking:
            child = self._load()
            assert child.stdin is not None
            with suppress(OSError):  # the process has ended, which shows when its answer is read
                send(child.stdin, question)
            answer = self._receive(child, Answer, self._hello.seconds)
        if answer.problem:
            raise BotFault("{bot} raised {why}", bot=self._text, why=answer.problem)
        if answer.action is None:
            raise BotFault(
                "{bot} answered {got}, expected one of {legal}",
                bot=self._text,
                got=answer.said,
                legal=", ".join(map(str, question.legal)),
            )
        return answer.action

    def _load(self) -> "subprocess.Popen[bytes]":
        """Return the running process; start it if there is none."""
        if self._child is not None and self._child.poll() is None:
            return self._child
        self.end()
        self._child = child = start(self._text)
        try:
            self._hello = self._receive(child, Hello, LOADING)
        except BotFault as fault:
            raise BotFault("{fault}, while it was loaded", fault=fault) from None
        if self._hello.problem:
            self.end()
            raise BotFault("{bot} can't play: {why}", bot=self._text, why=self._hello.problem)
        return child

    def _receive(self, child: "subprocess.Popen[bytes]", kind: type[T], seconds: float) -> T:
        """Return what it sends in time; else end it and raise BotFault."""
        assert child.stdout is not None
        late = Event()

        def run_out() -> None:
            late.set()
            child.kill()

        watch = Timer(seconds, run_out)
        watch.daemon = True
        watch.start()
        try:
            received = receive(child.stdout, kind)
        except BaseException:  # Ctrl-C: a late answer would be taken for that to the next question
            self.end()
            raise
        finally:
            watch.cancel()
        if received is not None:
            return received
        self.end()
        if late.is_set():
            raise BotFault("{bot} took more than {n} s", bot=self._text, n=f"{seconds:g}")
        raise BotFault("{bot} ended its process", bot=self._text)

    def end(self) -> None:
        """End the process, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            with suppress(BrokenPipeError), child:  # closes its pipes
                pass


def start(text: str) -> "subprocess.Popen[bytes]":
    """Start a bot's process, which finds modules where this one does and in the current folder."""
    path = [*sys.path, str(Path.cwd())]
    begin = f"import sys; sys.path[:] = {path}; from pasch.bots.worker import main; main()"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", begin, text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@cache
def process_of(text: str) -> Process:
    """Return the process of this bot; it ends with this one."""
    process = Process(text)
    atexit.register(process.end)
    return process
