"""Entries and messages as JSON: how they are stored, and how they are sent."""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, get_args

import msgspec

from pasch.coach.findings import Advice
from pasch.core.scene import Area, Cell, Choice, Piece, Progress, Scene, SeatLine, Told
from pasch.table.entries import Entry
from pasch.table.messages import Ack, Frame, Moment, Own, Refusal, Sign, TableInfo, WhyNot

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
    Sign: "sign",
}
FRAMES = "frames"


def in_words(version: int, content: Any) -> str:
    """A message `{t, v, d}`: its kind, the version of the table, the content."""
    kind = FRAMES if isinstance(content, list) else NAMES[type(content)]
    return _encoder.encode({"t": kind, "v": version, "d": lean(content)}).decode()


SMALL = (Cell, Piece, Choice, SeatLine, Told, Progress)
LARGE = (Frame, Moment, Scene, Area)


class Usual:
    """Of what there is much in a match: the fields, and what each of them usually is."""

    def __init__(self, kind: type[Any]) -> None:
        self.names = [field.name for field in fields(kind)]
        self.values = [usual_of(field) for field in fields(kind)]
        self.of = attrgetter(*self.names)


USUAL = {kind: Usual(kind) for kind in SMALL + LARGE}


def unusual(content: Any) -> dict[str, Any]:
    """Without what is as usual: that is not sent."""
    usual = USUAL[type(content)]
    each = zip(usual.names, usual.of(content), usual.values, strict=True)
    return {name: value for name, value, as_ever in each if value != as_ever}


@lru_cache(1 << 16)
def in_short(small: Any) -> msgspec.Raw:
    """These are sent again and again."""
    return msgspec.Raw(_encoder.encode(unusual(small)))


def lean(content: Any) -> Any:
    leaner = LEANER.get(type(content))
    return leaner(content) if leaner else content


def lean_list(several: Iterable[Any]) -> list[Any]:
    return [lean(each) for each in several]


def lean_dict(several: dict[Any, Any]) -> dict[Any, Any]:
    return {key: lean(each) for key, each in several.items()}


LEANER: dict[type[Any], Callable[[Any], Any]] = {
    **dict.fromkeys(SMALL, in_short),
    **dict.fromkeys(LARGE, lambda large: lean_dict(unusual(large))),
    list: lean_list,
    tuple: lean_list,
    dict: lean_dict,
}
