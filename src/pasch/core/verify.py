"""Checks the dice of a finished match against the envelope that was sealed before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from pasch.core.chain import NEW, Chain, chain_of
from pasch.core.dice import SALT, Dice, deal_seed
from pasch.core.errors import PaschError
from pasch.core.log import Header, restart
from pasch.core.match import Match
from pasch.core.position import CHANCE, OVER

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
    """Every check of the dice; PaschError says why there is nothing to check."""
    seed = seed_to_check(header, match, end_seed)
    dice = Dice(seed, header.salts)
    checks = [Check("envelope", expected=str(header.commitment), got=dice.commitment)]
    if header.deal is not None:
        checks.append(Check("deal", expected=deal_seed(header.deal), got=seed))
    checks.append(check_salts(header))
    if header.drawn:
        start = str(dice.draw_start(match.seats))
        checks.append(Check("start", expected=start, got=str(match.start)))
    if journal:
        checks.append(check_journal(match, journal))
    return Verdict(tuple(checks), tuple(rolls_of(match, dice)), chain_of(key, journal))


def seed_to_check(header: Header, match: Match, end_seed: str | None) -> str:
    if header.dice == "real":
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


def check_salts(header: Header) -> Check:
    """One for each seat or none at all; a deal has none, its dice follow from the code alone."""
    expected = "none" if header.deal is not None else f"none or {header.seats} of 32 hex digits"
    are_salts = all(salt == "" or SALT.fullmatch(salt) for salt in header.salts)
    fits = len(header.salts) == header.seats and are_salts
    if not header.salts or (fits and header.deal is None):
        return Check("salts", expected, expected)
    return Check("salts", expected, ", ".join(salt or "(none)" for salt in header.salts))


def check_journal(match: Match, journal: Sequence[str]) -> Check:
    """Check that the entries of the table, in their order, come to the match of the log."""
    start, events = -1, list[int]()
    for item in journal:
        kind, _, text = item.partition("|")
        if kind == "Started":
            start = read_entry(text).get("start", -1)
        elif kind == "Did":
            events.append(read_entry(text).get("a", -1))
        elif kind == "Undid" and events:
            events.pop()
    return Check("journal", in_short(match.start, match.events), in_short(start, events))


def read_entry(text: str) -> dict[str, int]:
    try:
        return msgspec.json.decode(text, type=dict[str, int | bool])
    except msgspec.DecodeError:
        raise PaschError("expected an entry of the journal, got {text!r}", text=text[:60]) from None


def in_short(start: int, events: Sequence[int]) -> str:
    return f"seat {start}, events {' '.join(map(str, events))}"


def rolls_of(match: Match, dice: Dice) -> list[CheckedRoll]:
    again = restart(match)
    rolls = []
    for n, a in enumerate(match.events, start=1):
        if again.player == CHANCE:
            turn, die, outcomes = again.turn, again.die, again.chance
            rolls.append(CheckedRoll(n, turn, die, outcomes, dice.roll(turn, die, outcomes), a))
        again.apply(a)
    return rolls
