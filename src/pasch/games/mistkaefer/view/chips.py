"""Moves of Mistkäfer around chips: bonuses, thefts, and the chips that are drawn."""

from collections.abc import Iterable
from typing import Any

from pasch.games.mistkaefer import rules
from pasch.games.mistkaefer.tableau import SPACES
from pasch.games.mistkaefer.view import reasons
from pasch.games.mistkaefer.view.things import (
    BEETLE,
    BONUS_ICONS,
    CHIP_NAMES,
    DIE,
    HAND,
    ROW,
    TABLEAU,
    bonus_label,
    bonus_word,
    chip_word,
    die_key,
)
from pasch.sdk import Chance, Choice, Key, Move, Part, Refusal, State, View, message


class BeginBonus(Move):
    """MK-12 one of several bonuses is carried out first."""

    phases = (rules.BONUS,)
    first = rules.BONUS_AT
    count = SPACES
    clause = "MK-12"
    question = message("Which bonus first?")
    expected = message("expected a bonus still to come ({first} + its column, from 0)")

    def record(self) -> dict[str, Any]:
        return {"bonus": self.n + 1}

    def text(self) -> str:
        return self.say("bonus of column {n}", n=self.n + 1)

    def choice(self) -> Choice:
        """Offer the bonus at the tableau: it is covered by its die, so it has no place to tap."""
        s, say = self.s, self.say
        bonus = s.bonus[s.colour, self.n]
        return Choice(
            self.a,
            say("{bonus}, space {n}", bonus=bonus_word(say, bonus), n=self.n + 1),
            at=TABLEAU(s.to_move),
            label=f"{BONUS_ICONS[bonus]} {bonus_label(say, bonus)}",
            lights=(die_key(s.to_move, s.colour, self.n),),
        )


class StealFrom(Move):
    """MK-14 a player is chosen from whom a chip is stolen."""

    phases = (rules.VICTIM,)
    first = rules.STEAL_FROM
    count = rules.SEATS
    clause = "MK-14"
    question = message("From whom do you take a chip?")
    expected = message("expected a player who has chips ({first} + the seat, from 0)")
    habit = message("stealing a chip")
    tapped = (BEETLE, ROW, DIE)

    @classmethod
    def intended(cls, view: View, thing: Key, *parts: Part) -> int | None:
        seat = int(parts[0])
        return None if seat == view.s.to_move else seat

    def record(self) -> dict[str, Any]:
        return {"steal from": self.n}

    def text(self) -> str:
        return self.say("steal from seat {n}", n=self.n + 1)

    def choice(self) -> Choice:
        text = self.say("steal from {name}", name=self.view.names[self.n])
        return Choice(self.a, text, at=BEETLE(self.n), badge=HAND)

    def refusal(self) -> Refusal | None:
        if self.n < self.s.seats and self.n != self.s.to_move:
            return self.say("this player has no chips"), "MK-14"
        return None

    def reason(self, other: int | None) -> Iterable[str]:
        return reasons.stealing(self.view, self.a, other)

    def lights(self) -> Iterable[str]:
        return (BEETLE(self.n),)


class Chip(Chance):
    """MK-5 a chip that only the player who gets it sees."""

    is_secret = True

    def record(self) -> dict[str, Any]:
        chip = chip_at(self.s, self.a)
        return {"chip": f"{CHIP_NAMES[chip[0]]} {chip[1]}" if chip else "hidden"}

    def text(self) -> str:
        chip, say = chip_at(self.s, self.a), self.say
        return f"{chip_word(say, chip[0])} {chip[1]}" if chip else say("a chip")


class DrawnChip(Chip):
    """MK-15 a chip is drawn from the heap."""

    phases = (rules.DRAW,)
    clause = "MK-15"
    question = message("Draw a chip")
    expected = message("a chip is drawn: expected an outcome from 0 to {last}")


class StolenChip(Chip):
    """MK-14 a chip is stolen blindly."""

    phases = (rules.STEAL,)
    clause = "MK-14"
    expected = message("a chip is stolen blindly: expected an outcome from 0 to {last}")

    @classmethod
    def prompt(cls, view: View) -> str:
        victim = view.names[rules.next_victim(view.s)]
        return view.say("Take a chip of {victim}, unseen", victim=victim)


def chip_at(s: State, a: int) -> tuple[int, int] | None:
    """Return the kind behind a blind chip, and which of its kind it is; None where it is hidden."""
    chips = s.heap if s.phase == rules.DRAW else s.chips[rules.next_victim(s)]
    counts = [int(n) for n in chips]
    if sum(counts) != rules.chance(s):
        return None
    kind = 0
    while a >= counts[kind]:
        a -= counts[kind]
        kind += 1
    return kind, a + 1
