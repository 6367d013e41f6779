"""So ein Mist: the rest of a turn, played out."""

from fractions import Fraction

from pasch.core.game.position import Position
from pasch.core.match.match import Match
from pasch.games.so_ein_mist import rules
from tests.recounts import Count, after

FACES = range(6)


def moved(s: Position, then: Position) -> tuple[Fraction, int] | None:
    """Return what a change of cards is worth to the mover, and its points; None without one."""
    for seat in range(s.seats):
        if s.pile[seat] != then.pile[seat]:
            points = rules.tally(then, seat)[0] - rules.tally(s, seat)[0]
            own = seat == s.to_move
            return Fraction(points) if own else Fraction(-points, s.seats - 1), points
    return None


def now(match: Match, s: Position) -> tuple[Fraction, int]:
    found = moved(s, after(match, s, rules.OPT_OUT))
    assert found is not None
    return found


def turns_out(match: Match, s: Position, least: Fraction, sign: int) -> Fraction:
    """Return the chance that rolling on until it gets better ends above (or below) `least`."""
    total = Fraction(0)
    rolling = after(match, s, rules.CONTINUE)
    for face in FACES:
        then = after(match, rolling, face)
        end = moved(s, then)
        value = end[0] if end else now(match, then)[0]
        if end or value > least:
            total += sign * value > sign * least
        else:
            total += turns_out(match, then, least, sign)
    return total / 6


def ends(match: Match, a: int) -> int:
    """Return the best of all six cards ahead, or the worst."""
    s = match.position()
    values = []
    for face in FACES:
        s.die = face + 1
        values.append(now(match, s))
    best = max(values) if a == rules.CONTINUE else min(values)
    return next(points for value, points in values if value == best[0])


def better(match: Match, _: int) -> Fraction:
    s = match.position()
    return turns_out(match, s, now(match, s)[0], 1)


def worse(match: Match, _: int) -> Fraction:
    s = match.position()
    return turns_out(match, s, now(match, s)[0], -1)


COUNTS: dict[str, Count] = {
    "moving": lambda match, _: now(match, match.position())[1],
    "better": better,
    "worse": worse,
    "at the end": ends,
}
