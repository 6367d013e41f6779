"""What the entries of a table tell becomes so: who sits where, and how far the match has come."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any, Literal

from pasch.core.errors import PaschError
from pasch.core.game.dice import Draws, deal_seed, draws_of
from pasch.core.game.position import CHANCE, WATCHER
from pasch.core.game.registry import load
from pasch.core.game.spec import Game
from pasch.core.match.chain import NEW, Chain
from pasch.core.match.match import Match
from pasch.core.match.taken_back import TakenBack, take_back
from pasch.table.model.entries import (
    Back,
    Closed,
    Did,
    Due,
    Ended,
    Entry,
    Laid,
    Late,
    Left,
    Opened,
    Rematched,
    Reserved,
    Sat,
    SatBot,
    Sealed,
    Started,
    Stood,
    Undid,
)
from pasch.table.model.errors import StoreTrouble
from pasch.table.model.seats import Seat

log = logging.getLogger(__name__)

RESERVED_S = 120  # seconds a seat waits for somebody who played before
PERSON = "me"  # how a log calls a seat no bot plays

Phase = Literal["gathering", "playing", "over"]


class Sitting:
    def __init__(self, laid: Laid) -> None:
        self.laid = laid
        self.settings = laid.settings
        self.game: Game = load(laid.settings.game)
        self.version = 1
        self.chain = NEW
        """The running hash after the entries that the store has."""
        self.seats = [Seat() for _ in range(self.settings.seats)]
        self.again = laid.origin is not None
        """A match played on, or a rematch: it begins as soon as every seat is taken."""
        self.closed = False
        """Nobody sits down any more; salts are being opened."""
        self.closed_at = 0.0
        """When that was, in seconds since 1970."""
        self.start: int | None = None
        self.drawn = False
        self.events: list[int] = []
        self.taken_back: list[TakenBack] = []
        self.changed = 0
        """The number of the last entry that changed the match."""
        self.deadlines: dict[int, float] = {}
        """Of decisions, each known by the number of events before it; seconds since 1970."""
        self.ended: Ended | None = None
        self.rematch: str | None = None
        self.match: Match | None = None
        """As far as it was played here; see `play`."""
        self.trouble: PaschError | None = None
        """Why the match can't be played."""
        self._outcomes: tuple[int, list[int]] = (-1, [])
        self._dice: Draws | None = None
        self._held: dict[str, list[int]] | None = None
        """By holder, once somebody asked."""

    @classmethod
    def of(cls, entries: Sequence[Entry], chain: Chain = NEW) -> "Sitting":
        laid = entries[0]
        if not isinstance(laid, Laid):
            raise StoreTrouble(f"expected a table to begin with Laid, got {laid!r}")
        sitting = cls(laid)
        for entry in entries[1:]:
            sitting.take(entry)
        sitting.chain = chain
        return sitting

    def take(self, entry: Entry) -> None:
        """What the next entry says becomes so; the match itself follows by `play`."""
        self.version += 1
        self._held = None
        evolve(entry, self)

    def sets(self, seat: int, **who: Any) -> None:
        """Somebody else, or nobody; the level of the seat stays."""
        self.seats[seat] = Seat(**who, level=self.seats[seat].level)

    @property
    def phase(self) -> Phase:
        if self.ended:
            return "over"
        return "gathering" if self.start is None else "playing"

    def held_by(self, holder: str) -> list[int]:
        """The seats of whoever this is."""
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
        """Whether this open seat waits for nobody else."""
        kept_for = self.seats[seat].holder
        return kept_for in ("", holder) or now > self.laid.at + RESERVED_S

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def salts(self) -> list[str]:
        """What goes into the dice: nothing where everybody has the same."""
        if self.laid.origin:
            return list(self.laid.origin.salts)
        return [seat.salt for seat in self.seats] if self.takes_salt else []

    @property
    def deal(self) -> str:
        """The code that the dice follow from, if they do; also of a match that is played on."""
        return self.laid.origin.deal if self.laid.origin else self.settings.deal

    @property
    def is_real(self) -> bool:
        """Whether people roll their own dice."""
        return self.settings.dice == "real"

    @property
    def hides(self) -> bool:
        """Whether only what is drawn in secret follows from the seed of this table."""
        is_known = bool(self.deal) and self.laid.seed == deal_seed(self.deal)
        return bool(self.laid.seed) and not is_known and bool(self.deal or self.is_real)

    @property
    def takes_salt(self) -> bool:
        """Whether those who sit here mix something into what follows from the seed."""
        is_plain = not (self.deal or self.is_real)
        return not self.laid.origin and (is_plain or self.hides)

    @property
    def unopened(self) -> list[int]:
        """The seats whose salt is still awaited."""
        people = [n for n, seat in enumerate(self.seats) if seat.kind == "person"]
        return [n for n in people if self.takes_salt and not self.seats[n].salt]

    @property
    def dice(self) -> Draws:
        if self._dice is None or self.start is None:
            self._dice = self.dice_with(self.salts)
        return self._dice

    def dice_with(self, salts: Sequence[str]) -> Draws:
        """Return the dice that the seed gives with these salts; with real dice an older table has
        no seed, and draws from one that nobody ever sees."""
        return draws_of(self.laid.seed or None, salts, deal=self.deal, real=self.is_real)

    @property
    def falls(self) -> int | None:
        """What chance brings next by itself; None where somebody is to choose or to roll."""
        return self.match.due(self.dice) if self.match else None

    @property
    def awaits_roll(self) -> bool:
        """Whether people are to roll real dice now, and to type what fell."""
        return self.match is not None and self.match.player == CHANCE and self.falls is None

    @property
    def players(self) -> list[str]:
        return [seat.bot or PERSON for seat in self.seats]

    def new_match(self) -> Match:
        """The match before its first event."""
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
        """The match comes to where the entries are, each new event applied once."""
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
        """The match, or why there is none."""
        if self.trouble:
            raise self.trouble
        assert self.match is not None
        return self.match

    @property
    def outcomes(self) -> list[int]:
        """Where people see chance fall: one of those outcomes which look alike to a watcher and
        lead to the same position. Found once for each position."""
        if self._outcomes[0] != self.changed:
            self._outcomes = (self.changed, told_apart(self.playable))
        return self._outcomes[1]


@singledispatch
def evolve(entry: Entry, sitting: Sitting) -> None:
    raise StoreTrouble(f"expected no entry like {entry!r} at number {sitting.version}")


@evolve.register
def _(entry: Reserved, sitting: Sitting) -> None:
    sitting.again = True
    sitting.sets(entry.seat, name=entry.name, holder=entry.holder)


@evolve.register
def _(entry: Sat, sitting: Sitting) -> None:
    who = {"name": entry.name, "holder": entry.holder, "salt": entry.salt, "seal": entry.seal}
    sitting.sets(entry.seat, kind="person", since=entry.at, **who)


@evolve.register
def _(entry: Sealed, sitting: Sitting) -> None:
    sitting.seats[entry.seat] = replace(sitting.seats[entry.seat], salt="", seal=entry.seal)


@evolve.register
def _(entry: Closed, sitting: Sitting) -> None:
    sitting.closed, sitting.closed_at = True, entry.at


@evolve.register
def _(entry: Opened, sitting: Sitting) -> None:
    sitting.seats[entry.seat] = replace(sitting.seats[entry.seat], salt=entry.salt)


@evolve.register
def _(entry: SatBot, sitting: Sitting) -> None:
    sitting.seats[entry.seat] = Seat("bot", entry.name, entry.bot, level=entry.bot)


@evolve.register
def _(entry: Stood, sitting: Sitting) -> None:
    """Whoever comes now could know what was opened, so those salts are made anew."""
    sitting.sets(entry.seat)
    if sitting.closed:
        sitting.closed = False
        sitting.seats = [
            replace(seat, salt="", seal="") if seat.seal else seat for seat in sitting.seats
        ]


@evolve.register
def _(entry: Started, sitting: Sitting) -> None:
    sitting.start, sitting.drawn = entry.start, entry.drawn
    sitting.changed = sitting.version


@evolve.register
def _(entry: Did, sitting: Sitting) -> None:
    sitting.events.append(entry.a)
    sitting.changed = sitting.version


@evolve.register
def _(entry: Due, sitting: Sitting) -> None:
    sitting.deadlines[len(sitting.events)] = entry.at


@evolve.register
def _(entry: Undid, sitting: Sitting) -> None:
    sitting.deadlines.pop(len(sitting.events), None)
    sitting.events.pop()
    take_back(sitting.taken_back, len(sitting.events), entry.seat, entry.fell)
    sitting.changed = sitting.version


@evolve.register
def _(_: Late, __: Sitting) -> None:
    """Nothing changes by it; it is told."""


@evolve.register
def _(entry: Left, sitting: Sitting) -> None:
    sitting.seats[entry.seat] = replace(sitting.seats[entry.seat], away=True)


@evolve.register
def _(entry: Back, sitting: Sitting) -> None:
    sitting.seats[entry.seat] = replace(sitting.seats[entry.seat], away=False)


@evolve.register
def _(entry: Ended, sitting: Sitting) -> None:
    sitting.ended = entry


@evolve.register
def _(entry: Rematched, sitting: Sitting) -> None:
    sitting.rematch = entry.table


def told_apart(match: Match) -> list[int]:
    found: dict[tuple[str, str], int] = {}
    for a in range(match.chance):
        after = match.copy()
        after.apply(a)
        public = repr(match.action(a, WATCHER))
        found.setdefault((public, repr(vars(after.position()))), a)
    return list(found.values())
