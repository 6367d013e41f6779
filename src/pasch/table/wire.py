"""Entries and messages as JSON: how they are stored, and how they are sent."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, get_args

import msgspec

from pasch.coach.findings import Advice
from pasch.core.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.entries import Entry
from pasch.table.messages import (
    Ack,
    Frame,
    Help,
    LessonShown,
    Moment,
    Own,
    Refusal,
    Shown,
    Sign,
    StepShown,
    TableInfo,
    WhyNot,
)
from pasch.table.parts import unusual

_decoders = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Entry)}
_encoder = msgspec.json.Encoder()


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(kind: str, text: str) -> Entry:
    entry: Entry = _decoders[kind].decode(text)
    return entry


class Hint(msgspec.Struct, frozen=True):
    """What each choice is worth to the seat that asked."""

    event: int
    """How many events there were."""
    advice: Advice


class Chances(msgspec.Struct, frozen=True):
    """Everybody's, from what everybody may know."""

    event: int
    exact: bool
    shares: list[float]
    errors: list[float]


NAMES: dict[type[Any], str] = {
    TableInfo: "table",
    Own: "own",
    Moment: "moment",
    Hint: "hint",
    Chances: "chances",
    Ack: "ack",
    Refusal: "refused",
    WhyNot: "why",
    Help: "help",
    Sign: "sign",
}
FRAMES = "frames"


def in_words(version: int, content: Any) -> str:
    """A message `{t, v, d}`: its kind, the version of the table, the content."""
    kind = FRAMES if isinstance(content, list) else NAMES[type(content)]
    return _encoder.encode({"t": kind, "v": version, "d": lean(content)}).decode()


def in_full(lesson: LessonShown) -> bytes:
    return _encoder.encode(lean(lesson))


@lru_cache(1 << 16)
def in_short(small: Any) -> msgspec.Raw:
    """These are sent again and again."""
    return msgspec.Raw(_encoder.encode(lean_fields(small)))


@lru_cache(64)
def in_frame(frame: Frame) -> bytes:
    """Once for all who see the same."""
    return _encoder.encode(lean_fields(frame))


def lean_shown(shown: Shown) -> msgspec.Raw:
    frame = in_frame(shown.frame)
    if shown.choices is None:
        return msgspec.Raw(frame)
    choices = _encoder.encode(lean_list(shown.choices))
    return msgspec.Raw(frame[:-1] + b',"choices":' + choices + b"}")


def lean_fields(thing: Any) -> dict[str, Any]:
    """Without what is as usual: that is not sent."""
    return {name: lean(value) for name, value in unusual(thing).items()}


def lean_list(several: Iterable[Any]) -> list[Any]:
    return [lean(each) for each in several]


def lean(content: Any) -> Any:
    leaner = LEANER.get(type(content))
    return leaner(content) if leaner else content


LEANER: dict[type[Any], Callable[[Any], Any]] = {
    **dict.fromkeys((Cell, Piece, Choice, SeatLine, Told, Progress), in_short),
    **dict.fromkeys((Moment, Scene, Area, LessonShown, StepShown), lean_fields),
    Shown: lean_shown,
    list: lean_list,
    tuple: lean_list,
}
