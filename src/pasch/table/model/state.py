"""The state of a table: who sits where, and how far the match has progressed."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Protocol

from pasch.core.errors import PaschError
from pasch.core.game.dice import Draws, deal_seed, draws_of
from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.journal import NEW, Chain, TakenBack
from pasch.core.match.match import Match
from pasch.table.model.errors import StoreTrouble

log = logging.getLogger("pasch.table")

RESERVED_S = 120  # seconds a seat waits for somebody who played before
PERSON = "me"  # how a log calls a seat no bot plays
STAND_IN = "steady"
"""The bot that plays for a person who is away, and for a bot that can't play."""

DiceKind = Literal["sealed", "real"]
SeatKind = Literal["open", "person", "bot"]
Phase = Literal["gathering", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of whoever creates a table."""

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
    """Seconds for one decision; 0: no limit."""
    coach: bool = True
    """Whether the coach may help here."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A finished match that this table continues from one of its events, with the same dice.

    Its envelope has been opened: these dice are no secret.
    """

    table: str
    start: int
    drawn: bool
    salts: list[str]
    events: list[int]
    """The events up to that one."""
    deal: str = ""
    """The code that its dice follow from, if they do."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The entry that creates a table; always the first one."""

    settings: Settings
    seed: str
    """Empty with real dice, unless something is drawn in secret."""
    commitment: str
    rules: int
    """The version of the rules that the match is played by."""
    at: float
    """Seconds since 1970."""
    origin: Origin | None = None
    key: str = ""
    """The key of the running hash; public once the game is over. Empty at tables of an older
    pasch."""

    def apply(self, state: "TableState") -> None:
        raise StoreTrouble(f"expected no entry like {self!r} at number {state.version}")


@dataclass(frozen=True)
class Seat:
    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""
    holder: str = ""
    """The holder of the seat; of an open seat, the holder it is reserved for."""
    salt: str = ""
    seal: str = ""
    """The hash of a salt that is opened once nobody sits down any more."""
    since: float = 0.0
    """When the person sat down, in seconds since 1970."""
    away: bool = False
    level: str = STAND_IN
    """The bot that plays here, or stands in for a person who is away."""

    @property
    def is_played_by_bot(self) -> bool:
        return bool(self.bot) or self.away


@lru_cache(1 << 12)
def holder_of(token: str) -> str:
    """Return the holder of a secret token: its hex SHA-256, all that the store knows of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Change(Protocol):
    """An entry: something that happened at the table."""

    def apply(self, state: "TableState") -> None: ...


class TableState:
    """Everything that follows from the entries of a table; only entries change it."""

    def __init__(self, laid: Laid) -> None:
        self.laid = laid
        self.settings = laid.settings
        self.game: Game = load(laid.settings.game)
        self.version = 1
        """The number of entries so far."""
        self.chain = NEW
        """The running hash after the entries that are stored."""
        self.seats = [Seat() for _ in range(self.settings.seats)]
        self.starts_when_full = laid.origin is not None
        """Whether the match begins as soon as every seat is taken: it is a rematch, or continues
        another match."""
        self.closed = False
        """Whether nobody may sit down any more, since salts are being opened."""
        self.closed_at = 0.0
        """When that began, in seconds since 1970."""
        self.start: int | None = None
        self.drawn = False
        self.events: list[int] = []
        self.taken_back: list[TakenBack] = []
        self.changed = 0
        """The number of the last entry that changed the match."""
        self.deadlines: dict[int, float] = {}
        """Deadlines in seconds since 1970, by the number of events before the decision."""
        self.paused: int | None = None
        """The seat that paused the game, until somebody lets it go on."""
        self.paused_at = 0.0
        """When that was, in seconds since 1970."""
        self.ended = False
        self.rematch: str | None = None
        self.match: Match | None = None
        """The match as far as `play` has brought it."""
        self.trouble: PaschError | None = None
        """Why the match can't be played."""
        self._outcomes: tuple[int, list[int]] = (-1, [])
        self._dice: Draws | None = None
        self._held: dict[str, list[int]] | None = None
        """Seats by holder, once somebody asked."""

    @classmethod
    def of(cls, entries: Sequence[Change], chain: Chain = NEW) -> "TableState":
        laid = entries[0]
        if not isinstance(laid, Laid):
            raise StoreTrouble(f"expected a table to begin with Laid, got {laid!r}")
        state = cls(laid)
        for entry in entries[1:]:
            state.apply(entry)
        state.chain = chain
        return state

    def apply(self, entry: Change) -> None:
        """Apply the next entry to everything but the match, which follows by `play`."""
        self.version += 1
        self._held = None
        entry.apply(self)

    def set_seat(self, seat: int, **who: Any) -> None:
        """Give the seat to somebody else, or to nobody; its level stays."""
        self.seats[seat] = Seat(**who, level=self.seats[seat].level)

    def change_seat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    @property
    def phase(self) -> Phase:
        if self.ended:
            return "over"
        return "gathering" if self.start is None else "playing"

    @property
    def is_running(self) -> bool:
        """Return whether the match may go on now: it can be played, is not paused and not over."""
        return self.match is not None and self.paused is None and not self.ended

    def held_by(self, holder: str) -> list[int]:
        """Return the seats of this holder."""
        if self._held is None:
            self._held = {}
            for n, seat in enumerate(self.seats):
                if seat.kind == "person":
                    self._held.setdefault(seat.holder, []).append(n)
        return self._held.get(holder, [])

    @property
    def open_seats(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "open"]

    def is_free(self, seat: int, holder: str, now: float) -> bool:
        """Return whether this open seat is reserved for nobody else."""
        reserved_for = self.seats[seat].holder
        return reserved_for in ("", holder) or now > self.laid.at + RESERVED_S

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def players(self) -> list[str]:
        """What a log calls the player of each seat."""
        return [seat.bot or PERSON for seat in self.seats]

    @property
    def salts(self) -> list[str]:
        """The salts that the dice are made with; none where everybody has the same dice."""
        if self.laid.origin:
            return list(self.laid.origin.salts)
        return [seat.salt for seat in self.seats] if self.takes_salt else []

    @property
    def deal(self) -> str:
        """The code that the dice follow from, if they do; also of a match that is continued."""
        return self.laid.origin.deal if self.laid.origin else self.settings.deal

    @property
    def is_real(self) -> bool:
        """Return whether people roll their own dice."""
        return self.settings.dice == "real"

    @property
    def hides(self) -> bool:
        """Return whether the seed of this table gives only what is drawn in secret."""
        is_known = bool(self.deal) and self.laid.seed == deal_seed(self.deal)
        return bool(self.laid.seed) and not is_known and bool(self.deal or self.is_real)

    @property
    def takes_salt(self) -> bool:
        """Return whether the people who sit here mix salts into what follows from the seed."""
        is_plain = not (self.deal or self.is_real)
        return not self.laid.origin and (is_plain or self.hides)

    @property
    def unopened(self) -> list[int]:
        """The seats whose salts are not known yet."""
        people = [n for n, seat in enumerate(self.seats) if seat.kind == "person"]
        return [n for n in people if self.takes_salt and not self.seats[n].salt]

    @property
    def dice(self) -> Draws:
        if self._dice is None or self.start is None:
            self._dice = self.dice_with(self.salts)
        return self._dice

    def dice_with(self, salts: Sequence[str]) -> Draws:
        """Return the dice that the seed gives with these salts.

        With real dice an older table has no seed, and draws from one that nobody ever sees.
        """
        return draws_of(self.laid.seed or None, salts, deal=self.deal, real=self.is_real)

    @property
    def deadline(self) -> float | None:
        """When the time for the current decision is up, in seconds since 1970.

        There is none in a pause.
        """
        return None if self.paused is not None else self.deadlines.get(len(self.events))

    @property
    def due_outcome(self) -> int | None:
        """The outcome that chance brings next by itself; None if somebody has to choose or roll."""
        return self.match.due(self.dice) if self.match else None

    @property
    def awaits_roll(self) -> bool:
        """Return whether people have to roll real dice now, and to enter what fell."""
        return self.match is not None and self.match.player == CHANCE and self.due_outcome is None

    @property
    def mover(self) -> int:
        """The seat that has to choose, or to roll real dice; CHANCE if dice fall by themselves."""
        match = self.playable
        return match.mover if self.awaits_roll else match.player

    def is_awaited(self, seat: int) -> bool:
        """Return whether somebody else waits for this seat: another person with a seat here."""
        holder = self.seats[seat].holder
        people = (each for each in self.seats if each.kind == "person" and not each.away)
        return any(each.holder != holder for each in people)

    def new_match(self) -> Match:
        """Return the match before its first event."""
        if self.laid.rules != self.game.version:
            raise StoreTrouble(
                "expected rules version {now} of {title}, "
                "but this table was laid under version {then}",
                now=self.game.version,
                title=self.game.title,
                then=self.laid.rules,
            )
        assert self.start is not None
        options = self.game.read_options(self.settings.options)
        return Match(self.game, self.settings.seats, self.start, options, self.names)

    def play(self) -> None:
        """Bring the match to where the entries are; apply each new event once."""
        if self.start is None or self.trouble:
            return
        try:
            match = self.match or self.new_match()
            while match.events != self.events[: len(match.events)]:
                match.undo()
            for a in self.events[len(match.events) :]:
                match.apply(a)
            self.match = match
        except PaschError as problem:
            self.match, self.trouble = None, problem
        except Exception as problem:  # a fault in a game; the other tables play on
            log.exception("the match can't be played")
            trouble = StoreTrouble("the match can't be played: {cause}", cause=repr(problem))
            self.match, self.trouble = None, trouble

    @property
    def playable(self) -> Match:
        """The match; raises the trouble if there is none."""
        if self.trouble:
            raise self.trouble
        assert self.match is not None
        return self.match

    @property
    def outcomes(self) -> list[int]:
        """The outcomes of chance that people may enter, computed once for each position."""
        if self._outcomes[0] != self.changed:
            self._outcomes = (self.changed, distinct_outcomes(self.playable))
        return self._outcomes[1]


def distinct_outcomes(match: Match) -> list[int]:
    """Return one of all outcomes of chance that look alike.

    They look alike to a watcher and lead to the same position.
    """
    found: dict[tuple[str, str], int] = {}
    for a in range(match.chance):
        after = match.copy()
        after.apply(a)
        public = repr(match.action(a, WATCHER))
        found.setdefault((public, repr(vars(after.position()))), a)
    return list(found.values())
