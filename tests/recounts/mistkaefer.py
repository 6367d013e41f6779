"""Mistkäfer: every roll played out; what a tableau would score, by its clause."""

from fractions import Fraction
from functools import lru_cache
from itertools import product

from pasch.core.game.position import Position
from pasch.core.match.match import Match
from pasch.games.mistkaefer import rules
from tests.recounts import Count, after, rolled_out, told


def chips(s: Position, seat: int) -> int:
    """Count the chips of MK-15: one for each full column left of the line and each die beyond."""
    rows = [[face for face in row if face] for row in s.row[seat]]
    columns = sum(all(len(row) > column for row in rows) for column in range(s.line))
    return columns + sum(len(row[s.line :]) for row in rows)


def lying(s: Position, seat: int) -> int:
    return sum(face > 0 for row in s.row[seat] for face in row)


def rolls(match: Match, a: int) -> list[tuple[Fraction, Position]]:
    return rolls_at(match, len(match.events), a)


@lru_cache(4)
def rolls_at(match: Match, _: int, a: int) -> list[tuple[Fraction, Position]]:
    """Return the rolls at this moment; a match is known by how many events it has seen, too."""
    return list(rolled_out(match, after(match, match.view(match.player), a)))


def unlucky(match: Match, a: int) -> list[tuple[Fraction, Position]]:
    return [(chance, then) for chance, then in rolls(match, a) if then.phase != rules.PUT]


def bust(match: Match, a: int) -> Fraction:
    return sum((chance for chance, _ in unlucky(match, a)), Fraction(0))


def lost(match: Match, a: int) -> int:
    then = unlucky(match, a)[0][1]
    return lying(match.view(match.player), match.player) - lying(then, match.player)


def left(match: Match, a: int) -> int:
    return chips(unlucky(match, a)[0][1], match.player)


def ways_to_put(match: Match, then: Position) -> list[Position]:
    if then.phase != rules.PUT:
        return []
    out = [0] * rules.ACTIONS
    return [after(match, then, put) for put in out[: rules.legal(then, out)]]


def theft(match: Match, a: int) -> Fraction:
    """Return how likely a value comes after which somebody may be robbed."""
    return sum(
        (
            chance
            for chance, then in rolls(match, a)
            if any(end.phase == rules.ROB for end in ways_to_put(match, then))
        ),
        Fraction(0),
    )


def bonus(match: Match, a: int) -> Fraction:
    """Return how likely a value comes whose own dice cover a bonus space."""
    seat = match.player
    return sum(
        (
            chance
            for chance, then in rolls(match, a)
            if any(covers_bonus(then, end, seat) for end in ways_to_put(match, then))
        ),
        Fraction(0),
    )


def covers_bonus(before: Position, then: Position, seat: int) -> bool:
    rows = zip(before.row[seat], then.row[seat], before.bonus, strict=True)
    return any(
        new and not old and bonus
        for olds, news, bonuses in rows
        for old, new, bonus in zip(olds, news, bonuses, strict=True)
    )


def put(match: Match, a: int) -> int:
    s = match.view(match.player)
    return lying(after(match, s, a), match.player) - lying(s, match.player)


def value(match: Match, a: int) -> int:
    return int(str(told(match, a)["put"]))


def fail(match: Match, a: int) -> Fraction:
    rolls = list(product(range(1, 7), repeat=4))
    return Fraction(sum(max(roll) <= value(match, a) for roll in rolls), len(rolls))


def own(match: Match, a: int) -> int:
    return chips(after(match, match.view(match.player), a), match.player)


def theirs(match: Match, a: int) -> int:
    s = match.view(match.player)
    victim = int(str(told(match, a).get("take", told(match, a).get("leave"))))
    return chips(after(match, s, a), victim)


COUNTS: dict[str, Count] = {
    "bust": bust,
    "lost": lost,
    "bonus": bonus,
    "theft": theft,
    "chips": lambda match, _: chips(match.view(match.player), match.player),
    "left": left,
    "dice": lambda match, a: int(str(told(match, a)["dice"])),
    "put": put,
    "value": value,
    "fail": fail,
    "own": own,
    "theirs": theirs,
    "owned": lambda match, a: int(
        match.scene(match.player).seats[int(str(told(match, a)["steal from"]))].count
    ),
}
