"""Who sits at a table and what happened there, as its entries tell it. Needs no rules."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatchmethod
from typing import Any

from pasch.core.dice import Dice
from pasch.core.facts import Game
from pasch.core.match import Match
from pasch.core.registry import load
from pasch.table.entries import (
    Back,
    Did,
    Ended,
    Entry,
    Laid,
    Left,
    Rematched,
    Reserved,
    Sat,
    SatBot,
    Started,
    Stood,
    Undid,
)
from pasch.table.errors import Refused, StoreTrouble
from pasch.table.seats import Seat

RESERVED_S = 120  # seconds a seat waits for somebody who played before
PERSON = "me"  # how a log calls a seat no bot plays


class Sitting:
    def __init__(self, laid: Laid) -> None:
        self.laid = laid
        self.settings = laid.settings
        self.game: Game = load(laid.settings.game)
        self.version = 1
        self.seats = [Seat() for _ in range(self.settings.seats)]
        self.again = laid.origin is not None
        """A match played on, or a rematch: it begins as soon as every seat is taken."""
        self.start: int | None = None
        self.drawn = False
        self.events: list[int] = []
        self.changed = 0
        """The number of the last entry that changed the match."""
        self.ended: Ended | None = None
        self.rematch: str | None = None

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> "Sitting":
        laid = entries[0]
        if not isinstance(laid, Laid):
            raise StoreTrouble(f"expected a table to begin with Laid, got {laid!r}")
        sitting = cls(laid)
        for entry in entries[1:]:
            sitting.take(entry)
        return sitting

    def take(self, entry: Entry) -> None:
        """What the next entry says becomes so."""
        self.version += 1
        self._take(entry)

    @singledispatchmethod
    def _take(self, entry: Entry) -> None:
        raise StoreTrouble(f"expected no entry like {entry!r} at number {self.version}")

    @_take.register
    def _(self, entry: Reserved) -> None:
        self.again = True
        self._sets(entry.seat, name=entry.name, holder=entry.holder)

    @_take.register
    def _(self, entry: Sat) -> None:
        who = {"name": entry.name, "holder": entry.holder, "salt": entry.salt}
        self._sets(entry.seat, kind="person", **who)

    @_take.register
    def _(self, entry: SatBot) -> None:
        self.seats[entry.seat] = Seat("bot", entry.name, entry.bot, level=entry.bot)

    @_take.register
    def _(self, entry: Stood) -> None:
        self._sets(entry.seat)

    @_take.register
    def _(self, entry: Started) -> None:
        self.start, self.drawn = entry.start, entry.drawn
        self.changed = self.version

    @_take.register
    def _(self, entry: Did) -> None:
        self.events.append(entry.a)
        self.changed = self.version

    @_take.register
    def _(self, _: Undid) -> None:
        self.events.pop()
        self.changed = self.version

    @_take.register
    def _(self, entry: Left) -> None:
        self.seats[entry.seat] = replace(self.seats[entry.seat], away=True)

    @_take.register
    def _(self, entry: Back) -> None:
        self.seats[entry.seat] = replace(self.seats[entry.seat], away=False)

    @_take.register
    def _(self, entry: Ended) -> None:
        self.ended = entry

    @_take.register
    def _(self, entry: Rematched) -> None:
        self.rematch = entry.table

    def _sets(self, seat: int, **who: Any) -> None:
        """Somebody else, or nobody; the level of the seat stays."""
        self.seats[seat] = Seat(**who, level=self.seats[seat].level)

    def held_by(self, holder: str) -> list[int]:
        people = ((n, seat) for n, seat in enumerate(self.seats) if seat.kind == "person")
        return [n for n, seat in people if seat.holder == holder]

    @property
    def open_seats(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "open"]

    def known(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refused(
                "seat",
                "expected a seat from 1 to {last}, got {seat}",
                last=len(self.seats),
                seat=seat + 1,
            )
        return self.seats[seat]

    def first_free(self, holder: str) -> int:
        """The seat kept for this person, else the first that anybody may take."""
        free = [n for n in self.open_seats if self._is_free(n, holder)]
        if not free:
            raise Refused("full", "every seat is taken")
        return min(free, key=lambda n: self.seats[n].holder != holder)

    def expect_free(self, seat: int, holder: str = "") -> int:
        sits = self.known(seat)
        if sits.kind != "open":
            raise Refused("full", "seat {seat} is taken", seat=seat + 1)
        if not self._is_free(seat, holder):
            raise Refused("full", "seat {seat} waits for {name}", seat=seat + 1, name=sits.name)
        return seat

    def _is_free(self, seat: int, holder: str) -> bool:
        kept_for = self.seats[seat].holder
        return kept_for in ("", holder) or time.time() > self.laid.at + RESERVED_S

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def salts(self) -> list[str]:
        """What goes into the dice: nothing where everybody has the same."""
        if self.laid.origin:
            return list(self.laid.origin.salts)
        if self.settings.deal or self.settings.dice == "real":
            return []
        return [seat.salt for seat in self.seats]

    @property
    def dice(self) -> Dice | None:
        """None where people roll real ones."""
        if self.settings.dice == "real":
            return None
        return Dice(self.laid.seed, self.salts)

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
