"""Messages as JSON: how they are sent."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from pasch.coach.findings import Advice
from pasch.core.view.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.views.delta import non_defaults
from pasch.table.views.messages import (
    Ack,
    Delta,
    Help,
    LessonShown,
    Refusal,
    Sign,
    Snapshot,
    StepShown,
    TableInfo,
    ViewerDelta,
    ViewerSeats,
    WhyNot,
)

_encoder = msgspec.json.Encoder()


class Hint(msgspec.Struct, frozen=True):
    """What each choice is worth to the seat that asked."""

    event: int
    """The number of events so far."""
    advice: Advice


class QueuePlace(msgspec.Struct, frozen=True):
    """How many others the coach serves first."""

    before: int


class Chances(msgspec.Struct, frozen=True):
    """The chances of every seat, from what everybody may know."""

    event: int
    exact: bool
    shares: list[float]
    errors: list[float]


TYPES: dict[type[Any], str] = {
    TableInfo: "table",
    ViewerSeats: "own",
    Snapshot: "moment",
    Hint: "hint",
    Chances: "chances",
    QueuePlace: "waits",
    Ack: "ack",
    Refusal: "refused",
    WhyNot: "why",
    Help: "help",
    Sign: "sign",
}
"""The type of each message. A list of ViewerDelta has the type DELTAS."""
DELTAS = "frames"
MOST = 1 << 14


def encode_message(version: int, content: Any) -> str:
    """Return a message `{t, v, d}`: its type, the version of the table, the content."""
    if isinstance(content, list):
        deltas = b",".join(map(encode_delta, content)).decode()
        return f'{{"t":"{DELTAS}","v":{version},"d":[{deltas}]}}'
    kind = TYPES[type(content)]
    return _encoder.encode({"t": kind, "v": version, "d": sparse(content)}).decode()


def encode_lesson(lesson: LessonShown) -> bytes:
    return _encoder.encode(sparse(lesson))


def encode_delta(shown: ViewerDelta) -> bytes:
    delta = encode_shared(shown.delta)
    if shown.choices is None:
        return delta
    return b'%b,"choices":[%b]}' % (delta[:-1], b",".join(map(encode_cached, shown.choices)))


@lru_cache(64)
def encode_shared(delta: Delta) -> bytes:
    """Return the JSON that all viewers with the same history share."""
    sent = non_defaults(delta)
    sent["told"] = [non_defaults(told) for told in delta.told]
    for name in sent.keys() & {"areas", "cells", "progress"}:
        sent[name] = sparse(sent[name])
    return _encoder.encode(sent)


_cached: dict[int, tuple[Any, bytes]] = {}
"""Things with their JSON, by id; each thing is kept, so that its id stays its own."""


def encode_cached(small: Any) -> bytes:
    """Return the JSON of a small thing. The same objects are sent again and again."""
    kept = _cached.get(id(small))
    if kept is None:
        if len(_cached) >= MOST:
            _cached.clear()
        sent = sparse_fields(small) if type(small) is Choice else non_defaults(small)
        kept = _cached[id(small)] = (small, _encoder.encode(sent))
    return kept[1]


def sparse_cached(small: Any) -> msgspec.Raw:
    return msgspec.Raw(encode_cached(small))


def sparse_delta(shown: ViewerDelta) -> msgspec.Raw:
    return msgspec.Raw(encode_delta(shown))


def sparse_fields(thing: Any) -> dict[str, Any]:
    """Return the fields of a thing without those that hold their default."""
    fields = non_defaults(thing)
    for name, value in fields.items():
        make = SPARSE.get(type(value))
        if make is not None:
            fields[name] = make(value)
    return fields


def sparse_list(several: Iterable[Any]) -> list[Any]:
    return [sparse(each) for each in several]


def sparse(content: Any) -> Any:
    """Return what is sent of this content: no field that holds its default."""
    make = SPARSE.get(type(content))
    return make(content) if make else content


SPARSE: dict[type[Any], Callable[[Any], Any]] = {
    **dict.fromkeys((Cell, Piece, Choice, SeatLine, Progress), sparse_cached),
    Told: non_defaults,
    **dict.fromkeys((Snapshot, Scene, Area, LessonShown, StepShown), sparse_fields),
    ViewerDelta: sparse_delta,
    list: sparse_list,
    tuple: sparse_list,
}
