"""Entries and messages as JSON: how they are stored, and how they are sent."""

from dataclasses import fields
from typing import Any, get_args

import msgspec

from pasch.coach.findings import Advice
from pasch.table.entries import Entry
from pasch.table.messages import Ack, Frame, Moment, Own, Refusal, TableInfo

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
}
FRAMES = "frames"


def in_words(version: int, content: Any) -> str:
    """A message `{t, v, d}`: its kind, the version of the table, the content."""
    kind = FRAMES if isinstance(content, list) else NAMES[type(content)]
    lean = [without_nothing(frame) for frame in content] if kind == FRAMES else content
    return _encoder.encode({"t": kind, "v": version, "d": lean}).decode()


FRAME_FIELDS = tuple(field.name for field in fields(Frame))


def without_nothing(frame: Frame) -> dict[str, Any]:
    values = ((name, getattr(frame, name)) for name in FRAME_FIELDS)
    return {name: value for name, value in values if value is not None}
