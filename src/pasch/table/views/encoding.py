"""Entries and messages as JSON: how they are stored, and how they are sent."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, get_args

import msgspec

from pasch.coach.findings import Advice
from pasch.core.match.chain import digest_of
from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.model.entries import Entry
from pasch.table.views.messages import (
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
from pasch.table.views.sparse import unusual

_decoders = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Entry)}
_encoder = msgspec.json.Encoder()
HELD = {kind.__name__ for kind in get_args(Entry) if any(f.name == "holder" for f in fields(kind))}


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(kind: str, text: str) -> Entry:
    entry: Entry = _decoders[kind].decode(text)
    return entry


def content_of(kind: str, text: str) -> str:
    """Return an entry as the running hash covers it."""
    return f"{kind}|{text}"


def in_journal(key: str, kind: str, text: str) -> str:
    """Return an entry as a log tells it: what names the holder of a seat is there as its digest."""
    content = content_of(kind, text)
    return digest_of(key, content) if kind in HELD else content


class Hint(msgspec.Struct, frozen=True):
    """What each choice is worth to the seat that asked."""

    event: int
    """How many events there were."""
    advice: Advice


class Waits(msgspec.Struct, frozen=True):
    """The coach thinks for others first."""

    before: int


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
    Waits: "waits",
    Ack: "ack",
    Refusal: "refused",
    WhyNot: "why",
    Help: "help",
    Sign: "sign",
}
FRAMES = "frames"
KEPT = 1 << 14  # things of which it is known how they are written


def in_words(version: int, content: Any) -> str:
    """A message `{t, v, d}`: its kind, the version of the table, the content."""
    if isinstance(content, list):
        frames = b",".join(map(in_shown, content)).decode()
        return f'{{"t":"{FRAMES}","v":{version},"d":[{frames}]}}'
    kind = NAMES[type(content)]
    return _encoder.encode({"t": kind, "v": version, "d": lean(content)}).decode()


def in_full(lesson: LessonShown) -> bytes:
    return _encoder.encode(lean(lesson))


def in_shown(shown: Shown) -> bytes:
    frame = in_frame(shown.frame)
    if shown.choices is None:
        return frame
    return b'%b,"choices":[%b]}' % (frame[:-1], b",".join(map(in_short, shown.choices)))


@lru_cache(64)
def in_frame(frame: Frame) -> bytes:
    """Once for all who see the same."""
    said = unusual(frame)
    said["told"] = [unusual(told) for told in frame.told]
    for name in said.keys() & {"areas", "cells", "progress"}:
        said[name] = lean(said[name])
    return _encoder.encode(said)


_shortly: dict[int, tuple[Any, bytes]] = {}
"""Things and how they are written, by their ids: as long as one is kept, its id is its own."""


def in_short(small: Any) -> bytes:
    """These are sent again and again, most of them the very same."""
    kept = _shortly.get(id(small))
    if kept is None:
        if len(_shortly) >= KEPT:
            _shortly.clear()
        said = lean_fields(small) if type(small) is Choice else unusual(small)
        kept = _shortly[id(small)] = (small, _encoder.encode(said))
    return kept[1]


def lean_short(small: Any) -> msgspec.Raw:
    return msgspec.Raw(in_short(small))


def lean_shown(shown: Shown) -> msgspec.Raw:
    return msgspec.Raw(in_shown(shown))


def lean_fields(thing: Any) -> dict[str, Any]:
    """Without what is as usual: that is not sent."""
    fields = unusual(thing)
    for name, value in fields.items():
        leaner = LEANER.get(type(value))
        if leaner is not None:
            fields[name] = leaner(value)
    return fields


def lean_list(several: Iterable[Any]) -> list[Any]:
    return [lean(each) for each in several]


def lean(content: Any) -> Any:
    leaner = LEANER.get(type(content))
    return leaner(content) if leaner else content


LEANER: dict[type[Any], Callable[[Any], Any]] = {
    **dict.fromkeys((Cell, Piece, Choice, SeatLine, Progress), lean_short),
    Told: unusual,
    **dict.fromkeys((Moment, Scene, Area, LessonShown, StepShown), lean_fields),
    Shown: lean_shown,
    list: lean_list,
    tuple: lean_list,
}
