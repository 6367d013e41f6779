"""Everything that happens at a table is one entry; together they are the table."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

DiceKind = Literal["sealed", "real"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What somebody who lays a table decides."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
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


@dataclass(frozen=True, slots=True)
class Origin:
    """A finished match that is played on from one of its moments, with the same dice.

    Its envelope has been opened: these dice are no secret.
    """

    table: str
    start: int
    drawn: bool
    salts: list[str]
    events: list[int]
    """Up to that moment."""
    deal: str = ""
    """The code that its dice follow from, if they do."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Always the first entry."""

    settings: Settings
    seed: str
    """Empty with real dice, unless something is drawn in secret."""
    commitment: str
    rules: int
    """The version of the rules that govern it."""
    at: float
    """Seconds since 1970."""
    origin: Origin | None = None
    key: str = ""
    """Keys the running hash; opened when the game is over. Empty at a table of an older pasch."""


@dataclass(frozen=True, slots=True)
class Reserved:
    """The seat waits a while for somebody who played before."""

    seat: int
    name: str
    holder: str


@dataclass(frozen=True, slots=True)
class Sat:
    seat: int
    name: str
    holder: str
    """Hex SHA-256 of the secret token of whoever sits here."""
    salt: str
    """What this person mixes into the dice; empty while it is sealed."""
    seal: str = ""
    """Hex SHA-256 of a salt that is opened later."""
    at: float = 0.0
    """Seconds since 1970; 0 at a table of an older pasch."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """Another salt for this seat, to be opened later."""

    seat: int
    seal: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody sits down any more: every salt is sealed, and may be opened now."""

    at: float = 0.0
    """Seconds since 1970; 0 at a table of an older pasch."""


@dataclass(frozen=True, slots=True)
class Opened:
    seat: int
    salt: str


@dataclass(frozen=True, slots=True)
class SatBot:
    seat: int
    bot: str
    name: str


@dataclass(frozen=True, slots=True)
class Stood:
    """The seat is open again; so is the table, and salts that were opened are worth nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class Started:
    start: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class Did:
    """An event of the game: a choice or an outcome of chance."""

    a: int


@dataclass(frozen=True, slots=True)
class Due:
    """Until when the decision may take that comes next, where a clock runs."""

    at: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Late:
    """The time was up: the choice that follows was made by a bot, and the person goes on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undid:
    """The last event of the game is taken back."""

    seat: int = -1
    """Who took back what they had typed from real dice; -1: it was a choice."""
    fell: dict[str, str] = field(default_factory=dict)
    """What had been typed, in words, by language."""


@dataclass(frozen=True, slots=True)
class Left:
    """A bot stands in for the person of this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Back:
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    returns: list[float]
    at: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Rematched:
    table: str


Entry: TypeAlias = (
    Laid
    | Reserved
    | Sat
    | Sealed
    | Closed
    | Opened
    | SatBot
    | Stood
    | Started
    | Did
    | Due
    | Late
    | Undid
    | Left
    | Back
    | Ended
    | Rematched
)


@dataclass(frozen=True, slots=True)
class Result:
    """How a table of a deal ended."""

    deal: str
    finished: float
    kept: dict[str, Any]
