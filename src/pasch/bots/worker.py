"""The process in which a bot of one's own thinks.

It reads what to choose from its input and writes the answers to its output, one frame each. It
holds nothing but what the seat may know, and ends when nobody asks any more.
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
from functools import lru_cache
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import IO, Any, SupportsIndex, TypeVar

import msgspec

from pasch.bots.turn import Turn
from pasch.core.game.registry import load

T = TypeVar("T")
LENGTH = struct.Struct("<I")
SECONDS = 60.0
"""For one choice, where the bot does not say."""


class Asked(msgspec.Struct):
    game: str
    options: bytes
    seat: int
    legal: list[int]
    view: bytes
    seed: int


class Hello(msgspec.Struct):
    """The bot is there, or can't be used."""

    seconds: float = SECONDS
    files: list[str] = []
    """Its module's, or its whole package's: whoever changes them has another player."""
    sources: str = ""
    """A hash of them."""
    problem: str = ""


class Answer(msgspec.Struct):
    action: int | None = None
    said: str = ""
    """What it answered, where that is no legal action."""
    problem: str = ""


def send(stream: IO[bytes], message: Any) -> None:
    packed = msgspec.msgpack.encode(message)
    stream.write(LENGTH.pack(len(packed)) + packed)
    stream.flush()


def receive(stream: IO[bytes], kind: type[T]) -> T | None:
    """None where nothing comes any more."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    packed = stream.read(length)
    return msgspec.msgpack.decode(packed, type=kind) if len(packed) == length else None


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever asks
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the bot prints is for people
    module, _, name = sys.argv[1].partition(":")
    try:
        player, hello = meet(module, name)
    except Exception as problem:
        send(answers, Hello(problem=told(problem)))
        return
    send(answers, hello)
    waiting: queue.SimpleQueue[Asked] = queue.SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, waiting), daemon=True).start()
    while True:
        send(answers, answer(player, waiting.get()))


def listen(stream: IO[bytes], waiting: "queue.SimpleQueue[Asked]") -> None:
    """Beside the bot, which may be lost in thought when nobody asks any more."""
    while (asked := receive(stream, Asked)) is not None:
        waiting.put(asked)
    os._exit(0)


def meet(module: str, name: str) -> tuple[Callable[[Turn], Any], Hello]:
    found = importlib.import_module(module)
    player = getattr(found, name)
    if isinstance(player, type):
        player = player()
    if not callable(player):
        raise TypeError(f"{name} is no function and no class with a __call__")
    files = files_of(found)
    return player, Hello(float(getattr(player, "seconds", SECONDS)), files, hash_of(files))


def files_of(module: ModuleType) -> list[str]:
    top = sys.modules[module.__name__.partition(".")[0]]
    folders = [Path(folder) for folder in getattr(top, "__path__", ())]
    files = [str(path) for folder in folders for path in sorted(folder.rglob("*.py"))]
    return files or [str(module.__file__)]


def hash_of(files: list[str]) -> str:
    digest = hashlib.sha256()
    for path in map(Path, files):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:16]


def answer(player: Callable[[Turn], Any], asked: Asked) -> Answer:
    try:
        chosen = player(turn_of(asked))
    except BaseException as problem:  # SystemExit too: it was asked for a move
        return Answer(problem=told(problem))
    legal = isinstance(chosen, SupportsIndex) and operator.index(chosen) in asked.legal
    return Answer(operator.index(chosen)) if legal else Answer(said=repr(chosen)[:60])


def turn_of(asked: Asked) -> Turn:
    from numpy.random import default_rng  # noqa: PLC0415 - whoever asks needs none

    game = load(asked.game)
    return Turn(
        game=game,
        options=options_of(asked.game, asked.options),
        seat=asked.seat,
        legal=asked.legal,
        view=game.rules.STATE.unpack(asked.view),
        rng=default_rng(asked.seed),
    )


@lru_cache
def options_of(game: str, packed: bytes) -> Any:
    return load(game).read_options(msgspec.msgpack.decode(packed))


def told(problem: BaseException) -> str:
    """What was raised, and where in the bot's own file."""
    text = f"{type(problem).__name__}: {problem}".removesuffix(": ").replace("\n", " ")
    frames = traceback.extract_tb(problem.__traceback__)
    apart = (__file__, "<", sys.prefix, sys.base_prefix)
    own = [each for each in frames if not each.filename.startswith(apart)]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{text}{place}"
