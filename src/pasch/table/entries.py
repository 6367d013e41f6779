"""Everything that happens at a table is one entry, kept as JSON; together they are the table."""

from typing import Any, TypeAlias

import msgspec

from pasch.core.log import DiceKind


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody who lays a table decides."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    starter: int | None = None
    """The seat that begins; None: the dice draw it."""
    dice: DiceKind = "sealed"
    deal: str = ""
    """The code of dice that are the same for everybody who knows it."""
    listed: bool = False
    clock: int = 0
    """Seconds for one decision; 0: as long as it takes."""
    coach: bool = True
    """Whether the coach may help here."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished match that is played on from one of its moments, with the same dice.

    Its envelope has been opened: these dice are no secret.
    """

    table: str
    start: int
    drawn: bool
    salts: list[str]
    events: list[int]
    """Up to that moment."""


class Kept(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """One entry of the store."""


class Laid(Kept, frozen=True, tag=True):
    """Always the first entry."""

    settings: Settings
    seed: str
    """Empty with real dice."""
    commitment: str
    rules: int
    """The version of the rules that govern it."""
    at: float
    """Seconds since 1970."""
    origin: Origin | None = None


class Reserved(Kept, frozen=True, tag=True):
    """The seat waits a while for somebody who played before."""

    seat: int
    name: str
    holder: str


class Sat(Kept, frozen=True, tag=True):
    seat: int
    name: str
    holder: str
    """Hex SHA-256 of the secret token of whoever sits here."""
    salt: str


class SatBot(Kept, frozen=True, tag=True):
    seat: int
    bot: str
    name: str


class Stood(Kept, frozen=True, tag=True):
    """The seat is open again."""

    seat: int


class Started(Kept, frozen=True, tag=True):
    start: int
    drawn: bool


class Did(Kept, frozen=True, tag=True):
    """An event of the game: a choice or an outcome of chance."""

    a: int


class Undid(Kept, frozen=True, tag=True):
    """The last event of the game is taken back."""


class Left(Kept, frozen=True, tag=True):
    """A bot stands in for the person of this seat."""

    seat: int


class Back(Kept, frozen=True, tag=True):
    seat: int


class Ended(Kept, frozen=True, tag=True):
    returns: list[float]
    at: float
    """Seconds since 1970."""


class Rematched(Kept, frozen=True, tag=True):
    table: str


Entry: TypeAlias = (
    Laid | Reserved | Sat | SatBot | Stood | Started | Did | Undid | Left | Back | Ended | Rematched
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def kind_of(entry: Entry) -> str:
    return type(entry).__name__


def encode(entry: Entry) -> str:
    return msgspec.json.encode(entry).decode()


def decode(text: str) -> Entry:
    return _decoder.decode(text)
