"""Why to move or to roll on: what may still come in this turn, counted to its end."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from pasch.core.game.position import State
from pasch.core.view.scene import Facts, Reason, percent
from pasch.core.words import Words
from pasch.games.so_ein_mist import rules
from pasch.games.so_ein_mist.board import FACES, signed
from pasch.games.so_ein_mist.quick import value_of_landing


def why(s: State, a: int, other: int | None, say: Words, names: Sequence[str]) -> Reason:  # noqa: ARG001 - there is but one
    """For somebody who would roll on until something better comes, or the dice decide."""
    landing = {face: value_of_landing(s, face) for face in FACES}
    now = landing[s.die]
    better, worse = turns_out(s.aside | rules.BIT[s.die], tuple(landing.values()), now)
    told = {"now": moving(s, say, names), "better": percent(better), "worse": percent(worse)}
    if a == rules.CONTINUE:
        end = max(FACES, key=landing.__getitem__)
        lit = (face for face in FACES if landing[face] > now)
        text = say(
            "{now} Rolling on ends better in {better} of cases (at best {best}), worse in {worse}.",
            best=card_for(s, end, say, names),
            **told,
        )
    else:
        end = min(FACES, key=landing.__getitem__)
        lit = (face for face in FACES if landing[face] < now)
        text = say(
            "{now} Rolling on would end better in {better} of cases, worse in {worse} "
            "(at worst {worst}).",
            worst=card_for(s, end, say, names),
            **told,
        )
    facts: Facts = {
        ("moving", a): worth_at(s, s.die),
        ("better", a): better,
        ("worse", a): worse,
        ("at the end", a): worth_at(s, end),
    }
    return Reason(text, places(s, [s.die, *lit]), facts)


@cache
def turns_out(aside: int, landing: tuple[float, ...], now: float) -> tuple[Fraction, Fraction]:
    """How likely the turn ends better than now, and worse, with these faces put aside: SEM-8 a face
    that lies there decides, SEM-9 so does the last roll."""
    better = worse = Fraction(0)
    is_last = aside.bit_count() + 1 == rules.ROLLS
    for face, value in zip(FACES, landing, strict=True):
        if value > now:
            better += 1
        elif is_last or aside & rules.BIT[face]:
            worse += value < now
        else:
            rises, falls = turns_out(aside | rules.BIT[face], landing, now)
            better, worse = better + rises, worse + falls
    return better / 6, worse / 6


def moving(s: State, say: Words, names: Sequence[str]) -> str:
    taker, value = taker_at(s, s.die), signed(worth_at(s, s.die))
    if taker == s.to_move:
        return say("Moving takes {value}.", value=value)
    return say("Moving gives {value} to {taker}.", value=value, taker=names[taker])


def card_for(s: State, face: int, say: Words, names: Sequence[str]) -> str:
    taker, value = taker_at(s, face), signed(worth_at(s, face))
    if taker == s.to_move:
        return value
    return say("{value} for {taker}", value=value, taker=names[taker])


def taker_at(s: State, face: int) -> int:
    return rules.last_in_queue(s, place_at(s, face), s.to_move)


def worth_at(s: State, face: int) -> int:
    return rules.worth(s, taker_at(s, face), s.ring[place_at(s, face)])


def place_at(s: State, face: int) -> int:
    return rules.step_on(s, s.at[s.to_move], face)


def places(s: State, faces: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"place:{place_at(s, face)}" for face in faces))


def habits(say: Words) -> dict[str, str]:
    return {
        "move": say("moving at once"),
        "continue": say("rolling on"),
    }
