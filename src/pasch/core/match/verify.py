"""Checks the dice of a finished match against the envelope that was sealed before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from pasch.core.errors import PaschError
from pasch.core.game.dice import SALT, Draws, deal_seed, draws_of
from pasch.core.game.position import OVER
from pasch.core.match.journal import NEW, Chain, TakenBack, chain_of, take_back
from pasch.core.match.log import Header
from pasch.core.match.match import Match

Part = Literal["envelope", "deal", "salts", "start", "journal"]


@dataclass(frozen=True)
class Check:
    """Something the log claims, and what it had to claim."""

    part: Part
    expected: str
    got: str

    @property
    def ok(self) -> bool:
        return self.expected == self.got


@dataclass(frozen=True)
class CheckedRoll:
    """One event of chance: what the seed says and what the log tells."""

    n: int
    turn: int
    die: int
    outcomes: int
    expected: int
    got: int

    @property
    def ok(self) -> bool:
        return self.expected == self.got


@dataclass(frozen=True)
class Verdict:
    checks: tuple[Check, ...]
    rolls: tuple[CheckedRoll, ...]
    chain: Chain = NEW
    """The running hash of the table, where the log tells its journal."""

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks) and not self.wrong_rolls

    @property
    def wrong_rolls(self) -> list[CheckedRoll]:
        return [roll for roll in self.rolls if not roll.ok]


def verify(
    header: Header,
    match: Match,
    end_seed: str | None,
    key: str = "",
    journal: Sequence[str] = (),
) -> Verdict:
    """Return every check of the dice; PaschError says why there is nothing to check."""
    seed = seed_to_check(header, match, end_seed)
    deal = header.deal if header.hidden else None  # else the seed itself follows from the code
    draws = draws_of(seed, header.salts, deal=deal, real=header.dice == "real")
    checks = [Check("envelope", expected=str(header.commitment), got=draws.secret.commitment)]
    if header.deal is not None:
        checks.append(check_deal(header.deal, seed, header.hidden))
    checks.append(check_salts(header))
    if header.drawn:
        start = str((draws.open or draws.secret).draw_start(match.seats))
        checks.append(Check("start", expected=start, got=str(match.start)))
    if journal:
        checks.append(check_journal(header, match, key, journal))
    return Verdict(tuple(checks), tuple(rolls_of(match, draws)), chain_of(key, journal))


def seed_to_check(header: Header, match: Match, end_seed: str | None) -> str:
    if header.dice == "real" and not header.hidden:
        raise PaschError("real dice were rolled: there is no envelope to check them against")
    if header.commitment is None:
        raise PaschError("the log has no commitment: its dice were never sealed")
    if match.player != OVER:
        raise PaschError(
            "the game is not finished (event {n} is its last): the envelope is opened at the end",
            n=len(match.events),
        )
    if end_seed is None:
        raise PaschError("the log doesn't reveal the seed: the envelope is still closed")
    return end_seed


OF_ITS_OWN = "a seed of its own"


def check_deal(code: str, seed: str, hidden: bool) -> Check:
    """Check that the seed follows from the code, or that what lies hidden does not."""
    due = deal_seed(code)
    if hidden:
        return Check("deal", expected=OF_ITS_OWN, got=due if seed == due else OF_ITS_OWN)
    return Check("deal", expected=due, got=seed)


def check_salts(header: Header) -> Check:
    """Check that there is one for each seat or none at all.

    Dice that follow from a deal's code alone have none.
    """
    is_bare = header.deal is not None and not header.hidden
    expected = "none" if is_bare else f"none or {header.seats} of 32 hex digits"
    are_salts = all(salt == "" or SALT.fullmatch(salt) for salt in header.salts)
    fits = len(header.salts) == header.seats and are_salts
    if not header.salts or (fits and not is_bare):
        return Check("salts", expected, expected)
    return Check("salts", expected, ", ".join(salt or "(none)" for salt in header.salts))


class Origin(msgspec.Struct):
    """The events of the match that is played on."""

    events: list[int]


class Entry(msgspec.Struct):
    """What the check reads of an entry: how the table was created, who started, or an event."""

    commitment: str = ""
    key: str = ""
    origin: Origin | None = None
    start: int = -1
    a: int = -1


def check_journal(header: Header, match: Match, key: str, journal: Sequence[str]) -> Check:
    """Check that the entries of the table, in their order, come to the match of the log.

    Only who sat down is told by a digest; nothing of the game itself is hidden.
    """
    created, start, events = Entry(), -1, list[int]()
    expected = summary(match.start, match.events, header.commitment, header.after)
    for n, item in enumerate(journal, start=1):
        kind, _, text = item.partition("|")
        if kind == "Laid":
            created = read_entry(text)
        elif kind == "Started":
            start = read_entry(text).start
        elif kind == "Did":
            events.append(read_entry(text).a)
        elif kind == "Undid" and events:
            events.pop()
        elif not text and start >= 0:
            return Check("journal", expected, f"entry {n} is hidden")
    if created.key != key:
        return Check("journal", expected, "another key")
    after = len(created.origin.events) if created.origin else None
    return Check("journal", expected, summary(start, events, created.commitment, after))


class Undid(msgspec.Struct):
    """An entry that takes an event back, as far as it tells what that was."""

    seat: int = -1
    fell: dict[str, str] = {}


def taken_back(journal: Sequence[str]) -> list[TakenBack]:
    """Return what the journal of a table says was typed and taken back."""
    taken: list[TakenBack] = []
    n = 0
    for item in journal:
        kind, _, text = item.partition("|")
        n += (kind == "Did") - (kind == "Undid")
        if kind == "Undid":
            undid = msgspec.json.decode(text, type=Undid)
            take_back(taken, n, undid.seat, undid.fell)
    return taken


def read_entry(text: str) -> Entry:
    try:
        return msgspec.json.decode(text, type=Entry)
    except msgspec.DecodeError:
        raise PaschError("expected an entry of the journal, got {text!r}", text=text[:60]) from None


def summary(start: int, events: Sequence[int], seal: str | None, after: int | None) -> str:
    played_on = "" if after is None else f", played on after {after}"
    return f"seat {start}, events {' '.join(map(str, events))}, seal {seal}{played_on}"


def rolls_of(match: Match, draws: Draws) -> list[CheckedRoll]:
    """Return every event of chance that follows from a seed."""
    again = match.at(0)
    rolls = []
    for n, a in enumerate(match.events, start=1):
        if (due := again.due(draws)) is not None:
            rolls.append(CheckedRoll(n, again.turn, again.die, again.chance, due, a))
        again.apply(a)
    return rolls
