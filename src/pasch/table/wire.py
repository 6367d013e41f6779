"""Entries and messages as JSON: how they are stored, and how they are sent."""

from dataclasses import MISSING, Field, fields
from functools import lru_cache
from typing import Any, get_args

import msgspec

from pasch.coach.findings import Advice
from pasch.core.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.entries import Entry
from pasch.table.messages import Ack, Frame, Moment, Own, Refusal, TableInfo, WhyNot

_decoders = {kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Entry)}
_encoder = msgspec.json.Encoder()


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def decode(kind: str, text: str) -> Entry:
    entry: Entry = _decoders[kind].decode(text)
    return entry


def usual_of(field: "Field[Any]") -> Any:
    return () if field.default_factory is not MISSING else field.default


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
}
FRAMES = "frames"


def in_words(version: int, content: Any) -> str:
    """A message `{t, v, d}`: its kind, the version of the table, the content."""
    kind = FRAMES if isinstance(content, list) else NAMES[type(content)]
    return _encoder.encode({"t": kind, "v": version, "d": lean(content)}).decode()


SMALL = (Cell, Piece, Choice, SeatLine, Told, Progress)
USUAL: dict[type[Any], list[tuple[str, Any]]] = {
    kind: [(field.name, usual_of(field)) for field in fields(kind)]
    for kind in (Frame, Moment, Scene, Area, *SMALL)
}
"""Of what there is much in a match: the fields, and what each of them usually is."""


def lean(content: Any) -> Any:
    """Without what is as usual: that is not sent."""
    kind = type(content)
    if kind in SMALL:
        return in_short(content)
    if kind in USUAL:
        values = ((name, getattr(content, name), usual) for name, usual in USUAL[kind])
        return {name: lean(value) for name, value, usual in values if value != usual}
    if kind in (list, tuple):
        return [lean(each) for each in content]
    return {n: lean(each) for n, each in content.items()} if kind is dict else content


@lru_cache(1 << 16)
def in_short(small: Any) -> msgspec.Raw:
    """These are sent again and again."""
    values = ((name, getattr(small, name), usual) for name, usual in USUAL[type(small)])
    return msgspec.Raw(_encoder.encode({n: value for n, value, usual in values if value != usual}))
