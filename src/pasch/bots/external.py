"""Bots of one's own: a function or class in somebody's module, as `mymodule:MyBot`.

Each thinks in a process of its own. So it can't see more than its seat may know, and one that hangs
or crashes is ended and named, while whoever asked goes on.
"""

import atexit
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pasch.bots.worker import Answer, Asked, Hello, hash_of, receive, send
from pasch.core.errors import BadOption
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")
LOADING = 120.0
"""Seconds for importing a module and making its bot."""


class BotFault(BadOption):
    """A bot of one's own can't be loaded, or did not choose."""


@dataclass(frozen=True)
class OwnBot:
    text: str

    def __call__(self, match: Match, rng: "Generator") -> int:
        seat, legal = match.player, match.legal()
        if len(legal) == 1:
            return legal[0]
        view = match.view(seat)
        asked = Asked(
            game=match.game.key,
            options=msgspec.msgpack.encode(asdict(match.options)),
            seat=seat,
            legal=legal,
            view=view.layout.pack(view),
            seed=int(rng.integers(1 << 62)),
        )
        return process_of(self.text).choose(asked)

    def sources(self) -> str:
        """A hash of them; BotFault where the bot can't be used."""
        return process_of(self.text).sources()

    @property
    def name(self) -> str:
        return self.text.rpartition(":")[2]


class Process:
    """Started when it is needed, and again after it was ended; asked by one thread at a time."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._asking = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._hello = Hello()

    def sources(self) -> str:
        """As they are now: a bot that was changed is loaded anew."""
        with self._asking:
            if hash_of(self._hello.files) != self._hello.sources:
                self.end()
            self._meet()
            return self._hello.sources

    def choose(self, asked: Asked) -> int:
        with self._asking:
            child = self._meet()
            assert child.stdin is not None
            with suppress(OSError):  # it has ended; that shows when it is heard
                send(child.stdin, asked)
            answer = self._hear(child, Answer, self._hello.seconds)
        if answer.problem:
            raise BotFault("{bot} raised {why}", bot=self._text, why=answer.problem)
        if answer.action is None:
            raise BotFault(
                "{bot} answered {got}, expected one of {legal}",
                bot=self._text,
                got=answer.said,
                legal=", ".join(map(str, asked.legal)),
            )
        return answer.action

    def _meet(self) -> "subprocess.Popen[bytes]":
        if self._child is not None and self._child.poll() is None:
            return self._child
        self.end()
        self._child = child = started(self._text)
        try:
            self._hello = self._hear(child, Hello, LOADING)
        except BotFault as fault:
            raise BotFault("{fault}, while it was loaded", fault=fault) from None
        if self._hello.problem:
            self.end()
            raise BotFault("{bot} can't play: {why}", bot=self._text, why=self._hello.problem)
        return child

    def _hear(self, child: "subprocess.Popen[bytes]", kind: type[T], seconds: float) -> T:
        """What it says, in time; else it is ended."""
        assert child.stdout is not None
        late = Event()

        def run_out() -> None:
            late.set()
            child.kill()

        watch = Timer(seconds, run_out)
        watch.daemon = True
        watch.start()
        try:
            heard = receive(child.stdout, kind)
        except BaseException:  # Ctrl-C: what it answers later would be taken for another answer
            self.end()
            raise
        finally:
            watch.cancel()
        if heard is not None:
            return heard
        self.end()
        if late.is_set():
            raise BotFault("{bot} took more than {n} s", bot=self._text, n=f"{seconds:g}")
        raise BotFault("{bot} ended its process", bot=self._text)

    def end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            with suppress(BrokenPipeError), child:  # closes what led to it
                pass


def started(text: str) -> "subprocess.Popen[bytes]":
    """It looks for modules where this process does, and then in the folder one works in."""
    path = [*sys.path, str(Path.cwd())]
    begin = f"import sys; sys.path[:] = {path}; from pasch.bots.worker import main; main()"
    return subprocess.Popen(
        [sys.executable, "-P", "-c", begin, text], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@cache
def process_of(text: str) -> Process:
    process = Process(text)
    atexit.register(process.end)
    return process
