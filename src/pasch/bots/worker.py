"""The process of an external bot, and the messages that it exchanges with ours.

It reads questions from its input and writes answers to its output, each as a length and a message.
It holds nothing but what the seat may know, and ends when its input does.
"""

import hashlib
import importlib
import operator
import os
import queue
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any, SupportsIndex, TypeVar

import msgspec

from pasch.bots.turn import Turn
from pasch.core.game.registry import load
from pasch.core.match.match import Match

if TYPE_CHECKING:
    from numpy.random import Generator

T = TypeVar("T")
LENGTH = struct.Struct("<I")
SECONDS = 60.0
"""The time for one choice, if the bot does not say otherwise."""


class Hello(msgspec.Struct):
    """The first message: the bot is loaded, or can't be used."""

    seconds: float = SECONDS
    files: list[str] = []
    """The files of its module, or of its whole package: a change of them makes another player."""
    sources: str = ""
    """A hash of these files."""
    problem: str = ""


@dataclass(frozen=True)
class Question:
    """A choice as bytes and numbers: all that the seat may know, and a seed for the bot's rng."""

    game: str
    options: bytes
    seat: int
    view: bytes
    legal: tuple[int, ...]
    seed: int


class Answer(msgspec.Struct):
    """The answer to one question."""

    action: int | None = None
    said: str = ""
    """What it answered, if that is no legal action."""
    problem: str = ""


def question_of(match: Match, legal: list[int], rng: "Generator") -> Question:
    """Return the choice that is due in this match."""
    view = match.view(match.player)
    return Question(
        game=match.game.key,
        options=msgspec.msgpack.encode(asdict(match.options)),
        seat=match.player,
        view=view.layout.pack(view),
        legal=tuple(legal),
        seed=int(rng.integers(1 << 62)),
    )


def turn_of(question: Question) -> Turn:
    """Return the same choice as a bot gets it."""
    from numpy.random import default_rng  # noqa: PLC0415 - who asks needs no NumPy

    game = load(question.game)
    return Turn(
        game=game,
        options=options_of(question.game, question.options),
        seat=question.seat,
        legal=list(question.legal),
        view=game.rules.STATE.unpack(question.view),
        rng=default_rng(question.seed),
    )


@lru_cache
def options_of(game: str, packed: bytes) -> Any:
    """Return the game's options as they were encoded."""
    return load(game).read_options(msgspec.msgpack.decode(packed))


def send(stream: IO[bytes], message: Any) -> None:
    """Write one message."""
    packed = msgspec.msgpack.encode(message)
    stream.write(LENGTH.pack(len(packed)) + packed)
    stream.flush()


def receive(stream: IO[bytes], kind: type[T]) -> T | None:
    """Read one message; return None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    packed = stream.read(length)
    return msgspec.msgpack.decode(packed, type=kind) if len(packed) == length else None


def main() -> None:
    """Load the bot and answer questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the bot prints goes to the error stream
    module, _, name = sys.argv[1].partition(":")
    try:
        player, hello = load_bot(module, name)
    except Exception as problem:
        send(answers, Hello(problem=describe(problem)))
        return
    send(answers, hello)
    waiting: queue.SimpleQueue[Question] = queue.SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, waiting), daemon=True).start()
    while True:
        send(answers, answer(player, waiting.get()))


def listen(stream: IO[bytes], waiting: "queue.SimpleQueue[Question]") -> None:
    """Queue questions while the bot thinks; end the process when the input does."""
    while (question := receive(stream, Question)) is not None:
        waiting.put(question)
    os._exit(0)


def load_bot(module: str, name: str) -> tuple[Callable[[Turn], Any], Hello]:
    """Import the module and make the bot."""
    found = importlib.import_module(module)
    player = getattr(found, name)
    if isinstance(player, type):
        player = player()
    if not callable(player):
        raise TypeError(f"{name} is no function and no class with a __call__")
    files = files_of(found)
    return player, Hello(float(getattr(player, "seconds", SECONDS)), files, hash_of(files))


def files_of(module: ModuleType) -> list[str]:
    """Return the files of a module, or of the whole package that it belongs to."""
    top = sys.modules[module.__name__.partition(".")[0]]
    folders = [Path(folder) for folder in getattr(top, "__path__", ())]
    files = [str(path) for folder in folders for path in sorted(folder.rglob("*.py"))]
    return files or [str(module.__file__)]


def hash_of(files: list[str]) -> str:
    """Return a hash of what these files contain now."""
    digest = hashlib.sha256()
    for path in map(Path, files):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def answer(player: Callable[[Turn], Any], question: Question) -> Answer:
    """Ask the bot, and check that its choice is legal."""
    try:
        chosen = player(turn_of(question))
    except BaseException as problem:  # SystemExit too: it was asked for a move
        return Answer(problem=describe(problem))
    legal = isinstance(chosen, SupportsIndex) and operator.index(chosen) in question.legal
    return Answer(operator.index(chosen)) if legal else Answer(said=repr(chosen)[:60])


def describe(problem: BaseException) -> str:
    """Return what was raised, and the line in the bot's own file."""
    text = f"{type(problem).__name__}: {problem}".removesuffix(": ").replace("\n", " ")
    frames = traceback.extract_tb(problem.__traceback__)
    others = (__file__, "<", sys.prefix, sys.base_prefix)
    own = [each for each in frames if not each.filename.startswith(others)]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{text}{place}"
